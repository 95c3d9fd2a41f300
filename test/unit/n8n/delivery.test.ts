import type { IExecuteFunctions } from 'n8n-workflow';
import { once } from 'node:events';
import { createServer, IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { aroundEnd, processedItems, readRawBody, silenceResponse, type BodyRequest } from '../../../nodes/n8n/delivery';
import { runClock } from '../../support/clock';
import { listen } from '../../support/listen';

describe('readRawBody', () => {
	const bytes = Buffer.from('{"type":"ContactCreate"}');
	const never = async () => await new Promise<Buffer>(() => {});

	function requestOf(read: () => Promise<Buffer>, encoding?: string): BodyRequest {
		const made: BodyRequest = {
			headers: encoding === undefined ? {} : { 'content-encoding': encoding },
			readRawBody: async () => void (made.rawBody = await read()),
		};
		return made;
	}

	it.each([undefined, 'identity', ' Identity ', ''])('gives the bytes as they were sent, encoded with %p', async (encoding) => {
		expect(await readRawBody(requestOf(async () => bytes, encoding))).toEqual({ kind: 'bytes', bytes });
	});

	it('takes the bytes that n8n has read before', async () => {
		expect(await readRawBody({ headers: {}, rawBody: bytes })).toEqual({ kind: 'bytes', bytes });
	});

	it.each(['gzip', 'deflate', 'br', 'GZIP', 'gzip, identity', 'x'])('does not begin to read a body encoded with %s', async (encoding) => {
		const read = jest.fn(async () => bytes);
		expect(await readRawBody(requestOf(read, encoding))).toEqual({ kind: 'encoded' });
		expect(read).not.toHaveBeenCalled();
	});

	it('ends when the body does not, or when nobody waits any longer', async () => {
		expect(await readRawBody(requestOf(never), async () => {})).toEqual({ kind: 'unfinished' });
		runClock();
		const ended = jest.fn();
		void readRawBody(requestOf(never), undefined).then(ended);
		await jest.advanceTimersByTimeAsync(9_999);
		expect(ended).not.toHaveBeenCalled();
		// Calls share their timers, which come up to a sixteenth later.
		await jest.advanceTimersByTimeAsync(10_001 / 16);
		expect(ended).toHaveBeenCalledWith({ kind: 'unfinished' });
	});

	it.each([
		[{ status: 413 }, 'tooLarge'],
		[{}, 'missing'],
	])('tells why reading stopped (%p)', async (fields, kind) => {
		const failing = requestOf(async () => await Promise.reject(Object.assign(new Error('x'), fields)));
		expect(await readRawBody(failing)).toEqual({ kind });
	});

	it.each([undefined, '{}'])('says that there is none when n8n leaves no bytes (%j)', async (rawBody) => {
		expect(await readRawBody({ headers: {}, rawBody })).toEqual({ kind: 'missing' });
	});
});

describe('aroundEnd', () => {
	function gate() {
		let open = () => {};
		const passed = new Promise<void>((resolve) => (open = resolve));
		return { open, passed };
	}

	let handle: (response: ServerResponse) => Promise<void>;
	let server: Awaited<ReturnType<typeof listen>>;
	beforeAll(async () => {
		server = await listen(createServer((incoming, response) => void handle((incoming.resume(), response))));
	});
	afterAll(async () => await server.close());

	/** Posts, and hangs up as soon as `leave` resolves. @returns the response's text */
	async function post(leave?: Promise<void>): Promise<string | undefined> {
		const outgoing = request(server.url, { method: 'POST' });
		outgoing.on('error', () => {});
		outgoing.end('{}');
		if (!leave) return await text((await once(outgoing, 'response'))[0] as IncomingMessage);
		await leave;
		outgoing.destroy();
		await new Promise((resolve) => outgoing.once('close', resolve));
		return undefined;
	}

	/**
	 * One delivery that n8n handles as `work` says, held as long as `held` says.
	 * @returns what is called, in order, with what it is told, and the text that the sender gets
	 */
	async function observe(
		work: (response: ServerResponse) => Promise<void> | void,
		{ closes = false, held }: { closes?: boolean; held?: () => Promise<void> } = {},
	) {
		const calls: string[] = [];
		const [arrived, finished] = [gate(), gate()];
		handle = async (response) => {
			response.once('finish', () => calls.push('finish'));
			aroundEnd(
				response,
				(confirmed) => {
					calls.push(`before ${confirmed}`);
					return held?.();
				},
				(confirmed) => calls.push(`after ${confirmed}`),
			);
			arrived.open();
			if (closes) await once(response, 'close');
			await work(response);
			await pause(60);
			finished.open();
		};
		const body = await post(closes ? arrived.passed : undefined);
		await finished.passed;
		return { calls, body, told: calls.filter((call) => call !== 'finish') };
	}

	describe.each([
		['the sender waits', { closes: false }],
		['the sender has hung up', { closes: true }],
	])('when %s', (_when, sender) => {
		it.each([
			[204, true],
			[300, false],
		])('tells a response %i before and after it', async (status, confirmed) => {
			const { told } = await observe((response) => void response.writeHead(status).end(), sender);
			expect(told).toEqual([`before ${confirmed}`, `after ${confirmed}`]);
		});

		it('tells the response after it was held', async () => {
			const held = async () => await pause(20);
			const { told } = await observe((response) => void response.end('ok'), { ...sender, held });
			expect(told).toEqual(['before true', 'after true']);
		});
	});

	it('holds a response, which then arrives whole', async () => {
		const held = gate();
		const work = async (response: ServerResponse) => {
			expect(response.end('Workflow started')).toBe(response);
			await pause(50);
			expect(response.headersSent).toBe(false);
			held.open();
		};
		const { body } = await observe(work, { held: async () => await held.passed });
		expect(body).toBe('Workflow started');
	});

	it('tells a response that is piped', async () => {
		const { calls, body } = await observe(async (response) => {
			Readable.from(['ok']).pipe(response);
			await once(response, 'finish');
		});
		expect([calls[0], body]).toEqual(['before true', 'ok']);
	});

	it('ends a held response once, whoever else ends it', async () => {
		const failed: Error[] = [];
		const work = (response: ServerResponse) => {
			response.on('error', (error) => failed.push(error));
			response.end('first');
			response.end('second');
		};
		const { told, body } = await observe(work, { held: async () => await pause(20) });
		expect([body, failed, told]).toEqual(['first', [], ['before true', 'after true']]);
	});

	it('says nothing about a closed connection as long as n8n has not responded', async () => {
		expect((await observe(() => {}, { closes: true })).calls).toEqual([]);
	});

	it('is needed: on a closed connection Node emits no finish', async () => {
		const { calls } = await observe((response) => void response.end('ok'), { closes: true });
		expect(calls).not.toContain('finish');
	});
});

describe('silenceResponse', () => {
	/** As n8n tells an error: through Express, which sets headers first. */
	type Telling = ServerResponse & Record<'json' | 'send', (body: unknown) => unknown>;

	function endedResponse(): Telling {
		const response = new ServerResponse(new IncomingMessage(new Socket())) as Telling;
		const tell = (body: unknown) => {
			response.setHeader('content-type', 'application/json');
			return response.end(JSON.stringify(body));
		};
		Object.assign(response, { json: tell, send: tell });
		response.writeHead(401).end();
		return response;
	}

	it('lets n8n respond once more, to no effect', () => {
		const response = endedResponse();
		silenceResponse(response);
		expect(response.json({ message: 'failed' })).toBe(response);
		expect(response.send('failed')).toBe(response);
		expect(response.statusCode).toBe(401);
	});

	it('is needed: on a response that has ended, that throws', () => {
		expect(() => endedResponse().json({ message: 'failed' })).toThrow('headers');
	});
});

describe('processedItems', () => {
	const given = (helpers: object) => processedItems({ helpers } as unknown as IExecuteFunctions, 200);

	it("records in n8n's record of the node, bounded, and says what was there before", async () => {
		const record = jest.fn(async (..._given: unknown[]) => ({ new: ['a'], processed: ['b'] }));
		const remove = jest.fn(async (..._given: unknown[]) => {});
		const items = given({ checkProcessedAndRecord: record, removeProcessed: remove });
		expect(await items.record(['a', 'b'])).toEqual(['b']);
		await items.forget(['a']);
		const options = { mode: 'entries', maxEntries: 200 };
		expect(record.mock.calls).toEqual([[['a', 'b'], 'node', options]]);
		expect(remove.mock.calls).toEqual([[['a'], 'node', options]]);
	});

	const failingOnce = (message: string) => {
		const record = jest.fn(async () => ({ processed: ['a'] })).mockRejectedValueOnce(new Error(message));
		return given({ checkProcessedAndRecord: record, removeProcessed: async () => {} });
	};

	it.each([
		'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId, processed_data.context',
		'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"',
	])('asks again after another process has made the row (%s)', async (message) => {
		expect(await failingOnce(message).record(['a'])).toEqual(['a']);
	});

	it('leaves any other failure to the caller: it may have been written all the same', async () => {
		await expect(failingOnce('Connection terminated').record(['a'])).rejects.toThrow('terminated');
	});
});
