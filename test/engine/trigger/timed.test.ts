import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createSigningKey } from '../../support/keys';
import { startReceiver } from '../../support/webhookContext';
import type { Receiver } from '../../support/webhookContext';
import { deliver, EVENT, triggerWith } from './deliveries';

jest.setTimeout(60_000);

/** A second, as the documents say, and what a timer of Node.js may fire too early. */
const KEYS_KEPT_MS = 1_050;

const key = createSigningKey();
let receiver: Receiver;
let workflows = 0;

async function start(): Promise<Receiver> {
	workflows += 1;
	receiver = await startReceiver({ ...triggerWith(key), workflowId: `timed-${workflows}` });
	return receiver;
}

afterEach(async () => {
	await receiver.close();
});

it('asks a sender whose body does not end to come again, and hangs up', async () => {
	const { url, logs } = await start();
	const { port, pathname } = new URL(url);
	const socket = connect(Number(port), '127.0.0.1');
	const began = performance.now();
	socket.write(
		`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nx-platform-signature: ${key.sign('{}')}\r\n\r\n{}`,
	);
	const [data] = (await once(socket, 'data')) as [Buffer];
	await once(socket, 'close');
	expect(data.toString()).toMatch(/^HTTP\/1\.1 503/);
	expect(data.toString()).toMatch(/retry-after: 30/i);
	expect(performance.now() - began).toBeLessThan(15_000);
	expect(receiver.held()).toBe(0);
	expect(logs[0]).toContain('did not arrive in time');
});

it('uses a changed credential within a second', async () => {
	const { url, store, executions } = await start();
	const next = createSigningKey();
	const change = async (publicKeys: string) => {
		store.write('platformWebhookApi', { publicKeys });
		await pause(KEYS_KEPT_MS);
	};
	expect((await deliver(url, next, EVENT)).status).toBe(401);
	await change(key.publicKeyPem + next.publicKeyPem);
	expect((await deliver(url, next, EVENT)).status).toBe(200);
	expect((await deliver(url, key, { ...EVENT, contactId: 'c-2' })).status).toBe(200);
	await change(next.publicKeyPem);
	expect((await deliver(url, key, { ...EVENT, contactId: 'c-3' })).status).toBe(401);
	await receiver.settled();
	expect(executions).toHaveLength(2);
});
