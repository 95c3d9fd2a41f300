import {
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';

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

describe("as a tool, times that are no slot of the contract's calendar", () => {
	const halfHourly = () => new FakeCalendar({ form: 'contract', freeHours: [9, 9.5, 11] });

	it.each([
		[
			'three hours',
			{ startTime: timeAt(9), endTime: timeAt(12) },
			'The slots of the calendar take 30 minutes, not 180.',
		],
		[
			'a quarter of an hour',
			{ startTime: timeAt(9), endTime: timeAt(9.25) },
			'The slots of the calendar take 30 minutes, not 15.',
		],
		[
			'half an hour between two starts',
			halfHourAt(9.25),
			'No slot of the calendar begins at 2026-11-23T09:15:00+00:00.',
		],
	])('are refused, unsent, with those that are: %s', async (_, times, message) => {
		for (const operation of ['book', 'reschedule']) {
			const calendar = halfHourly();

			const { errorMessage } = await runAppointment(operation, calendar, times, { asTool: true });

			expect(errorMessage).toContain(message);
			expect(errorMessage).toContain(
				'Nothing was sent. Send the start and the end of one slot. The nearest that are free: 2026-11-23T09:00+00:00/2026-11-23T09:30+00:00, ',
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
