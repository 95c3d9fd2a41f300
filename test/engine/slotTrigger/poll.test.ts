import { DateTime } from 'luxon';
import { useSandbox } from '../../support/useSandbox';
import { monday, slotAt, ZONE } from '../platform/platform';
import { poller } from './poller';

const sandbox = useSandbox();

/** Books a slot; what is called then is what a person does on the platform who cannot come. */
function booked(time: string, plusDays = 0): () => Promise<void> {
	const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time, plusDays) });
	return async () => {
		const headers = { authorization: 'Bearer pit-harbor', version: '2021-07-28' };
		const { status } = await fetch(`${sandbox.url}/calendars/events/${id}`, { method: 'DELETE', headers });
		if (status >= 300) throw new Error(`The sandbox responded with ${status}`);
	};
}

const realNow = Date.now.bind(Date);

/** By the days of the zone, of which two in a year have no 24 hours. The sandbox and the node read the time here. */
function passDays(days: number): void {
	const now = DateTime.fromMillis(realNow()).setZone(ZONE);
	const ms = now.plus({ days }).toMillis() - now.toMillis();
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
}

/** The days until the Monday on which slots are taken here, today included. */
const daysUntilMonday = () => Math.round(monday().diff(DateTime.now().setZone(ZONE).startOf('day'), 'days').days);

it.each([
	['everyDay', 1],
	['everyWeek', 7],
	['everyMonth', 31],
])('a slot that opens between polls with %s, %d days apart, is found on a day that was not in view', async (mode, days) => {
	const plusDays = days === 1 ? 0 : 28;
	const slot = slotAt('10:00', plusDays);
	const cancel = booked('10:00', plusDays);
	const daysAhead = daysUntilMonday() + plusDays + 1 - days;
	const trigger = poller(sandbox, { daysAhead, pollTimes: { item: [{ mode }] } });
	await trigger.poll();
	await cancel();
	passDays(days);
	expect(await trigger.poll()).toEqual([expect.objectContaining(slot)]);
});

it('what is remembered survives a restart: nothing fires again, and what opened meanwhile does', async () => {
	const [first, second] = [booked('10:00'), booked('11:00')];
	const trigger = poller(sandbox);
	await trigger.poll();
	await first();
	expect(await trigger.poll()).toHaveLength(1);
	await second();
	const again = trigger.restarted();
	expect(await again.poll()).toEqual([expect.objectContaining(slotAt('11:00'))]);
	expect(await again.restarted().poll()).toBeNull();
});

it('no token is shown, whatever the platform says', async () => {
	const trigger = poller(sandbox);
	await trigger.poll();
	const body = { message: 'Bearer pit-harbor is not known: pit-harbor' };
	sandbox.control.addFault({ method: 'GET', times: 'always', status: 404, body });
	await trigger.poll();
	const [failure] = trigger.failures as Array<Error & { description: string }>;
	expect(failure.description).toContain('[hidden]');
	expect(JSON.stringify([failure, failure.message, failure.description])).not.toContain('pit-harbor');
	expect(JSON.stringify(trigger.remembered())).not.toContain('pit-harbor');
});
