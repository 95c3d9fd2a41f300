import { deliver, inLanes } from '../../test/support/deliver';
import { signedBody, type SignedBody } from './signedBody';

/** As many deliveries at once as a platform usually makes to one receiver. */
export const CONNECTIONS = 10;

let number = 0;
const WRONG_SIGNATURE = signedBody(-1).header;

/** The credential of n8n's Header Auth, which every event carries beside its signature. */
export const KEY_HEADER = { name: 'x-key', value: 'some-value' };

export interface LoadOptions {
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
export async function load(
	url: string,
	{ amount, forged, expected, connections = CONNECTIONS }: LoadOptions,
): Promise<number> {
	// Signing costs as much as verifying, so it is done beforehand; each event is sent once only.
	const events = Array.from({ length: amount }, () => signedBody(number++));
	const send = async ({ body, header }: SignedBody) => {
		const signature = forged ? WRONG_SIGNATURE : header;
		const key = forged ? 'another-value' : KEY_HEADER.value;
		const rawHeaders = [
			'content-type',
			'application/json',
			'x-platform-signature',
			signature,
			KEY_HEADER.name,
			key,
		];
		const { status } = await deliver(url, body, { rawHeaders });
		if (status !== expected) throw new Error(`${url} responded ${status}, not ${expected}`);
	};
	const begun = performance.now();
	await inLanes(amount, connections, async (index) => await send(events[index]));
	return amount / ((performance.now() - begun) / 1000);
}
