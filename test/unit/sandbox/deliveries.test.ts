import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { send, startReceiver, type Receiver } from './support';
import { useSandbox } from '../../support/useSandbox';

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

it.each([
	['usual', [500, 429], 3, 'delivered'],
	['highLevel', [429, 500], 2, 'failed'],
] as const)(
	'with %s, a response of %j leads to %i attempts',
	async (profile, statuses, count, end) => {
		sandbox.setProfile(profile);
		sandbox.setNotificationUrl(receiver.url);
		sandbox.setDelivery({ backoffMs: [5] });
		receiver.statuses = [...statuses];
		sandbox.uninstallApp();
		await sandbox.deliveriesSettled();
		expect(sandbox.deliveries()).toMatchObject([{ state: end }]);
		expect(receiver.received).toHaveLength(count);
	},
);
