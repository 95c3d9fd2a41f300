import { DateTime } from 'luxon';

import { calendarNamed, freeSlots } from './calendars';
import { appointments, byId, type Given, type Scenario } from './scenario';
import { monday, slotAt, ZONE } from '../platform/platform';
import { waitingPage } from '../platform/waitingPage';
import { poller } from '../slotTrigger/poller';

const WANTED = slotAt('10:00');
const START = Date.parse(WANTED.startTime);
const TERMS = { daysAhead: 20, timezone: byId(ZONE) };

/** Starts of the slots that are free within so many days. */
function freeStarts(given: Given, days: number): number[] {
	const today = DateTime.now().setZone(ZONE);
	const [from, to] = [today, today.plus({ days })].map((day) => day.toISODate() ?? '');
	const slots = freeSlots(given, calendarNamed('cal-onboarding'), from, to, ZONE);
	return slots.map(({ startTime }) => Date.parse(startTime));
}

/** Somebody cancels on the platform. */
async function cancel({ sandbox }: Given, eventId: string): Promise<void> {
	await fetch(`${sandbox.url}/calendars/events/${eventId}`, {
		method: 'DELETE',
		headers: { authorization: 'Bearer pit-harbor', version: '2021-07-28' },
	});
}

export const offerScenarios: Scenario[] = [
	{
		name: 'appointment.offerSlots shows free slots, and several clicks book one of them once',
		async run(given) {
			const page = await waitingPage(given.sandbox, TERMS);
			const { status, slots } = await page.open();
			expect(status).toBe(200);
			expect(slots.length).toBeGreaterThan(0);
			expect(freeStarts(given, TERMS.daysAhead)).toEqual(expect.arrayContaining(slots));
			const clicks = await Promise.all([1, 2, 3].map(async () => await page.book(START)));
			expect(appointments(given.control)).toMatchObject([WANTED]);
			const [items, ...others] = clicks.flatMap((click) => (click.items ? [click.items] : []));
			expect(others).toEqual([]);
			expect(items).toMatchObject([{ booked: true, ...WANTED }]);
		},
	},
	{
		name: 'appointment.offerSlots after a lost response does not book a second one',
		async run(given) {
			const page = await waitingPage(given.sandbox, TERMS);
			given.control.addFault({ method: 'POST', path: '/calendars/events', drop: 'afterProcessing' });
			await page.book(START);
			await page.book(START);
			expect(appointments(given.control)).toMatchObject([WANTED]);
		},
	},
	{
		name: 'the Slot Trigger fires once for a slot that opens',
		async run(given) {
			const { control, sandbox } = given;
			const { id } = control.takeSlot({ calendarId: 'cal-onboarding', ...WANTED });
			const before = freeStarts(given, 28);
			const trigger = poller(sandbox);
			expect(await trigger.poll()).toBeNull();
			expect(await trigger.poll()).toBeNull();
			await cancel(given, id);
			const opened = freeStarts(given, 28).filter((start) => !before.includes(start));
			const fired = (await trigger.poll()) ?? [];
			expect(fired.map(({ startTime }) => Date.parse(String(startTime)))).toEqual(opened);
			expect(fired.map(({ date }) => date)).toContain(monday().toISODate());
			expect(await trigger.poll()).toBeNull();
			expect(trigger.failures).toEqual([]);
		},
	},
];
