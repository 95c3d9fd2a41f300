import { setTimeout as sleep } from 'node:timers/promises';

import { advanceClock, book, fixedClock, send, startAt, startReceiver } from './support';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ clock: fixedClock, mayViolate: true });

const get = async (path = '/v1/use-cases') => await send(sandbox, 'GET', path);
const TAKEN = { calendarId: 'cal-onboarding', startTime: startAt('13:00'), endTime: startAt('13:30') };

it('a reset forgets everything, and stops what is under way', async () => {
	const receiver = await startReceiver();
	const { control } = sandbox;
	const hook = { name: 'a', url: receiver.url, actions: ['ContactCreate', 'AppointmentCreate'] };
	await send(sandbox, 'POST', '/locations/loc-harbor/customWebhooks', { json: hook });
	receiver.statuses = [500, 500, 500];
	control.setDelivery({ backoffMs: [1_000], copies: 3 });
	control.createContact({ id: 'contact-new', locationId: 'loc-harbor' });
	await book(sandbox);
	const { access_token } = control.issueToken({});
	const key = control.publicKey().publicKeyPem;
	control.setProfile('contrary');
	control.setLatency(1_000);
	control.setNotificationUrl(receiver.url);
	control.addFault({ times: 'always', status: 500 });
	advanceClock(1_000_000);
	await get('/nowhere');

	while (receiver.received.length < 6) await sleep(5);
	await sandbox.reset();
	// On a busy machine the first retries may have come before.
	const before = receiver.received.length;
	const left = [control.requests(), control.violations(), control.appointments(), control.webhooks(), control.deliveries(), control.tokenRequests()];
	expect(left.flat()).toEqual([]);
	expect(control.contacts().map(({ id }) => id)).not.toContain('contact-new');
	expect(control.publicKey().publicKeyPem).not.toBe(key);
	expect(control.issueToken({}).expires_in).toBe(3_600);
	expect(control.uninstallApp({ locationId: 'loc-harbor' }).deliveryIds).toEqual([]);
	const calendars = '/calendars/?locationId=loc-harbor';
	expect((await send(sandbox, 'GET', calendars, { token: access_token })).status).toBe(401);
	expect((await get(calendars)).body).toHaveProperty('calendars');
	// Retries of the time before would have come by now.
	await sleep(1_100);
	expect(receiver.received).toHaveLength(before);
	await receiver.close();
});

describe('over HTTP', () => {
	it('the same functions serve other processes and people with curl, and are not recorded', async () => {
		const post = async (name: string, json: unknown) => (await send(sandbox, 'POST', `/__sandbox/${name}`, { json })).body;
		const { id } = (await post('createContact', { locationId: 'loc-harbor', firstName: 'Zoë' })) as { id: string };
		expect((await get('/__sandbox/contacts')).body).toContainEqual(expect.objectContaining({ id, firstName: 'Zoë' }));
		expect(await post('sign', { args: ['bytes'] })).toBe(sandbox.control.sign('bytes'));
		expect(await post('setLatency', { args: [0] })).toBeNull();
		expect((await send(sandbox, 'POST', '/__sandbox/takeSlot', { json: TAKEN })).body).toMatchObject({ id: 'appt-1' });
		expect((await get('/__sandbox/appointments')).body).toHaveLength(1);
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('says what is wrong', async () => {
		const unknown = await send(sandbox, 'POST', '/__sandbox/changeWebhook', { json: { args: ['hook-9', {}] } });
		expect(unknown).toMatchObject({ status: 400, body: { message: 'There is no webhook hook-9' } });
		expect((await get('/__sandbox/constructor')).status).toBe(404);
		expect((await send(sandbox, 'POST', '/__sandbox/emit', { body: '{' })).status).toBe(400);
	});
});
