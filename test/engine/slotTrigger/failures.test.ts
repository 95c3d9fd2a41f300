import type { IDataObject } from 'n8n-workflow';

import { createSandbox } from '../../../sandbox/createSandbox';
import type { Fault } from '../../../sandbox/http/faults';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { slotAt, tokenCredential } from '../platform/platform';
import { calendars, cancel, poller } from './poller';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
});

afterEach(async () => {
	const violations = sandbox.control.violations();
	await sandbox.control.reset();
	expect(violations).toEqual([]);
});

afterAll(async () => await sandbox.close());

const take = (time = '10:00') =>
	sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });

/** A check-up takes an hour. */
const takeCheckup = () =>
	sandbox.control.takeSlot({
		calendarId: 'cal-checkup',
		startTime: slotAt('10:00').startTime,
		endTime: slotAt('10:30').endTime,
	});

/** The trigger sends nothing else; people cancel meanwhile. */
const fail = (fault: Fault) => sandbox.control.addFault({ method: 'GET', times: 'always', ...fault });

/** Retried at once, so that the tests need not wait. */
const NOW = { headers: { 'retry-after': '0' } };

const asked = (calendarId: string) =>
	sandbox.control.requests().filter(({ path }) => path.includes(calendarId)).length;

describe('while the platform', () => {
	const outages: Array<[string, Fault]> = [
		['answers 503', { status: 503, ...NOW }],
		['receives too many requests', { status: 429, ...NOW }],
		['asks to come back in an hour', { status: 429, headers: { 'retry-after': '3600' } }],
		['drops connections', { drop: 'afterProcessing' }],
		['is replaced by a sign-in page', { status: 200, body: '<html>Sign in</html>' }],
		['answers without dates', { status: 200, body: { message: 'Maintenance' } }],
		['answers with unreadable times', { status: 200, body: { _dates_: { x: [{ startTime: 'soon' }] } } }],
		['refuses the token', { status: 401 }],
		['lacks the scope', { status: 403 }],
		['redirects', { status: 302, headers: { location: '/elsewhere' } }],
	];

	it.each(outages)('%s, nothing is fired, nothing is lost, and it is shown once', async (_name, fault) => {
		const [first, second] = [take('10:00'), take('11:00')];
		const trigger = poller(sandbox);
		await trigger.poll();
		await cancel(sandbox, first.id);
		fail(fault);
		expect(await trigger.poll()).toBeNull();
		await cancel(sandbox, second.id);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.failures).toHaveLength(1);

		sandbox.control.clearFaults();
		expect(await trigger.poll()).toEqual([
			expect.objectContaining(slotAt('10:00')),
			expect.objectContaining(slotAt('11:00')),
		]);
		expect(await trigger.poll()).toBeNull();

		fail(fault);
		await trigger.poll();
		expect(trigger.failures).toHaveLength(2);
	}, 30_000);

	it.each(outages)('%s, publishing is refused, and nothing is remembered', async (_name, fault) => {
		fail(fault);
		const trigger = poller(sandbox);
		await expect(trigger.poll()).rejects.toThrow(/^[^{]+$/);
		expect(trigger.remembered()).toEqual({ 'node:Node': {} });
		sandbox.control.clearFaults();
		expect(await trigger.poll()).toBeNull();
	}, 30_000);

	it('is restarted together with n8n, a slot that opened meanwhile is fired', async () => {
		const { id } = take();
		const trigger = poller(sandbox);
		await trigger.poll();
		fail({ status: 503, ...NOW });
		await cancel(sandbox, id);
		const again = trigger.restarted();
		expect(await again.poll()).toBeNull();
		sandbox.control.clearFaults();
		expect(await again.poll()).toHaveLength(1);
	});
});

describe('one calendar that cannot be read', () => {
	const parameters = { calendars: calendars('cal-onboarding', 'cal-checkup') };
	const ONBOARDING = { path: '/calendars/cal-onboarding/' };

	it.each([404, 403, 400, 422])('(%d) leaves the others alone, and is shown once', async (status) => {
		const [broken, sound] = [take(), takeCheckup()];
		const trigger = poller(sandbox, { parameters });
		await trigger.poll();
		await cancel(sandbox, sound.id);
		await cancel(sandbox, broken.id);
		fail({ ...ONBOARDING, status });
		expect(await trigger.poll()).toEqual([expect.objectContaining({ calendarId: 'cal-checkup' })]);
		expect(await trigger.poll()).toBeNull();
		const again = takeCheckup();
		await trigger.poll();
		await cancel(sandbox, again.id);
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.failures).toHaveLength(1);

		sandbox.control.clearFaults();
		expect(await trigger.poll()).toEqual([expect.objectContaining(slotAt('10:00'))]);
	});

	it('is named in what n8n shows', async () => {
		const trigger = poller(sandbox, { parameters });
		await trigger.poll();
		fail({ ...ONBOARDING, status: 404 });
		await trigger.poll();
		const [{ message }] = trigger.failures;
		expect(message).toBe(
			"The calendar 'cal-onboarding' was not found in the location of the credential",
		);
	});

	it('is not shown again because a poll did not get to it', async () => {
		const trigger = poller(sandbox, { parameters });
		await trigger.poll();
		fail({ path: '/calendars/cal-checkup/', status: 404 });
		await trigger.poll();
		fail({ ...ONBOARDING, status: 503, ...NOW });
		await trigger.poll();
		await trigger.poll();
		expect(trigger.failures.map(({ message }) => message)).toEqual([
			expect.stringContaining('was not found'),
			expect.stringContaining('status 503'),
		]);
	});

	it('of another location makes n8n refuse to publish', async () => {
		const wrong = { calendars: calendars('cal-checkup', 'cal-trial') };
		await expect(poller(sandbox, { parameters: wrong }).poll()).rejects.toThrow(
			"The calendar 'cal-trial' was not found",
		);
	});

	it('for reasons of the platform ends the poll, and the next one begins behind it', async () => {
		const { id } = takeCheckup();
		const trigger = poller(sandbox, { parameters });
		await trigger.poll();
		fail({ ...ONBOARDING, status: 503, ...NOW });
		const before = asked('cal-checkup');
		expect(await trigger.poll()).toBeNull();
		expect(asked('cal-checkup')).toBe(before);
		await cancel(sandbox, id);
		expect(await trigger.poll()).toHaveLength(1);
		for (let round = 1; round <= 3; round++) {
			await trigger.poll();
			expect(asked('cal-checkup')).toBe(before + 1 + round);
		}
		expect(trigger.failures).toHaveLength(1);
	});
});

describe('refuses before anything is sent', () => {
	const refusals: Array<[string, IDataObject]> = [
		["'Calendar' is empty", { calendars: {} }],
		["'Calendar' is empty", { calendars: calendars('', ' ') }],
		["'Calendars' has 21 calendars", { calendars: calendars(...Array.from({ length: 21 }, (_, i) => `c${i}`)) }],
		["'Days Ahead' is not a whole number from 1 to 60", { daysAhead: 0 }],
		["'Days Ahead' is not a whole number from 1 to 60", { daysAhead: 61 }],
		["'Time Zone' is 'Mars/Olympus'", { timezone: { __rl: true, mode: 'id', value: 'Mars/Olympus' } }],
		["'Earliest Start' is not a time of day", { filters: { earliestTime: '25:00' } }],
		["'Latest Start' is not a time of day", { filters: { latestTime: 'noon' } }],
		["'Latest Start' (08:00) is before 'Earliest Start' (09:00)", { filters: { earliestTime: '9:00', latestTime: '8:00' } }],
		["'Minimum Length (Minutes)' is not a number", { filters: { minimumLengthMinutes: -1 } }],
		["'Minimum Notice (Minutes)' is not a number", { filters: { minimumNoticeMinutes: 'some' } }],
		["'Weekdays' is not a list of weekdays", { filters: { weekdays: [0] } }],
	];

	it.each(refusals)('%s', async (message, parameters) => {
		await expect(poller(sandbox, { parameters }).poll()).rejects.toThrow(message);
		expect(sandbox.control.requests()).toEqual([]);
	});
});

describe('a test run', () => {
	it('says so when nothing is free', async () => {
		const filters = { earliestTime: '23:00' };
		await expect(poller(sandbox, { parameters: { filters } }).test()).rejects.toThrow(
			'No slot is free now, so there is none to show',
		);
	});

	it('shows what is wrong with a calendar', async () => {
		const parameters = { calendars: calendars('cal-checkup', 'cal-none') };
		await expect(poller(sandbox, { parameters }).test()).rejects.toThrow("The calendar 'cal-none'");
	});
});

it('shows no token, whatever the platform says', async () => {
	const trigger = poller(sandbox);
	await trigger.poll();
	fail({ status: 404, body: { message: 'Bearer pit-harbor is not known: pit-harbor' } });
	await trigger.poll();
	const [failure] = trigger.failures as Array<Error & { description: string }>;
	expect(failure.description).toContain('[hidden]');
	expect(JSON.stringify([failure, failure.message, failure.description])).not.toContain('pit-harbor');
	expect(JSON.stringify(trigger.remembered())).not.toContain(tokenCredential(sandbox).platformTokenApi.accessToken);
});
