import { deliver, key, restart, settled, start, useReceivers } from './deliveries';

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
