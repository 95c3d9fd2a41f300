import { DateTime } from 'luxon';

import { monday, oauthCredential, slotAt, ZONE } from '../platform/platform';
import { calendars, cancel, poller } from './poller';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
afterEach(() => jest.restoreAllMocks());

const take = (time: string, plusDays = 0, calendarId = 'cal-onboarding') =>
	sandbox.control.takeSlot({ calendarId, ...slotAt(time, plusDays) });

const booked = async (time: string, plusDays = 0) => {
	const { id } = take(time, plusDays);
	return { id, cancel: async () => await cancel(sandbox, id) };
};

/** The day that 'Days Ahead' begins with. */
const today = () => DateTime.now().setZone(ZONE).startOf('day');

const realNow = Date.now.bind(Date);

/** By the days of the zone, of which two in a year have no 24 hours. The sandbox and the node read the time here. */
function passDays(days: number): void {
	const now = DateTime.fromMillis(realNow()).setZone(ZONE);
	const ms = now.plus({ days }).toMillis() - now.toMillis();
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
}

describe('a slot that opens', () => {
	it('starts the workflow once, with its times and its calendar', async () => {
		const appointment = await booked('10:00');
		const trigger = poller(sandbox);
		await trigger.poll();
		expect(await trigger.poll()).toBeNull();
		await appointment.cancel();
		expect(await trigger.poll()).toEqual([
			{
				date: monday().toFormat('yyyy-MM-dd'),
				...slotAt('10:00'),
				startLocal: monday().set({ hour: 10 }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
				endLocal: monday().set({ hour: 10, minute: 30 }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
				timezone: ZONE,
				calendarId: 'cal-onboarding',
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

});

describe('the window', () => {
	const opening = async (parameters: object, time = '10:00', plusDays = 0) => {
		const appointment = await booked(time, plusDays);
		const trigger = poller(sandbox, { parameters: { ...parameters } });
		await trigger.poll();
		await appointment.cancel();
		return await trigger.poll();
	};

	it('reads days and times of day from the zone', async () => {
		// 10:00 in New York is the night of the same Monday in Auckland, or already the Tuesday.
		const timezone = { __rl: true, mode: 'id', value: 'Pacific/Auckland' };
		expect(await opening({ timezone, filters: { weekdays: [1] } })).toBeNull();
		expect(await opening({ timezone, filters: { weekdays: [2], latestTime: '05:00' } })).toHaveLength(1);
	});

	it('ends after so many days, today included', async () => {
		const untilMonday = Math.round(monday().diff(today(), 'days').days);
		expect(await opening({ daysAhead: untilMonday })).toBeNull();
		expect(await opening({ daysAhead: untilMonday + 1 })).toHaveLength(1);
	});

	it('changed or widened, it takes nothing for opened that was free before', async () => {
		const trigger = poller(sandbox, { parameters: { daysAhead: 9, filters: { weekdays: [1] } } });
		await trigger.poll();
		const wider = { daysAhead: 40, filters: {}, timezone: { __rl: true, mode: 'id', value: 'Asia/Tokyo' } };
		expect(await trigger.restarted({ parameters: wider }).poll()).toBeNull();
	});
});

describe('time that passes', () => {
	it.each([1, 2, 5])('brings days into view, %d at once, which open nothing', async (days) => {
		const trigger = poller(sandbox, { parameters: { daysAhead: 3 } });
		await trigger.poll();
		for (let day = days; day <= 15; day += days) {
			passDays(day);
			expect(await trigger.poll()).toBeNull();
		}
	});

	it('shows a slot that becomes free on such a day, though nobody looked between', async () => {
		// Polled once a day, on the first day the Monday is one day beyond the window.
		const untilMonday = Math.round(monday().diff(today(), 'days').days);
		const slot = slotAt('10:00');
		const appointment = await booked('10:00');
		const trigger = poller(sandbox, { parameters: { daysAhead: untilMonday } });
		await trigger.poll();
		await appointment.cancel();
		passDays(1);
		expect(await trigger.poll()).toEqual([expect.objectContaining(slot)]);
	});

	it.each([
		['everyWeek', 7],
		['everyMonth', 31],
	])('is bridged by polls with %s, %d days apart', async (mode, days) => {
		const time = slotAt('10:00', 28);
		const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...time });
		const untilSlot = Math.round(monday().plus({ days: 28 }).diff(today(), 'days').days);
		const daysAhead = untilSlot + 1 - days;
		const trigger = poller(sandbox, { parameters: { daysAhead, pollTimes: { item: [{ mode }] } } });
		await trigger.poll();
		await cancel(sandbox, id);
		passDays(days);
		expect(await trigger.poll()).toEqual([expect.objectContaining(time)]);
	});
});

describe('several calendars', () => {
	const both = { calendars: calendars('cal-onboarding', 'cal-checkup') };

	it('are asked one after the other, and each opens its own', async () => {
		const trigger = poller(sandbox, { parameters: both });
		const { id } = sandbox.control.takeSlot({
			calendarId: 'cal-checkup',
			startTime: slotAt('10:00').startTime,
			endTime: slotAt('10:30').endTime,
		});
		sandbox.control.setLatency(30);
		await trigger.poll();
		await cancel(sandbox, id);
		expect(await trigger.poll()).toEqual([expect.objectContaining({ calendarId: 'cal-checkup' })]);
		const requests = sandbox.control.requests({ operationId: 'get_free_slots' });
		expect(requests).toHaveLength(4);
		expect(requests.map(({ inFlight }) => inFlight)).toEqual([1, 1, 1, 1]);
		expect(requests.map(({ method }) => method)).toEqual(Array(4).fill('GET'));
	});
});

describe('what is remembered', () => {
	it('survives a restart: nothing fires again, and what opened meanwhile does', async () => {
		const [first, second] = [await booked('10:00'), await booked('11:00')];
		const trigger = poller(sandbox);
		await trigger.poll();
		await first.cancel();
		expect(await trigger.poll()).toHaveLength(1);
		await second.cancel();
		const again = trigger.restarted();
		expect(await again.poll()).toEqual([expect.objectContaining(slotAt('11:00'))]);
		expect(await again.restarted().poll()).toBeNull();
	});

	it('was saved before the days that a restart finds in view, and they open nothing', async () => {
		const trigger = poller(sandbox, { parameters: { daysAhead: 3 } });
		await trigger.poll();
		passDays(6);
		expect(await trigger.restarted().poll()).toBeNull();
	});

	it('is lost with the name of the node: it begins anew and fires nothing', async () => {
		const appointment = await booked('10:00');
		const trigger = poller(sandbox);
		await trigger.poll();
		await appointment.cancel();
		const renamed = trigger.restarted({ nodeName: 'Slots' });
		expect(await renamed.poll()).toBeNull();
		const later = await booked('11:00');
		await renamed.poll();
		await later.cancel();
		expect(await renamed.poll()).toHaveLength(1);
	});

});

it('signs in with OAuth2 as well', async () => {
	const appointment = await booked('10:00');
	const trigger = poller(sandbox, { credentials: oauthCredential(sandbox) });
	await trigger.poll();
	await appointment.cancel();
	expect(await trigger.poll()).toHaveLength(1);
});
