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
	TOOL as node,
	type Given,
	type Sent,
} from './nodeOnPlatform';

onSaturdayBefore();

const start = timeAt(9);
const end = timeAt(9.5);
const fromStart = { slotSource: 'startDuration', duration: 30 };
const list = (value: string) => ({ slotSource: 'list', slot: { __rl: true, mode: 'list', value } });

const ids = { calendarId: byId('cal-1'), contactId: 'ada', appointmentId: 'appt-1' };
const valid = { ...ids, slotSource: 'startEnd', ...halfHourAt(9) };

/** Books half an hour at 9:00, unless the fields say otherwise, in a workflow of Berlin. The platform books, and tells nothing else. */
const book = async (fields: IDataObject, given: Given = {}) =>
	await act(
		'appointment.book',
		{ ...valid, ...fields },
		{
			timezone: 'Europe/Berlin',
			responses: ({ method }: Sent) => (method === 'GET' ? {} : { id: 'appt-1' }),
			...given,
		},
	);

const listed = ['2026-11-23T04:00:00-05:00', '2026-11-23T04:30:00-05:00'];
const inZone = ['2026-11-23T10:00:00+01:00', '2026-11-23T10:30:00+01:00'];
it.each([
	['of a listed slot', list(listed.join('/')), listed],
	['of the zone where none is written', { startTime: '2026-11-23 10:00' }, inZone],
	['of the zone where it is written in UTC', { startTime: '2026-11-23T09:00:00Z' }, inZone],
	[
		'of the zone at the start, where the clocks change before the end',
		{ ...fromStart, startTime: '2027-10-31 01:30', duration: 120.5 },
		['2027-10-31T01:30:00+02:00', '2027-10-31T03:30:30+02:00'],
	],
])(
	'on HighLevel, the times are sent with the offset %s, and put out in the zone of the output',
	async (_, parameters, [startTime, endTime]) => {
		const { sent, json } = await book(parameters, { credential: HIGH_LEVEL });

		expect(sent[0]?.body).toMatchObject({ startTime, endTime });
		expect(json[0]).toMatchObject({
			startTime: expect.stringMatching(/\+0[12]:00$/),
			timezone: 'Europe/Berlin',
		});
	},
);

// The zone of a location is kept for a while.
const inLocation = (locationId: string, locationZone: string | Error) => ({
	credential: { ...HIGH_LEVEL, locationId },
	locationZone,
});
const local = { startTime: '2026-11-23 10:00', endTime: '2026-11-23 10:30' };

const noScope = failed(401, { message: 'The token is not authorized for this scope.' });
it.each([
	['of the location', {}, 'America/Denver', 'America/Denver', '-07:00'],
	["of 'Time Zone'", { timezone: 'Asia/Tokyo' }, 'America/Denver', 'Asia/Tokyo', '+09:00'],
	['of the workflow, where the scope is missing', {}, noScope, 'Europe/Berlin', '+01:00'],
	['of the workflow, where the location tells none', {}, 'PST', 'Europe/Berlin', '+01:00'],
])(
	'on HighLevel, a time without an offset is in the zone %s, and the output names it',
	async (which, options, locationZone, timezone, offset) => {
		const given = inLocation(`zone ${which}`, locationZone);
		const { writes, json } = await book({ ...local, options }, given);
		const startTime = `2026-11-23T10:00:00${offset}`;
		expect([writes[0]?.body, json[0]]).toMatchObject([{ startTime }, { startTime, timezone }]);
	},
);

it('on HighLevel, nothing is booked while the zone of the location cannot be read', async () => {
	const { sent, told } = await book(local, inLocation('zone unread', failed(400)));

	expect(sent).toEqual([]);
	expect(told).toContain('did not accept');
});

const passed = { startTime: '2026-11-21T11:30:00Z', endTime: '2026-11-21T12:00:00Z' };
it.each([
	[
		'three times',
		list(`${start}/${end}/${end}`),
		"'Slot' must be one of the free slots",
		'choose one from the list',
	],
	[
		'a slot that is no time',
		list('soon/later'),
		'\'Slot\' cannot be used. The value "soon" is not a date and time',
		'',
	],
	[
		'more than a year',
		{ ...fromStart, duration: 525_601 },
		"'Duration (Minutes)' must be at least 1 minute and at most 525600 (one year)",
		'such as 30',
	],
	[
		'an end more than a year later',
		{ endTime: '2035-11-23T09:30:00Z' },
		"'End' (2035-11-23T10:30:00+01:00) is more than a year after 'Start'",
		'Check the year',
	],
	[
		'an end at the start',
		{ endTime: start },
		"'End' (2026-11-23T10:00:00+01:00) is not after 'Start' (2026-11-23T10:00:00+01:00)",
		'Enter an end that is later',
	],
	[
		'a slot that has passed',
		passed,
		'The slot has passed: it ended at 2026-11-21T13:00:00+01:00',
		"check the year and the 'Time Zone'",
	],
])('nothing is sent for %s', async (_, parameters, message, advice) => {
	expectRefused(await book(parameters), message, advice);
});

const TAKEN = refuses(400, 'Taken');

it.each([
	['', 5],
	[100, 100],
])('with %j as the most alternatives, so many are put out: %d', async (maxAlternatives, length) => {
	const calendar = new FakeCalendar({
		form: 'contract',
		freeHours: Array.from({ length: 150 }, (_, index) => 10 + index / 2),
		reactions: [TAKEN],
	});

	const { item } = await runAppointment('book', calendar, {
		whenTaken: 'alternatives',
		maxAlternatives,
	});

	expect(item?.alternatives).toHaveLength(length);
});

it.each([
	['', 24, '2026-11-26'],
	[2_160, 2_160, '2027-02-23'],
])('with %j as the delay, slots are looked for within %d hours', async (hours, within, endDate) => {
	const calendar = new FakeCalendar({ form: 'contract', reactions: [TAKEN] });

	const { errorMessage } = await runAppointment('book', calendar, {
		whenTaken: 'nextFree',
		withinHours: hours,
	});

	expect(errorMessage).toContain(`within ${within} hours`);
	expect(calendar.requests.at(-1)?.qs).toMatchObject({ endDate });
});

it.each([
	...[0, 2.5, 101].map((maxAlternatives) => ({ whenTaken: 'alternatives', maxAlternatives })),
	...[0, 2_161].map((withinHours) => ({ whenTaken: 'nextFree', withinHours })),
])('the bounds of other slots are told, before anything is sent, for %j', async (parameters) => {
	expectRefused(
		await book(parameters),
		'maxAlternatives' in parameters
			? "'Max Alternatives' must be a whole number from 1 to 100"
			: "'Max Delay (Hours)' must be more than 0 and at most 2160 hours",
	);
});

it('Reschedule puts out the new times, and no wanted ones where they are the same', async () => {
	const { json } = await act(
		'appointment.reschedule',
		{ ...valid, options: { simplify: false } },
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
		['startTime', 'tomorrow at 9'],
		['endTime', '2026-11-23 15:00'],
	])('is refused a time without an offset: %s is %s', async (argument, time) => {
		const end = await act(
			`appointment.${operation}`,
			{ ...valid, [argument]: byModel(argument, time) },
			{ node },
		);

		expectRefused(
			end,
			`Time' must be a time with an offset from UTC, not '${time}'`,
			'such as 2026-11-25T14:00:00+00:00',
		);
	});
});

it('both times of a free slot, as a model copies them, are its start and its end', async () => {
	const slot = '2026-11-23T04:00-05:00/2026-11-23T04:30-05:00';
	const times = { startTime: slot, endTime: `\`${slot}\`` };
	const { writes } = await book(times, { node, timezone: 'America/New_York' });
	expect(writes[0].body).toMatchObject(halfHourAt(9));
});

describe('the offset of a time that a model writes', () => {
	const inBerlin = { options: { timezone: byId('Europe/Berlin') } };
	const of = (offset: string) => ({
		startTime: `2027-03-29T15:00:00${offset}`,
		endTime: `2027-03-29T15:30:00${offset}`,
	});

	it('is refused, with the right one, where the given zone has another one then', async () => {
		const end = await book({ ...of('+01:00'), ...inBerlin }, { node });

		expectRefused(
			end,
			'\'Start\' cannot be used. The value "2027-03-29T15:00:00+01:00" has an offset that Europe/Berlin does not have at that time. There, the same clock time is 2027-03-29T15:00:00+02:00, and the same moment 2027-03-29T16:00:00+02:00.',
		);
	});

	it.each(['+02:00', '+00:00', 'Z'])('is taken where it is %s', async (offset) => {
		const { writes } = await book({ ...of(offset), ...inBerlin }, { node });

		expect(writes).toHaveLength(1);
	});

	it('is taken where it is that of the location, and another zone is given', async () => {
		const { writes } = await book(
			{ ...of('-06:00'), ...inBerlin },
			{
				node,
				...inLocation('offset of a model', 'America/Denver'),
			},
		);

		expect(writes).toHaveLength(1);
	});

	it("is compared with the workflow's, in which the times were told, where no other zone is known", async () => {
		const other = await book(of('-05:00'), { node, timezone: 'America/New_York' });
		const right = await book(of('-04:00'), { node, timezone: 'America/New_York' });

		expectRefused(
			other,
			'There, the same clock time is 2027-03-29T15:00:00-04:00, and the same moment 2027-03-29T16:00:00-04:00.',
		);
		expect(right.writes).toHaveLength(1);
	});
});

describe("a slot that a model books in the contract's form", () => {
	const calendars = { calendars: [{ id: 'cal-1', name: 'Onboarding call' }] };
	const bookAsTool = async (parameters: IDataObject, given: Given = {}) =>
		await act(
			'appointment.book',
			{ ...valid, ...parameters },
			{
				node,
				responses: ({ method, path }: Sent) => {
					if (method !== 'GET') return { id: 'appt-1' };
					return path.endsWith('/free-slots')
						? { _dates_: { all: [halfHourAt(9), halfHourAt(9.5), halfHourAt(11)] } }
						: calendars;
				},
				...given,
			},
		);

	it('is refused, unsent, where its length is not that of the slots, which are named', async () => {
		const { told, writes } = await bookAsTool({ endTime: timeAt(12) });

		expect(told).toContain('The slots of the calendar take 30 minutes, not 180');
		expect(told).toContain('2026-11-23T09:00+00:00/2026-11-23T09:30+00:00');
		expect(writes).toEqual([]);
	});

	it('is refused, unsent, in a calendar that the location does not list', async () => {
		const { told, writes } = await bookAsTool({
			calendarId: byId(byModel('calendarId', 'loc-harbor')),
		});

		expect(told).toMatch(/is not one of the location: 'loc-harbor'.*Onboarding call \(cal-1\)/);
		expect(writes).toEqual([]);
	});

	it.each([
		['a listed slot', {}, {}],
		['any length for a person', { endTime: timeAt(12) }, { node: undefined }],
	])('is booked: %s', async (_, parameters, given) => {
		const { writes } = await bookAsTool(parameters, given);

		expect(writes).toHaveLength(1);
	});
});

it.each(['Saturday 9am', 'ada@example.com', 'appt-1, appt-2', 'appt/1'])(
	'what cannot be the ID of an appointment is refused unsent: %s',
	async (appointmentId) => {
		const end = await act('appointment.cancel', { appointmentId }, {});

		expectRefused(end, "'Appointment' must be the ID of one appointment");
	},
);

/** Things that no model can do: open a list, a credential or the node. */
const EDITOR = /from the list|in the options|'When |Open the credential|Leave the location/;

it.each([
	[
		'an unknown calendar',
		'calendar.get',
		{},
		failed(404),
		/Use the ID of the calendar as a tool or the person gave it/,
	],
	[
		'an unknown calendar or contact',
		'appointment.book',
		{},
		failed(404),
		/It may be contact 'ada'.*never one that you made up/,
	],
	[
		'an unknown appointment',
		'appointment.reschedule',
		{},
		failed(404),
		/Use the appointmentId that the booking returned/,
	],
	['no response', 'appointment.book', {}, lost(), /Do not send it again/],
	[
		'a missing scope',
		'calendar.get',
		{},
		failed(403),
		/A person has to help: Add the scope 'calendars.readonly'/,
	],
	[
		'another location',
		'appointment.book',
		{ options: { locationId: byId(byModel('locationId', 'loc-2')) } },
		'',
		/Leave 'locationId' out, or use 'loc-1'\.$/,
	],
	[
		'an unknown zone',
		'appointment.book',
		{ options: { timezone: byId(byModel('timezone', 'Mars')) } },
		'',
		/Enter the zone of a city, such as America\/New_York/,
	],
	[
		'a slot of the past',
		'appointment.book',
		passed,
		'',
		/Choose a slot in the future, and check the year\. Now it is .+\(UTC\)\.$/,
	],
])(
	'%s: the message says what a model can do, or that a person must',
	async (_, name, parameters, response, expected) => {
		const isAppointment = name.startsWith('appointment.');
		// A tool first looks for the calendar and its slots, which tell nothing here.
		const responses = ({ method }: Sent) => (method === 'GET' && isAppointment ? {} : response);
		const { error } = await act(name, { ...valid, ...parameters }, { node, responses });
		expect(error?.message).toMatch(expected);
		expect(error?.message).not.toMatch(EDITOR);
	},
);
