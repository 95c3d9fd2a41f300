import type { IDataObject } from 'n8n-workflow';

import { rejection } from '../platformApi/fakePlatform';
import {
	act,
	byId,
	byModel,
	expectRefused,
	type Given,
	HIGH_LEVEL,
	onHighLevel as onPlatform,
	search,
	type Sent,
	TOOL as node,
} from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

// In Berlin it is Sunday already.
stopClockAt('2026-11-21T23:00:00Z');

const slot = (day: string, hour: string) => ({
	startTime: `2026-11-${day}T${hour}:00:00+00:00`,
	endTime: `2026-11-${day}T${hour}:30:00+00:00`,
});
/** In Berlin 00:00 and 10:00 of the 22nd, and 00:00 of the 23rd. */
const slots = [slot('21', '23'), slot('22', '09'), slot('22', '23')];
const listed = { _dates_: { '2026-11-21': slots } };
const described = [
	['22T00', 'Sunday, Nov 22, 12:00 – 12:30 AM GMT+1'],
	['22T10', 'Sunday, Nov 22, 10:00 – 10:30 AM GMT+1'],
	['23T00', 'Monday, Nov 23, 12:00 – 12:30 AM GMT+1'],
].map(([hour, startText]) => ({
	startTime: `2026-11-${hour}:00:00+01:00`,
	endTime: `2026-11-${hour}:30:00+01:00`,
	startText,
	timezone: 'Europe/Berlin',
}));

const days = { startDate: '2026-11-22', endDate: '2026-11-23' };
const get = async (parameters: IDataObject = {}, given: object = {}) =>
	await act(
		'calendar.getFreeSlots',
		{ calendarId: byId('cal-1'), ...days, ...parameters },
		{ responses: [listed], timezone: 'Europe/Berlin', ...given },
	);

const dates = (...found: IDataObject[][]) =>
	found.map((of, index) => ({
		date: `2026-11-2${2 + index}`,
		timezone: 'Europe/Berlin',
		calendarId: 'cal-1',
		slots: of,
	}));
const items = described.map((of, index) => ({
	date: `2026-11-${['22', '22', '23'][index]}`,
	...of,
	calendarId: 'cal-1',
}));

it.each([
	['one item a slot', {}, items],
	['the response as it came', { output: 'raw' }, [listed]],
	[
		'a slot at the very start and end',
		{ startDate: '2026-11-22T10:00', endDate: '2026-11-22T10:00' },
		items.slice(1, 2),
	],
	['as many dates as wanted', { output: 'dates', limit: 1 }, dates(described.slice(0, 2))],
])('Get Free Slots puts out %s', async (_, parameters, expected) => {
	expect(await get(parameters)).toMatchObject({ error: undefined, json: expected });
});

const end = (endDate: string, startDate = '2026-11-20') => ({ startDate, endDate });

it.each([
	[
		'an end before the start of one day',
		end('2026-11-22T17:00', '2026-11-22T18:00'),
		"'End Date' (2026-11-22T17:00:00+01:00) is before 'Start Date' (2026-11-22T18:00:00+01:00)",
		'the same or later',
	],
	// In Berlin it is the 22nd already.
	[
		'an end that has passed',
		end('2026-11-21'),
		"'End Date' (2026-11-21) has passed",
		'Now it is Sunday, Nov 22, 12:00 AM GMT+1, 2026-11-22T00:00:00+01:00 (Europe/Berlin).',
	],
	[
		'a time of today that has passed',
		{ ...end('2026-11-21T22:59'), options: { timezone: byId('UTC') } },
		"'End Date' (2026-11-21T22:59:00+00:00) has passed",
		'Enter a later end.',
	],
])(
	'Get Free Slots refuses, before anything is sent, %s',
	async (_, parameters, message, whatToDo) => {
		expectRefused(await get(parameters), message, whatToDo);
	},
);

const head = {
	calendarId: 'cal-1',
	timezone: 'Europe/Berlin',
	slots: expect.stringContaining('startTime/endTime'),
};

it('as a tool, Get Free Slots says that there are more, and how to ask for them', async () => {
	const startDate = byModel('startDate', days.startDate);
	const { json } = await get({ limit: 1, startDate }, { node });
	expect(json.slice(0, 2)).toEqual([head, { Sun: [expect.stringContaining('T00:00')] }]);
	expect(json[2]?.message).toBe(
		"There are 2 more, which are not shown. Ask again with the last start as 'startDate'.",
	);
	const filtered = await get({ limit: 1, filters: { earliestTime: '9:00' } }, { node });
	expect(filtered.told).toBe('');
});

const evening = {
	startDate: '2026-11-22T17:00:00Z',
	endDate: '2026-11-22T18:00:00Z',
	options: { timezone: byId('UTC') },
};
const late = { filters: { earliestTime: '23:00' } };

it.each([
	[
		evening,
		listed,
		' from 2026-11-22T17:00:00+00:00 to 2026-11-22T18:00:00+00:00 (UTC). Ask for other times or days.',
	],
	[
		late,
		listed,
		" that fits the node's filters from 2026-11-22 to 2026-11-23 (Europe/Berlin). Ask for other times or days.",
	],
])(
	'as a tool, Get Free Slots says which times it looked at where there is none for %j in %j',
	async (parameters, response, looked) => {
		const { json } = await get(parameters, { node, responses: [response] });
		expect(json).toEqual([{ found: 0, message: `The calendar 'cal-1' has no free slot${looked}` }]);
	},
);

/** One that begins now, and in Berlin two on Sunday, the last one of Saturday, and one of Sunday a week later. */
const windows = [
	slot('21', '23'),
	slot('22', '08'),
	slot('22', '22'),
	slot('28', '22'),
	slot('28', '23'),
];
const entry = (start: string, name: string) => ({
	name,
	value: `2026-${start}:00:00+00:00/2026-${start}:30:00+00:00`,
});
const sunday = [
	entry('11-22T08', 'Sun, Nov 22, 9:00 – 9:30 AM GMT+1'),
	entry('11-22T22', 'Sun, Nov 22, 11:00 – 11:30 PM GMT+1'),
];
const saturday = entry('11-28T22', 'Sat, Nov 28, 11:00 – 11:30 PM GMT+1');

const filled = {
	calendarId: byId('cal-1'),
	slotSource: 'list',
	options: { timezone: byId('Europe/Berlin') },
};
const list = async (parameters: IDataObject = {}, given: object = {}) =>
	await search(
		'searchSlots',
		{ ...filled, ...parameters },
		{ responses: [{ _dates_: { x: windows } }], timezone: 'Asia/Tokyo', ...given },
	);

const none = (when: string) => [{ name: `No free slot ${when}: choose another day`, value: '' }];
const noSlots = { responses: [{ _dates_: {} }] };
const length = { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };
const onHighLevel = {
	responses: [{ '2026-11-22': { slots: ['2026-11-22T09:00:00+01:00'] } }, length],
	credential: HIGH_LEVEL,
};
const withOffset = { ...sunday[0], value: '2026-11-22T09:00:00+01:00/2026-11-22T09:30:00+01:00' };

it.each<[string, IDataObject, unknown[], object?]>([
	['seven days, today among them, without what has begun', {}, [...sunday, saturday]],
	['the day of the date picker', { slotDay: '2026-11-28T00:00:00' }, [saturday]],
	["the day of n8n's own dates", { slotDay: '={{ $today.plus(6, "days") }}' }, [saturday]],
	[
		'seven days for an expression that needs a run',
		{ slotDay: '={{ $("Other").item.json.day }}' },
		[...sunday, saturday],
	],
	['what was searched for', {}, [saturday], { filter: 'sat, nov' }],
	['that none is free', {}, none('in the next 7 days'), noSlots],
	['starts of HighLevel with their offset', {}, [withOffset], onHighLevel],
])('the list of free slots shows %s', async (_, parameters, expected, given = {}) => {
	expect((await list(parameters, given)).results).toEqual(expected);
});

it.each([
	['9 tue', ['Tue, Dec 1, 9:00 – 9:30 AM GMT+1']],
	['dec 1 2', ['Tue, Dec 1, 2:00 – 2:30 PM GMT+1']],
	['2 pm', ['Tue, Dec 1, 2:00 – 2:30 PM GMT+1']],
	['12', []],
])('the list of free slots finds by typed words in any order: %s', async (filter, names) => {
	const free = [
		{ startTime: '2026-12-01T09:00:00+01:00', endTime: '2026-12-01T09:30:00+01:00' },
		{ startTime: '2026-12-01T14:00:00+01:00', endTime: '2026-12-01T14:30:00+01:00' },
	];

	const { results } = await list(
		{ slotDay: '2026-12-01' },
		{ filter, responses: [{ _dates_: { x: free } }] },
	);

	expect(results.map(({ name }) => name)).toEqual(names);
});

it("the list of free slots shows the times of the workflow's zone where none is chosen", async () => {
	const { results, sent } = await list({ options: { timezone: byId('') } });
	// In a person's own zone, a time needs none.
	expect(results[0]).toEqual(entry('11-22T08', 'Sun, Nov 22, 5:00 – 5:30 PM GMT+9'));
	expect(sent).toMatchObject([
		{
			path: '/calendars/cal-1/free-slots',
			qs: { startDate: '2026-11-21', endDate: '2026-11-30', timezone: 'Asia/Tokyo' },
		},
	]);
});

it.each([
	['no calendar', { calendarId: byId('') }, "'Calendar' has no value yet", 'Choose a calendar'],
	[
		'an expression that has no value yet',
		{ calendarId: byId('={{ $("Other").item.json.id }}') },
		"'Calendar' has no value yet",
		'run the nodes before',
	],
	[
		'a day that is none',
		{ slotDay: 'soon' },
		'\'Day\' cannot be used. The value "soon" is not a date',
		'',
	],
])('the list of free slots says what to do about %s', async (_, parameters, message, whatToDo) => {
	expect(await rejection(list(parameters))).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringContaining(whatToDo),
	});
});

const calendars = [
	{ name: 'One', id: 'cal-1', team: { lead: 'ada' }, hours: [{ start: '09:00' }] },
	{ name: 'Two', id: 'cal-2' },
];
const short = [
	{ id: 'cal-1', name: 'One', teamLead: 'ada' },
	{ id: 'cal-2', name: 'Two' },
];
/** Whatever the platform calls the ID; a record without one stays as it is. */
const locations = [
	{ _id: 'loc-1', rooms: [{ floor: 1 }] },
	{ locationId: 'loc-2', id: 'other' },
	{ id: 'loc-3', _id: 'other' },
	{ name: 'None' },
];
const installed = locations.map((location, index) => ({
	...(index < 3 && { locationId: `loc-${index + 1}` }),
	...location,
}));
const ofLocation = { path: '/calendars/', qs: { locationId: 'loc-1' } };

it.each([
	['calendar.getAll', {}, { calendars }, short, ofLocation],
	[
		'calendar.get',
		{ calendarId: byId(' cal-1 ') },
		{ calendar: calendars[0] },
		short.slice(0, 1),
		{ path: '/calendars/cal-1' },
	],
	['installedLocation.getAll', {}, { locations }, installed, { path: '/oauth/installedLocations' }],
	['installedLocation.getAll', { limit: 1 }, { locations }, installed.slice(0, 1), {}],
])('%s puts out with %j what was asked for', async (name, parameters, response, items, request) => {
	const { json, sent } = await act(name, parameters, { responses: [response] });
	expect(json).toEqual(items);
	expect(sent).toMatchObject([{ method: 'GET', ...request }]);
	// The names come first.
	expect(Object.keys(json[0])[0]).toBe(Object.keys(items[0])[0]);
});

const field = byId('={{ $json.asked }}');

it.each([
	['calendar.get', { calendarId: field }],
	['calendar.getFreeSlots', { calendarId: field, ...days, limit: '={{ $itemIndex + 1 }}' }],
	['calendar.getFreeSlots', { calendarId: field, ...days, output: 'raw' }],
	['contact.get', { contactId: field }],
	['appointment.get', { appointmentId: field }],
	['webhook.get', { options: { locationId: field }, webhookId: field }],
])('%s asks once for the same', async (name, parameters) => {
	const responses = ({ path, qs }: Sent) => {
		const id = /id-\d/.exec(JSON.stringify([path, qs]))?.[0];
		const record = { id, ...slots[0] };
		const _dates_ = { [String(id)]: [slots[1]] };
		return {
			...record,
			_dates_,
			contact: record,
			event: record,
			calendars: [record],
			webhooks: [record],
		};
	};
	const credential = { accessToken: 'token-1', ...(/^(con|app)/.test(name) && HIGH_LEVEL) };
	const items = ['id-0', 'id-1', 'id-0'].map((asked) => ({ asked }));
	const { json, sent } = await act(name, parameters, { responses, credential, items });
	expect(sent).toHaveLength(2);
	expect(JSON.stringify(json.map(Object.values))).toMatch(/id-0.*id-1.*id-0/);
});

describe('free slots in a long range', () => {
	const range = { calendarId: byId('cal-1'), startDate: '2026-11-24', endDate: '2060-11-24' };
	/** One free slot in each part that is asked for, at its beginning. */
	const onePerPart: Given['responses'] = ({ path, qs }) =>
		path.endsWith('/free-slots')
			? { '2026-01-01': { slots: [new Date(Number(qs?.startDate) + 86_400_000).toISOString()] } }
			: { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };
	const ask = async (more: IDataObject, given: Given = {}) =>
		await onPlatform('calendar.getFreeSlots', { ...range, ...more }, onePerPart, given);

	it.each([
		[{ limit: 2 }, 2, 3, 'There are more free slots than the first 2.'],
		[{ limit: 50 }, 12, 12, 'Days after 2027-11-25 were not searched for free slots.'],
		[{ limit: 2, endDate: '2027-01-20' }, 2, 2, ''],
	])('are read as far as %j needs', async (more, items, requests, hint) => {
		const { json, sent, told } = await ask(more);
		const asked = sent.filter(({ path }) => path.endsWith('/free-slots'));
		expect([json.length, asked.length, told]).toEqual([items, requests, hint]);
	});

	it('are read anew for an item with other filters', async () => {
		// Each part that is asked for has a slot on another weekday: Wednesday, Saturday, Tuesday.
		const { items } = await ask(
			{ limit: 1, filters: { weekdays: '={{ $json.weekdays }}' } },
			{ items: [{ weekdays: [3, 6] }, { weekdays: [2] }] },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it.each([
		[2, /^There are more, which are not shown/],
		[50, /^Days after 2027-11-25 were not searched/],
	])('tell a model that more follow, with the limit %d', async (limit, message) => {
		const { json } = await ask({ limit }, { node });
		expect(json.at(-1)?.message).toMatch(message);
	});

	it.each([{ returnAll: true }, { output: 'raw' }])(
		'are refused by name with %j, for more than a year',
		async (more) => {
			expectRefused(await ask(more), 'is more than a year after', "set a 'Limit'");
			expect((await ask({ ...more, endDate: '2027-11-24' })).error).toBeUndefined();
		},
	);
});
