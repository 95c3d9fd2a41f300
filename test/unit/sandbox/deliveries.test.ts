import Ajv2020 from 'ajv/dist/2020';
import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { book, send, startReceiver, startSandbox, type Received, type Receiver } from './support';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { formats, openapi } from '../../../sandbox/http/contract';

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(async () => {
	await sandbox.reset();
	receiver = await startReceiver();
	sandbox.control.setDelivery({ backoffMs: [5, 10], maxAttempts: 4 });
});
afterEach(async () => await receiver.close());

const register = async (actions: string[], locationId = 'loc-harbor', url = receiver.url) =>
	await send(sandbox, 'POST', `/locations/${locationId}/customWebhooks`, {
		json: { name: 'Test', url, actions },
		token: locationId === 'loc-harbor' ? 'pit-harbor' : 'pit-summit',
	});

const payload = ({ body }: Received) =>
	JSON.parse(body.toString('utf8')) as Record<string, unknown>;

/** What is wrong with an event by the `Event` schema of openapi.yaml; null when nothing is. */
const violationOf = (() => {
	const ajv = new Ajv2020({ strict: false, formats });
	ajv.addSchema(openapi, 'openapi.yaml');
	const validate = ajv.compile({ $ref: 'openapi.yaml#/components/schemas/Event' });
	return (event: unknown) => (validate(event) ? null : ajv.errorsText(validate.errors));
})();

/** Verifies with another implementation than the one that signed. */
function signedWith(publicKeyPem: string, { body, headers }: Received): boolean {
	const signature = Buffer.from(String(headers['x-platform-signature']), 'base64');
	return verify(null, body, createPublicKey(publicKeyPem), signature);
}

const createContact = (firstName = 'Zoë') =>
	sandbox.control.createContact({ locationId: 'loc-harbor', email: 'zoe@example.com', firstName });

describe('registrations', () => {
	it('are created with an id and listed, twice if registered twice', async () => {
		expect((await register(['ContactCreate'])).body).toMatchObject({ id: 'hook-1' });
		await register(['ContactCreate']);
		const { body } = await send(sandbox, 'GET', '/locations/loc-harbor/customWebhooks');
		const registered = { name: 'Test', url: receiver.url, actions: ['ContactCreate'] };
		expect(body).toMatchObject({ webhooks: [{ id: 'hook-1', ...registered }, { id: 'hook-2' }] });
		createContact();
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toHaveLength(2);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('belong to one location', async () => {
		const { status } = await send(sandbox, 'GET', '/locations/loc-summit/customWebhooks');
		expect(status).toBe(403);
		await register(['ContactCreate'], 'loc-summit');
		createContact();
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toEqual([]);
	});
});

describe('events', () => {
	it('are delivered for what happens on the platform, with the fields of the contract', async () => {
		await register([
			'ContactCreate',
			'ContactUpdate',
			'AppointmentCreate',
			'FormSubmitted',
			'OpportunityCreate',
		]);
		const contact = createContact();
		sandbox.control.emit({ type: 'ContactUpdate', contactId: contact.id, locationId: 'loc-harbor' });
		await book(sandbox);
		sandbox.control.submitForm({ locationId: 'loc-harbor', formId: 'form-1' });
		sandbox.control.createOpportunity({ locationId: 'loc-harbor', name: 'Braces' });
		await sandbox.control.deliveriesSettled();

		const locationId = 'loc-harbor';
		const contactId = contact.id;
		const byType = Object.fromEntries(
			receiver.received.map((one) => [payload(one).type, payload(one)]),
		);
		expect(byType).toMatchObject({
			ContactCreate: { contactId, email: 'zoe@example.com', firstName: 'Zoë', locationId },
			ContactUpdate: { contactId, locationId },
			AppointmentCreate: {
				appointmentId: 'appt-1',
				startTime: '2030-05-06T13:00:00+00:00',
				contactId: 'contact-ada',
			},
			FormSubmitted: { formId: 'form-1' },
			OpportunityCreate: { name: 'Braces' },
		});
		expect(receiver.received.map(payload).map(violationOf)).toEqual(Array(5).fill(null));
		const ids = receiver.received.map((one) => payload(one).webhookEventId);
		expect(new Set(ids).size).toBe(5);
		expect(ids).toContain(contact.webhookEventId);
	});

	it('of other types are not delivered', async () => {
		await register(['ContactUpdate']);
		expect(createContact().deliveryIds).toEqual([]);
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toEqual([]);
	});

	it('can be anything, with the event id in any field or in none', async () => {
		await register(['Other']);
		const other = { type: 'Other', locationId: 'loc-harbor', id: 'own', nested: { a: [1] } };
		sandbox.control.setProfile({ eventIdField: 'eventId' });
		sandbox.control.emit(other);
		await sandbox.control.deliveriesSettled();
		sandbox.control.setProfile({ eventIdField: null });
		sandbox.control.emit(other);
		await sandbox.control.deliveriesSettled();
		expect(receiver.received.map(payload)).toEqual([
			{ ...other, eventId: expect.any(String) as string },
			other,
		]);
	});

	it('sends app.deleted to the notification address and ends the app’s access', async () => {
		const { access_token } = sandbox.control.issueToken({ locationId: 'loc-harbor' });
		sandbox.control.setNotificationUrl(receiver.url);
		sandbox.control.uninstallApp({ locationId: 'loc-harbor' });
		await sandbox.control.deliveriesSettled();
		expect(receiver.received.map(payload)).toMatchObject([
			{ type: 'app.deleted', locationId: 'loc-harbor' },
		]);
		expect(violationOf(payload(receiver.received[0]))).toBeNull();
		const path = '/calendars/?locationId=loc-harbor';
		expect((await send(sandbox, 'GET', path, { token: access_token })).status).toBe(401);
	});
});

describe('signatures', () => {
	it('are Ed25519 over the exact bytes, in canonical base64 of 64 bytes', async () => {
		await register(['ContactCreate']);
		createContact('Zoë 😀');
		await sandbox.control.deliveriesSettled();
		const [delivery] = receiver.received;
		expect(delivery.headers['x-platform-signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/);
		expect(delivery.headers['content-type']).toBe('application/json');
		const { publicKeyPem } = sandbox.control.publicKey();
		expect(publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
		expect(signedWith(publicKeyPem, delivery)).toBe(true);
		const tampered = {
			...delivery,
			body: Buffer.from(delivery.body.toString().replace('Zoë', 'Eve')),
		};
		expect(signedWith(publicKeyPem, tampered)).toBe(false);
	});

	it('change with the key, also for retries', async () => {
		await register(['ContactCreate']);
		const old = sandbox.control.publicKey().publicKeyPem;
		receiver.statuses = [401];
		sandbox.control.setDelivery({ backoffMs: [150] });
		createContact();
		await until(() => receiver.received.length === 1);
		const announced = sandbox.control.nextPublicKey().publicKeyPem;
		const { publicKeyPem } = sandbox.control.rotateKey();
		expect(publicKeyPem).toBe(announced);
		expect(publicKeyPem).not.toBe(old);
		await sandbox.control.deliveriesSettled();
		const [first, retry] = receiver.received;
		expect([signedWith(old, first), signedWith(old, retry)]).toEqual([true, false]);
		expect(signedWith(publicKeyPem, retry)).toBe(true);
		expect(sandbox.control.deliveries()[0].attempts.map((one) => one.keyNumber)).toEqual([1, 2]);
	});

	it('can be made for any bytes', () => {
		const { publicKeyPem } = sandbox.control.publicKey();
		const key = createPublicKey(publicKeyPem);
		const bytes = Buffer.from([0, 255, 10]);
		const check = (signature: string) => verify(null, bytes, key, Buffer.from(signature, 'base64'));
		expect(check(sandbox.control.sign(bytes))).toBe(true);
		expect(check(sandbox.control.sign({ base64: bytes.toString('base64') }))).toBe(true);
		expect(check(sandbox.control.sign('else'))).toBe(false);
	});
});

describe('retries', () => {
	it('repeat the same bytes until 2xx, and log every attempt', async () => {
		await register(['ContactCreate']);
		receiver.statuses = [500, 0, 302];
		createContact();
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toHaveLength(4);
		expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
		const [delivery] = sandbox.control.deliveries();
		expect(delivery).toMatchObject({
			state: 'delivered',
			type: 'ContactCreate',
			url: receiver.url,
		});
		expect(delivery.attempts).toMatchObject([
			{ status: 500, response: 'taken' },
			{ error: expect.any(String) as string },
			{ status: 302 },
			{ status: 200 },
		]);
		expect(delivery.attempts[1].status).toBeUndefined();
	});

	it('end after the last attempt', async () => {
		await register(['ContactCreate']);
		receiver.statuses = Array<number>(9).fill(503);
		createContact();
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toHaveLength(4);
		expect(sandbox.control.deliveryCounts()).toMatchObject({ failed: 1, delivered: 0 });
	});

	it('follow a time-out and a receiver that is down', async () => {
		await register(['ContactCreate']);
		receiver.delayMs = 1_200;
		sandbox.control.setDelivery({ timeoutMs: 400, maxAttempts: 2 });
		createContact();
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toHaveLength(2);
		await receiver.close();
		createContact();
		await sandbox.control.deliveriesSettled();
		const errors = sandbox.control.deliveries().map(({ attempts }) => attempts.at(-1)?.error);
		expect(errors).toEqual([expect.stringContaining('timeout'), expect.stringContaining('ECONNREFUSED')]);
		receiver = await startReceiver();
	});
});

describe('duplicates', () => {
	it('delivers copies of each event, with at most so many attempts at once', async () => {
		await register(['ContactCreate']);
		receiver.delayMs = 30;
		sandbox.control.setDelivery({ copies: 4, maxInFlight: 2 });
		expect(createContact().deliveryIds).toHaveLength(4);
		await sandbox.control.deliveriesSettled();
		expect(receiver.received).toHaveLength(4);
		expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
		expect(receiver.mostAtOnce).toBe(2);
	});

	it('spreads the copies over a time', async () => {
		await register(['ContactCreate']);
		sandbox.control.setDelivery({ copies: 20, spreadMs: 2_000 });
		createContact();
		await sandbox.control.deliveriesSettled();
		const starts = sandbox.control.deliveries().map(({ attempts }) => Date.parse(attempts[0].at));
		expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(200);
	});

	it('delivers again on demand, several at once', async () => {
		await register(['ContactCreate']);
		const { deliveryIds } = createContact();
		await sandbox.control.deliveriesSettled();
		const repeats = await sandbox.control.redeliver(deliveryIds[0], { copies: 3 });
		expect(repeats).toHaveLength(3);
		for (const repeat of repeats) {
			expect(repeat).toMatchObject({ repeats: deliveryIds[0], state: 'delivered' });
		}
		expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
		expect(receiver.received).toHaveLength(4);
		await expect(sandbox.control.redeliver('dlv-99')).rejects.toThrow(
			'There is no delivery dlv-99',
		);
	});

	it('holds deliveries back and releases them together', async () => {
		await register(['ContactCreate']);
		sandbox.control.setDelivery({ enabled: false });
		createContact();
		createContact();
		expect(sandbox.control.deliveryCounts()).toMatchObject({ held: 2 });
		expect(receiver.received).toHaveLength(0);
		sandbox.control.setDelivery({ enabled: true });
		await sandbox.control.deliveriesSettled();
		expect(sandbox.control.deliveryCounts()).toMatchObject({ held: 0, delivered: 2 });
	});
});

async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await sleep(2);
}
