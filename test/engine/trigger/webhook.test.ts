import { FORMS } from '../../support/forms';
import { createSigningKey } from '../../support/keys';
import { deliver, EVENT, key, post, restart, settled, start, useReceivers } from './deliveries';

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

describe('the two forms', () => {
	useReceivers();

	const [CONTRACT, HIGH_LEVEL] = ['x-platform-signature', 'x-ghl-signature'];

	/** The key's credential names the location. */
	const own = { credentials: { platformWebhookApi: { publicKeys: key.publicKeyPem, locationIds: 'loc-0, loc-1' } } };

	const contact = { type: 'ContactCreate', id: 'c-1', locationId: 'loc-1', webhookId: 'w-1' };

	it.each([
		[CONTRACT, {}, 3],
		[HIGH_LEVEL, { contactId: 'c-1' }, 1],
	])('under %s an event has the IDs %j beside its payload; webhookId is its ID only from HighLevel, also after a restart', async (header, ids, runs) => {
		const { url, executions } = await start(own, { eventIdField: '' });
		// A repeat may differ from the first delivery, here in its time.
		const payloads = ['a', 'b', 'c'].map((timestamp) => ({ ...contact, timestamp }));
		for (const payload of payloads) {
			if (payload === payloads[2]) restart();
			await deliver(url, payload, key, header);
			await settled();
		}
		expect(executions).toEqual(payloads.slice(0, runs).map((payload) => [[{ json: { ...ids, ...payload }, pairedItem: { item: 0 } }]]));
	});

	it('a field that is typed is the ID there, too', async () => {
		const { url, executions } = await start(own, { eventIdField: 'id' });
		for (const webhookId of ['w-1', 'w-2']) await deliver(url, { ...contact, webhookId }, key, HIGH_LEVEL);
		await settled();
		expect(executions).toHaveLength(1);
	});

	it("keeps the payload's own value of a field that another ID would fill", async () => {
		const { url, executions } = await start({ ...own, parameters: { events: ['AppointmentUpdate'] } });
		const payload = { ...contact, type: 'AppointmentUpdate', appointment: { id: 'a-1', contactId: 'c-1' }, appointmentId: 'own', contactId: null };
		await deliver(url, payload, key, HIGH_LEVEL);
		await settled();
		expect(executions).toEqual([[[{ json: payload, pairedItem: { item: 0 } }]]]);
	});

	it('UNINSTALL of HighLevel starts what chose App Uninstalled, on its output', async () => {
		const { url, executions } = await start(own, { outputPerEvent: true });
		const payload = { type: 'UNINSTALL', appId: 'app-1', locationId: 'loc-1', webhookId: 'w-9' };
		await deliver(url, payload, key, HIGH_LEVEL);
		await settled();
		expect(executions).toEqual([[[], [{ json: payload, pairedItem: { item: 0 } }], []]]);
		expect((await deliver(url, { ...payload, webhookId: 'w-10' }, key, CONTRACT)).text).toBe('Not selected');
	});
});
