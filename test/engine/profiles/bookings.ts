import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { IDataObject, INode } from 'n8n-workflow';

import { appointments, freeSlots, succeeded, textOf, type Given, type Scenarios } from './scenario';
import type { Appointment } from '../../../sandbox/calendars/appointmentBook';
import type { RunResult } from '../../support/engine';
import { byId } from '../../support/e2e/platformParameters';
import { act, bookingForAda, monday, slotAt, tokenCredential, ZONE } from '../platform/platform';
import { waitingPage } from '../platform/waitingPage';
import { poller } from '../slotTrigger/poller';

const WANTED = slotAt('10:00');
const LATER = slotAt('11:00');
const LOST = { path: '/calendars/events', drop: 'afterProcessing' } as const;
/** A text that blames the slot. */
const BLAMES_THE_SLOT = /slot[^.]*(not available|taken)/i;
const RETRIES: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

async function run({ sandbox }: Given, name: string, parameters: IDataObject, node?: Partial<INode>): Promise<RunResult> {
	const all = { ...bookingForAda, ...parameters, options: { timezone: byId(ZONE), ...(parameters.options as IDataObject | undefined) } };
	// The engine tests' executions have no ID, by which the node tells one from the next.
	return await act(sandbox, `appointment.${name}`, all, { node: { ...node, id: randomUUID() } });
}

const book = async (given: Given, parameters: IDataObject = {}, node?: Partial<INode>) =>
	await run(given, 'book', { ...WANTED, ...parameters }, node);

const take = ({ control }: Given) =>
	control.takeSlot({ calendarId: 'cal-onboarding', ...WANTED, contactId: 'contact-somebody-else' });

/** Starts of the slots that nobody has taken, on dates in the zone. */
function freeStarts(given: Given, from: DateTime, days = 0): number[] {
	const [startDate, endDate] = [from, from.plus({ days })].map((day) => day.toFormat('yyyy-MM-dd'));
	const slots = freeSlots(given, { calendarId: 'cal-onboarding', startDate, endDate, zone: ZONE });
	return slots.map(({ startTime }) => Date.parse(startTime));
}

/** Epoch milliseconds, whatever the offset of the texts. */
const spanOf = ({ startTime, endTime }: IDataObject | Appointment) => [startTime, endTime].map((time) => Date.parse(String(time)));

/** The output tells what is on the platform: one appointment of the contact. */
function toldTruly({ control }: Given, result: RunResult): void {
	const [found, ...others] = appointments(control).filter(({ contactId }) => contactId === 'contact-ada');
	expect(others).toEqual([]);
	expect(succeeded(result)).toMatchObject([{ booked: true, appointmentId: found.id }]);
	expect(spanOf(result.json[0])).toEqual(spanOf(found));
}

export const bookings: Scenarios = {
	async 'a free slot is booked once'(given) {
		toldTruly(given, await book(given, { options: { title: 'First visit' } }));
		expect(appointments(given.control)).toMatchObject([{ ...WANTED, title: 'First visit' }]);
		const again = await book(given);
		// HighLevel can be asked whose the appointment is.
		const told = given.profile.form === 'contract' ? textOf(again) : JSON.stringify(again.json);
		expect(told).toMatch(/already has an appointment|not available|"alreadyBooked":true/);
		expect(appointments(given.control)).toHaveLength(1);
	},

	async 'a taken slot: Stop names free ones, and the alternatives can be booked'(given) {
		take(given);
		const text = textOf(await book(given));
		expect(text).toMatch(BLAMES_THE_SLOT);
		const [, day, starts = ''] = /Nearest free starts on (\w+ \d+)[^:]*: ([^[;]*\d)/.exec(text) ?? [];
		expect(day).toBe(monday().toFormat('LLL d'));
		const named = starts.split(', ').map((each) => {
			const [hour, minute] = each.split(':').map(Number);
			return monday().set({ hour, minute }).toMillis();
		});
		expect(freeStarts(given, monday())).toEqual(expect.arrayContaining(named));
		const json = succeeded(await book(given, { whenTaken: 'alternatives', maxAlternatives: 3 }));
		const alternatives = json[0].alternatives as Array<{ startTime: string; endTime: string }>;
		expect([json[0].booked, alternatives.length]).toEqual([false, 3]);
		for (const { startTime, endTime } of alternatives) succeeded(await book(given, { startTime, endTime }));
	},

	async 'a taken time in a long window: the next free one of the same length is booked'(given) {
		const fields = { calendarId: byId('cal-walk-in'), contactId: 'contact-cleo', whenTaken: 'nextFree', withinHours: 4 };
		given.control.takeSlot({ calendarId: 'cal-walk-in', ...WANTED });
		const credentials = tokenCredential(given.sandbox, { accessToken: 'pit-summit', locationId: 'loc-summit' });
		const parameters = { ...fields, ...WANTED, options: { timezone: byId(ZONE) } };
		const [item] = succeeded(await act(given.sandbox, 'appointment.book', parameters, { credentials }));
		expect(spanOf(item)).toEqual(spanOf(slotAt('10:30')));
	},

	async 'the slot is not blamed for an unknown contact or appointment'(given) {
		const whenTaken = 'nextFree';
		const results = [
			await book(given, { contactId: 'contact-nobody', whenTaken }),
			await run(given, 'reschedule', { appointmentId: 'appt-unknown', ...LATER, whenTaken }),
		];
		for (const text of results.map(textOf)) {
			expect(text).not.toBe('');
			expect(text).not.toMatch(BLAMES_THE_SLOT);
		}
		expect(appointments(given.control)).toEqual([]);
		expect(given.control.requests({ operationId: 'reschedule_appointment' })).toHaveLength(1);
	},

	async 'after a lost response, a retry books no second slot'(given) {
		for (const whenTaken of ['stop', 'alternatives', 'nextFree']) {
			await given.control.reset();
			given.control.setProfile(given.profile);
			given.control.addFault({ method: 'POST', ...LOST });
			const result = await book(given, { whenTaken }, RETRIES);
			expect(appointments(given.control)).toMatchObject([WANTED]);
			// The contract does not tell whose the appointment is: neither a success nor a free alternative.
			if (given.profile.form === 'contract') expect(textOf(result)).not.toBe('');
			else toldTruly(given, result);
		}
	},

	async 'slow: after a lost response, sending once more books no second slot'(given) {
		given.control.addFault({ method: 'POST', ...LOST });
		const result = await book(given, { whenTaken: 'nextFree', options: { onUnknownOutcome: 'sendOnceMore' } });
		expect(appointments(given.control)).toMatchObject([WANTED]);
		// A 400 to the second request does not tell whose the appointment is.
		const isKnown = given.profile.form === 'contract' && given.profile.refusalOrder === '409 first';
		expect(isKnown ? succeeded(result) : [textOf(result)]).toMatchObject([isKnown ? { booked: true, ...WANTED } : expect.stringMatching(/outcome unknown/i)]);
	},

	async 'an appointment is moved, stays after a lost response, and is canceled once'(given) {
		const { id: appointmentId } = take(given);
		const moved = succeeded(await run(given, 'reschedule', { appointmentId, ...LATER }));
		expect(moved).toMatchObject([{ rescheduled: true, ...LATER, appointmentId }]);
		given.control.addFault({ method: 'PUT', ...LOST });
		await run(given, 'reschedule', { appointmentId, ...WANTED, whenTaken: 'nextFree' }, RETRIES);
		expect(appointments(given.control)).toMatchObject([{ id: appointmentId, ...WANTED }]);
		const cancel = async () => await act(given.sandbox, 'appointment.cancel', { appointmentId });
		expect(succeeded(await cancel())).toMatchObject([{ canceled: true, appointmentId }]);
		expect(appointments(given.control)).toEqual([]);
		expect(textOf(await cancel())).toMatch(/appointment/i);
	},

	async 'a contact is shown free slots, and several clicks book one of them once'(given) {
		const daysAhead = 20;
		const page = await waitingPage(given.sandbox, { options: { daysAhead, timezone: byId(ZONE) } });
		const { status, slots } = await page.open();
		expect([status, slots.length > 0]).toEqual([200, true]);
		expect(freeStarts(given, DateTime.now().setZone(ZONE), daysAhead)).toEqual(expect.arrayContaining(slots));
		const clicks = await Promise.all([1, 2, 3].map(async () => await page.book(Date.parse(WANTED.startTime))));
		expect(appointments(given.control)).toMatchObject([WANTED]);
		const items = clicks.flatMap((click) => (click.items ? [click.items] : []));
		expect(items).toMatchObject([[{ booked: true }]]);
		expect(spanOf(items[0][0])).toEqual(spanOf(WANTED));
	},

	async 'the Slot Trigger fires once for a slot that opens'(given) {
		const { id } = take(given);
		const today = DateTime.now().setZone(ZONE);
		const before = freeStarts(given, today, 28);
		const trigger = poller(given.sandbox);
		expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
		succeeded(await act(given.sandbox, 'appointment.cancel', { appointmentId: id }));
		const opened = freeStarts(given, today, 28).filter((start) => !before.includes(start));
		const fired = (await trigger.poll()) ?? [];
		expect(fired.map(({ startTime }) => Date.parse(String(startTime)))).toEqual(opened);
		expect(fired.map(({ date }) => date)).toContain(monday().toISODate());
		expect([await trigger.poll(), trigger.failures]).toEqual([null, []]);
	},
};
