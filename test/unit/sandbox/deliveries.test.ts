import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { book, send, startReceiver, type Delivered, type Receiver } from './support';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
	sandbox.control.setDelivery({ backoffMs: [5, 10], maxAttempts: 4 });
});
afterEach(async () => await receiver.close());

const register = async (actions = ['ContactCreate'], locationId = 'loc-harbor') =>
	await send(sandbox, 'POST', `/locations/${locationId}/customWebhooks`, {
		json: { name: 'Test', url: receiver.url, actions },
		token: locationId.replace('loc', 'pit'),
	});

const createContact = (firstName = 'Zoë') =>
	sandbox.control.createContact({ locationId: 'loc-harbor', email: 'zoe@example.com', firstName });

const settled = async () => await sandbox.control.deliveriesSettled();

const payload = ({ body }: Delivered) =>
	JSON.parse(body.toString('utf8')) as Record<string, unknown>;
const bodies = () => new Set(receiver.received.map(({ body }) => body.toString()));

/** Verifies with another implementation than the one that signed. */
function signedWith(publicKeyPem: string, { body, headers }: Delivered): boolean {
	const signature = Buffer.from(String(headers['x-platform-signature']), 'base64');
	return verify(null, body, createPublicKey(publicKeyPem), signature);
}

describe('events', () => {
	it('are delivered for what happens on the platform, with the fields of the contract', async () => {
		await register(['ContactCreate', 'ContactUpdate', 'AppointmentCreate', 'FormSubmitted']);
		const { id: contactId, webhookEventId } = createContact();
		sandbox.control.emit({ type: 'ContactUpdate', contactId, locationId: 'loc-harbor' });
		await book(sandbox);
		sandbox.control.emit({ type: 'FormSubmitted', locationId: 'loc-harbor', formId: 'form-1' });
		await settled();

		const events = receiver.received.map(payload);
		const locationId = 'loc-harbor';
		const startTime = '2030-05-06T13:00:00+00:00';
		expect(Object.fromEntries(events.map((event) => [event.type, event]))).toMatchObject({
			ContactCreate: {
				contactId,
				email: 'zoe@example.com',
				firstName: 'Zoë',
				locationId,
				webhookEventId,
			},
			ContactUpdate: { contactId, locationId },
			AppointmentCreate: { appointmentId: 'appt-1', startTime, contactId: 'contact-ada' },
			FormSubmitted: { formId: 'form-1' },
		});
		expect(new Set(events.map((event) => event.webhookEventId)).size).toBe(4);
	});

	it('go to each registration of their type in their location, in as many copies as asked, so many at once', async () => {
		expect((await register()).body).toMatchObject({ id: 'hook-1' });
		await register();
		await register(['ContactUpdate']);
		await register(['ContactCreate'], 'loc-summit');
		receiver.delayMs = 30;
		sandbox.control.setDelivery({ copies: 2, maxInFlight: 2 });
		expect(createContact().deliveryIds).toHaveLength(4);
		await settled();
		expect([receiver.received.length, bodies().size, receiver.mostAtOnce]).toEqual([4, 1, 2]);
	});
});

it('signatures are over the exact bytes, in canonical base64, and change with the key, also for retries', async () => {
	await register();
	const old = sandbox.control.publicKey().publicKeyPem;
	receiver.statuses = [401];
	sandbox.control.setDelivery({ backoffMs: [150] });
	createContact('Zoë 😀');
	while (receiver.received.length === 0) await sleep(2);
	const { publicKeyPem } = sandbox.control.rotateKey();
	await settled();
	const signed = [old, publicKeyPem].map((key) =>
		receiver.received.map((delivery) => signedWith(key, delivery)),
	);
	expect(signed).toEqual([
		[true, false],
		[false, true],
	]);
	const [{ headers }] = receiver.received;
	expect(headers['x-platform-signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/);
	expect(headers['content-type']).toBe('application/json');
});

describe('retries', () => {
	it('repeat the same bytes until 2xx, and log every attempt', async () => {
		await register();
		receiver.statuses = [500, 0, 302];
		createContact();
		await settled();
		expect([receiver.received.length, bodies().size]).toEqual([4, 1]);
		const [{ attempts, ...delivery }] = sandbox.control.deliveries();
		expect(delivery).toMatchObject({
			state: 'delivered',
			type: 'ContactCreate',
			url: receiver.url,
		});
		const error = expect.any(String) as string;
		expect(attempts).toMatchObject([
			{ status: 500, response: 'taken' },
			{ error },
			{ status: 302 },
			{ status: 200 },
		]);
	});

	it('follow a time-out, and end after the last attempt', async () => {
		await register();
		receiver.delayMs = 1_200;
		sandbox.control.setDelivery({ timeoutMs: 400, maxAttempts: 2 });
		createContact();
		await settled();
		const attempts = Array(2).fill({ error: expect.stringContaining('timeout') as string });
		expect(sandbox.control.deliveries()).toMatchObject([{ state: 'failed', attempts }]);
	});
});
