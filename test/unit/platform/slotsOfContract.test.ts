import {
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';
import { act, byId, byModel, TOOL } from './nodeOnPlatform';

onSaturdayBefore();

/** A calendar of the contract's form, which takes any times, with free hours of a whole hour. */
const hourly = (freeHours: number[]) =>
	new FakeCalendar({ form: 'contract', slotMinutes: 60, freeHours, reactions: [SLOT_IS_TAKEN] });

describe('half an hour that is taken, in a calendar of an hour', () => {
	it('is offered whole hours in its place, which can be booked', async () => {
		const calendar = hourly([10, 11, 14]);

		const { item } = await runAppointment('book', calendar, {
			...halfHourAt(11),
			whenTaken: 'alternatives',
		});

		expect(item).toMatchObject({
			booked: false,
			alternatives: [
				{ startTime: timeAt(10), endTime: timeAt(11) },
				{ startTime: timeAt(14), endTime: timeAt(15) },
			],
		});
		expect(calendar.appointments).toEqual([]);
	});

	it('is told the starts of whole hours by Stop', async () => {
		const { errorMessage } = await runAppointment('book', hourly([10, 14]), halfHourAt(11));

		expect(errorMessage).toBe(
			'The slot on Nov 23, 11:00 – 11:30 AM (UTC) is not available. Nearest free starts on Nov 23: 10:00 AM, 2:00 PM [Item 0]',
		);
	});
});

it('an hour that is taken, in a calendar of half hours, is offered two that touch in its place, and no single one', async () => {
	const calendar = new FakeCalendar({
		form: 'contract',
		freeHours: [10, 10.5, 14],
		reactions: [SLOT_IS_TAKEN],
	});

	const { item } = await runAppointment('book', calendar, {
		startTime: timeAt(12),
		endTime: timeAt(13),
		whenTaken: 'alternatives',
	});

	expect(item?.alternatives).toMatchObject([{ startTime: timeAt(10), endTime: timeAt(11) }]);
});

describe("as a tool, times that are no slot of the contract's calendar", () => {
	const halfHourly = () => new FakeCalendar({ form: 'contract', freeHours: [9, 9.5, 11] });

	it.each([
		{
			what: 'three hours',
			times: { startTime: timeAt(9), endTime: timeAt(12) },
			message: 'The slots of the calendar take 30 minutes, not 180',
		},
		{
			what: 'a quarter of an hour',
			times: { startTime: timeAt(9), endTime: timeAt(9.25) },
			message: 'The slots of the calendar take 30 minutes, not 15',
		},
		{
			what: 'half an hour between two starts',
			times: halfHourAt(9.25),
			message: 'No slot of the calendar begins at 2026-11-23T09:15:00+00:00',
		},
	])('are refused, unsent, with those that are: $what', async ({ times, message }) => {
		for (const operation of ['book', 'reschedule']) {
			const calendar = halfHourly();

			const { errorMessage } = await runAppointment(operation, calendar, times, { asTool: true });

			expect(errorMessage).toContain(
				`${message}. Nothing was sent. Send the start and the end of one slot. The nearest that are free: 2026-11-23T09:00+00:00/2026-11-23T09:30+00:00, 2026-11-23T09:30+00:00/2026-11-23T10:00+00:00, 2026-11-23T11:00+00:00/2026-11-23T11:30+00:00.`,
			);
			expect(calendar.writes).toEqual([]);
		}
	});

	it.each([
		['that is listed', halfHourAt(9)],
		['that is not free, of which the platform decides', halfHourAt(10)],
	])('but a slot %s is sent', async (_, times) => {
		const calendar = halfHourly();

		const { item } = await runAppointment('book', calendar, times, { asTool: true });

		expect(item).toMatchObject({ booked: true });
		expect(calendar.appointments).toMatchObject([times]);
	});

	it('but a person books what the fields say', async () => {
		const calendar = halfHourly();
		const times = { startTime: timeAt(9), endTime: timeAt(12) };

		await runAppointment('book', calendar, times);

		expect(calendar.appointments).toMatchObject([times]);
	});
});

it('as a tool, times are compared with the slots from their day on, in the zone of the workflow', async () => {
	const calendar = new FakeCalendar({ form: 'contract' });
	const midnightInAuckland = {
		startTime: '2026-11-24T00:00:00+13:00',
		endTime: '2026-11-24T00:30:00+13:00',
		options: { timezone: byId('Pacific/Auckland') },
	};

	await runAppointment('book', calendar, midnightInAuckland, { asTool: true });

	const [first] = calendar.requests.filter(({ path }) => path.endsWith('/free-slots'));
	// One day more, as each reading of the list.
	expect(first.qs).toMatchObject({ startDate: '2026-11-23' });
});

it('as a tool, a slot is booked in a calendar with slots of several lengths: they do not show which is meant', async () => {
	const anHour = { startTime: timeAt(10), endTime: timeAt(11) };
	const calendar = new FakeCalendar({
		form: 'contract',
		furtherSlots: [halfHourAt(9), anHour],
	});
	const threeHours = { startTime: timeAt(9), endTime: timeAt(12) };

	const { item } = await runAppointment('book', calendar, threeHours, { asTool: true });

	expect(item).toMatchObject({ booked: true, ...threeHours });
});

it('as a tool, a calendar that the location does not list is refused with the names of five', async () => {
	const calendars = Array.from({ length: 7 }, (_, at) => ({
		id: `cal-${at}`,
		name: at === 1 ? undefined : `Room ${at}`,
	}));

	const { error } = await act(
		'appointment.book',
		{
			calendarId: byId(byModel('calendarId', 'other')),
			contactId: byId('ada'),
			slotSource: 'startEnd',
			...halfHourAt(9),
		},
		{ node: TOOL, responses: () => ({ calendars }) },
	);

	expect(error?.message).toContain(
		"'calendarId' is not one of the location: 'other'. Nothing was sent. Use the ID of one of these: Room 0 (cal-0), a calendar (cal-1), Room 2 (cal-2), Room 3 (cal-3), Room 4 (cal-4).",
	);
});

it('as a tool on HighLevel, which refuses both itself, any calendar and any times are sent', async () => {
	const calendar = new FakeCalendar({ freeHours: [9] });
	const fields = { calendarId: byId('other'), startTime: timeAt(9.25), endTime: timeAt(12) };

	const { item } = await runAppointment('book', calendar, fields, { asTool: true });

	expect(item).toMatchObject({ booked: true });
	expect(calendar.writes).toHaveLength(1);
});

describe("a move as a tool in the contract's form, which shows no appointments", () => {
	const halfHourly = () => new FakeCalendar({ form: 'contract', freeHours: [9, 9.5, 11] });
	const toTwoHours = { startTime: timeAt(9), endTime: timeAt(11) };
	const withoutCalendar = { calendarId: byId(''), whenTaken: 'stop' };

	it('needs the calendar, since any length would be taken without it', async () => {
		const calendar = halfHourly();
		const appointmentId = byId('appt-of-somebody');
		const fields = { ...toTwoHours, ...withoutCalendar, appointmentId };

		const { errorMessage } = await runAppointment('reschedule', calendar, fields, { asTool: true });

		expect(errorMessage).toContain("'Calendar' is empty");
		expect(calendar.requests).toEqual([]);
	});

	it('takes the calendar in which it was booked', async () => {
		const calendar = halfHourly();
		const inOneExecution = { asTool: true, executionId: 'books-and-moves' };
		const booked = await runAppointment('book', calendar, halfHourAt(9), inOneExecution);
		expect(booked.item).toMatchObject({ booked: true, appointmentId: 'appt-1' });

		const wrong = { ...withoutCalendar, ...toTwoHours };
		const tooLong = await runAppointment('reschedule', calendar, wrong, inOneExecution);
		expect(tooLong.errorMessage).toContain('The slots of the calendar take 30 minutes, not 120.');

		const right = { ...withoutCalendar, ...halfHourAt(11) };
		const moved = await runAppointment('reschedule', calendar, right, inOneExecution);
		expect(moved.item).toMatchObject({ rescheduled: true, ...halfHourAt(11) });
	});

	it('takes no calendar of another call for that of the booking', async () => {
		const inOneExecution = { asTool: true, executionId: 'moves-twice' };
		const calendar = halfHourly();
		await runAppointment('reschedule', calendar, halfHourAt(9), inOneExecution);

		const { errorMessage } = await runAppointment(
			'reschedule',
			calendar,
			{ ...halfHourAt(11), ...withoutCalendar },
			inOneExecution,
		);

		expect(errorMessage).toContain("'Calendar' is empty");
	});

	it('is refused to no person, who may know of a move to another calendar', async () => {
		const calendar = halfHourly();
		await runAppointment('book', calendar, halfHourAt(9));

		const { item } = await runAppointment('reschedule', calendar, {
			...halfHourAt(11),
			calendarId: byId('cal-2'),
		});

		expect(item).toMatchObject({ rescheduled: true });
	});

	it('is refused in another calendar than the one in which it was booked, also with the next message of a chat', async () => {
		const calendar = halfHourly();
		await runAppointment('book', calendar, halfHourAt(9), { asTool: true });
		const elsewhere = { ...halfHourAt(11), calendarId: byId('cal-2') };

		const { errorMessage } = await runAppointment('reschedule', calendar, elsewhere, {
			asTool: true,
		});

		expect(errorMessage).toBe(
			"The appointment 'appt-1' was booked in the calendar 'cal-1', not in 'cal-2'. Nothing was sent. Use the calendar 'cal-1'. If the business has moved the appointment to another calendar since, a person has to change its time there.",
		);
		expect(calendar.writes).toHaveLength(1);
	});

	it('but a person moves it without a calendar, to any length', async () => {
		const calendar = halfHourly();

		const { item } = await runAppointment('reschedule', calendar, {
			...toTwoHours,
			...withoutCalendar,
		});

		expect(item).toMatchObject({ rescheduled: true, ...toTwoHours });
	});
});

it('the length is compared with slots of a month where the week is full', async () => {
	const inThreeWeeks = 24 * 21;
	const calendar = new FakeCalendar({ form: 'contract', freeHours: [inThreeWeeks + 9] });
	const times = { startTime: timeAt(9), endTime: timeAt(12) };

	const { errorMessage } = await runAppointment('book', calendar, times, { asTool: true });

	expect(errorMessage).toContain('The slots of the calendar take 30 minutes, not 180.');
	expect(calendar.writes).toEqual([]);
});
