import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import {
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	refuses,
	runAppointment,
	timeAt,
} from './fakeCalendar';
import {
	act,
	byId,
	byModel,
	expectRefused,
	HIGH_LEVEL,
	TOOL,
	type Given,
	type Sent,
} from './nodeOnPlatform';

onSaturdayBefore();

/** Half an hour for Ada at 9:00 in the calendar cal-1; or the move of the appointment appt-1 to it. */
const NINE = {
	calendarId: byId('cal-1'),
	contactId: 'ada',
	appointmentId: 'appt-1',
	slotSource: 'startEnd',
	...halfHourAt(9),
};

/** Books half an hour at 9:00, unless the fields say otherwise, in a workflow of Berlin. The platform books, and tells nothing else. */
const book = async (fields: IDataObject, given: Given = {}) =>
	await act(
		'appointment.book',
		{ ...NINE, ...fields },
		{
			timezone: 'Europe/Berlin',
			responses: ({ method }: Sent) => (method === 'GET' ? {} : { id: 'appt-1' }),
			...given,
		},
	);

/** The fields of a slot that is chosen from the list. */
const fromList = (value: string) => ({
	slotSource: 'list',
	slot: { __rl: true, mode: 'list', value },
});

describe('on HighLevel, the times are sent with the offset', () => {
	it.each([
		{
			which: 'of a listed slot',
			fields: fromList('2026-11-23T04:00:00-05:00/2026-11-23T04:30:00-05:00'),
			sentTimes: {
				startTime: '2026-11-23T04:00:00-05:00',
				endTime: '2026-11-23T04:30:00-05:00',
			},
		},
		{
			which: 'of the start of a listed slot, where the clocks change before its end',
			fields: fromList('2027-11-07T01:30:00-04:00/2027-11-07T01:30:00-05:00'),
			sentTimes: {
				startTime: '2027-11-07T01:30:00-04:00',
				endTime: '2027-11-07T02:30:00-04:00',
			},
		},
		{
			which: 'of the zone where none is written',
			fields: { startTime: '2026-11-23 10:00' },
			sentTimes: {
				startTime: '2026-11-23T10:00:00+01:00',
				endTime: '2026-11-23T10:30:00+01:00',
			},
		},
		{
			which: 'of the zone where it is written in UTC',
			fields: { startTime: '2026-11-23T09:00:00Z' },
			sentTimes: {
				startTime: '2026-11-23T10:00:00+01:00',
				endTime: '2026-11-23T10:30:00+01:00',
			},
		},
		{
			which: 'of the zone at the start, where the clocks change before the end',
			fields: { slotSource: 'startDuration', startTime: '2027-10-31 01:30', duration: 120.5 },
			sentTimes: {
				startTime: '2027-10-31T01:30:00+02:00',
				endTime: '2027-10-31T03:30:30+02:00',
			},
		},
	])('$which', async ({ fields, sentTimes }) => {
		const { sent } = await book(fields, { credential: HIGH_LEVEL });

		expect(sent[0]?.body).toMatchObject(sentTimes);
	});

	it('of the next free slot as it is listed, where the wanted one is taken', async () => {
		const writes = [failed(400, { message: 'Slot not available' }), { id: 'appt-1' }];
		const responses = ({ method, path }: Sent) => {
			if (method === 'POST') return writes.shift();
			if (path.endsWith('/free-slots'))
				return { '2026-11-23': { slots: ['2026-11-23T06:00:00-05:00'] } };
			return path === '/calendars/events'
				? { events: [] }
				: { calendar: { slotDuration: 30, slotDurationUnit: 'mins' } };
		};

		const { sent } = await book({ whenTaken: 'nextFree' }, { credential: HIGH_LEVEL, responses });

		const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
		expect(bodies).toMatchObject([
			{ startTime: '2026-11-23T10:00:00+01:00' },
			{ startTime: '2026-11-23T06:00:00-05:00', endTime: '2026-11-23T06:30:00-05:00' },
		]);
	});

	it('of another zone are put out in the zone of the workflow', async () => {
		const slot = fromList('2026-11-23T04:00:00-05:00/2026-11-23T04:30:00-05:00');

		const { json } = await book(slot, { credential: HIGH_LEVEL });

		expect(json).toMatchObject([
			{ startTime: '2026-11-23T10:00:00+01:00', timezone: 'Europe/Berlin' },
		]);
	});
});

/** A HighLevel account whose location has this zone. */
const inLocation = (locationZone: string | Error) => ({ credential: HIGH_LEVEL, locationZone });
const TEN_WITHOUT_OFFSET = { startTime: '2026-11-23 10:00', endTime: '2026-11-23 10:30' };

describe('on HighLevel, a time without an offset is in the zone', () => {
	const missingScope = failed(401, { message: 'The token is not authorized for this scope.' });

	it.each([
		{
			which: 'of the location',
			options: {},
			locationZone: 'America/Denver',
			startTime: '2026-11-23T10:00:00-07:00',
			timezone: 'America/Denver',
		},
		{
			which: "of 'Time Zone'",
			options: { timezone: 'Asia/Tokyo' },
			locationZone: 'America/Denver',
			startTime: '2026-11-23T10:00:00+09:00',
			timezone: 'Asia/Tokyo',
		},
		{
			which: 'of the workflow, where the scope is missing',
			options: {},
			locationZone: missingScope,
			startTime: '2026-11-23T10:00:00+01:00',
			timezone: 'Europe/Berlin',
		},
		{
			which: 'of the workflow, where the location tells none',
			options: {},
			locationZone: 'PST',
			startTime: '2026-11-23T10:00:00+01:00',
			timezone: 'Europe/Berlin',
		},
	])(
		'$which, and the output names it: $timezone',
		async ({ options, locationZone, startTime, timezone }) => {
			const location = inLocation(locationZone);

			const { writes, json } = await book({ ...TEN_WITHOUT_OFFSET, options }, location);

			expect(writes).toMatchObject([{ body: { startTime } }]);
			expect(json).toMatchObject([{ startTime, timezone }]);
		},
	);
});

it('on HighLevel, nothing is booked while the zone of the location cannot be read', async () => {
	const location = inLocation(failed(400));

	const { sent, told } = await book(TEN_WITHOUT_OFFSET, location);

	expect(sent).toEqual([]);
	expect(told).toContain('did not accept');
});

it.each([
	{
		what: 'a slot of three times',
		fields: fromList(`${timeAt(9)}/${timeAt(9.5)}/${timeAt(9.5)}`),
		message:
			"'Slot' must be one of the free slots: a date and time, such as 2026-11-25 14:00:00, a slash, and another one, not '",
		whatToDo: 'choose one from the list',
	},
	{
		what: 'a slot that is no time',
		fields: fromList('soon/later'),
		message: '\'Slot\' cannot be used. The value "soon" is not a date and time',
		whatToDo: '',
	},
	{
		what: 'a duration of more than a year',
		fields: { slotSource: 'startDuration', duration: 525_601 },
		message: "'Duration (Minutes)' must be at least 1 minute and at most 525600 (one year)",
		whatToDo: 'such as 30',
	},
	{
		what: 'an end more than a year later',
		fields: { endTime: '2027-11-23T09:01:00Z' },
		message:
			"'End' (2027-11-23T10:01:00+01:00) is more than a year after 'Start' (2026-11-23T10:00:00+01:00)",
		whatToDo: 'Check the year',
	},
	{
		what: 'an end at the start',
		fields: { endTime: timeAt(9) },
		message: "'End' (2026-11-23T10:00:00+01:00) is not after 'Start' (2026-11-23T10:00:00+01:00)",
		whatToDo: 'Enter an end that is later',
	},
	{
		what: 'a slot that has passed',
		fields: { startTime: '2026-11-21T11:30:00Z', endTime: '2026-11-21T12:00:00Z' },
		message: 'The slot has passed: it ended at 2026-11-21T13:00:00+01:00',
		whatToDo: "check the year and the 'Time Zone'",
	},
])('nothing is sent for $what', async ({ fields, message, whatToDo }) => {
	const end = await book(fields);

	expectRefused(end, message, whatToDo);
});

it('an appointment of a whole year is booked', async () => {
	const { json } = await book({ endTime: '2027-11-23T09:00:00Z' });

	expect(json).toMatchObject([{ booked: true, endTime: '2027-11-23T10:00:00+01:00' }]);
});

const TAKEN = refuses(400, 'Taken');

describe('with Return Alternatives', () => {
	it.each([
		{ maxAlternatives: '', count: 5 },
		{ maxAlternatives: 100, count: 100 },
	])(
		"'Max Alternatives' of '$maxAlternatives' puts out $count",
		async ({ maxAlternatives, count }) => {
			const calendar = new FakeCalendar({
				form: 'contract',
				freeHours: Array.from({ length: 150 }, (_, index) => 10 + index / 2),
				reactions: [TAKEN],
			});

			const { item } = await runAppointment('book', calendar, {
				whenTaken: 'alternatives',
				maxAlternatives,
			});

			expect(item?.alternatives).toHaveLength(count);
		},
	);

	it.each([0, 2.5, 101])("'Max Alternatives' cannot be %d", async (maxAlternatives) => {
		const end = await book({ whenTaken: 'alternatives', maxAlternatives });

		expectRefused(end, "'Max Alternatives' must be a whole number from 1 to 100");
	});
});

describe('with Use Next Free Slot', () => {
	it.each([
		{ withinHours: '', hours: 24, endDate: '2026-11-26' },
		{ withinHours: 12, hours: 12, endDate: '2026-11-26' },
		{ withinHours: 2_160, hours: 2_160, endDate: '2027-02-23' },
	])(
		"'Max Delay (Hours)' of '$withinHours' looks for slots within $hours hours",
		async ({ withinHours, hours, endDate }) => {
			const calendar = new FakeCalendar({ form: 'contract', reactions: [TAKEN] });

			const { errorMessage } = await runAppointment('book', calendar, {
				whenTaken: 'nextFree',
				withinHours,
			});

			expect(errorMessage).toContain(`within ${hours} hours`);
			expect(calendar.requests.at(-1)?.qs).toMatchObject({ endDate });
		},
	);

	it.each([0, 2_161])("'Max Delay (Hours)' cannot be %d", async (withinHours) => {
		const end = await book({ whenTaken: 'nextFree', withinHours });

		expectRefused(end, "'Max Delay (Hours)' must be more than 0 and at most 2160 hours");
	});
});

it('Reschedule puts out the new times, and no wanted ones where they are the same', async () => {
	const { json } = await act(
		'appointment.reschedule',
		{ ...NINE, options: { simplify: false } },
		{ responses: [{ id: 'appt-1' }] },
	);

	expect(json).toEqual([
		{
			rescheduled: true,
			appointmentId: 'appt-1',
			calendarId: 'cal-1',
			...halfHourAt(9),
			startText: 'Monday, Nov 23, 9:00 – 9:30 AM UTC',
			timezone: 'UTC',
			appointment: { id: 'appt-1' },
		},
	]);
});

describe.each(['book', 'reschedule'])('a model that calls %s', (operation) => {
	it.each([
		['startTime', '2026-11-23T15:00:00'],
		['startTime', '2026-11-23T15:00:00/2026-11-23T15:30:00Z'],
		['endTime', '2026-11-23T15:00:00Z/2026-11-23T15:30:00'],
		['startTime', '2026-11-23T15:00:00Z/2026-11-23T15:30:00Z/2026-11-23T16:00:00Z'],
		['startTime', 'tomorrow at 9'],
		['endTime', '2026-11-23 15:00'],
	])('is refused a time without an offset: %s is %s', async (argument, time) => {
		const end = await act(
			`appointment.${operation}`,
			{ ...NINE, [argument]: byModel(argument, time) },
			{ node: TOOL },
		);

		expectRefused(
			end,
			`Time' must be a time with an offset from UTC, not '${time}'`,
			'such as 2026-11-25T14:00:00+00:00',
		);
	});
});

it.each(['2026-11-23T15:00:00Z/2026-11-23T15:30:00', '2026-11-23T15:00:00/2026-11-23T15:30:00Z'])(
	'a model that chooses a slot is refused one of which a time has no offset: %s',
	async (slot) => {
		const fields = { slotSource: 'list', slot: byId(byModel('slot', slot)) };

		const end = await book(fields, { node: TOOL });

		expectRefused(end, `'slot' must be one of the free slots: a time with an offset from UTC,`);
	},
);

it('both times of a free slot, as a model copies them, are its start and its end', async () => {
	const slot = '2026-11-23T04:00-05:00/2026-11-23T04:30-05:00';
	const times = { startTime: slot, endTime: `\`${slot}\`` };

	const { writes } = await book(times, { node: TOOL, timezone: 'America/New_York' });

	expect(writes[0].body).toMatchObject(halfHourAt(9));
});

describe('the offset of a time that a model writes', () => {
	const inBerlin = { options: { timezone: byId('Europe/Berlin') } };
	/** Half an hour from 15:00 on, on a day on which Berlin has +02:00, New York -04:00 and Denver -06:00. */
	const atThreeWith = (offset: string) => ({
		startTime: `2027-03-29T15:00:00${offset}`,
		endTime: `2027-03-29T15:30:00${offset}`,
	});

	it('is refused, with the right one, where the given zone has another one then', async () => {
		const end = await book({ ...atThreeWith('+01:00'), ...inBerlin }, { node: TOOL });

		expectRefused(
			end,
			'\'Start\' cannot be used. The value "2027-03-29T15:00:00+01:00" has an offset that Europe/Berlin does not have at that time. There, the same clock time is 2027-03-29T15:00:00+02:00, and the same moment 2027-03-29T16:00:00+02:00.',
		);
	});

	it.each(['+02:00', '+00:00', 'Z'])('is taken where it is %s', async (offset) => {
		const { writes } = await book({ ...atThreeWith(offset), ...inBerlin }, { node: TOOL });

		expect(writes).toHaveLength(1);
	});

	it('is taken where it is that of the location, and another zone is given', async () => {
		const { writes } = await book(
			{ ...atThreeWith('-06:00'), ...inBerlin },
			{
				node: TOOL,
				...inLocation('America/Denver'),
			},
		);

		expect(writes).toHaveLength(1);
	});

	it('is taken where it is that of the given zone, and the location has another one', async () => {
		const { writes } = await book(
			{ ...atThreeWith('+02:00'), ...inBerlin },
			{ node: TOOL, ...inLocation('America/Denver') },
		);

		expect(writes).toHaveLength(1);
	});

	it("is that of the location where it is known, not the workflow's", async () => {
		const given = { node: TOOL, timezone: 'America/New_York' };
		const inDenver = { ...given, ...inLocation('America/Denver') };

		const ofLocation = await book(atThreeWith('-06:00'), inDenver);
		const ofWorkflow = await book(atThreeWith('-04:00'), inDenver);

		expect(ofLocation.writes).toHaveLength(1);
		expectRefused(ofWorkflow, 'has an offset that America/Denver does not have at that time.');
	});

	it("is compared with the workflow's, in which the times were told, where no other zone is known", async () => {
		const other = await book(atThreeWith('-05:00'), { node: TOOL, timezone: 'America/New_York' });
		const right = await book(atThreeWith('-04:00'), { node: TOOL, timezone: 'America/New_York' });

		expectRefused(
			other,
			'There, the same clock time is 2027-03-29T15:00:00-04:00, and the same moment 2027-03-29T16:00:00-04:00.',
		);
		expect(right.writes).toHaveLength(1);
	});
});

it("a model books in no calendar that the contract's location does not list", async () => {
	const calendar = new FakeCalendar({ form: 'contract', freeHours: [9] });
	const fields = { calendarId: byId(byModel('calendarId', 'loc-harbor')) };

	const { errorMessage } = await runAppointment('book', calendar, fields, { asTool: true });

	expect(errorMessage).toContain("is not one of the location: 'loc-harbor'");
	expect(errorMessage).toContain('Onboarding call (cal-1)');
	expect(calendar.writes).toEqual([]);
});

it.each(['Saturday 9am', 'ada@example.com', 'appt-1, appt-2', 'appt/1'])(
	'what cannot be the ID of an appointment is refused unsent: %s',
	async (appointmentId) => {
		const end = await act('appointment.cancel', { appointmentId }, {});

		expectRefused(end, "'Appointment' must be the ID of one appointment");
	},
);

describe('the message of a failure says what a model can do, or that a person must:', () => {
	/** Things that no model can do: open a list, a credential or the node. */
	const FOR_A_PERSON = /from the list|in the options|'When |Open the credential|Leave the location/;

	interface Failure {
		what: string;
		operation: string;
		fields?: IDataObject;
		/** What the platform responds to a write, and to the read of a calendar. */
		response?: unknown;
		message: string;
	}

	it.each<Failure>([
		{
			what: 'an unknown calendar',
			operation: 'calendar.get',
			response: failed(404),
			message: 'Use the ID of the calendar as a tool or the person gave it',
		},
		{
			what: 'an unknown calendar or contact',
			operation: 'appointment.book',
			response: failed(404),
			message: 'never one that you made up',
		},
		{
			what: 'an unknown appointment',
			operation: 'appointment.reschedule',
			response: failed(404),
			message: 'Use the appointmentId that the booking returned',
		},
		{
			what: 'no response',
			operation: 'appointment.book',
			response: lost(),
			message: 'Do not send it again',
		},
		{
			what: 'a missing scope',
			operation: 'calendar.get',
			response: failed(403),
			message: "A person has to help: Add the scope 'calendars.readonly'",
		},
		{
			what: 'another location',
			operation: 'appointment.book',
			fields: { options: { locationId: byId(byModel('locationId', 'loc-2')) } },
			message: "Leave 'locationId' out, or use 'loc-1'.",
		},
		{
			what: 'an unknown zone',
			operation: 'appointment.book',
			fields: { options: { timezone: byId(byModel('timezone', 'Mars')) } },
			message: 'Enter the zone of a city, such as America/New_York',
		},
		{
			what: 'a slot of the past, with the present time',
			operation: 'appointment.book',
			fields: { startTime: '2026-11-21T11:30:00Z', endTime: '2026-11-21T12:00:00Z' },
			message:
				'Choose a slot in the future, and check the year. Now it is Saturday, Nov 21, 12:00 PM UTC, 2026-11-21T12:00:00+00:00 (UTC).',
		},
	])('$what', async ({ operation, fields, response, message }) => {
		const isOfAppointment = operation.startsWith('appointment.');
		// A tool first looks for the calendar and its slots, which tell nothing here.
		const respond = ({ method }: Sent) => (method === 'GET' && isOfAppointment ? {} : response);

		const { error } = await act(
			operation,
			{ ...NINE, ...fields },
			{ node: TOOL, responses: respond },
		);

		expect(error?.message).toContain(message);
		expect(error?.message).not.toMatch(FOR_A_PERSON);
	});
});
