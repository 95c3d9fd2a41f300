import type { Fault } from '../../../sandbox/http/faults';
import { useSandbox } from '../../support/useSandbox';
import { slotAt, tokenCredential } from '../platform/platform';
import { cancel, poller } from './poller';

const sandbox = useSandbox();

const take = (time = '10:00') =>
	sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });

/** The trigger sends nothing else; people cancel meanwhile. */
const fail = (fault: Fault) => sandbox.control.addFault({ method: 'GET', times: 'always', ...fault });

/** Retried at once, so that the tests need not wait. */
const NOW = { headers: { 'retry-after': '0' } };

describe('while the platform', () => {
	const outages: Array<[string, Fault]> = [
		['answers 503', { status: 503, ...NOW }],
		['drops connections', { drop: 'afterProcessing' }],
		['is replaced by a sign-in page', { status: 200, body: '<html>Sign in</html>' }],
		['refuses the token', { status: 401 }],
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

	it('answers 503, publishing is refused, and nothing is remembered', async () => {
		fail({ status: 503, ...NOW });
		const trigger = poller(sandbox);
		await expect(trigger.poll()).rejects.toThrow(/^[^{]+$/);
		expect(trigger.remembered()).toEqual({ 'node:Node': {} });
		sandbox.control.clearFaults();
		expect(await trigger.poll()).toBeNull();
	});

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
