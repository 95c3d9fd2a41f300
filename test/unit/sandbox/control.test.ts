import { setTimeout as sleep } from 'node:timers/promises';

import { book, booking, send, startAt, startReceiver, startSandbox } from './support';
import { connectControl, type RemoteControl } from '../../../sandbox/controlClient';
import type { Sandbox } from '../../../sandbox/createSandbox';

let sandbox: Sandbox;
let remote: RemoteControl;
beforeAll(async () => {
	sandbox = await startSandbox();
	remote = connectControl(sandbox.url);
});
afterAll(async () => await sandbox.close());
beforeEach(async () => await sandbox.reset());

const get = async (path = '/v1/use-cases') => await send(sandbox, 'GET', path);

describe('faults', () => {
	it('answer instead of processing, as often as asked, then stop', async () => {
		sandbox.control.addFault({ times: 2, status: 429, headers: { 'retry-after': '1' } });
		sandbox.control.addFault({ status: 503, body: { why: 'maintenance' } });
		const answers = [await get(), await get(), await get(), await get()];
		expect(answers.map(({ status }) => status)).toEqual([429, 429, 503, 200]);
		expect(answers[0].headers.get('retry-after')).toBe('1');
		expect(answers[2].body).toEqual({ why: 'maintenance' });
		expect(sandbox.control.requests().map(({ fault }) => fault)).toEqual([
			true,
			true,
			true,
			undefined,
		]);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it.each([
		{ what: 'an operation', fault: { operationId: 'list_use_cases_by_vertical' }, hit: true },
		{ what: 'another operation', fault: { operationId: 'get_free_slots' }, hit: false },
		{ what: 'a method', fault: { method: 'POST' }, hit: false },
		{ what: 'a prefix of the path', fault: { path: '/v1/' }, hit: true },
		{ what: 'another prefix', fault: { path: '/calendars' }, hit: false },
		{ what: 'a pattern', fault: { path: /use-cases$/ }, hit: true },
		{ what: 'a pattern that does not match', fault: { path: /^use/ }, hit: false },
	])('can be limited to $what', async ({ fault, hit }) => {
		sandbox.control.addFault({ ...fault, status: 500 });
		expect((await get()).status).toBe(hit ? 500 : 200);
	});

	it('lose the response before, during or after the write, or halfway in it', async () => {
		const { control } = sandbox;
		const booked = () => control.appointments().length;
		control.addFault({ drop: 'beforeProcessing' });
		await expect(book(sandbox)).rejects.toThrow('fetch failed');
		expect(booked()).toBe(0);

		control.addFault({ drop: 'whileProcessing', holdMs: 100 });
		await expect(book(sandbox)).rejects.toThrow('fetch failed');
		expect(booked()).toBe(0);
		await sleep(200);
		expect(booked()).toBe(1);

		for (const [time, drop] of [
			['14:00', 'afterProcessing'],
			['15:00', 'duringResponse'],
		] as const) {
			const before = booked();
			control.addFault({ drop });
			const times = { startTime: startAt(time), endTime: startAt(time.replace(':00', ':30')) };
			await expect(book(sandbox, times)).rejects.toThrow(/fetch failed|terminated/);
			expect(booked()).toBe(before + 1);
		}
		expect(control.requests().map(({ status }) => status)).toEqual([0, 0, 0, 0]);
	});

	it('time out on either side, with the write done or not', async () => {
		const { control } = sandbox;
		control.addFault({ holdMs: 800 });
		const impatient = fetch(`${sandbox.url}/calendars/events/appointments`, {
			method: 'POST',
			headers: {
				authorization: 'Bearer pit-harbor',
				version: '2021-07-28',
				'content-type': 'application/json',
			},
			body: JSON.stringify(booking()),
			signal: AbortSignal.timeout(400),
		});
		await expect(impatient).rejects.toThrow(/timeout/);
		expect(control.appointments()).toHaveLength(0);
		await sleep(800);
		expect(control.appointments()).toHaveLength(1);

		const later = { startTime: startAt('14:00'), endTime: startAt('14:30') };
		control.addFault({ status: 504 });
		expect((await book(sandbox, later)).status).toBe(504);
		expect(control.appointments()).toHaveLength(1);
		control.addFault({ status: 504, processed: true });
		expect((await book(sandbox, later)).status).toBe(504);
		expect(control.appointments()).toHaveLength(2);
	});

	it('change what an operation answers, after it was carried out', async () => {
		const { control } = sandbox;
		const html = { 'content-type': 'text/html' };
		control.addFault({
			operationId: 'create_appointment',
			change: ({ body }) => ({ headers: html, body: `<p>${Object.keys(body as object)[0]}</p>` }),
		});
		const { status, headers, body } = await book(sandbox);
		expect([status, body]).toEqual([200, '<p>appointment</p>']);
		expect(headers.get('content-type')).toBe('text/html');
		expect(control.appointments()).toHaveLength(1);
	});

	it('hold a request for ever, before or after it is carried out, until they are cleared', async () => {
		const { control } = sandbox;
		control.addFault({ holdMs: 'forever' });
		control.addFault({ delayMs: 'forever' });
		const later = { startTime: startAt('14:00'), endTime: startAt('14:30') };
		const answers = Promise.all([book(sandbox), book(sandbox, later)]);
		while (control.appointments().length === 0) await sleep(5);
		await sleep(50);
		expect(control.appointments()).toMatchObject([later]);
		expect(control.requests().map((request) => request.status)).toEqual([undefined, undefined]);
		control.clearFaults();
		expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
	});

	it('hold back the response, each or all', async () => {
		sandbox.control.addFault({ delayMs: 80 });
		sandbox.control.setLatency(20);
		await Promise.all([get(), get()]);
		const [slow, usual] = sandbox.control.requests();
		expect(slow.durationMs).toBeGreaterThanOrEqual(95);
		expect(usual.durationMs).toBeGreaterThanOrEqual(15);
		expect(usual.inFlight).toBe(2);
	});

	it('still record what breaks the contract', async () => {
		sandbox.control.addFault({ times: 'always', status: 500 });
		await get('/v1/recipes/search');
		await get('/nowhere');
		expect(sandbox.control.violations()).toHaveLength(2);
		sandbox.control.clearFaults();
		expect((await get()).status).toBe(200);
	});
});

describe('webhooks', () => {
	const hook = { name: 'a', url: 'https://example.com', actions: ['ContactCreate'] };
	const webhooks = '/locations/loc-harbor/customWebhooks';

	it('can be changed, and deleted, by a person', async () => {
		const { control } = sandbox;
		for (const name of ['a', 'b']) await send(sandbox, 'POST', webhooks, { json: { ...hook, name } });
		control.changeWebhook('hook-1', { actions: [], more: { status: 'disabled' } });
		expect((await get(webhooks)).body).toMatchObject({
			webhooks: [{ id: 'hook-1', url: hook.url, actions: [], status: 'disabled' }, { name: 'b' }],
		});
		control.changeWebhook('hook-1', null);
		expect((await send(sandbox, 'POST', webhooks, { json: hook })).body).toMatchObject({ id: 'hook-3' });
		expect(control.webhooks().map(({ id }) => id)).toEqual(['hook-2', 'hook-3']);
		expect(() => control.changeWebhook('hook-1', {})).toThrow('There is no webhook hook-1');
	});
});

describe('reset', () => {
	it('forgets everything, and stops what is under way', async () => {
		const receiver = await startReceiver();
		try {
			const { control } = sandbox;
			await send(sandbox, 'POST', '/locations/loc-harbor/customWebhooks', {
				json: { name: 'a', url: receiver.url, actions: ['ContactCreate', 'AppointmentCreate'] },
			});
			receiver.statuses = [500, 500, 500];
			control.setDelivery({ backoffMs: [1_000], copies: 3 });
			control.createContact({ id: 'contact-new', locationId: 'loc-harbor' });
			await book(sandbox);
			const { access_token } = control.issueToken({});
			const key = control.publicKey().publicKeyPem;
			control.setProfile('contrary');
			control.setLatency(1_000);
			control.setTokenLifetime(1);
			control.setNotificationUrl(receiver.url);
			control.addFault({ times: 'always', status: 500 });
			control.advanceClock(1_000_000);
			await get('/nowhere');

			while (receiver.received.length < 6) await sleep(5);
			await sandbox.reset();
			expect(control.requests()).toEqual([]);
			expect(control.violations()).toEqual([]);
			expect(control.appointments()).toEqual([]);
			expect(control.webhooks()).toEqual([]);
			expect(control.deliveries()).toEqual([]);
			expect(control.tokenRequests()).toEqual([]);
			expect(control.contacts().map(({ id }) => id)).not.toContain('contact-new');
			expect(control.publicKey().publicKeyPem).not.toBe(key);
			expect(control.issueToken({}).expires_in).toBe(3_600);
			expect(control.uninstallApp({ locationId: 'loc-harbor' }).deliveryIds).toEqual([]);
			const calendars = '/calendars/?locationId=loc-harbor';
			expect((await send(sandbox, 'GET', calendars, { token: access_token })).status).toBe(401);
			expect((await get(calendars)).body).toHaveProperty('calendars');
			expect((await book(sandbox, { contactId: 'contact-new' })).status).toBe(404);
			// Retries of the time before would have come by now.
			await sleep(1_100);
			expect(receiver.received).toHaveLength(6);
		} finally {
			await receiver.close();
		}
	});

	it('leaves other sandboxes in the process alone', async () => {
		const other = await startSandbox();
		try {
			await book(other);
			await sandbox.reset();
			expect(other.control.appointments()).toHaveLength(1);
			expect(sandbox.control.appointments()).toHaveLength(0);
		} finally {
			await other.close();
		}
	});
});

describe('over HTTP', () => {
	it('offers the same functions to other processes, and is not recorded', async () => {
		const contact = await remote.createContact({ locationId: 'loc-harbor', firstName: 'Zoë' });
		expect(sandbox.control.contacts()).toContainEqual(
			expect.objectContaining({ id: contact.id, firstName: 'Zoë' }),
		);
		expect(await remote.contacts()).toEqual(sandbox.control.contacts());
		expect(await remote.publicKey()).toEqual(sandbox.control.publicKey());
		expect(await remote.sign('bytes')).toBe(sandbox.control.sign('bytes'));
		await remote.addFault({ path: '/v1/use', status: 418 });
		expect((await get()).status).toBe(418);
		expect(await remote.setLatency(0)).toBeNull();
		expect(sandbox.control.requests()).toHaveLength(1);
	});

	it('takes a single argument as the body, for people with curl', async () => {
		const { status, body } = await send(sandbox, 'POST', '/__sandbox/takeSlot', {
			json: {
				calendarId: 'cal-onboarding',
				startTime: startAt('13:00'),
				endTime: startAt('13:30'),
			},
		});
		expect(status).toBe(200);
		expect(body).toMatchObject({ id: 'appt-1' });
		expect((await get('/__sandbox/appointments')).body).toHaveLength(1);
	});

	it('says what is wrong', async () => {
		await expect(remote.changeWebhook('hook-9', {})).rejects.toThrow('There is no webhook hook-9');
		await expect(remote.createContact({ locationId: 'loc-none' })).rejects.toThrow('loc-none');
		expect((await get('/__sandbox/constructor')).status).toBe(404);
		expect((await send(sandbox, 'POST', '/__sandbox/emit', { body: '{' })).status).toBe(400);
		expect(sandbox.control.violations()).toEqual([]);
	});
});
