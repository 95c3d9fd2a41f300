import { Platform } from '../../../nodes/Platform/Platform.node';
import { shownParameters } from '../package/packageClasses';
import { failed, lost } from '../platformApi/fakePlatform';
import {
	adasAppointment,
	carriesOut,
	FakeCalendar,
	halfHourAt,
	isLostUnheard,
	onSaturdayBefore,
	refuses,
	runAppointment,
	timeAt,
} from './fakeCalendar';
import { byId } from './nodeOnPlatform';

/* 'When Slot Is Taken' of Book and Reschedule, in the form of the contract, which shows no appointments. */

onSaturdayBefore();

const TAKEN = refuses(400, 'The slot is not available');
const REFUSED_WITHOUT_WORDS = { kind: 'doNothing', response: failed(400, '') } as const;

/** The starts that were sent, in turn. */
const startsSent = (calendar: FakeCalendar) =>
	calendar.writes.map(({ body }) => (body as { startTime?: string }).startTime);

describe.each([
	['book', 'booked'],
	['reschedule', 'rescheduled'],
])('%s', (operation, isDone) => {
	describe('with Stop', () => {
		it('names the nearest free starts, and sends nothing more', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [8, 10, 11, 15],
				reactions: [TAKEN],
			});

			const end = await runAppointment(operation, calendar);

			expect(end.errorMessage).toBe(
				'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available. Nearest free starts on Nov 23: 8:00 AM, 10:00 AM, 11:00 AM [Item 0]',
			);
			expect(end.errorDescription).toBe(
				'Choose another slot. Or set \'When Slot Is Taken\' to return or use another one. The platform says: "The slot is not available"',
			);
			expect(startsSent(calendar)).toEqual([timeAt(9)]);
		});

		it('looks from the day before on, for a week', async () => {
			const calendar = new FakeCalendar({ form: 'contract', reactions: [TAKEN] });

			await runAppointment(operation, calendar);

			// One day more at both ends.
			expect(calendar.requests.at(-1)?.qs).toMatchObject({
				startDate: '2026-11-21',
				endDate: '2026-12-02',
			});
		});

		it('looks from today on where the slot began yesterday', async () => {
			const calendar = new FakeCalendar({ form: 'contract', reactions: [TAKEN] });

			await runAppointment(operation, calendar, {
				startTime: '2026-11-20T12:00:00Z',
				endTime: '2026-11-21T13:00:00Z',
			});

			expect(calendar.requests.at(-1)?.qs).toMatchObject({
				startDate: '2026-11-20',
				endDate: '2026-11-30',
			});
		});

		it('names no start that has passed, nor that of the slot itself', async () => {
			// Now is 12:00 on November 21.
			const [elevenToday, noonToday, halfPastToday] = [-37, -36, -35.5];
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [elevenToday, noonToday, halfPastToday],
				reactions: [TAKEN],
			});

			const { errorMessage } = await runAppointment(operation, calendar, {
				startTime: timeAt(-36.25),
				endTime: timeAt(-35.75),
			});

			expect(errorMessage).toContain('Nearest free starts on Nov 21: 12:30 PM [');
		});

		it('says that no other slot is free', async () => {
			const calendar = new FakeCalendar({ form: 'contract', reactions: [REFUSED_WITHOUT_WORDS] });

			const end = await runAppointment(operation, calendar);

			expect(end.errorMessage).toBe(
				'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available: the calendar has no free slot of this length within 7 days [Item 0]',
			);
			expect(end.errorDescription).toBe('Choose another day or length.');
		});

		it('sends a model to no other slot first, where the list still has the slot', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [9, 10],
				reactions: [REFUSED_WITHOUT_WORDS],
			});
			const stop = { whenTaken: 'stop' };

			const { errorMessage } = await runAppointment(operation, calendar, stop, { asTool: true });

			expect(errorMessage).toContain(
				"Correct what the platform's message names, or choose another slot.",
			);
		});

		it.each([
			'This SLOT is gone',
			'It is no longer available',
			'It is no longer free',
			'It is already booked',
			'It is already taken',
		])(
			'takes the platform at its word, also where the list still has the slot: %s',
			async (words) => {
				const calendar = new FakeCalendar({
					form: 'contract',
					freeHours: [9, 10],
					reactions: [refuses(400, words)],
				});

				const { errorMessage } = await runAppointment(operation, calendar);

				expect(errorMessage).toContain(
					'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available.',
				);
			},
		);

		it('asks to correct what the platform names, where the list still has the slot', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [9, 10],
				reactions: [REFUSED_WITHOUT_WORDS],
			});

			const end = await runAppointment(operation, calendar);

			expect(end.errorMessage).toBe(
				'The slot on Nov 23, 9:00 – 9:30 AM (UTC) was refused, although the calendar lists it as free. Nearest free starts on Nov 23: 10:00 AM [Item 0]',
			);
			expect(end.errorDescription).toBe(
				"Correct what the platform's message names, or choose another slot.",
			);
		});

		it('says so where the list has the slot alone', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [9],
				reactions: [REFUSED_WITHOUT_WORDS],
			});

			const { errorMessage } = await runAppointment(operation, calendar);

			expect(errorMessage).toBe(
				'The slot on Nov 23, 9:00 – 9:30 AM (UTC) was refused, although the calendar lists it as free: the calendar has no other free slot of this length within 7 days [Item 0]',
			);
		});

		it('tells a language model only what it can do', async () => {
			const [fourYesterday, sixTomorrow] = [-8, 30];
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [fourYesterday, sixTomorrow],
				reactions: [TAKEN],
			});

			const end = await runAppointment(
				operation,
				calendar,
				{ whenTaken: 'stop' },
				{ asTool: true },
			);

			expect(end.errorMessage).toBe(
				'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available. Nearest free starts on Nov 22: 4:00 PM; Nov 24: 6:00 AM. Choose another slot. The platform says: "The slot is not available"',
			);
		});

		it('says that nothing else was tried where the free slots cannot be read', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeSlotsFailure: failed(403),
				reactions: [TAKEN],
			});

			const { errorDescription } = await runAppointment(operation, calendar);

			expect(errorDescription).toContain(
				'The platform says: "The slot is not available" The free slots could not be read, so no other one was tried: ',
			);
		});
	});

	describe('with Return Alternatives', () => {
		const alternatives = { whenTaken: 'alternatives', maxAlternatives: 2 };

		it.each([true, false])('puts them out, nearest first (simplified: %s)', async (simplify) => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [10, 11, 15],
				reactions: [TAKEN],
			});

			const { item } = await runAppointment(operation, calendar, {
				...alternatives,
				options: { simplify },
			});

			expect(item).toMatchObject({
				[isDone]: false,
				reason: 'slotNotFree',
				message:
					'The slot is not available. Choose one of the alternatives and send its startTime and endTime. The platform says: "The slot is not available"',
				alternatives: [halfHourAt(10), halfHourAt(11)],
				calendarId: 'cal-1',
				timezone: 'UTC',
				...halfHourAt(9),
			});
			expect(item).not.toHaveProperty('appointment');
		});

		it('puts out whose appointment it is beside them', async () => {
			const calendar = new FakeCalendar({
				appointments: operation === 'book' ? [] : [adasAppointment()],
				freeHours: [10],
				reactions: [TAKEN],
			});
			const fields = { ...alternatives, ...halfHourAt(11) };

			const { item } = await runAppointment(operation, calendar, fields);

			expect(item).toMatchObject({
				[isDone]: false,
				contactId: 'ada',
				calendarId: 'cal-1',
				...(operation === 'reschedule' && { appointmentId: 'appt-1' }),
			});
		});

		it("puts them out in 'Time Zone', looked for from the day before the slot's day there", async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [12],
				reactions: [TAKEN],
			});

			const { item } = await runAppointment(operation, calendar, {
				...alternatives,
				startTime: timeAt(11),
				endTime: timeAt(11.5),
				options: { timezone: byId('Pacific/Auckland') },
			});

			expect(item).toMatchObject({
				startTime: '2026-11-24T00:00:00+13:00',
				alternatives: [{ startTime: '2026-11-24T01:00:00+13:00', timezone: 'Pacific/Auckland' }],
			});
			// One day more, as each reading of the list.
			expect(calendar.requests.at(-1)?.qs).toMatchObject({ startDate: '2026-11-22' });
		});

		it('puts out longer slots where the calendar has no other ones, but none that has begun', async () => {
			const elevenToday = -37;
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [elevenToday, 10],
				slotMinutes: 60,
				reactions: [TAKEN],
			});

			const { item } = await runAppointment(operation, calendar, alternatives);

			expect(item?.alternatives).toMatchObject([{ startTime: timeAt(10), endTime: timeAt(11) }]);
		});

		it('puts out times of the wanted length where the calendar has slots of several', async () => {
			const anHour = { startTime: timeAt(10), endTime: timeAt(11) };
			const calendar = new FakeCalendar({
				form: 'contract',
				furtherSlots: [anHour, halfHourAt(12)],
				reactions: [TAKEN],
			});

			const { item } = await runAppointment(operation, calendar, alternatives);

			expect(item?.alternatives).toMatchObject([halfHourAt(10), halfHourAt(10.5)]);
		});

		it('asks again where the same slot is wanted later in the execution: it may be free by then', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [10],
				reactions: [TAKEN],
			});
			const executionId = `wanted-again-${operation}`;
			await runAppointment(operation, calendar, alternatives, { executionId });

			const { item } = await runAppointment(operation, calendar, alternatives, { executionId });

			expect(item).toMatchObject({ [isDone]: true, ...halfHourAt(9) });
		});

		it('says that the slot was refused where the platform says nothing of it', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [9, 10],
				reactions: [REFUSED_WITHOUT_WORDS],
			});

			const { item } = await runAppointment(operation, calendar, alternatives);

			expect(item).toMatchObject({
				message:
					'The slot was refused, although the calendar lists it as free. Choose one of the alternatives and send its startTime and endTime.',
				alternatives: [halfHourAt(10)],
			});
		});

		it('says that the slot was refused where it alone is listed', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [9],
				reactions: [REFUSED_WITHOUT_WORDS],
			});

			const { item } = await runAppointment(operation, calendar, alternatives);

			expect(item?.message).toBe(
				'The slot was refused, although the calendar lists it as free: the calendar has no other free slot of this length within 7 days. Choose another day or length.',
			);
		});

		it('says that no other slot is free', async () => {
			const calendar = new FakeCalendar({ form: 'contract', reactions: [REFUSED_WITHOUT_WORDS] });

			const { item } = await runAppointment(operation, calendar, alternatives);

			expect(item?.message).toBe(
				'The slot is not available: the calendar has no free slot of this length within 7 days. Choose another day or length.',
			);
		});

		it('is what a language model gets, unless it is told to stop', async () => {
			const [fourYesterday, sixTomorrow] = [-8, 30];
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [fourYesterday, sixTomorrow],
				reactions: [TAKEN],
			});

			const { item } = await runAppointment(operation, calendar, {}, { asTool: true });

			expect(item).toMatchObject({
				reason: 'slotNotFree',
				message:
					'The slot is not available. Offer the alternatives, and send the start and the end of the chosen one. The platform says: "The slot is not available"',
				alternatives: [
					{ Sun: ['2026-11-22T16:00+00:00/2026-11-22T16:30+00:00'] },
					{ Tue: ['2026-11-24T06:00+00:00/2026-11-24T06:30+00:00'] },
				],
			});
		});
	});

	describe('with Use Next Free Slot', () => {
		const nextFree = { whenTaken: 'nextFree' };

		it('goes on while the next ones are taken, too', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHoursByReading: [[10, 11], [11]],
				reactions: [TAKEN, TAKEN, carriesOut()],
			});

			const { item } = await runAppointment(operation, calendar, nextFree);

			expect(startsSent(calendar)).toEqual([timeAt(9), timeAt(10), timeAt(11)]);
			expect(item).toMatchObject({ ...halfHourAt(11), wantedStartTime: timeAt(9) });
		});

		it('stops at a slot that is refused although it stays free, without a word of the slot', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [10, 11],
				reactions: [TAKEN, refuses(400, 'The user is unknown')],
			});

			const end = await runAppointment(operation, calendar, nextFree);

			expect(end.errorMessage).toBe(
				'The platform did not accept the request (status 400) [Item 0]',
			);
			expect(end.errorDescription).toContain('The user is unknown');
			expect(startsSent(calendar)).toEqual([timeAt(9), timeAt(10)]);
		});

		it.each([
			'The slot is not available',
			'This time is no longer available',
			'The user is already booked',
		])('goes on at a slot that is still listed, where the platform says: %s', async (words) => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [9, 10],
				reactions: [refuses(400, words)],
			});

			const { item } = await runAppointment(operation, calendar, nextFree);

			expect(item).toMatchObject({ ...halfHourAt(10), wantedStartTime: timeAt(9) });
		});

		it('tries 25 more at most, and quotes the first refusal', async () => {
			const refusals = Array.from({ length: 30 }, () => refuses(400, 'Taken, too'));
			const calendar = new FakeCalendar({
				form: 'contract',
				// The slot that was refused is no longer listed.
				freeHoursByReading: Array.from({ length: 30 }, (_, reading) => [10 + reading / 2, 30]),
				reactions: [TAKEN, ...refusals],
			});

			const end = await runAppointment(operation, calendar, { ...nextFree, withinHours: 48 });

			expect(calendar.writes).toHaveLength(26);
			expect(end.errorMessage).toContain('no free slot of this length within 48 hours');
			expect(end.errorDescription).toContain('The platform says: "The slot is not available"');
		});

		it('counts the delay from the wanted slot, also once the next one is taken, too', async () => {
			const [ten, moreThanADayLater] = [10, 33.5];
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [ten, moreThanADayLater],
				reactions: [TAKEN, TAKEN],
			});

			const { errorMessage } = await runAppointment(operation, calendar, nextFree);

			expect(errorMessage).toContain('no free slot of this length within 24 hours');
			expect(startsSent(calendar)).toEqual([timeAt(9), timeAt(10)]);
		});

		it('says that no other slot is free', async () => {
			const calendar = new FakeCalendar({ form: 'contract', reactions: [REFUSED_WITHOUT_WORDS] });

			const end = await runAppointment(operation, calendar, nextFree);

			expect(end.errorMessage).toBe(
				'The slot on Nov 23, 9:00 – 9:30 AM (UTC) is not available: the calendar has no free slot of this length within 24 hours [Item 0]',
			);
			expect(end.errorDescription).toBe("Choose another time. Or raise 'Max Delay (Hours)'.");
		});

		it('takes nothing around what may be its own, at a further try after a lost response', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [10],
				reactions: [isLostUnheard, TAKEN],
			});
			const executionId = `${operation}-around-its-own`;
			await runAppointment(operation, calendar, nextFree, { executionId });

			const end = await runAppointment(operation, calendar, nextFree, { executionId });

			expect(end.isOutcomeUnknown).toBe(true);
			expect(end.errorDescription).toContain('No other slot was tried');
			expect(end.errorDescription).toContain('The platform says: "The slot is not available"');
			expect(startsSent(calendar)).toEqual([timeAt(9), timeAt(9)]);
		});

		it('sends at a further try the slot of the lost response, not the wanted one', async () => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: [10],
				reactions: [TAKEN, isLostUnheard, carriesOut()],
			});
			const executionId = `${operation}-slot-of-lost-response`;
			await runAppointment(operation, calendar, nextFree, { executionId });

			const { item } = await runAppointment(operation, calendar, nextFree, { executionId });

			expect(startsSent(calendar)).toEqual([timeAt(9), timeAt(10), timeAt(10)]);
			expect(item).toMatchObject({ startTime: timeAt(10), wantedStartTime: timeAt(9) });
		});
	});

	describe('after a lost response, where a further try', () => {
		it.each([
			['cannot connect', Array.from({ length: 4 }, () => lost('ENOTFOUND'))],
			['comes too often', [failed(429, {}, { 'retry-after': '3600' })]],
			['has no valid token', [failed(401)]],
		])('%s, the outcome stays unknown', async (name, responses) => {
			const calendar = new FakeCalendar({
				form: 'contract',
				reactions: [
					isLostUnheard,
					...responses.map((response) => ({ kind: 'doNothing', response }) as const),
				],
			});
			const executionId = `${operation}-${name}`;
			await runAppointment(operation, calendar, {}, { executionId });

			const end = await runAppointment(operation, calendar, {}, { executionId });

			expect(end.isOutcomeUnknown).toBe(true);
			expect(end.errorDescription).toContain('Check on the platform what was booked. ');
			expect(end.errorDescription).not.toContain('Nothing was changed');
		});
	});
});

describe('Reschedule without a calendar', () => {
	it('needs one to look for other slots', async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [TAKEN] });

		const end = await runAppointment('reschedule', calendar, { calendarId: byId('') });

		expect(end.errorDescription).toContain(
			'The platform says: "The slot is not available" Fill in \'Calendar\' to list the nearest free slots.',
		);
		expect(calendar.requests).toHaveLength(1);
	});

	it('needs one for Use Next Free Slot, before anything is sent', async () => {
		const calendar = new FakeCalendar({ form: 'contract' });

		const { errorMessage } = await runAppointment('reschedule', calendar, {
			calendarId: byId(''),
			whenTaken: 'nextFree',
		});

		expect(errorMessage).toContain("'Calendar' is empty");
		expect(calendar.requests).toEqual([]);
	});
});

describe('a conflict, by which the platform says that the contact has an appointment then', () => {
	const CONFLICT = refuses(409, 'Conflict');
	const whoCanFindOut =
		'The platform does not name the appointment: to move or cancel it, a person has to look up its ID in the calendar on the platform.';

	it('stops Book', async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [CONFLICT] });

		const { errorMessage } = await runAppointment('book', calendar);

		expect(errorMessage).toBe(
			"The contact 'ada' already has an appointment in this calendar at this time [Item 0]",
		);
	});

	it("is as good as booked where 'When Already Booked' says so, with a hint at the node, and without an ID", async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [CONFLICT] });

		const { item, hints } = await runAppointment('book', calendar, {
			options: { whenAlreadyBooked: 'done' },
		});

		expect(item).toMatchObject({
			booked: true,
			alreadyBooked: true,
			appointmentId: null,
			...halfHourAt(9),
		});
		expect(hints.join()).toContain(whoCanFindOut);
	});

	it('is as good as booked for a language model, which takes a stop for a failure', async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [CONFLICT] });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, ...halfHourAt(9) });
		expect(item?.message).toContain(whoCanFindOut);
	});

	it('tells a language model that is to stop who can find out', async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [CONFLICT] });

		const end = await runAppointment(
			'book',
			calendar,
			{ options: { whenAlreadyBooked: 'stop' } },
			{ asTool: true },
		);

		expect(end.items).toEqual([]);
		expect(end.errorMessage).toContain(whoCanFindOut);
	});

	it('shows at a further try that the slot after the wanted one was booked', async () => {
		const calendar = new FakeCalendar({
			form: 'contract',
			freeHours: [10],
			reactions: [TAKEN, isLostUnheard, CONFLICT],
		});
		const fields = { options: { title: 'Call' }, whenTaken: 'nextFree' };
		await runAppointment('book', calendar, fields, { executionId: 'conflict-at-retry' });

		const end = await runAppointment('book', calendar, fields, {
			executionId: 'conflict-at-retry',
		});

		expect(end.item).toMatchObject({ booked: true, alreadyBooked: true, ...halfHourAt(10) });
		expect(end.hints.join()).toContain(whoCanFindOut);
	});

	it('at the next free slot leads on to the one after it', async () => {
		const calendar = new FakeCalendar({
			form: 'contract',
			freeHours: [10, 15],
			reactions: [TAKEN, CONFLICT, carriesOut()],
		});

		const { item } = await runAppointment('book', calendar, { whenTaken: 'nextFree' });

		expect(startsSent(calendar)).toEqual([timeAt(9), timeAt(10), timeAt(15)]);
		expect(item).toMatchObject({ booked: true, ...halfHourAt(15) });
	});

	it('never makes Cancel done', async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [CONFLICT] });

		const { errorMessage } = await runAppointment('cancel', calendar, {
			options: { whenAlreadyCanceled: 'done' },
		});

		expect(errorMessage).toMatch(/^The platform refused to cancel/);
	});
});

describe('Cancel of an appointment that the platform does not have', () => {
	const NOT_FOUND = refuses(404, 'Not found');

	it('says that it was not found', async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [NOT_FOUND] });

		const { errorMessage } = await runAppointment('cancel', calendar);

		expect(errorMessage).toContain("The appointment 'appt-1' was not found");
	});

	it("is as good as done where 'When Already Canceled' says so", async () => {
		const calendar = new FakeCalendar({ form: 'contract', reactions: [NOT_FOUND] });

		const { item } = await runAppointment('cancel', calendar, {
			options: { whenAlreadyCanceled: 'done' },
		});

		expect(item).toMatchObject({ canceled: true, appointmentId: 'appt-1', alreadyCanceled: true });
	});

	it('is done at a further try after a lost response', async () => {
		const calendar = new FakeCalendar({
			form: 'contract',
			appointments: [adasAppointment()],
			reactions: [isLostUnheard, NOT_FOUND],
		});
		await runAppointment('cancel', calendar, {}, { executionId: 'cancel-at-retry' });

		const { item } = await runAppointment(
			'cancel',
			calendar,
			{},
			{
				executionId: 'cancel-at-retry',
			},
		);

		expect(item).toMatchObject({ canceled: true, appointmentId: 'appt-1', alreadyCanceled: true });
	});
});

it.each([
	['stop', []],
	['alternatives', ['maxAlternatives']],
	['nextFree', ['withinHours']],
])("'When Slot Is Taken' shows the field that %s reads, and no other", (whenTaken, fields) => {
	const chosen = { resource: 'appointment', operation: 'book', whenTaken };

	const shown = shownParameters(new Platform(), chosen).map(({ name }) => name);

	const ofChoice = shown.filter((name) => ['maxAlternatives', 'withinHours'].includes(name));
	expect(ofChoice).toEqual(fields);
});
