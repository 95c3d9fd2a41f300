import { advanceClock, book, fixedClock, NOW, send, startAt } from './support';
import { byDate, datesToInterval, isOffered, openSlots } from '../../../sandbox/calendars/freeSlots';
import { profileOf } from '../../../sandbox/profile';
import type { Calendar } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';

const usual = profileOf('usual');
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const at = (text: string) => Date.parse(text);

function calendar(change: Partial<Calendar> = {}): Calendar {
	return {
		...{ id: 'cal', locationId: 'loc', name: 'Calendar', timeZone: 'America/New_York', slotMinutes: 30 },
		workingHours: [{ weekdays: EVERY_DAY, start: '09:00', end: '11:00' }],
		...change,
	};
}

const starts = (one: Calendar, startDate: string, endDate = startDate, zone = one.timeZone) =>
	openSlots(one, datesToInterval(startDate, endDate, zone, usual), [], 0, usual).map(({ start }) =>
		new Date(start).toISOString(),
	);

describe('the slots of a calendar', () => {
	it('keep wall-clock hours across the change to summer time', () => {
		// New York changes on Sunday 2030-03-10: 09:00 is 14:00 UTC before and 13:00 UTC after.
		expect(starts(calendar(), '2030-03-09')[0]).toBe('2030-03-09T14:00:00.000Z');
		expect(starts(calendar(), '2030-03-10')[0]).toBe('2030-03-10T13:00:00.000Z');
	});

	it('are fewer in the night that loses an hour, and more on the day of 25 hours', () => {
		const night = calendar({ workingHours: [{ weekdays: EVERY_DAY, start: '00:00', end: '04:00' }] });
		const slots = starts(night, '2030-03-10');
		expect([slots.length, slots[0], slots[5]]).toEqual([6, '2030-03-10T05:00:00.000Z', '2030-03-10T07:30:00.000Z']);
		const dayLong = calendar({ workingHours: [{ weekdays: EVERY_DAY, start: '00:00', end: '24:00' }], slotMinutes: 60 });
		expect([starts(dayLong, '2030-11-03').length, starts(dayLong, '2030-03-10').length]).toEqual([25, 23]);
	});

	it('lie on dates of the zone asked for, both inclusive', () => {
		// 09:00 to 11:00 in New York is the evening of the same day in Tokyo, 22:00 to 24:00.
		expect(starts(calendar(), '2030-05-06', '2030-05-07', 'Asia/Tokyo')).toHaveLength(8);
		// In Auckland it is the small hours of the next day.
		expect(starts(calendar(), '2030-05-07', '2030-05-07', 'Pacific/Auckland')[0]).toBe('2030-05-06T13:00:00.000Z');
	});

	it('are keyed by the date in that zone, with times in UTC', () => {
		const slot = { start: at('2030-05-06T13:00Z'), end: at('2030-05-06T13:30Z') };
		const times = { startTime: startAt('13:00'), endTime: startAt('13:30') };
		expect(byDate([slot], 'Pacific/Auckland', usual)).toEqual({ _dates_: { '2030-05-07': [times] } });
		expect(byDate([slot], 'America/New_York', usual)).toEqual({ _dates_: { '2030-05-06': [times] } });
	});

	it('leave out the rest of the hours that is shorter than a slot', () => {
		expect(starts(calendar({ slotMinutes: 45 }), '2030-05-06')).toHaveLength(2);
	});

	it('leave out every slot that a booking touches, and none that it only meets', () => {
		const span = datesToInterval('2030-05-06', '2030-05-06', 'America/New_York', usual);
		const taken = [{ start: at('2030-05-06T13:30Z'), end: at('2030-05-06T14:15Z') }];
		const free = openSlots(calendar(), span, taken, 0, usual).map(({ start }) => start);
		expect(free).toEqual([at('2030-05-06T13:00Z'), at('2030-05-06T14:30Z')]);
	});
});

describe('what can be booked', () => {
	const split = ['09:00-10:00', '11:00-12:00'].map((hours) => {
		const [start, end] = hours.split('-');
		return { weekdays: EVERY_DAY, start, end };
	});

	it.each<[string, string, string, boolean, Partial<Calendar>?]>([
		['one slot', '13:00', '13:30', true],
		['several in a row', '13:00', '14:30', true],
		['off the grid', '13:05', '13:35', false],
		['one and a half slots', '13:00', '13:45', false],
		['beyond the hours', '14:30', '15:30', false],
		['nothing', '13:00', '13:00', false],
		['backwards', '13:30', '13:00', false],
		['across a break', '13:30', '15:30', false, { workingHours: split }],
	])('%s', (_what, start, end, expected, change = {}) => {
		const span = { start: at(`2030-05-06T${start}Z`), end: at(`2030-05-06T${end}Z`) };
		expect(isOffered(calendar(change), span)).toBe(expected);
	});
});

describe('over HTTP', () => {
	const sandbox = useSandbox({ clock: fixedClock });
	const later = { startTime: startAt('15:00'), endTime: startAt('15:30') };
	const put = async (id: string, json: Record<string, unknown>, token?: string) =>
		(await send(sandbox, 'PUT', `/calendars/events/appointments/${id}`, { json, token })).status;
	const cancel = async (id: string, token?: string) =>
		(await send(sandbox, 'DELETE', `/calendars/events/${id}`, { token })).status;

	async function freeSlots(startDate: string, endDate: string) {
		const path = `/calendars/cal-onboarding/free-slots?startDate=${startDate}&endDate=${endDate}`;
		const { body } = await send(sandbox, 'GET', path);
		return (body as { _dates_: Record<string, Array<{ startTime: string; endTime: string }>> })._dates_;
	}

	it('leaves out dates without a slot, and what has passed', async () => {
		// Friday to Monday; nobody works at the weekend.
		expect(Object.keys(await freeSlots('2030-05-10', '2030-05-13'))).toEqual(['2030-05-10', '2030-05-13']);
		advanceClock(Date.parse(startAt('20:15')) - NOW);
		const last = { startTime: startAt('20:30'), endTime: startAt('21:00') };
		expect(await freeSlots('2030-05-05', '2030-05-06')).toEqual({ '2030-05-06': [last] });
	});

	it('moves an appointment, frees its old slot and keeps the status unless one is sent', async () => {
		await book(sandbox, { appointmentStatus: 'new' });
		expect(await put('appt-1', later)).toBe(200);
		expect(sandbox.control.appointments()).toMatchObject([{ ...later, appointmentStatus: 'new' }]);
		expect((await book(sandbox, { contactId: 'contact-ben' })).status).toBe(200);
		// It does not stand in its own way, but others do.
		const longer = { startTime: startAt('14:30'), endTime: startAt('15:30'), appointmentStatus: 'confirmed' };
		expect(await put('appt-1', longer)).toBe(200);
		expect(await put('appt-1', { startTime: startAt('13:00'), endTime: startAt('13:30') })).toBe(400);
		const own = { startTime: startAt('18:00'), endTime: startAt('18:30') };
		await book(sandbox, own);
		expect(await put('appt-1', own)).toBe(409);
		expect(sandbox.control.appointments()[0]).toMatchObject(longer);
	});

	it('404 for what is unknown, of another location, or canceled', async () => {
		await book(sandbox);
		const refused = [await put('appt-9', later), await put('appt-1', later, 'pit-summit'), await cancel('appt-1', 'pit-summit')];
		await cancel('appt-1');
		expect([...refused, await put('appt-1', later)]).toEqual([404, 404, 404, 404]);
		expect(sandbox.control.appointments()).toMatchObject([{ appointmentStatus: 'cancelled' }]);
	});
});
