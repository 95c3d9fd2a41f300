import { setTimeout as pause } from 'node:timers/promises';

import {
	aroundEnd,
	readRawBody,
	stopsOnError,
	type BodyRequest,
} from '../../../nodes/n8n/delivery';
import { runClock } from '../../support/clock';

describe('readRawBody', () => {
	const bytes = Buffer.from('{"type":"ContactCreate"}');
	const never = async () => await new Promise<never>(() => {});

	function requestOf(read: () => Promise<Buffer>, encoding?: string): BodyRequest {
		const made: BodyRequest = {
			headers: encoding === undefined ? {} : { 'content-encoding': encoding },
			readRawBody: async () => void (made.rawBody = await read()),
		};
		return made;
	}

	it.each([
		[undefined, bytes, 1],
		[' Identity ', bytes, 1],
		['gzip, identity', 'encoded', 0],
		['x', 'encoded', 0],
	])('begins to read no body that is encoded, as with %p', async (encoding, body, reads) => {
		const read = jest.fn(async () => bytes);
		expect(await readRawBody(requestOf(read, encoding), never)).toBe(body);
		expect(read).toHaveBeenCalledTimes(reads);
	});

	it('ends when the body does not, or when nobody waits any longer', async () => {
		expect(await readRawBody(requestOf(never), async () => {})).toBe('unfinished');
		runClock();
		const ended = jest.fn();
		void readRawBody(requestOf(never), never).then(ended);
		await jest.advanceTimersByTimeAsync(9_999);
		expect(ended).not.toHaveBeenCalled();
		// Calls share their timers, which come up to a sixteenth later.
		await jest.advanceTimersByTimeAsync(10_001 / 16);
		expect(ended).toHaveBeenCalledWith('unfinished');
	});

	it.each([
		{ ms: 140, isSlow: false },
		{ ms: 160, isSlow: true },
	])('counts a body as slow that takes 150 ms: $ms', async ({ ms, isSlow }) => {
		runClock();
		const whenSlow = jest.fn(never);
		const read = async (): Promise<Buffer> =>
			await new Promise((resolve) => setTimeout(resolve, ms, bytes));

		const reading = readRawBody(requestOf(read), whenSlow);
		await jest.advanceTimersByTimeAsync(ms);

		expect(await reading).toBe(bytes);
		expect(whenSlow).toHaveBeenCalledTimes(isSlow ? 1 : 0);
	});

	const failing = (fields: object) =>
		requestOf(async () => await Promise.reject(Object.assign(new Error('x'), fields)));
	it.each<{ what: string; request: BodyRequest; kind: unknown }>([
		{ what: 'n8n has read it', request: { headers: {}, rawBody: bytes }, kind: bytes },
		{ what: 'it is too large', request: failing({ status: 413 }), kind: 'tooLarge' },
		{ what: 'reading failed', request: failing({}), kind: 'missing' },
		{ what: 'n8n leaves none', request: { headers: {} }, kind: 'missing' },
		{ what: 'n8n leaves no bytes', request: { headers: {}, rawBody: '{}' }, kind: 'missing' },
	])('gives the body, or why there is none: $what', async ({ request, kind }) => {
		expect(await readRawBody(request, never)).toBe(kind);
	});
});

describe('aroundEnd', () => {
	/** A response, and what is called of it, in order. @param held how long it is held */
	function observed(statusCode: number, held?: Promise<void>) {
		const calls: string[] = [];
		const response = {
			statusCode,
			removeHeader: (name: string) => calls.push(`without ${name}`),
			end(this: unknown, ...args: unknown[]) {
				calls.push(`end ${args.join()}`);
				return this;
			},
		};
		const before = (confirmed: boolean) => {
			calls.push(`before ${confirmed}`);
			return held;
		};
		aroundEnd(response as never, before, (confirmed) => calls.push(`after ${confirmed}`));
		return { calls, response };
	}

	it.each([
		[204, true],
		[300, false],
	])('tells a response %i before and after it, which goes out as it was', (status, confirmed) => {
		const { calls, response } = observed(status);
		expect(calls).toEqual([]);
		expect(response.end('ok', 'utf8')).toBe(response);
		expect(calls).toEqual([`before ${confirmed}`, 'end ok,utf8', `after ${confirmed}`]);
	});

	it('ends a held response once, whoever else ends it, and tells it afterwards', async () => {
		let open = () => {};
		const { calls, response } = observed(200, new Promise((resolve) => (open = resolve)));
		expect([response.end('first'), response.end('second')]).toEqual([response, response]);
		await pause(0);
		expect(calls).toEqual(['before true']);
		open();
		await pause(0);
		expect(calls).toEqual(['before true', 'end first', 'after true']);
	});

	it('drops the text of a response whose status changes while it is held', async () => {
		const { calls, response } = observed(
			200,
			pause(0).then(() => void (response.statusCode = 429)),
		);
		response.end('started');
		await pause(5);
		expect(calls).toEqual(['before true', 'without content-length', 'end ', 'after false']);
	});
});

it.each([
	[{}, true],
	[{ onError: 'stopWorkflow' }, true],
	[{ onError: 'continueRegularOutput' }, false],
	// As workflows of older versions have it.
	[{ continueOnFail: true }, false],
])('a failure of the node with %j ends the execution: %s', (settings, stops) => {
	expect(stopsOnError({ getNode: () => settings } as never)).toBe(stops);
});
