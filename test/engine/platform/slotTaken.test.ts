import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { act, bookingForAda, contacts, monday, slotAt, ZONE } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const take = (...times: string[]) => {
	for (const time of times) {
		sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt(time) });
	}
};
const book = async (time: string, parameters: IDataObject) =>
	await act(sandbox, 'appointment.book', {
		...bookingForAda,
		...slotAt(time),
		timezone: { __rl: true, mode: 'id', value: ZONE },
		...parameters,
	});
const startsOf = (alternatives: unknown) =>
	(alternatives as IDataObject[]).map(({ startTime }) => startTime);
const startOf = (time: string, plusDays = 0) => slotAt(time, plusDays).startTime;

describe('when the slot is taken', () => {
	it('returns a hundred alternatives at most, whatever an expression asks for', async () => {
		take('10:00');
		const { startTime } = slotAt('10:00');
		const endTime = startTime.replace(':00:00', ':05:00');
		const many = { endTime, whenTaken: 'alternatives', maxAlternatives: 1e300 };
		const { json } = await book('10:00', many);
		expect(json[0].alternatives).toHaveLength(100);
	});

	it('stops with a message that lists the nearest free starts', async () => {
		take('10:00');
		const { error } = await book('10:00', {});
		const isThisYear = monday().hasSame(DateTime.now().setZone(ZONE), 'year');
		const day = monday().toFormat(isThisYear ? 'LLL d' : 'LLL d, yyyy');
		expect(error?.httpCode).toBe('400');
		expect(error?.message).toMatch(
			new RegExp(
				`^The slot on ${day}, 10:00 to 10:30 \\(America/New_York\\) is not available\\. ` +
					`Nearest free starts on ${day}: 9:30, 10:30, 11:00 \\[Item 0\\]$`,
			),
		);
		expect(error?.description).toContain('The platform says: "The slot is not available"');
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('returns alternatives: same calendar, same length, nearest first', async () => {
		take('10:00', '10:30');
		const { json, error } = await book('10:00', { whenTaken: 'alternatives', maxAlternatives: 4 });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({ booked: false, reason: 'slotTaken', calendarId: 'cal-onboarding' });
		expect(json[0].message).toContain('Choose one of the alternatives');
		expect(startsOf(json[0].alternatives)).toEqual(
			['09:30', '11:00', '09:00', '11:30'].map((time) => startOf(time)),
		);
		expect((json[0].alternatives as IDataObject[])[0]).toEqual({
			...slotAt('09:30'),
			startLocal: expect.stringContaining('T09:30:00-0'),
			endLocal: expect.stringContaining('T10:00:00-0'),
			timezone: ZONE,
		});
	});

	it('looks across the following days, and combines free slots where that is switched on', async () => {
		take('15:30', '16:30');
		const { json } = await book('15:30', {
			endTime: slotAt('16:00').endTime,
			options: { combineSlots: true },
			whenTaken: 'alternatives',
			maxAlternatives: 60,
		});
		const starts = startsOf(json[0].alternatives);
		expect(starts[0]).toBe(startOf('14:30'));
		expect(starts).not.toContain(startOf('15:00'));
		expect(starts).toContain(startOf('09:00', 1));
		expect(starts).not.toContain(startOf('16:30', 1));
	});

	it('books the next free slot, and tells which', async () => {
		take('10:00', '10:30');
		const { json } = await book('10:00', { whenTaken: 'nextFree', withinHours: 3 });
		expect(json[0]).toMatchObject({
			booked: true,
			...slotAt('11:00'),
			wantedStartTime: startOf('10:00'),
		});
	});

	it('books the next free slot on the next day when it is within the hours', async () => {
		take('16:30');
		const { json } = await book('16:30', { whenTaken: 'nextFree', withinHours: 17 });
		expect(json[0]).toMatchObject({ booked: true, startTime: startOf('09:00', 1) });
	});

	it('takes hours without sense for ninety days', async () => {
		take('10:00');
		const { json } = await book('10:00', { whenTaken: 'nextFree', withinHours: 1e300 });
		expect(json[0]).toMatchObject({ booked: true, startTime: startOf('10:30') });
	});

	it('of 20 that race for one slot, one books and 19 get alternatives', async () => {
		const ids = contacts(sandbox, 20);
		const runs = await Promise.all(
			ids.map(async (contactId) => await book('10:00', { contactId, whenTaken: 'alternatives' })),
		);
		const results = runs.map(({ json }) => json[0]);
		expect(results.filter(({ booked }) => booked)).toHaveLength(1);
		const others = results.filter(({ booked }) => !booked);
		expect(others).toHaveLength(19);
		for (const { alternatives } of others) {
			expect(startsOf(alternatives)).toHaveLength(5);
			expect(startsOf(alternatives)).not.toContain(startOf('10:00'));
		}
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('of 10 that race and take the next free one, all book, and no slot twice', async () => {
		const ids = contacts(sandbox, 10);
		const runs = await Promise.all(
			ids.map(async (contactId) => await book('10:00', { contactId, whenTaken: 'nextFree' })),
		);
		expect(runs.every(({ json }) => json[0]?.booked === true)).toBe(true);
		const starts = sandbox.control.appointments().map(({ startTime }) => startTime);
		expect(new Set(starts).size).toBe(10);
	});
});

describe('Appointment > Reschedule', () => {
	const booked = async () => {
		const { json } = await act(sandbox, 'appointment.book', { ...bookingForAda, ...slotAt('10:00') });
		return String(json[0].eventId);
	};
	const move = async (eventId: string, parameters: IDataObject) =>
		await act(sandbox, 'appointment.reschedule', { eventId, ...parameters });

	it('moves the appointment and keeps what is not given, the status too', async () => {
		const eventId = await booked();
		const { json, error } = await move(eventId, slotAt('11:00'));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ rescheduled: true, eventId, ...slotAt('11:00') });
		const [request] = sandbox.control.requests({ operationId: 'reschedule_appointment' });
		expect(request.body).toEqual(slotAt('11:00'));
		expect(request.path).toBe(`/calendars/events/appointments/${eventId}`);
	});

	it('offers alternatives', async () => {
		const eventId = await booked();
		take('11:00');
		const calendarId = { __rl: true, mode: 'id', value: 'cal-onboarding' };
		const { json } = await move(eventId, {
			...slotAt('11:00'),
			calendarId,
			whenTaken: 'alternatives',
		});
		expect(json[0]).toMatchObject({ rescheduled: false, reason: 'slotTaken', eventId });
		expect(startsOf(json[0].alternatives)[0]).toBe(startOf('11:30'));

		const next = await move(eventId, { ...slotAt('11:00'), calendarId, whenTaken: 'nextFree' });
		expect(next.json[0]).toMatchObject({ rescheduled: true, ...slotAt('11:30') });
	});

	it('stops, and asks for the calendar in order to list alternatives', async () => {
		const eventId = await booked();
		take('11:00');
		const { error } = await move(eventId, slotAt('11:00'));
		expect(error?.description).toContain("Fill in 'Calendar' to list the nearest free slots");
		const needed = await move(eventId, { ...slotAt('11:00'), whenTaken: 'nextFree' });
		expect(needed.error?.message).toBe("'Calendar' is empty [Item 0]");
	});

	it('asks for the duration, rather than change it in silence', async () => {
		const eventId = await booked();
		const { startTime } = slotAt('11:00');
		const byDuration = { startTime, slotSource: 'startDuration' };
		const { error } = await move(eventId, byDuration);
		expect(error?.message).toBe("'Duration' is empty [Item 0]");
		expect(error?.description).toContain("the platform documents no way to read the current length");
		expect(sandbox.control.appointments()[0]).toMatchObject(slotAt('10:00'));

		const { json } = await move(eventId, { ...byDuration, duration: 30 });
		expect(json[0]).toMatchObject({ rescheduled: true, ...slotAt('11:00') });
	});

	it('explains an unknown appointment and a conflict', async () => {
		const { error } = await move('a/b?x#y', slotAt('11:00'));
		expect(error?.message).toContain("The appointment 'a/b?x#y' was not found");
		expect(sandbox.control.requests()[0].path).toBe('/calendars/events/appointments/a%2Fb%3Fx%23y');
		sandbox.control.addFault({ method: 'PUT', status: 409 });
		expect((await move('appt-1', slotAt('11:00'))).error?.message).toContain(
			'The contact already has another appointment',
		);
	});
});

describe('Appointment > Cancel', () => {
	const cancel = async (eventId: string, options: IDataObject = {}) =>
		await act(sandbox, 'appointment.cancel', { eventId, options });

	it('answers deleted: true with the id, and sends no body', async () => {
		const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt('10:00') });
		const { json } = await cancel(id);
		expect(json).toEqual([{ deleted: true, eventId: id }]);
		const [request] = sandbox.control.requests();
		expect(request).toMatchObject({ method: 'DELETE', path: `/calendars/events/${id}` });
		expect(sandbox.control.appointments()[0].appointmentStatus).toBe('cancelled');
	});

	it('says that it already is canceled; which can be treated as done', async () => {
		const { id } = sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt('10:00') });
		await cancel(id);
		const again = await cancel(id);
		expect(again.error?.message).toContain('it may be canceled already');
		const done = await cancel(id, { whenAlreadyCancelled: 'done' });
		expect(done.json).toEqual([{ deleted: true, eventId: id, alreadyCanceled: true }]);
	});
});
