import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Sandbox } from '../../../sandbox/createSandbox';
import { VIOLATION_JOURNAL } from '../../../sandbox/http/requestLog';
import { listen } from '../../support/listen';

// These tests break the contract on purpose.
delete process.env[VIOLATION_JOURNAL];

/** A Monday, 04:00 in New York and 10:00 in Berlin: all of that day's New York slots lie ahead. */
export const MONDAY = '2030-05-06T08:00:00Z';

/** Until the end of the test. */
export const advanceClock = (ms: number) =>
	void jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

export interface Received {
	status: number;
	headers: Headers;
	/** Parsed where it is JSON, else text */
	body: unknown;
}

export interface SendOptions {
	token?: string;
	/** Whose OAuth token is sent, in place of a private one. */
	grant?: Parameters<Sandbox['issueToken']>[0];
	headers?: Record<string, string | undefined>;
	json?: object;
	form?: Record<string, string>;
	body?: string;
}

/** A request that the local platform refuses. */
export interface Refusal {
	what: string;
	status: number;
	/** A part of what it says of it. */
	says: string;
	/** Such as `GET /calendars/`. */
	request: string;
	options?: SendOptions;
}

/**
 * Sends a request (`GET /calendars/`) as a well-behaved client of its form does, with any header replaced
 * (undefined: left out).
 */
export async function send(
	sandbox: Sandbox,
	request: string,
	{ grant, json, form, ...options }: SendOptions = {},
): Promise<Received> {
	const [method, path] = request.split(' ');
	const { token = grant ? sandbox.issueToken(grant).access_token : 'pit-harbor' } = options;
	const { body = json && JSON.stringify(json) } = options;
	const isOfCalendars = sandbox.form() === 'highLevel' && /^\/(calendars|conversations)/.test(path);
	const headers = Object.entries({
		Authorization: `Bearer ${token}`,
		Version: isOfCalendars ? '2021-04-15' : '2021-07-28',
		'Content-Type': body && 'application/json',
		...options.headers,
	}).filter((entry): entry is [string, string] => entry[1] !== undefined);
	const response = await fetch(sandbox.url + path, {
		method,
		headers,
		body: form ? new URLSearchParams(form) : body,
		redirect: 'manual',
	});
	const isJson = response.headers.get('content-type')?.startsWith('application/json');
	return {
		status: response.status,
		headers: response.headers,
		body: await (isJson ? response.json() : response.text()),
	};
}

const CLIENT = { client_id: 'demo-client', client_secret: 'demo-client-secret' };

/** The body and headers of POST /oauth/token. */
export const tokenRequest = (grant: Record<string, string>): SendOptions => ({
	form: { ...CLIENT, ...grant },
	headers: { Authorization: undefined, Version: undefined },
});

/** A booking of the first slot of the day in the onboarding calendar, 09:00 in New York. */
export const booking = (change: Record<string, unknown> = {}) => ({
	calendarId: 'cal-onboarding',
	locationId: 'loc-harbor',
	contactId: 'contact-ada',
	startTime: '2030-05-06T13:00:00+00:00',
	endTime: '2030-05-06T13:30:00+00:00',
	...change,
});

/** The first slot of the day in the onboarding calendar, as HighLevel lists it, and one an hour later. */
export const NINE = {
	startTime: '2030-05-06T09:00:00-04:00',
	endTime: '2030-05-06T09:30:00-04:00',
};
export const TEN = {
	startTime: '2030-05-06T10:00:00-04:00',
	endTime: '2030-05-06T10:30:00-04:00',
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Delivered = Pick<IncomingMessage, 'headers'> & { body: Buffer };

/** A webhook receiver. Of the statuses one is used after another, then 200; 0 closes the connection. `mostAtOnce` were waiting for a response. */
export async function startReceiver() {
	let waiting = 0;
	const receiver = {
		received: [] as Delivered[],
		statuses: [] as number[],
		delayMs: 0,
		mostAtOnce: 0,
	};
	const server = createServer((request, response) => void receive(request, response));
	const receive: RequestListener<typeof IncomingMessage> = async (request, response) => {
		receiver.received.push({ headers: request.headers, body: await buffer(request) });
		const status = receiver.statuses.shift() ?? 200;
		if (status === 0) return void request.socket.destroy();
		receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++waiting);
		await sleep(receiver.delayMs);
		waiting -= 1;
		response.writeHead(status).end('taken');
	};
	const { url, close } = await listen(server);
	return Object.assign(receiver, { url: `${url}/hook`, close });
}
