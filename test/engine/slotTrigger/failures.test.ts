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

	it('of another location makes n8n refuse to publish', async () => {
		const wrong = { calendars: calendars('cal-checkup', 'cal-trial') };
		await expect(poller(sandbox, { parameters: wrong }).poll()).rejects.toThrow(
			"The calendar 'cal-trial' was not found",
		);
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
