import { failed, lost } from '../platformApi/fakePlatform';
import { at, type End, expectEnd, last, withoutPauses } from './bookings';
import { byId, TOOL } from './nodeOnPlatform';

withoutPauses();

const [nine, ten, eleven] = [9, 10, 11].map((hour) => at(hour));
const done = { id: 'appt-1' };
const taken = failed(400, { message: 'The slot is not available' });
const tooTaken = failed(400, { message: 'Taken, too' });
const silent = failed(400, '');
const conflict = failed(409, { message: 'Conflict' });
/** Responses to one write, which say that nothing was changed. */
const unsent = [
	Array.from({ length: 4 }, () => lost('ENOTFOUND')),
	[failed(429, {}, { 'retry-after': '3600' })],
	[failed(401)],
];

const nextFree = { whenTaken: 'nextFree' };
const alternatives = { whenTaken: 'alternatives', maxAlternatives: 2 };
const tool = { node: TOOL };
const begun = { startTime: '2026-11-20T12:00:00Z', endTime: '2026-11-21T13:00:00Z' };
const now = { startTime: at(-36.25).startTime, endTime: at(-35.75).startTime };

const startsOf = (...slots: Array<typeof nine>) => slots.map(({ startTime }) => startTime);
const unknown = { error: { context: { outcomeUnknown: true } } };

const ENDS: Array<[string, ...End]> = [
	[
		'Stop: names the nearest free starts, and sends nothing more',
		{ write: taken, free: [8, 10, 11, 15] },
		{},
		/^The slot on Nov 23, 9:00 – 9:30 AM \(UTC\) is not available\. Nearest free starts on Nov 23: 8:00 AM, 10:00 AM, 11:00 AM \[.*\] Choose another slot\. Or set 'When Slot Is Taken' to return or use another one\. The platform says: "The slot is not available"$/,
		// From the day before on, a week, and a day more at both ends.
		{
			starts: [nine.startTime],
			error: { httpCode: '400' },
			sent: [{}, { qs: { startDate: '2026-11-21', endDate: '2026-12-02' } }],
		},
	],
	[
		'Stop: looks from today on for a slot that has begun',
		{ write: taken, free: [-37, -36, -35.5] },
		begun,
		/within 7 days/,
		{ sent: [{}, { qs: { startDate: '2026-11-20', endDate: '2026-11-30' } }] },
	],
	[
		'Stop: names none that has begun, nor its own',
		{ write: taken, free: [-37, -36, -35.5] },
		now,
		/Nearest free starts on Nov 21: 12:30 PM \[/,
	],
	...(
		[
			['stop', /within 7 days.* Choose another day or length\.$/],
			['nextFree', /within 24 hours.* Choose another time\. Or raise 'Max Delay \(Hours\)'\.$/],
			['alternatives', /within 7 days\. Choose another day or length\.$/],
		] as const
	).map(([whenTaken, told]): [string, ...End] => [
		`${whenTaken}: says so where none is free, and nothing for a platform that says nothing`,
		{ write: silent, free: [] },
		{ whenTaken },
		new RegExp(`is not available: the calendar has no free slot of this length ${told.source}`),
	]),
	[
		'Stop: tells a model only what it can do',
		{ write: taken, free: [-8, 30], ...tool },
		{ whenTaken: 'stop' },
		/Nearest free starts on Nov 22: 4:00 PM; Nov 24: 6:00 AM\. Choose another slot\. The platform says: "The slot is not available"$/,
	],
	[
		'a model gets alternatives unless it is told to stop',
		{ write: taken, free: [-8, 30], ...tool },
		{},
		/^The slot is not available\. Offer the alternatives/,
		{
			json: [
				{
					reason: 'slotNotFree',
					alternatives: [
						{ Sun: ['2026-11-22T16:00+00:00/2026-11-22T16:30+00:00'] },
						{ Tue: ['2026-11-24T06:00+00:00/2026-11-24T06:30+00:00'] },
					],
				},
			],
		},
	],
	[
		'Stop: asks to correct what the platform names, where the list still has the slot alone',
		{ write: silent, free: [9] },
		{},
		/although the calendar lists it as free: the calendar has no other free slot/,
	],
	[
		'Stop: asks to correct what the platform names, where the list still has the slot',
		{ write: silent, free: [9, 10] },
		{},
		/as free\. Nearest free starts on.*Correct what the platform's message names/,
	],
	[
		'Return Alternatives: says that it was refused where the platform says nothing of the slot',
		{ write: silent, free: [9, 10] },
		alternatives,
		/^The slot was refused, although the calendar lists it as free\./,
		{ json: [{ alternatives: [ten] }] },
	],
	[
		'Use Next Free Slot: goes on while the next ones are taken too',
		{ write: [taken, taken, done], free: [[10, 11], [11]] },
		nextFree,
		{
			starts: startsOf(nine, ten, eleven),
			json: [{ ...eleven, wantedStartTime: nine.startTime }],
		},
	],
	[
		'Use Next Free Slot: stops at a slot that is refused although it stays free, without a word of the slot',
		{ write: [taken, failed(400, { message: 'The user is unknown' })], free: [10, 11] },
		nextFree,
		/did not accept the request.*The user is unknown/,
		{ starts: startsOf(nine, ten) },
	],
	...[
		'The slot is not available',
		'This time is no longer available',
		'The user is already booked',
	].map((message): [string, ...End] => [
		`Use Next Free Slot: goes on at a slot that is still listed, where the platform says: ${message}`,
		{ write: [failed(400, { message }), done], free: [9, 10] },
		nextFree,
		{ json: [{ ...ten, wantedStartTime: nine.startTime }] },
	]),
	[
		'Use Next Free Slot: tries 25 more at most, and quotes the first refusal',
		{
			write: [taken, ...Array<Error>(30).fill(tooTaken)],
			// The slot that was refused is no longer listed.
			free: Array.from({ length: 30 }, (_, tries) => [10 + tries / 2, 30]),
		},
		{ ...nextFree, withinHours: 48 },
		/no free slot of this length within 48 hours.*"The slot is not available"/,
		{ starts: { length: 26 } },
	],
	[
		'Use Next Free Slot: counts the delay from the wanted slot, also once the next one is taken, too',
		{ write: [taken, taken], free: [10, 33.5] },
		nextFree,
		/within 24 hours/,
	],
	[
		'books nothing around what may be its own, and says so',
		{ tries: [[lost()], [taken]] },
		nextFree,
		/No other slot was tried.*The platform says: "The slot is not available"$/,
		{ ...unknown, sent: [{ body: { startTime: nine.startTime } }] },
	],
	...unsent.map((second): [string, ...End] => [
		`says that it still is unknown where a further try cannot be sent: ${String(second[0])}`,
		{ tries: [[lost()], second] },
		{},
		/^(?!.*Nothing was changed).*Check on the platform what was booked\. \S/s,
		unknown,
	]),
	[
		'sends the slot of the lost response at a further try, not the wanted one',
		{ tries: [[taken, lost()], [done]] },
		nextFree,
		{
			starts: startsOf(ten),
			json: [{ startTime: ten.startTime, wantedStartTime: nine.startTime }],
		},
	],
	[
		'tells that nothing else was tried where the free slots cannot be read',
		{ write: taken, free: failed(403) },
		{},
		/The platform says: "The slot is not available" The free slots could not be read/,
	],
];

describe.each([
	['book', 'booked'],
	['reschedule', 'rescheduled'],
])('%s', (operation, word) => {
	it.each(ENDS)('%s', async (_, ...end) => {
		await expectEnd(operation, ...end);
	});

	it.each([true, false])(
		'Return Alternatives: puts them out, nearest first (simplified: %s)',
		async (simplify) => {
			const parameters = { ...alternatives, options: { simplify } };
			const { json } = await last(operation, { write: taken, free: [10, 11, 15] }, parameters);
			const offered = { reason: 'slotNotFree', timezone: 'UTC', alternatives: [ten, eleven] };
			expect(json).toMatchObject([{ [word]: false, calendarId: 'cal-1', ...nine, ...offered }]);
			expect(json[0].message).toBe(
				'The slot is not available. Choose one of the alternatives and send its startTime and endTime. The platform says: "The slot is not available"',
			);
			expect(json[0]).not.toHaveProperty('appointment');
		},
	);
});

const noCalendar = { calendarId: byId('') };
const canceled = { json: [{ canceled: true, appointmentId: 'appt-1', alreadyCanceled: true }] };
const alreadyBooked = { json: [{ booked: true, alreadyBooked: true, ...nine }] };
const treatAsDone = { whenAlreadyBooked: 'done', whenAlreadyCanceled: 'done' };

it.each<[string, string, ...End]>([
	[
		'needs a calendar to look for other slots',
		'reschedule',
		{ write: taken },
		noCalendar,
		/"The slot is not available" Fill in 'Calendar'/,
		{ sent: [{}] },
	],
	[
		'needs a calendar for the next free slot',
		'reschedule',
		{},
		{ ...noCalendar, ...nextFree },
		/'Calendar' is empty/,
	],
	[
		'takes a conflict on a further try for its own booking',
		'book',
		{ tries: [[taken, lost()], [conflict]] },
		{ options: { title: 'Call' }, ...nextFree },
		/a person has to look up its ID in the calendar/,
		{ json: [{ booked: true, alreadyBooked: true, ...ten }] },
	],
	[
		'stops at a conflict',
		'book',
		{ write: conflict },
		{},
		/already has an appointment in this calendar/,
	],
	[
		'treats a conflict as done when told to',
		'book',
		{ write: conflict },
		{ options: treatAsDone },
		/look up its ID/,
		alreadyBooked,
	],
	[
		'treats a conflict as done for a model, which takes a stop for a failure',
		'book',
		{ write: conflict, ...tool },
		{},
		/look up its ID/,
		alreadyBooked,
	],
	[
		'tells a model that is to stop who can find out',
		'book',
		{ write: conflict, ...tool },
		{ options: { whenAlreadyBooked: 'stop' } },
		/a person has to look up its ID in the calendar/,
		{ json: [] },
	],
	[
		'goes on to another slot where the contact has one at the next',
		'book',
		{ write: [taken, conflict, done], free: [10, 15] },
		nextFree,
		{ json: [{ booked: true, ...at(15) }], starts: startsOf(nine, ten, at(15)) },
	],
	['finds out by a further try', 'cancel', { tries: [[lost()], [failed(404)]] }, {}, canceled],
	['names what is gone', 'cancel', { write: failed(404) }, {}, /was not found/],
	[
		'treats what is gone as done when told to',
		'cancel',
		{ write: failed(404) },
		{ options: treatAsDone },
		canceled,
	],
	[
		'never treats a refusal as done',
		'cancel',
		{ write: conflict },
		{ options: treatAsDone },
		/^The platform refused to cancel/,
	],
])('%s: %s', async (_, operation, ...end) => {
	await expectEnd(operation, ...end);
});
