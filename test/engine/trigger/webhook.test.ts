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
		expect(logs).toEqual([expect.stringMatching(/^Node in workflow 'Workflow under test'.*The key may have been rotated/)]);
		for (const secret of ['secret@example.com', signature.slice(0, 10), key.publicKeyPem.split('\n')[1].slice(0, 12)]) {
			expect(logs[0]).not.toContain(secret);
		}
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
