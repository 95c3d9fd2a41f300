import autocannon from 'autocannon';

import { signedBody, type SignedBody } from './rawDelivery';

/** As many deliveries at once as a platform usually makes to one receiver. */
export const CONNECTIONS = 10;

/** An n8n that is busy with other things as well takes seconds for a response. */
const TIMEOUT_S = 60;

let number = 0;
/** Each event is sent once only: signing costs as much as verifying, so it is done beforehand. */
const prepared: SignedBody[] = [];

function prepareEvents(count: number): void {
	while (prepared.length < count) prepared.push(signedBody(number++));
}

const WRONG_SIGNATURE = signedBody(-1).header;

/** The credential of n8n's Header Auth, which every event carries beside its signature. */
export const KEY_HEADER = { name: 'x-key', value: 'some-value' };

export interface LoadOptions {
	/** How many to send; a multiple of the number of connections. */
	amount: number;
	/** Sends a signature of the right form that belongs to another body, and another key. */
	forged: boolean;
	expected: number;
	connections?: number;
}

/**
 * Sends so many events, over ten connections or as given: each sends the next one when it has its response.
 *
 * @returns responses a second
 * @throws Error at any response of another status than the expected one
 */
export async function load(url: string, { amount, forged, expected, connections = CONNECTIONS }: LoadOptions): Promise<number> {
	prepareEvents(amount);
	const statuses = new Map<number, number>();
	let responded = 0;
	const instance = autocannon({
		url,
		method: 'POST',
		connections,
		amount,
		timeout: TIMEOUT_S,
		requests: [
			{
				setupRequest: (request) => {
					const { body, header } = prepared.pop() ?? signedBody(number++);
					return {
						...request,
						body,
						headers: {
							'content-type': 'application/json',
							'x-platform-signature': forged ? WRONG_SIGNATURE : header,
							[KEY_HEADER.name]: forged ? 'another-value' : KEY_HEADER.value,
						},
					};
				},
				onResponse: (status) => {
					statuses.set(status, (statuses.get(status) ?? 0) + 1);
					responded = performance.now();
				},
			},
		],
	});
	const begun = performance.now();
	// Resolves at whole seconds only, so the end is when the last response came.
	await instance;
	const took = (responded - begun) / 1000;
	const others = [...statuses.keys()].filter((status) => status !== expected);
	if (others.length > 0) throw new Error(`${url} responded ${others.join(', ')}, not ${expected}`);
	return (statuses.get(expected) ?? 0) / took;
}
