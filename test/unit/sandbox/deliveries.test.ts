import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { MONDAY, booking, send, startReceiver, type Receiver } from './sandboxClient';
import { createSandbox } from '../../../sandbox/createSandbox';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const sandbox = useSandbox();
let receiver: Receiver;
beforeEach(async () => (receiver = await startReceiver()));
afterEach(async () => await receiver.close());

const register = async (actions = ['ContactCreate'], locationId = 'loc-harbor') =>
	await send(sandbox, `POST /locations/${locationId}/customWebhooks`, {
		json: { name: 'Test', url: receiver.url, actions },
		token: locationId.replace('loc', 'pit'),
	});

const createContact = () => sandbox.createContact({ firstName: 'Zoë 😀' });

const bodies = () => new Set(receiver.received.map(({ body }) => body.toString()));

it('go to each registration of their type in their location, in as many copies as asked, so many at once', async () => {
	await register();
	await register();
	await register(['ContactUpdate']);
	await register(['ContactCreate'], 'loc-summit');
	receiver.delayMs = 30;
	sandbox.setDelivery({ copies: 2, maxInFlight: 2 });
	expect(createContact().deliveryIds).toHaveLength(4);
	await sandbox.deliveriesSettled();
	expect([receiver.received.length, bodies().size, receiver.mostAtOnce]).toEqual([4, 1, 2]);
});

it('repeat the same bytes until 2xx, signed with the key of the moment, and log every attempt', async () => {
	await register();
	const old = sandbox.publicKey().publicKeyPem;
	receiver.statuses = [500, 0, 302];
	sandbox.setDelivery({ backoffMs: [150, 5] });
	createContact();
	while (receiver.received.length === 0) await sleep(2);
	const { publicKeyPem } = sandbox.rotateKey();
	await sandbox.deliveriesSettled();
	// Verified with another implementation than the one that signed.
	const isSigned = (pem: string, { headers, body }: (typeof receiver.received)[number]) =>
		verify(
			null,
			body,
			createPublicKey(pem),
			Buffer.from(String(headers['x-platform-signature']), 'base64'),
		);
	const signed = [old, publicKeyPem].map((pem) =>
		receiver.received.map((one) => isSigned(pem, one)),
	);
	expect(signed).toEqual([
		[true, false, false, false],
		[false, true, true, true],
	]);
	expect(bodies().size).toBe(1);
	const [{ state, attempts }] = sandbox.deliveries();
	const error = expect.any(String) as string;
	expect([state, attempts]).toMatchObject([
		'delivered',
		[{ status: 500, response: 'taken' }, { error }, { status: 302 }, { status: 200 }],
	]);
});

it.each(['usual', 'highLevel'] as const)(
	'with %s, any response but 2xx leads to another attempt, as often as is set',
	async (profile) => {
		sandbox.setProfile(profile);
		sandbox.setNotificationUrl(receiver.url);
		sandbox.setDelivery({ backoffMs: [5], maxAttempts: 3 });
		receiver.statuses = [500, 429, 401];
		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		expect(sandbox.deliveries()).toMatchObject([{ state: 'failed' }]);
		expect(receiver.received).toHaveLength(3);
	},
);

it('the event of a removal goes to the URL of the app alone, and names the location', async () => {
	await register(['app.deleted']);
	const app = await startReceiver();
	sandbox.setNotificationUrl(app.url);

	sandbox.uninstallApp({ locationId: 'loc-summit' });
	await sandbox.deliveriesSettled();
	await app.close();

	expect(receiver.received).toEqual([]);
	const [{ headers, body }] = app.received;
	expect(JSON.parse(String(body))).toMatchObject({
		type: 'app.deleted',
		locationId: 'loc-summit',
		webhookEventId: expect.any(String) as string,
	});
	expect(headers['x-platform-signature']).toBe(sandbox.sign(body));
});

it('a new contact and a booking are delivered with the fields that the contract names', async () => {
	await register(['ContactCreate', 'AppointmentCreate']);

	const { id: contactId } = createContact();
	const { startTime } = booking();
	await send(sandbox, 'POST /calendars/events/appointments', { json: booking() });
	await sandbox.deliveriesSettled();

	expect(receiver.received.map(({ body }) => JSON.parse(String(body)) as object)).toMatchObject([
		{ type: 'ContactCreate', contactId, firstName: 'Zoë 😀', locationId: 'loc-harbor' },
		{ type: 'AppointmentCreate', appointmentId: 'appt-1', startTime, contactId: 'contact-ada' },
	]);
});

it.each(['webhookEventId', 'id', null])(
	'the ID of an event stands under the name %s, and is the one that was given',
	async (eventIdField) => {
		sandbox.setProfile({ eventIdField });
		await register();
		const given = { type: 'ContactCreate', locationId: 'loc-harbor' };

		sandbox.emit({ ...given, webhookEventId: 'e-1', id: 'e-2' });
		const { webhookEventId } = createContact();
		await sandbox.deliveriesSettled();

		const [first, second] = receiver.received.map(
			({ body }) => JSON.parse(String(body)) as Record<string, unknown>,
		);
		expect(first).toMatchObject({ webhookEventId: 'e-1', id: 'e-2' });
		expect(second[eventIdField ?? 'none']).toBe(eventIdField === null ? undefined : webhookEventId);
	},
);

it('a delivery that is sent again has the same bytes; an unknown one is refused', async () => {
	await register();
	const { deliveryIds } = createContact();
	await sandbox.deliveriesSettled();

	const { state, id } = await sandbox.redeliver(deliveryIds[0]);

	expect(state).toBe('delivered');
	expect(id).not.toBe(deliveryIds[0]);
	expect(sandbox.deliveries().map((one) => one.id)).toEqual([deliveryIds[0], id]);
	expect(sandbox.deliveryCounts()).toMatchObject({ delivered: 2, pending: 0, failed: 0 });
	expect([receiver.received.length, bodies().size]).toEqual([2, 1]);
	await expect(sandbox.redeliver('gone')).rejects.toThrow('There is no delivery gone');
});

it('a receiver that takes too long is tried again', async () => {
	await register();
	sandbox.setDelivery({ timeoutMs: 20, maxAttempts: 1 });
	receiver.delayMs = 200;
	createContact();
	await sandbox.deliveriesSettled();

	const [{ state, attempts }] = sandbox.deliveries();
	expect(state).toBe('failed');
	expect(attempts).toMatchObject([{ error: expect.stringContaining('time') as string }]);
});

it('a reset ends what is under way or waits, and nothing is sent afterwards', async () => {
	await register();
	receiver.delayMs = 5_000;
	sandbox.setDelivery({ maxInFlight: 1 });
	createContact();
	createContact();
	while (receiver.received.length === 0) await sleep(2);

	await sandbox.reset();

	expect(sandbox.deliveries()).toEqual([]);
	expect(receiver.received).toHaveLength(1);
});

it('a sandbox that is closed ends what is under way', async () => {
	const other = await createSandbox();
	receiver.statuses = [500];
	other.setNotificationUrl(receiver.url);
	other.setDelivery({ backoffMs: [60_000] });
	other.uninstallApp();
	while (receiver.received.length === 0) await sleep(2);

	await other.close();

	expect(other.deliveries()).toMatchObject([{ state: 'dropped' }]);
	await expect(fetch(other.url)).rejects.toThrow('fetch failed');
});

describe('with HighLevel', () => {
	beforeEach(() => {
		sandbox.setProfile('highLevel');
		sandbox.setNotificationUrl(receiver.url);
	});

	it('each attempt of a delivery has the same deliveryId, another delivery another one', async () => {
		sandbox.setDelivery({ backoffMs: [5] });
		receiver.statuses = [500];
		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		const [first, repeat, second] = receiver.received.map(({ headers }) => headers.deliveryid);
		expect(repeat).toBe(first);
		expect(second).not.toBe(first);
	});
});
