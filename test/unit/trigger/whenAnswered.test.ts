/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- tests run on a developer's machine */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { whenAnswered } from '../../../nodes/PlatformTrigger/deduplication/whenAnswered';

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

function port(): number {
	return (server.address() as AddressInfo).port;
}

/** Posts, and hangs up as soon as `leave` resolves. */
async function post(leave?: Promise<void>): Promise<void> {
	const outgoing = request({ port: port(), host: '127.0.0.1', method: 'POST' });
	outgoing.on('error', () => {});
	outgoing.end('{}');
	if (leave) {
		await leave;
		outgoing.destroy();
		await new Promise((resolve) => outgoing.once('close', resolve));
		return;
	}
	const [response] = await once(outgoing, 'response');
	response.resume();
	await once(response, 'end');
}

/** What is told about one delivery that n8n handles as `work` says. */
async function observe(
	work: (response: ServerResponse) => Promise<void> | void,
	{ hangUp }: { hangUp: boolean },
): Promise<boolean[]> {
	const told: boolean[] = [];
	let arrived = () => {};
	const leave = new Promise<void>((resolve) => (arrived = resolve));
	let done = () => {};
	const finished = new Promise<void>((resolve) => (done = resolve));
	handle = async (response) => {
		whenAnswered(response, (confirmed) => told.push(confirmed));
		arrived();
		if (hangUp) await once(response, 'close');
		await work(response);
		await new Promise((resolve) => setTimeout(resolve, 20));
		done();
	};
	await post(hangUp ? leave : undefined);
	await finished;
	return told;
}

describe.each([
	['the sender waits', { hangUp: false }],
	['the sender has hung up', { hangUp: true }],
])('whenAnswered, when %s', (_when, sender) => {
	it('tells a confirmed start', async () => {
		const told = await observe((response) => void response.writeHead(200).end('ok'), sender);
		expect(told[0]).toBe(true);
		expect(new Set(told).size).toBe(1);
	});

	it('tells any other answer', async () => {
		const told = await observe((response) => void response.writeHead(500).end(), sender);
		expect(told[0]).toBe(false);
		expect(new Set(told).size).toBe(1);
	});
});

it('tells an answer that is piped', async () => {
	const told = await observe(
		async (response) => {
			Readable.from(['ok']).pipe(response);
			await once(response, 'finish');
		},
		{ hangUp: false },
	);
	expect(told[0]).toBe(true);
});

it('says nothing about a closed connection as long as n8n has not answered', async () => {
	expect(await observe(() => {}, { hangUp: true })).toEqual([]);
});

it('shows why: on a closed connection Node emits no finish', async () => {
	let finished = false;
	await observe(
		(response) => {
			response.once('finish', () => (finished = true));
			response.writeHead(200).end('ok');
		},
		{ hangUp: true },
	);
	expect(finished).toBe(false);
});
