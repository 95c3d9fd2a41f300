import { bodyOf, type Refusal, REFUSALS, wordsOf } from '../../support/recordedRefusals';
import { failed } from '../platformApi/fakePlatform';
import {
	adasAppointment,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	refuses,
	runAppointment,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';
import { byId } from './nodeOnPlatform';

onSaturdayBefore();

const WHEN_TAKEN = ['stop', 'alternatives', 'nextFree'];

describe.each(WHEN_TAKEN)(
	"a booking that is refused since the slot is the contact's own (%s)",
	(whenTaken) => {
		const adasAtNine = adasAppointment({ id: 'adas', endTime: timeAt(10) });
		const bensAtNine = adasAppointment({ id: 'bens', contactId: 'ben' });
		const arranged = {
			appointments: [bensAtNine, adasAtNine],
			freeHours: [11],
			reactions: [SLOT_IS_TAKEN],
		};

		it('stops, and names the appointment', async () => {
			const calendar = new FakeCalendar(arranged);

			const end = await runAppointment('book', calendar, { whenTaken });

			expect(end.errorMessage).toBe(
				"The contact 'ada' already has the appointment 'adas' in this calendar: Nov 23, 9:00 – 10:00 AM [Item 0]",
			);
			expect(end.errorDescription).toBe(
				"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'. The platform says: \"The slot you have selected is no longer available.\"",
			);
			expect(calendar.writes).toHaveLength(1);
		});

		it('stops for a model that is to stop, which is told to choose another time', async () => {
			const calendar = new FakeCalendar(arranged);
			const fields = { whenTaken, options: { whenAlreadyBooked: 'stop' } };

			const { errorMessage } = await runAppointment('book', calendar, fields, { asTool: true });

			expect(errorMessage).toBe(
				"The contact 'ada' already has the appointment 'adas' in this calendar: Nov 23, 9:00 – 10:00 AM. For another appointment, choose another time. The platform says: \"The slot you have selected is no longer available.\"",
			);
		});

		it("is as good as booked where 'When Already Booked' says so", async () => {
			const calendar = new FakeCalendar(arranged);

			const { item } = await runAppointment('book', calendar, {
				whenTaken,
				options: { whenAlreadyBooked: 'done' },
			});

			expect(item).toMatchObject({
				booked: true,
				alreadyBooked: true,
				appointmentId: 'adas',
				endTime: timeAt(10),
			});
			expect(calendar.writes).toHaveLength(1);
		});

		it('books nothing else where that cannot be read', async () => {
			const calendar = new FakeCalendar({ ...arranged, readFailure: failed(403) });

			await runAppointment('book', calendar, { whenTaken });

			expect(calendar.writes).toHaveLength(1);
		});
	},
);

describe('a booking that is refused, where it cannot be read whether the slot is its own,', () => {
	const arranged = { freeHours: [11], reactions: [SLOT_IS_TAKEN], readFailure: failed(403) };
	const COULD_NOT_BE_ASKED = 'The platform could not be asked whether it was done before: ';
	const WORDS_OF_PLATFORM = 'The slot you have selected is no longer available.';

	it.each(['stop', 'nextFree'])('fails with both reasons, with %s', async (whenTaken) => {
		const end = await runAppointment('book', new FakeCalendar(arranged), { whenTaken });

		expect(end.errorDescription).toContain(COULD_NOT_BE_ASKED);
		expect(end.errorDescription).toContain(WORDS_OF_PLATFORM);
	});

	it('puts out both reasons with Return Alternatives', async () => {
		const calendar = new FakeCalendar(arranged);

		const { item } = await runAppointment('book', calendar, { whenTaken: 'alternatives' });

		expect(item.message).toContain(COULD_NOT_BE_ASKED);
		expect(item.message).toContain(WORDS_OF_PLATFORM);
	});
});

it('a model that is to choose another slot is told what could not be asked', async () => {
	const calendar = new FakeCalendar({
		freeHours: [11],
		readFailure: failed(400, { message: 'Try it later' }),
		reactions: [SLOT_IS_TAKEN],
	});
	const stop = { whenTaken: 'stop' };

	const { errorMessage } = await runAppointment('book', calendar, stop, { asTool: true });

	expect(errorMessage).toContain(
		'Choose another slot. The platform could not be asked whether it was done before: ',
	);
});

describe('a refused booking is no own one', () => {
	it.each([
		['in another calendar', { calendarId: 'cal-2' }],
		['at another time', halfHourAt(9.5)],
		['that was canceled', { appointmentStatus: 'cancelled' }],
		['that was deleted', { deleted: true }],
	])('for an appointment %s', async (_, otherwise) => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment(otherwise)],
			freeHours: [10],
			reactions: [SLOT_IS_TAKEN],
		});

		const { errorMessage } = await runAppointment('book', calendar);

		expect(errorMessage).toBe(
			'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available. Nearest free starts on Nov 23: 10:00 AM [Item 0]',
		);
		expect(calendar.writes).toHaveLength(1);
	});
});

describe('Use Next Free Slot, when it runs again after it has booked', () => {
	const nextFree = { whenTaken: 'nextFree', options: { whenAlreadyBooked: 'done' } };

	it('finds the appointment that it made the first time', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment(halfHourAt(10))],
			freeHours: [11],
			reactions: [SLOT_IS_TAKEN],
		});

		const { item } = await runAppointment('book', calendar, nextFree);

		expect(item).toMatchObject({
			booked: true,
			alreadyBooked: true,
			appointmentId: 'appt-1',
			wantedStartTime: timeAt(9),
			...halfHourAt(10),
		});
		expect(calendar.writes).toHaveLength(1);
	});

	it.each([
		{ what: 'where an earlier slot is free', times: halfHourAt(11), freeHour: 10 },
		{
			what: 'whose times cannot be read',
			times: { startTime: 'soon', endTime: 'later' },
			freeHour: 11,
		},
		{ what: 'that is longer', times: { startTime: timeAt(10), endTime: timeAt(11) }, freeHour: 11 },
	])('books a new one beside one $what', async ({ times, freeHour }) => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment(times)],
			freeHours: [freeHour],
			reactions: [SLOT_IS_TAKEN],
		});

		const { item } = await runAppointment('book', calendar, nextFree);

		expect(item).toMatchObject({ booked: true, appointmentId: 'appt-2', ...halfHourAt(freeHour) });
		expect(item).not.toHaveProperty('alreadyBooked');
		expect(calendar.appointments).toHaveLength(2);
	});
});

it('Use Next Free Slot books the wanted length, also where the free slots are longer', async () => {
	const calendar = new FakeCalendar({
		freeHours: [10],
		slotMinutes: 60,
		reactions: [SLOT_IS_TAKEN],
	});

	const { item } = await runAppointment('book', calendar, { whenTaken: 'nextFree' });

	expect(item).toMatchObject({ booked: true, ...halfHourAt(10) });
});

describe('Reschedule that is refused', () => {
	it('is done where the appointment stands there already', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			reactions: [SLOT_IS_TAKEN],
		});

		const { item } = await runAppointment('reschedule', calendar);

		expect(item).toMatchObject({ rescheduled: true, contactId: 'ada', ...halfHourAt(9) });
		expect(calendar.writes).toHaveLength(1);
	});

	it.each([
		{ what: 'has another end', otherwise: { endTime: timeAt(10) }, fields: {} },
		{ what: 'has another start', otherwise: { startTime: timeAt(8.5) }, fields: {} },
		{
			what: 'has another status than is sent',
			otherwise: {},
			fields: { options: { appointmentStatus: 'new' } },
		},
	])('is not done where it $what, and says what is free', async ({ otherwise, fields }) => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment(otherwise)],
			freeHours: [10],
			reactions: [SLOT_IS_TAKEN],
		});

		const { errorMessage } = await runAppointment('reschedule', calendar, fields);

		expect(errorMessage).toBe(
			'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available. Nearest free starts on Nov 23: 10:00 AM [Item 0]',
		);
		expect(calendar.appointments).toEqual([adasAppointment(otherwise)]);
	});

	it("names what is free in the appointment's own calendar where none is chosen", async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment(halfHourAt(14))],
			freeHours: [10],
			reactions: [SLOT_IS_TAKEN],
		});

		const { errorMessage } = await runAppointment('reschedule', calendar, {
			calendarId: byId(''),
		});

		expect(errorMessage).toContain('Nearest free starts on Nov 23: 10:00 AM');
	});
});

/** How often Book and Reschedule write where the platform refuses so, while other slots are free. */
async function countWrites(operation: string, refusal: Refusal): Promise<number> {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment(halfHourAt(14))],
		freeHours: [10, 11],
		reactions: [{ kind: 'doNothing', response: failed(refusal.status, bodyOf(refusal)) }],
	});
	await runAppointment(operation, calendar, { whenTaken: 'nextFree' });
	return calendar.writes.length;
}

const mayFitOtherTime = REFUSALS.filter(({ _mayFitOtherTime }) => _mayFitOtherTime);
const fitsAtNoTime = REFUSALS.filter(({ _mayFitOtherTime }) => !_mayFitOtherTime);

describe.each(['book', 'reschedule'])('%s with Use Next Free Slot', (operation) => {
	it.each(fitsAtNoTime.map((refusal) => ({ words: wordsOf(refusal), refusal })))(
		'tries no other slot where the platform says "$words"',
		async ({ words, refusal }) => {
			const count = await countWrites(operation, refusal);

			const advice = `"${words}" needs a row with mayFitOtherTime: false in OF_RECORDS of nodes/platformApi/failureTable.ts, whose words and status fit it; or, where another time may be accepted, "_mayFitOtherTime": true in test/support/recorded/refusals.json`;
			expect(count === 1 ? [] : [advice]).toEqual([]);
		},
	);

	it.each(mayFitOtherTime.map((refusal) => ({ words: wordsOf(refusal), refusal })))(
		'tries another slot where the platform says "$words"',
		async ({ words, refusal }) => {
			const count = await countWrites(operation, refusal);

			const advice = `Give the row for "${words}" in nodes/platformApi/failureTable.ts mayFitOtherTime: true, or remove "_mayFitOtherTime" in test/support/recorded/refusals.json`;
			expect(count === 2 ? [] : [advice]).toEqual([]);
		},
	);
});

it.each([
	{ words: 'title must be a string', expectedWrites: 1 },
	{ words: 'calendarId must be a string', expectedWrites: 1 },
	{ words: 'selectedTimezone is invalid', expectedWrites: 1 },
	{ words: 'startTime must be a valid date', expectedWrites: 2 },
	{ words: 'endTime must be after the start', expectedWrites: 2 },
	{ words: 'selectedSlot is not valid', expectedWrites: 2 },
])(
	'Book writes $expectedWrites times where the platform does not accept a value: $words',
	async ({ words, expectedWrites }) => {
		const count = await countWrites('book', { status: 400, message: words });

		expect(count).toBe(expectedWrites);
	},
);

describe.each(['cancel', 'delete', 'updateStatus', 'reschedule'])(
	'%s of an appointment that stands, which the platform calls missing',
	(operation) => {
		it.each([400, 404, 410, 422])(
			'is told as refused, not as missing: status %i',
			async (status) => {
				const calendar = new FakeCalendar({
					appointments: [adasAppointment()],
					reactions: [refuses(status, 'Event not found')],
				});

				const { errorMessage } = await runAppointment(operation, calendar, {
					...halfHourAt(11),
					appointmentStatus: 'showed',
				});

				expect(errorMessage).toBe(
					"The appointment 'appt-1' was not changed: the platform does not have something else that the change needs [Item 0]",
				);
				expect(calendar.appointments).toEqual([adasAppointment()]);
			},
		);
	},
);

it('Cancel that is refused in unclear words is as good as done where the record shows it canceled', async () => {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		reactions: [{ kind: 'carryOut', response: failed(400, { message: 'Bad request' }) }],
	});

	const { item } = await runAppointment('cancel', calendar, {
		options: { whenAlreadyCanceled: 'done' },
	});

	expect(item).toMatchObject({ canceled: true, alreadyCanceled: true, appointmentId: 'appt-1' });
	expect(calendar.writes).toHaveLength(1);
});
