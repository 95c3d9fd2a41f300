import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createSigningKey } from '../../support/keys';
import { startReceiver } from '../../support/webhookContext';
import type { Receiver, ReceiverOptions, WebhookRequest } from '../../support/webhookContext';
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

function makeUnreadable(request: WebhookRequest): void {
	request.readRawBody = async () => {
		throw new Error('The body was read');
	};
}

describe('a signed delivery', () => {
	it('starts the workflow with the payload as it is', async () => {
		const { url, executions } = await start();
		const answer = await deliver(url, key, EVENT);
		expect(answer.status).toBe(200);
		await receiver.settled();
		expect(executions).toEqual([[[{ json: EVENT, pairedItem: { item: 0 } }]]]);
	});
});

describe('a body that cannot be had as it was sent', () => {
	const body = JSON.stringify(EVENT);
	const signature = key.sign(body);

	it('compressed is refused with 415 unread', async () => {
		const { url, executions, logs } = await start({ prepare: makeUnreadable });
		const headers = { 'content-encoding': 'gzip', 'x-platform-signature': signature };
		expect(await post(url, gzipSync(body), headers)).toMatchObject({ status: 415, text: '' });
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain('Content-Encoding');
	});

	it("above n8n's limit is refused with 413, and the line in the log names the limit", async () => {
		const tooLarge = Object.assign(new Error('request entity too large'), { status: 413 });
		const { url, executions, logs } = await start({
			prepare: (request) => void (request.readRawBody = async () => await Promise.reject(tooLarge)),
		});
		expect((await deliver(url, key, EVENT)).status).toBe(413);
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain('N8N_PAYLOAD_SIZE_MAX');
	});
});

describe('rejection', () => {
	it('shows the sender a bare 401 and the operator the reason, without body, signature or key', async () => {
		const { url, logs, executions } = await start();
		const body = JSON.stringify({ type: 'ContactCreate', email: 'secret@example.com' });
		const signature = createSigningKey().sign(body);
		const answer = await post(url, body, { 'x-platform-signature': signature });
		expect(answer).toMatchObject({ status: 401, text: '' });
		expect(answer.headers.get('retry-after')).toBeNull();
		expect(answer.headers.get('connection')).toBe('keep-alive');
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(logs).toHaveLength(1);
		expect(logs[0]).toContain('The key may have been rotated');
		expect(logs[0]).toContain("Node in workflow 'Workflow under test'");
		expect(logs[0]).not.toContain('secret@example.com');
		expect(logs[0]).not.toContain(signature.slice(0, 10));
		expect(logs[0]).not.toContain(key.publicKeyPem.split('\n')[1].slice(0, 12));
	});

	it.each([
		['no header', {}, 'has no x-platform-signature header'],
		['a malformed header', { 'x-platform-signature': 'nonsense' }, 'is not the base64 form'],
		['a compressed body and no header', { 'content-encoding': 'gzip' }, 'has no x-platform-signature'],
	])('reads neither body nor credential of a request with %s', async (_what, headers, reason) => {
		let reads = 0;
		const { url, store, logs } = await start({
			prepare: (request) => void (request.readRawBody = async () => void (reads += 1)),
		});
		const credentials = jest.spyOn(store, 'getDecrypted');
		expect((await post(url, '{}', headers as Record<string, string>)).status).toBe(401);
		expect(logs[0]).toContain(reason);
		expect(reads).toBe(0);
		expect(credentials).not.toHaveBeenCalled();
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
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain('more than one');
		socket.destroy();
	});
});

describe('a request to come again is the response', () => {
	const PRIVATE = '-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----';

	it.each([
		['nothing', { publicKeys: '' }],
		['no text', {}],
		['a private key', { publicKeys: PRIVATE }],
		['another key, and one that cannot be used', { publicKeys: createSigningKey().publicKeyPem + PRIVATE }],
	])('when the credential holds %s', async (_what, data) => {
		const { url, executions, logs } = await start({ credentials: { platformWebhookApi: data } });
		const answer = await deliver(url, key, EVENT);
		expect(answer.status).toBe(503);
		expect(answer.headers.get('retry-after')).toBe('30');
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain("'Public Keys'");
	});

	it('not when one of the keys verifies, whatever else the credential holds', async () => {
		const data = { publicKeys: `${PRIVATE}\n${key.publicKeyPem}and my notes` };
		const { url } = await start({ credentials: { platformWebhookApi: data } });
		expect((await deliver(url, key, EVENT)).status).toBe(200);
	});

	it('when the node has no credential', async () => {
		const { url, executions, logs } = await start({ credentials: {} });
		expect((await deliver(url, key, EVENT)).status).toBe(503);
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(logs[0]).toContain('Check that the node has one');
	});

	it('when the credential cannot be read for a passing reason, which is not kept', async () => {
		const { url, executions, store, logs } = await start();
		const read = jest.spyOn(store, 'getDecrypted').mockRejectedValueOnce(new Error('SQLITE_BUSY'));
		expect((await deliver(url, key, EVENT)).status).toBe(503);
		expect(logs[0]).toContain("n8n's database");
		expect((await deliver(url, key, EVENT)).status).toBe(200);
		expect(read).toHaveBeenCalledTimes(2);
		await receiver.settled();
		expect(executions).toHaveLength(1);
	});
});

describe('the location', () => {
	const of = (locationId: string) => ({
		platformWebhookApi: { publicKeys: key.publicKeyPem },
		platformTokenApi: { platformUrl: 'https://platform.example', accessToken: 't', locationId },
	});
	const automatic = () => ({
		...triggerWith(key, { registration: 'automatic', authentication: 'accessToken' }),
		credentials: of('loc-1'),
	});

	it.each([
		['of the credential', 'loc-1', 1],
		['of somebody else', 'loc-2', 0],
	])('%s', async (_what, locationId, times) => {
		const { url, executions, logs } = await start(automatic());
		expect((await deliver(url, key, { ...EVENT, locationId })).status).toBe(200);
		await receiver.settled();
		expect(executions).toHaveLength(times);
		expect(logs.join()).toMatch(times === 0 ? /a location other than 'loc-1'/ : /^$/);
	});

	it('is asked of n8n at most once a second', async () => {
		const { url, store } = await start(automatic());
		const read = jest.spyOn(store, 'getDecrypted');
		for (const contactId of ['1', '2', '3']) await deliver(url, key, { ...EVENT, contactId, locationId: 'loc-1' });
		expect(read.mock.calls.length).toBeLessThanOrEqual(4);
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
		await receiver.settled();
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
		await receiver.settled();
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
		await receiver.settled();
		expect(executions).toHaveLength(0);
	});
});

describe("the editor's test mode", () => {
	it('starts the workflow for each delivery, repeats included', async () => {
		const { url, executions, column } = await start({ mode: 'manual' });
		await deliver(url, key, EVENT);
		await deliver(url, key, EVENT);
		await receiver.settled();
		expect(executions).toHaveLength(2);
		expect(column.text).toBe('{}');
	});

	it('shows a rejection to the person, and still only 401 to the sender', async () => {
		const { url, failures, executions, logs } = await start({ mode: 'manual' });
		const answer = await deliver(url, createSigningKey(), EVENT);
		expect(answer).toMatchObject({ status: 401, text: '' });
		await receiver.settled();
		expect(executions).toHaveLength(0);
		expect(failures).toHaveLength(1);
		expect(failures[0]).toMatchObject({
			message: 'A delivery was answered with 401',
			description: expect.stringContaining('The key may have been rotated'),
		});
		expect(logs).toHaveLength(0);
	});
});
