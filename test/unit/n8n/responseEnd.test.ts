import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { aroundEnd } from '../../../nodes/n8n/delivery';

let server: Server;
let handle: (response: ServerResponse) => Promise<void>;

beforeAll(async () => {
	server = createServer((incoming, response) => {
		incoming.resume();
		void handle(response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
});

afterAll(async () => {
	server.closeAllConnections();
	server.close();
	await once(server, 'close');
});

/** Posts, and hangs up as soon as `leave` resolves. @returns the response's text */
async function post(leave?: Promise<void>): Promise<string | undefined> {
	const { port } = server.address() as AddressInfo;
	const outgoing = request({ port, host: '127.0.0.1', method: 'POST' });
	outgoing.on('error', () => {});
	outgoing.end('{}');
	if (leave) {
		await leave;
		outgoing.destroy();
		await new Promise((resolve) => outgoing.once('close', resolve));
		return undefined;
	}
	const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
	return (await response.setEncoding('utf8').toArray()).join('');
}

interface Seen {
	/** What is called, in order, with what it is told. */
	calls: string[];
	answer?: string;
}

/** One delivery that n8n handles as `work` says, held as long as `held` says. */
async function observe(
	work: (response: ServerResponse) => Promise<void> | void,
	{ hangUp = false, held }: { hangUp?: boolean; held?: () => Promise<void> },
): Promise<Seen> {
	const calls: string[] = [];
	let arrived = () => {};
	const leave = new Promise<void>((resolve) => (arrived = resolve));
	let done = () => {};
	const finished = new Promise<void>((resolve) => (done = resolve));
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
		arrived();
		if (hangUp) await once(response, 'close');
		await work(response);
		await pause(60);
		done();
	};
	const answer = await post(hangUp ? leave : undefined);
	await finished;
	return { calls, answer };
}

describe.each([
	['the sender waits', { hangUp: false }],
	['the sender has hung up', { hangUp: true }],
])('when %s', (_when, sender) => {
	it.each([
		[200, true],
		[204, true],
		[300, false],
		[301, false],
		[404, false],
		[500, false],
	])('tells a response %i before and after it', async (status, confirmed) => {
		const { calls } = await observe((response) => void response.writeHead(status).end(), sender);
		expect(calls.filter((call) => call !== 'finish')).toEqual([
			`before ${confirmed}`,
			`after ${confirmed}`,
		]);
	});

	it('tells the response after it was held', async () => {
		const held = async () => await pause(20);
		const { calls } = await observe((response) => void response.end('ok'), { ...sender, held });
		expect(calls.filter((call) => call !== 'finish')).toEqual(['before true', 'after true']);
	});
});

it('holds a response, which then arrives whole', async () => {
	let open = () => {};
	const gate = new Promise<void>((resolve) => (open = resolve));
	const work = async (response: ServerResponse) => {
		response.statusCode = 200;
		expect(response.end('Workflow started')).toBe(response);
		await pause(50);
		expect(response.headersSent).toBe(false);
		open();
	};
	expect((await observe(work, { held: async () => await gate })).answer).toBe('Workflow started');
});

it('tells a response that is piped', async () => {
	const work = async (response: ServerResponse) => {
		Readable.from(['ok']).pipe(response);
		await once(response, 'finish');
	};
	const { calls, answer } = await observe(work, {});
	expect(calls.slice(0, 1)).toEqual(['before true']);
	expect(answer).toBe('ok');
});

it('ends a held response once, whoever else ends it', async () => {
	const failed: Error[] = [];
	const work = (response: ServerResponse) => {
		response.on('error', (error) => failed.push(error));
		response.end('first');
		response.end('second');
	};
	const { calls, answer } = await observe(work, { held: async () => await pause(20) });
	expect(answer).toBe('first');
	expect(failed).toEqual([]);
	expect(calls.filter((call) => call.startsWith('after'))).toHaveLength(1);
});

it('says nothing about a closed connection as long as n8n has not answered', async () => {
	expect((await observe(() => {}, { hangUp: true })).calls).toEqual([]);
});

it('is needed: on a closed connection Node emits no finish', async () => {
	const { calls } = await observe((response) => void response.end('ok'), { hangUp: true });
	expect(calls).not.toContain('finish');
});
