import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { MONDAY, send, startReceiver, type Receiver } from './sandboxClient';
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

	it('a payload above 256 KB is cut, and says so', async () => {
		const event = { type: 'NoteCreate', locationId: 'loc-harbor', id: 'n-1' };
		sandbox.emit({ ...event, body: 'x'.repeat(300_000) });
		await sandbox.deliveriesSettled();
		const [{ body }] = receiver.received;
		expect(body.length).toBeLessThan(256 * 1_024);
		expect(JSON.parse(body.toString())).toMatchObject({ ...event, payloadTooLarge: true });
	});

	it('the circuit breaker counts beyond so many deliveries only', async () => {
		sandbox.setDelivery({ maxAttempts: 1, breaker: { minDeliveries: 3, minSuccess: 0.9 } });
		receiver.statuses = [503, 503, 503];
		for (let n = 0; n < 3; n++) sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		expect(sandbox.breakerMails()).toEqual([]);
	});

	it('the circuit breaker warns of a URL that refuses too much, and pauses it the second time, until its events are enabled', async () => {
		sandbox.setDelivery({ maxAttempts: 1, breaker: { minDeliveries: 2, minSuccess: 0.9 } });
		const clock = jest.spyOn(Date, 'now');
		const badDays = async () => {
			receiver.statuses = [503, 503, 503];
			for (let n = 0; n < 3; n++) sandbox.uninstallApp();
			await sandbox.deliveriesSettled();
			clock.mockReturnValue(Date.now() + 3 * 24 * 60 * 60_000);
		};
		await badDays();
		expect(sandbox.breakerMails()).toEqual([receiver.url]);
		await badDays();
		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		expect(sandbox.deliveries().at(-1)).toMatchObject({ state: 'paused', attempts: [] });
		sandbox.enableEvents(receiver.url);
		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		expect(sandbox.deliveries().at(-1)).toMatchObject({ state: 'delivered' });
	});
});
