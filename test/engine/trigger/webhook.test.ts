/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run on a developer's machine */
import { once } from 'node:events';
import { connect } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { createSigningKey } from '../../support/keys';
import { startReceiver } from '../../support/webhookContext';
import type { Receiver, ReceiverOptions } from '../../support/webhookContext';
import { deliver, EVENT, post, triggerWith } from './deliveries';

// A busy machine may take several times as long.
jest.setTimeout(60_000);

const key = createSigningKey();
let receiver: Receiver;
let workflows = 0;

/** Each with a workflow of its own, since what a trigger remembers is kept by workflow and node. */
async function start(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
	workflows += 1;
	receiver = await startReceiver({
		...triggerWith(key),
		workflowId: `webhook-${workflows}`,
		...options,
	});
	return receiver;
}

afterEach(async () => {
	await receiver.close();
});

describe('a signed delivery', () => {
	it('starts the workflow with the payload as it is', async () => {
		const { url, executions } = await start();
		const answer = await deliver(url, key, EVENT);
		expect(answer.status).toBe(200);
		expect(executions).toEqual([[[{ json: EVENT }]]]);
	});

	it.each([
		['ContactCreate', 1],
		['ContactMerged', 1],
		['app.deleted', 1],
		['ContactUpdate', 0],
		['contactcreate', 0],
		['__proto__', 0],
	])('of type %s starts it %d times', async (type, times) => {
		const { url, executions } = await start();
		expect((await deliver(url, key, { ...EVENT, type })).status).toBe(200);
		expect(executions).toHaveLength(times);
	});

	it.each([
		['gzip', gzipSync],
		['deflate', deflateSync],
	])('compressed with %s is verified over what was compressed', async (encoding, compress) => {
		const { url, executions } = await start();
		const body = JSON.stringify(EVENT);
		const answer = await post(url, compress(body), {
			'content-encoding': encoding,
			'x-platform-signature': key.sign(body),
		});
		expect(answer.status).toBe(200);
		expect(executions).toHaveLength(1);
	});

	it('that is not JSON is answered 400 and logged', async () => {
		const { url, executions, logs } = await start();
		const answer = await deliver(url, key, 'not json');
		expect(answer.status).toBe(400);
		expect(answer.text).toBe('');
		expect(executions).toHaveLength(0);
		expect(logs.join()).toContain('answered a delivery with 400');
		expect(logs.join()).not.toContain('not json');
	});

	it('without a usable type is answered 200, logged, and starts nothing', async () => {
		const { url, executions, logs } = await start();
		for (const event of [[], 5, null, {}, { type: 7 }]) {
			expect((await deliver(url, key, event)).status).toBe(200);
		}
		expect(executions).toHaveLength(0);
		expect(logs).toHaveLength(1);
		expect(logs[0]).toContain("names no event type in 'type'");
	});
});

describe('rejection', () => {
	it('shows the sender a bare 401 and the operator the reason, without body, signature or key', async () => {
		const { url, logs, executions } = await start();
		const body = JSON.stringify({ type: 'ContactCreate', email: 'secret@example.com' });
		const signature = createSigningKey().sign(body);
		const answer = await post(url, body, { 'x-platform-signature': signature });
		expect(answer).toMatchObject({ status: 401, text: '' });
		expect(executions).toHaveLength(0);
		expect(logs).toHaveLength(1);
		expect(logs[0]).toContain('The key may have been rotated');
		expect(logs[0]).toContain("Node in workflow 'Workflow under test'");
		expect(logs[0]).not.toContain('secret@example.com');
		expect(logs[0]).not.toContain(signature.slice(0, 10));
		expect(logs[0]).not.toContain(key.publicKeyPem.split('\n')[1].slice(0, 12));
	});

	it('logs each reason once a minute', async () => {
		const { url, logs } = await start();
		for (let i = 0; i < 5; i++) {
			await post(url, '{}');
			await post(url, '{}', { 'x-platform-signature': 'nonsense' });
		}
		expect(logs).toHaveLength(2);
	});

	it('sees a header that was given twice, although both are right', async () => {
		const { url, executions, logs } = await start();
		const body = JSON.stringify(EVENT);
		const signature = key.sign(body);
		const { port, pathname } = new URL(url);
		const socket = connect(Number(port), '127.0.0.1');
		socket.write(
			`POST ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n` +
				`x-platform-signature: ${signature}\r\nX-Platform-Signature: ${signature}\r\n\r\n${body}`,
		);
		const [data] = (await once(socket, 'data')) as [Buffer];
		expect(data.toString()).toMatch(/^HTTP\/1\.1 401/);
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain('more than one');
		socket.destroy();
	});

	it('uses a changed credential on the next delivery', async () => {
		const { url, store, executions } = await start();
		const next = createSigningKey();
		expect((await deliver(url, next, EVENT)).status).toBe(401);
		store.write('platformWebhookApi', { publicKeys: key.publicKeyPem + next.publicKeyPem });
		expect((await deliver(url, next, EVENT)).status).toBe(200);
		expect((await deliver(url, key, { ...EVENT, contactId: 'c-2' })).status).toBe(200);
		store.write('platformWebhookApi', { publicKeys: next.publicKeyPem });
		expect((await deliver(url, key, { ...EVENT, contactId: 'c-3' })).status).toBe(401);
		expect(executions).toHaveLength(2);
	});

	it.each([
		['an empty text', { publicKeys: '' }],
		['no text', {}],
		['a private key', { publicKeys: '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----' }],
	])('of everything when the credential holds %s', async (_what, data) => {
		const { url, executions, logs } = await start({ credentials: { platformWebhookApi: data } });
		expect((await deliver(url, key, EVENT)).status).toBe(401);
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain("'Public Keys'");
	});

	it('of everything when the node has no credential', async () => {
		const { url, executions } = await start({ credentials: {} });
		expect((await deliver(url, key, EVENT)).status).toBe(401);
		expect(executions).toHaveLength(0);
	});

	it('is a request to come again when the credential cannot be read for a passing reason', async () => {
		const { url, executions, store, logs } = await start();
		store.getDecrypted = async () => await Promise.reject(new Error('SQLITE_BUSY: database is locked'));
		const answer = await deliver(url, key, EVENT);
		expect(answer.status).toBe(503);
		expect(answer.headers.get('retry-after')).toBe('30');
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain('Check the database');
	});
});

describe('an n8n that parses first', () => {
	it('is served when it leaves the raw bytes', async () => {
		const { url, executions } = await start({
			prepare: async (request) => {
				await request.readRawBody?.();
				request.body = JSON.parse(request.rawBody?.toString() ?? '') as unknown;
				Object.assign(request, { readRawBody: undefined });
			},
		});
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		expect(executions).toHaveLength(1);
	});

	it.each([
		['no raw bytes', undefined],
		['a text in their place', JSON.stringify(EVENT)],
		['the parsed body in their place', EVENT],
	])('is answered 401 when it leaves %s', async (_what, left) => {
		const { url, executions } = await start({
			prepare: async (request) => {
				await request.readRawBody?.();
				request.body = EVENT;
				Object.assign(request, { readRawBody: undefined });
				Object.assign(request, { rawBody: left });
			},
		});
		expect((await deliver(url, key, EVENT)).status).toBe(401);
		expect(executions).toHaveLength(0);
	});

	it('is answered 401 when the body has been read away', async () => {
		const { url, executions } = await start({
			prepare: async (request) => {
				request.resume();
				await once(request, 'end');
				request.destroyed = true;
			},
		});
		expect((await deliver(url, key, EVENT)).status).toBe(401);
		expect(executions).toHaveLength(0);
	});
});

describe("the editor's test mode", () => {
	it('starts the workflow for each delivery, repeats included', async () => {
		const { url, executions, column } = await start({ mode: 'manual' });
		await deliver(url, key, EVENT);
		await deliver(url, key, EVENT);
		expect(executions).toHaveLength(2);
		expect(column.text).toBe('{}');
	});

	it('shows a rejection to the person, and still only 401 to the sender', async () => {
		const { url, failures, executions, logs } = await start({ mode: 'manual' });
		const answer = await deliver(url, createSigningKey(), EVENT);
		expect(answer).toMatchObject({ status: 401, text: '' });
		expect(executions).toHaveLength(0);
		expect(failures).toHaveLength(1);
		expect(failures[0]).toMatchObject({
			message: 'A delivery was answered with 401',
			description: expect.stringContaining('The key may have been rotated'),
		});
		expect(logs).toHaveLength(0);
	});

	it('does not touch what production remembers', async () => {
		const { url, executions, options } = await start();
		await deliver(url, key, EVENT);
		options.mode = 'manual';
		await deliver(url, key, EVENT);
		options.mode = 'webhook';
		await deliver(url, key, EVENT);
		expect(executions).toHaveLength(2);
	});
});
