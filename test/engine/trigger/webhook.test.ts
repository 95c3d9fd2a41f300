import { gzipSync } from 'node:zlib';
import { FORMS } from '../../support/forms';
import { createSigningKey } from '../../support/keys';
import { deliver, EVENT, key, post, settled, start, useReceivers } from './deliveries';

describe.each(FORMS)('$form', (form) => {
	useReceivers(form);

	it('shows the sender a bare 401 and the operator the reason, without body, signature or key', async () => {
		const { url, logs, executions } = await start();
		const body = JSON.stringify({ type: 'ContactCreate', email: 'secret@example.com' });
		const signature = createSigningKey().sign(body);
		const response = await post(url, body, { 'x-platform-signature': signature });
		expect(response).toMatchObject({ status: 401, text: '' });
		expect(response.headers.get('retry-after')).toBeNull();
		expect(response.headers.get('connection')).toBe('keep-alive');
		await settled();
		expect(executions).toHaveLength(0);
		expect(logs).toHaveLength(1);
		expect(logs[0]).toContain('The key may have been rotated');
		expect(logs[0]).toContain("Node in workflow 'Workflow under test'");
		expect(logs[0]).not.toContain('secret@example.com');
		expect(logs[0]).not.toContain(signature.slice(0, 10));
		expect(logs[0]).not.toContain(key.publicKeyPem.split('\n')[1].slice(0, 12));
	});

	it.each([
		['no header', {}, 401, 'There is no signature'],
		['a malformed header', { 'x-platform-signature': 'nonsense' }, 401, 'is not the base64 form'],
		['a compressed body', { 'content-encoding': 'gzip', 'x-platform-signature': key.sign('{}') }, 415, 'Content-Encoding'],
	])('reads neither body nor credential of a request with %s', async (_what, headers, status, reason) => {
		const readRawBody = jest.fn(async () => {});
		const { url, store, logs } = await start({ prepare: (request) => void Object.assign(request, { readRawBody }) });
		const credentials = jest.spyOn(store, 'getDecrypted');
		expect(await post(url, gzipSync('{}'), headers as Record<string, string>)).toMatchObject({ status, text: '' });
		expect(logs[0]).toContain(reason);
		expect(readRawBody).not.toHaveBeenCalled();
		expect(credentials).not.toHaveBeenCalled();
	});

	it("asks n8n at most once a second for the credentials, of which one says whose events run", async () => {
		const { url, store, executions } = await start({
			parameters: { registration: 'automatic', authentication: 'accessToken' },
			credentials: {
				platformWebhookApi: { publicKeys: key.publicKeyPem },
				platformTokenApi: { platformUrl: 'https://platform.example', accessToken: 't', locationId: 'loc-1' },
			},
		});
		const read = jest.spyOn(store, 'getDecrypted');
		for (const locationId of ['loc-1', 'loc-2', 'loc-1']) {
			expect((await deliver(url, { ...EVENT, locationId })).status).toBe(200);
		}
		await settled();
		expect(executions).toHaveLength(1);
		expect(read.mock.calls.length).toBeLessThanOrEqual(4);
	});

	it('a signed body that is not JSON starts nothing', async () => {
		const { url, executions, logs } = await start();
		for (const body of ['not JSON', '"text"', '[]', '']) {
			expect((await post(url, body, { 'x-platform-signature': key.sign(body) })).status).not.toBe(500);
		}
		await settled();
		expect(executions).toEqual([]);
		expect(logs.length).toBeGreaterThan(0);
	});

	it("the editor's test mode starts the workflow for each delivery, repeats included", async () => {
		const { url, executions, column } = await start({ mode: 'manual' });
		for (let i = 0; i < 2; i++) await deliver(url, EVENT);
		await settled();
		expect(executions).toHaveLength(2);
		expect(column.text).toBe('{}');
	});

	it.each(['webhook', 'manual'] as const)('one output per event sends each to its own (%s)', async (mode) => {
		const { url, executions } = await start({ mode }, { outputPerEvent: true, eventIdField: '' });
		for (const type of ['ContactMerged', 'ContactCreate', 'app.deleted']) {
			await deliver(url, { ...EVENT, type });
			await settled();
		}
		expect(executions.map((outputs) => outputs.map((items) => items.length))).toEqual([
			[0, 0, 1],
			[1, 0, 0],
			[0, 1, 0],
		]);
	});
});
