import { createSigningKey } from '../../support/keys';
import { deliver, key, post, restart, settled, start, useReceivers } from './deliveries';

useReceivers();

/** The two forms of deliveries, by the header that names them. */
const FORMS = [
	{ header: 'x-platform-signature', payload: { type: 'ContactCreate', contactId: 'c-1', locationId: 'loc-1' }, ids: {} },
	{
		header: 'x-ghl-signature',
		payload: { type: 'ContactCreate', id: 'c-1', locationId: 'loc-1', webhookId: 'w-1' },
		ids: { contactId: 'c-1' },
	},
] as const;

/** The key's credential names the location. */
const own = { credentials: { platformWebhookApi: { publicKeys: key.publicKeyPem, locationIds: 'loc-0, loc-1\nloc-2' } } };

describe.each(FORMS)('a delivery under $header', ({ header, payload, ids }) => {
	it('starts the workflow once, with the payload as it is and the IDs of the contract beside it', async () => {
		const { url, executions } = await start(own, { eventIdField: '' });
		for (let n = 0; n < 3; n++) {
			expect((await deliver(url, payload, key, header)).status).toBe(200);
			await settled();
			if (n === 1) restart();
		}
		expect(executions).toEqual([[[{ json: { ...ids, ...payload }, pairedItem: { item: 0 } }]]]);
	});

	it.each([
		['another key', () => ({ [header]: createSigningKey().sign('{}') })],
		['a value that is none', () => ({ [header]: 'N/A' })],
		['the signature of other bytes', () => ({ [header]: key.sign('{"a":1}') })],
		['two values', () => ({ [header]: `${key.sign('{}')}, ${key.sign('{}')}` })],
		['the signature of both forms', () => ({ [FORMS[0].header]: key.sign('{}'), [FORMS[1].header]: key.sign('{}') })],
		['N/A beside the signature of the other form', () => ({ [FORMS[0].header]: key.sign('{}'), [FORMS[1].header]: 'N/A', [header]: 'N/A' })],
		['the signature under the header that has ended', () => ({ 'x-wh-signature': key.sign('{}') })],
	])('is refused with %s', async (_what, headers) => {
		const { url, executions } = await start(own);
		expect(await post(url, '{}', headers())).toMatchObject({ status: 401, text: '' });
		await settled();
		expect(executions).toEqual([]);
	});

	it('of another location is accepted, starts nothing, and is told once', async () => {
		const { url, executions, logs } = await start(own);
		for (const locationId of ['loc-8', 'loc-9']) {
			expect(await deliver(url, { ...payload, locationId }, key, header)).toMatchObject({ status: 200, text: 'Other location' });
		}
		await settled();
		expect(executions).toEqual([]);
		expect(logs).toEqual([expect.stringContaining("names a location other than 'loc-0', 'loc-1', 'loc-2'")]);
	});
});

const [{ header: contract }, { header: highLevel, payload: contact }] = FORMS;

it('webhookId is the ID of an event from HighLevel, and only there', async () => {
	const { url, executions } = await start(own, { eventIdField: '' });
	// A repeat may differ from the first delivery, here in its time.
	for (const timestamp of ['a', 'b']) await deliver(url, { ...contact, timestamp }, key, highLevel);
	await settled();
	expect(executions).toHaveLength(1);
	for (const timestamp of ['a', 'b']) await deliver(url, { ...contact, timestamp }, key, contract);
	await settled();
	expect(executions).toHaveLength(3);
});

it('a field that is typed is the ID there, too', async () => {
	const { url, executions } = await start(own, { eventIdField: 'id' });
	for (const webhookId of ['w-1', 'w-2']) await deliver(url, { ...contact, webhookId }, key, highLevel);
	await settled();
	expect(executions).toHaveLength(1);
});

it('asks to come again where no location is known, and tells who listens what to fill in', async () => {
	const { url, logs, executions } = await start();
	const response = await deliver(url, contact, key, highLevel);
	expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
	expect(logs).toEqual([expect.stringContaining("Enter 'Location IDs' in the Platform Webhook API credential")]);
	await settled();
	expect(executions).toEqual([]);
});

it.each([
	[{ appointment: { id: 'a-1', contactId: 'c-1' } }, { appointmentId: 'a-1', contactId: 'c-1' }],
	[{ appointment: { id: 'a-1', contactId: 'c-1' }, appointmentId: 'own', contactId: null }, { appointmentId: 'own', contactId: null }],
	[{ appointment: 'a-1' }, {}],
])('of an appointment from HighLevel %j becomes %j, where the payload has none of its own', async (fields, ids) => {
	const { url, executions } = await start({ ...own, parameters: { events: ['AppointmentUpdate'] } });
	const payload = { type: 'AppointmentUpdate', locationId: 'loc-1', webhookId: 'w-1', id: 'no contact', ...fields };
	await deliver(url, payload, key, highLevel);
	await settled();
	expect(executions).toEqual([[[{ json: { ...payload, ...ids }, pairedItem: { item: 0 } }]]]);
});

it('UNINSTALL of HighLevel starts what chose App Uninstalled, on its output', async () => {
	const { url, executions } = await start(own, { outputPerEvent: true });
	const payload = { type: 'UNINSTALL', appId: 'app-1', locationId: 'loc-1', webhookId: 'w-9' };
	await deliver(url, payload, key, highLevel);
	await settled();
	expect(executions).toEqual([[[], [{ json: payload, pairedItem: { item: 0 } }], []]]);
	expect((await deliver(url, { ...payload, webhookId: 'w-10' }, key, contract)).text).toBe('Not selected');
});
