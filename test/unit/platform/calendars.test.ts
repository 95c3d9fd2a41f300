import type { LoadOptionsContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { rejection } from '../platformApi/fakePlatform';
import {
	act,
	byId,
	byModel,
	connect,
	contextFor,
	expectRefused,
	type Given,
	HIGH_LEVEL,
	onHighLevel,
	search,
	type Sent,
	TOOL,
} from './nodeOnPlatform';
import type { Platform } from '../../../nodes/Platform/Platform.node';
import { stopClockAt } from '../../support/clock';

/* Calendars: Get, Get Many, Get Free Slots, and the list of free slots in the editor. */

// In Berlin it is Sunday already, midnight.
stopClockAt('2026-11-21T23:00:00Z');

/** Half an hour of November as the platform of the contract lists it, in UTC: `22T09` for the 22nd at 9:00. */
const halfHourFrom = (dayAndHour: string) => ({
	startTime: `2026-11-${dayAndHour}:00:00+00:00`,
	endTime: `2026-11-${dayAndHour}:30:00+00:00`,
});

describe('Get Free Slots', () => {
	/** In Berlin: Sunday at 0:00 and at 10:00, and Monday at 0:00. */
	const LISTED = {
		_dates_: {
			'2026-11-21': [halfHourFrom('21T23'), halfHourFrom('22T09'), halfHourFrom('22T23')],
		},
	};
	const SUNDAY_MIDNIGHT = {
		startTime: '2026-11-22T00:00:00+01:00',
		endTime: '2026-11-22T00:30:00+01:00',
		startText: 'Sunday, Nov 22, 12:00 – 12:30 AM GMT+1',
		timezone: 'Europe/Berlin',
	};
	const SUNDAY_TEN = {
		startTime: '2026-11-22T10:00:00+01:00',
		endTime: '2026-11-22T10:30:00+01:00',
		startText: 'Sunday, Nov 22, 10:00 – 10:30 AM GMT+1',
		timezone: 'Europe/Berlin',
	};
	const MONDAY_MIDNIGHT = {
		startTime: '2026-11-23T00:00:00+01:00',
		endTime: '2026-11-23T00:30:00+01:00',
		startText: 'Monday, Nov 23, 12:00 – 12:30 AM GMT+1',
		timezone: 'Europe/Berlin',
	};

	/** Gets those of Sunday and Monday, in a workflow of Berlin, unless the fields say otherwise. */
	const getFreeSlots = async (fields: IDataObject = {}, given: Given = {}) =>
		await act(
			'calendar.getFreeSlots',
			{ calendarId: byId('cal-1'), startDate: '2026-11-22', endDate: '2026-11-23', ...fields },
			{ responses: [LISTED], timezone: 'Europe/Berlin', ...given },
		);

	it("puts out an item for each slot, in the workflow's zone", async () => {
		const { json, error } = await getFreeSlots();

		expect(error).toBeUndefined();
		expect(json).toEqual([
			{ date: '2026-11-22', ...SUNDAY_MIDNIGHT, calendarId: 'cal-1' },
			{ date: '2026-11-22', ...SUNDAY_TEN, calendarId: 'cal-1' },
			{ date: '2026-11-23', ...MONDAY_MIDNIGHT, calendarId: 'cal-1' },
		]);
	});

	it("puts out the response as it came, with 'Raw Response'", async () => {
		const { json, error } = await getFreeSlots({ output: 'raw' });

		expect(error).toBeUndefined();
		expect(json).toEqual([LISTED]);
	});

	it("puts out the response for each item's own days, with 'Raw Response'", async () => {
		const sunday = { _dates_: { '2026-11-22': [SUNDAY_TEN] } };
		const monday = { _dates_: { '2026-11-23': [MONDAY_MIDNIGHT] } };

		const { json } = await getFreeSlots(
			{ output: 'raw', startDate: '={{ $json.day }}', endDate: '={{ $json.day }}' },
			{
				items: [{ day: '2026-11-22' }, { day: '2026-11-23' }],
				responses: [sunday, monday],
			},
		);

		expect(json).toEqual([sunday, monday]);
	});

	it('puts out a slot that begins exactly at the start and the end of the range', async () => {
		const { json, error } = await getFreeSlots({
			startDate: '2026-11-22T10:00',
			endDate: '2026-11-22T10:00',
		});

		expect(error).toBeUndefined();
		expect(json).toMatchObject([SUNDAY_TEN]);
	});

	it("puts out as many dates as 'Limit' says, with 'One Item per Date'", async () => {
		const { json, error } = await getFreeSlots({ output: 'dates', limit: 1 });

		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				date: '2026-11-22',
				timezone: 'Europe/Berlin',
				calendarId: 'cal-1',
				slots: [SUNDAY_MIDNIGHT, SUNDAY_TEN],
			},
		]);
	});

	it.each([
		{
			what: 'an end before the start of one day',
			fields: { startDate: '2026-11-22T18:00', endDate: '2026-11-22T17:00' },
			message:
				"'End Date' (2026-11-22T17:00:00+01:00) is before 'Start Date' (2026-11-22T18:00:00+01:00)",
			whatToDo: 'the same or later',
		},
		{
			what: 'a day that has passed in the zone, though not in UTC',
			fields: { startDate: '2026-11-20', endDate: '2026-11-21' },
			message: "'End Date' (2026-11-21) has passed, so there can be no free slots",
			whatToDo:
				'Now it is Sunday, Nov 22, 12:00 AM GMT+1, 2026-11-22T00:00:00+01:00 (Europe/Berlin).',
		},
		{
			what: 'a time of today that has passed',
			fields: {
				startDate: '2026-11-20',
				endDate: '2026-11-21T22:59',
				options: { timezone: byId('UTC') },
			},
			message: "'End Date' (2026-11-21T22:59:00+00:00) has passed",
			whatToDo: 'Enter a later end.',
		},
	])('refuses, before anything is sent, $what', async ({ fields, message, whatToDo }) => {
		const end = await getFreeSlots(fields);

		expectRefused(end, message, whatToDo);
	});

	describe('as a tool', () => {
		it('says that there are more, and how to ask for them', async () => {
			const startDate = byModel('startDate', '2026-11-22');

			const { json } = await getFreeSlots({ limit: 1, startDate }, { node: TOOL });

			expect(json).toEqual([
				{
					calendarId: 'cal-1',
					timezone: 'Europe/Berlin',
					slots: expect.stringContaining('startTime/endTime'),
				},
				{ Sun: [expect.stringContaining('T00:00')] },
				{
					message:
						"There are 2 more, which are not shown. Ask again with the last start as 'startDate'.",
				},
			]);
		});

		it('says nothing of slots that the filters of the node leave out', async () => {
			const fields = { limit: 1, filters: { earliestTime: '9:00' } };

			const { told } = await getFreeSlots(fields, { node: TOOL });

			expect(told).toBe('');
		});

		it('says which times it looked at where none is free', async () => {
			const fields = {
				startDate: '2026-11-22T17:00:00Z',
				endDate: '2026-11-22T18:00:00Z',
				options: { timezone: byId('UTC') },
			};

			const { json } = await getFreeSlots(fields, { node: TOOL });

			expect(json).toEqual([
				{
					found: 0,
					message:
						"The calendar 'cal-1' has no free slot from 2026-11-22T17:00:00+00:00 to 2026-11-22T18:00:00+00:00 (UTC). Ask for other times or days.",
				},
			]);
		});

		it('says which days it looked at where none passes the filters', async () => {
			const { json } = await getFreeSlots({ filters: { earliestTime: '23:00' } }, { node: TOOL });

			expect(json).toEqual([
				{
					found: 0,
					message:
						"The calendar 'cal-1' has no free slot that fits the node's filters from 2026-11-22 to 2026-11-23 (Europe/Berlin). Ask for other times or days.",
				},
			]);
		});
	});

	describe('in a long range', () => {
		/** One free slot in each part that is asked for, a day after its beginning. */
		const onePerPart = ({ path, qs }: Sent) =>
			path.endsWith('/free-slots')
				? { '2026-01-01': { slots: [new Date(Number(qs?.startDate) + 86_400_000).toISOString()] } }
				: { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };

		/** From November 24, 2026, on: for 34 years, unless the fields say otherwise. */
		const getOfYears = async (fields: IDataObject, given: Given = {}) => {
			const range = { startDate: '2026-11-24', endDate: '2060-11-24' };
			return await onHighLevel(
				'calendar.getFreeSlots',
				{ calendarId: byId('cal-1'), ...range, ...fields },
				onePerPart,
				given,
			);
		};

		const partsAskedFor = (sent: Sent[]) => sent.filter(({ path }) => path.endsWith('/free-slots'));

		it("reads until there are more than 'Limit' wants, and says that there are more", async () => {
			const { json, sent, told } = await getOfYears({ limit: 2 });

			expect(json).toHaveLength(2);
			expect(partsAskedFor(sent)).toHaveLength(3);
			expect(told).toBe('There are more free slots than the first 2.');
		});

		it('reads no more than a year, and says from when on nothing was searched', async () => {
			const { json, sent, told } = await getOfYears({ limit: 50 });

			expect(json).toHaveLength(12);
			expect(partsAskedFor(sent)).toHaveLength(12);
			expect(told).toBe('Days after 2027-11-25 were not searched for free slots.');
		});

		it('says nothing where the range has just as many as wanted', async () => {
			const { json, sent, told } = await getOfYears({ limit: 2, endDate: '2027-01-20' });

			expect(json).toHaveLength(2);
			expect(partsAskedFor(sent)).toHaveLength(2);
			expect(told).toBe('');
		});

		it('reads anew for an item with other filters', async () => {
			// The slots of the parts are on a Wednesday, a Saturday and a Tuesday.
			const fields = { limit: 1, filters: { weekdays: '={{ $json.weekdays }}' } };

			const { items } = await getOfYears(fields, {
				items: [{ weekdays: [3, 6] }, { weekdays: [2] }],
			});

			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		});

		it('reads anew for an item with another limit', async () => {
			const { items } = await getOfYears(
				{ limit: '={{ $json.limit }}' },
				{ items: [{ limit: 1 }, { limit: 3 }] },
			);

			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 1 },
				{ item: 1 },
			]);
		});

		it('reads anew for an item with another calendar', async () => {
			const { json, sent } = await getOfYears(
				{ calendarId: byId('={{ $json.calendar }}'), limit: 1 },
				{ items: [{ calendar: 'cal-1' }, { calendar: 'cal-2' }] },
			);

			expect(json.map(({ calendarId }) => calendarId)).toEqual(['cal-1', 'cal-2']);
			expect(sent.map(({ path }) => path)).toContain('/calendars/cal-2/free-slots');
		});

		it('reads anew for an item with another time of day', async () => {
			const anHourAfterBegin = ({ path, qs }: Sent) =>
				path.endsWith('/free-slots')
					? { '2026-01-01': { slots: [new Date(Number(qs?.startDate) + 3_600_000).toISOString()] } }
					: { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };
			const fields = { startDate: '={{ $json.start }}', endDate: '2060-11-24', limit: 1 };

			const { sent } = await onHighLevel(
				'calendar.getFreeSlots',
				{ calendarId: byId('cal-1'), ...fields },
				anHourAfterBegin,
				{ items: [{ start: '2026-11-24T00:30' }, { start: '2026-11-24T23:00' }] },
			);

			// For the second item, the first slot is too early.
			expect(partsAskedFor(sent)).toHaveLength(2 + 3);
		});

		const twoOfOneDate = ({ path, qs }: Sent) => {
			if (!path.endsWith('/free-slots'))
				return { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };
			const start = Number(qs?.startDate) + 86_400_000;
			const slots = [start, start + 3_600_000].map((time) => new Date(time).toISOString());
			return { '2026-01-01': { slots } };
		};

		it('reads anew for an item with another output', async () => {
			const fields = { startDate: '2026-11-24', endDate: '2060-11-24', limit: 1 };

			const { sent } = await onHighLevel(
				'calendar.getFreeSlots',
				{ calendarId: byId('cal-1'), ...fields, output: '={{ $json.output }}' },
				twoOfOneDate,
				{ items: [{ output: 'slots' }, { output: 'dates' }] },
			);

			// One month has two slots, and two months have two dates.
			expect(partsAskedFor(sent)).toHaveLength(1 + 2);
		});

		it("reads until there are more dates than 'Limit' wants, however many slots they have", async () => {
			const fields = { startDate: '2026-11-24', endDate: '2060-11-24', output: 'dates', limit: 2 };

			const { json, sent, told } = await onHighLevel(
				'calendar.getFreeSlots',
				{ calendarId: byId('cal-1'), ...fields },
				twoOfOneDate,
			);

			expect(json.map(({ date }) => date)).toEqual(['2026-11-25', '2026-12-26']);
			expect(partsAskedFor(sent)).toHaveLength(3);
			expect(told).toBe('There are more free slots than the first 2.');
		});

		it('tells a model of no others where the range has just as many as wanted', async () => {
			const { told } = await getOfYears({ limit: 2, endDate: '2027-01-20' }, { node: TOOL });

			expect(told).toBe('');
		});

		it('of 32 days, which take a second request, reads that for an item that wants more', async () => {
			const slotsAfter = (startDate: unknown, hours: number[]) =>
				hours.map((hour) => new Date(Number(startDate) + hour * 3_600_000).toISOString());
			const respond = ({ path, qs }: Sent) =>
				path.endsWith('/free-slots')
					? { '2026-01-01': { slots: slotsAfter(qs?.startDate, [1, 2]) } }
					: { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };
			const fields = {
				calendarId: byId('cal-1'),
				startDate: '2026-11-24',
				endDate: '2026-12-25',
				limit: '={{ $json.limit }}',
			};

			const { items, told } = await onHighLevel('calendar.getFreeSlots', fields, respond, {
				items: [{ limit: 1 }, { limit: 4 }],
			});

			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				...Array(4).fill({ item: 1 }),
			]);
			expect(told).toBe('There are more free slots than the first 1.');
		});

		it.each([
			{ limit: 2, beginning: 'There are more, which are not shown' },
			{ limit: 50, beginning: 'Days after 2027-11-25 were not searched' },
		])('tells a model with the limit $limit: $beginning', async ({ limit, beginning }) => {
			const { json } = await getOfYears({ limit }, { node: TOOL });

			const lastItem = json.at(-1);
			expect(lastItem?.message).toContain(beginning);
		});

		it.each([{ returnAll: true }, { output: 'raw' }])(
			'refuses more than a year with %j, and takes a year',
			async (fields) => {
				const tooLong = await getOfYears(fields);
				const aYear = await getOfYears({ ...fields, endDate: '2027-11-25' });

				expectRefused(tooLong, 'is more than a year after', "set a 'Limit'");
				expect(aYear.error).toBeUndefined();
			},
		);
	});
});

describe('the list of free slots in the editor', () => {
	/** One that begins now, and in Berlin two of Sunday, the last one of Saturday, and one of the Sunday after. */
	const LISTED = {
		_dates_: {
			any: [
				halfHourFrom('21T23'),
				halfHourFrom('22T08'),
				halfHourFrom('22T22'),
				halfHourFrom('28T22'),
				halfHourFrom('28T23'),
			],
		},
	};
	const SUNDAY_NINE = {
		name: 'Sun, Nov 22, 9:00 – 9:30 AM GMT+1',
		value: '2026-11-22T08:00:00+00:00/2026-11-22T08:30:00+00:00',
	};
	const SUNDAY_ELEVEN_PM = {
		name: 'Sun, Nov 22, 11:00 – 11:30 PM GMT+1',
		value: '2026-11-22T22:00:00+00:00/2026-11-22T22:30:00+00:00',
	};
	const SATURDAY_ELEVEN_PM = {
		name: 'Sat, Nov 28, 11:00 – 11:30 PM GMT+1',
		value: '2026-11-28T22:00:00+00:00/2026-11-28T22:30:00+00:00',
	};

	/** Opens the list of a calendar, with 'Time Zone' Europe/Berlin in a workflow of Tokyo, unless the fields say otherwise. */
	const openList = async (fields: IDataObject = {}, given: Given & { filter?: string } = {}) =>
		await search(
			'searchSlots',
			{
				calendarId: byId('cal-1'),
				slotSource: 'list',
				options: { timezone: byId('Europe/Berlin') },
				...fields,
			},
			{ responses: [LISTED], timezone: 'Asia/Tokyo', ...given },
		);

	it('shows seven days, today among them, without what has begun', async () => {
		const { results } = await openList();

		expect(results).toEqual([SUNDAY_NINE, SUNDAY_ELEVEN_PM, SATURDAY_ELEVEN_PM]);
	});

	it.each([
		['the date picker', '2026-11-28T00:00:00'],
		["n8n's own dates", '={{ $today.plus(6, "days") }}'],
	])('shows the day of %s', async (_, slotDay) => {
		const { results } = await openList({ slotDay });

		expect(results).toEqual([SATURDAY_ELEVEN_PM]);
	});

	it('shows seven days where the day is an expression that needs a run', async () => {
		const { results } = await openList({ slotDay: '={{ $("Other").item.json.day }}' });

		expect(results).toEqual([SUNDAY_NINE, SUNDAY_ELEVEN_PM, SATURDAY_ELEVEN_PM]);
	});

	it('shows what is searched for', async () => {
		const { results } = await openList({}, { filter: 'sat, nov' });

		expect(results).toEqual([SATURDAY_ELEVEN_PM]);
	});

	it('shows what is searched for in many words, of which the last decides', async () => {
		const { results } = await openList({}, { filter: 'sun nov 22 gmt+1 pm 11' });

		expect(results).toEqual([SUNDAY_ELEVEN_PM]);
	});

	it('says that none is free', async () => {
		const { results } = await openList({}, { responses: [{ _dates_: {} }] });

		expect(results).toEqual([
			{ name: 'No free slot in the next 7 days: choose another day', value: '' },
		]);
	});

	it('says of a chosen day that none is free on it', async () => {
		const { results } = await openList({ slotDay: '2026-11-28' }, { responses: [{ _dates_: {} }] });

		expect(results).toEqual([
			{ name: 'No free slot on 2026-11-28: choose another day', value: '' },
		]);
	});

	it.each([
		['nov 2', []],
		['22', [SUNDAY_NINE, SUNDAY_ELEVEN_PM]],
	])('takes a number for a whole day: %s', async (filter, entries) => {
		const { results } = await openList({}, { filter });

		expect(results).toEqual(entries);
	});

	it('keeps the offset of the starts that HighLevel lists', async () => {
		const { results } = await openList(
			{},
			{
				credential: HIGH_LEVEL,
				responses: [
					{ '2026-11-22': { slots: ['2026-11-22T09:00:00+01:00'] } },
					{ calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } },
				],
			},
		);

		expect(results).toEqual([
			{
				name: 'Sun, Nov 22, 9:00 – 9:30 AM GMT+1',
				value: '2026-11-22T09:00:00+01:00/2026-11-22T09:30:00+01:00',
			},
		]);
	});

	it.each([
		['9 tue', ['Tue, Dec 1, 9:00 – 9:30 AM GMT+1']],
		['dec 1 2', ['Tue, Dec 1, 2:00 – 2:30 PM GMT+1']],
		['2 pm', ['Tue, Dec 1, 2:00 – 2:30 PM GMT+1']],
		['dec 1', ['Tue, Dec 1, 9:00 – 9:30 AM GMT+1', 'Tue, Dec 1, 2:00 – 2:30 PM GMT+1']],
		['tu', ['Tue, Dec 1, 9:00 – 9:30 AM GMT+1', 'Tue, Dec 1, 2:00 – 2:30 PM GMT+1']],
		['12', []],
	])('finds by words in any order: %s', async (filter, names) => {
		const free = [
			{ startTime: '2026-12-01T09:00:00+01:00', endTime: '2026-12-01T09:30:00+01:00' },
			{ startTime: '2026-12-01T14:00:00+01:00', endTime: '2026-12-01T14:30:00+01:00' },
			{ startTime: '2026-12-10T17:00:00+01:00', endTime: '2026-12-10T17:30:00+01:00' },
		];

		const { results } = await openList(
			{ slotDay: '2026-12-01' },
			{ filter, responses: [{ _dates_: { any: free } }] },
		);

		expect(results.map(({ name }) => name)).toEqual(names);
	});

	const ofHighLevel: Given = {
		credential: { ...HIGH_LEVEL, locationId: 'loc-of-denver' },
		locationZone: 'America/Denver',
		responses: [
			{ '2026-11-22': { slots: ['2026-11-22T09:00:00+01:00'] } },
			{ calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } },
		],
	};

	it("shows the times in 'Time Zone' also where the location has another zone", async () => {
		const { results } = await openList({}, ofHighLevel);

		expect(results[0].name).toBe('Sun, Nov 22, 9:00 – 9:30 AM GMT+1');
	});

	it('asks for the slots of all users where none is chosen', async () => {
		const { sent } = await openList({}, ofHighLevel);

		expect(sent[0].qs).not.toHaveProperty('userId');
	});

	it("asks for the slots of 'Assigned User' where one is chosen", async () => {
		const options = { timezone: byId('Europe/Berlin'), assignedUserId: byId('grace') };

		const { sent } = await openList({ options }, ofHighLevel);

		expect(sent[0].qs).toMatchObject({ userId: 'grace' });
	});

	it('is read by fields of which each drops the chosen slot when it changes', async () => {
		const fields = { calendarId: byId('cal-1'), slotSource: 'list' };
		const { context, nodeType } = contextFor(
			'loadOptions',
			{ resource: 'appointment', operation: 'book', ...fields },
			{},
		);
		connect(context, { responses: [LISTED] });
		const read = new Set<string>();
		const ofEditor = (context as LoadOptionsContext).getCurrentNodeParameter.bind(context);
		Object.assign(context, {
			getCurrentNodeParameter(name: string) {
				read.add(name);
				return ofEditor(name);
			},
		});
		const { description, methods } = nodeType as Platform;

		await methods.listSearch.searchSlots.call(context as LoadOptionsContext);

		const slotField = description.properties.find(({ name }) => name === 'slot');
		const dependsOn = slotField?.typeOptions?.loadOptionsDependsOn ?? [];
		expect(dependsOn.map((name) => name.replace('.value', '')).sort()).toEqual([...read].sort());
	});

	it("shows the times of the workflow's zone where none is chosen", async () => {
		const { results, sent } = await openList({ options: { timezone: byId('') } });

		expect(results[0]).toMatchObject({ name: 'Sun, Nov 22, 5:00 – 5:30 PM GMT+9' });
		expect(sent).toMatchObject([
			{
				path: '/calendars/cal-1/free-slots',
				qs: { startDate: '2026-11-21', endDate: '2026-11-30', timezone: 'Asia/Tokyo' },
			},
		]);
	});

	it.each([
		{
			what: 'no calendar',
			fields: { calendarId: byId('') },
			message: "'Calendar' has no value yet",
			whatToDo: 'Choose a calendar from the list, or run the nodes before this one.',
		},
		{
			what: 'an expression that has no value yet',
			fields: { calendarId: byId('={{ $("Other").item.json.id }}') },
			message: "'Calendar' has no value yet",
			whatToDo: 'Choose a calendar from the list, or run the nodes before this one.',
		},
		{
			what: 'a day that is none',
			fields: { slotDay: 'soon' },
			message: '\'Day\' cannot be used. The value "soon" is not a date',
			whatToDo: '',
		},
	])('says what to do about $what', async ({ fields, message, whatToDo }) => {
		const refusal = await rejection(openList(fields));

		expect(refusal.message).toContain(message);
		expect(refusal.description).toContain(whatToDo);
	});
});

describe('records', () => {
	const ONE = { name: 'One', id: 'cal-1', team: { lead: 'ada' }, hours: [{ start: '09:00' }] };
	const TWO = { name: 'Two', id: 'cal-2' };
	/** 'Simplify' puts names first, flattens what stands within, and leaves lists of records out. */
	const ONE_SIMPLIFIED = { id: 'cal-1', name: 'One', teamLead: 'ada' };
	const TWO_SIMPLIFIED = { id: 'cal-2', name: 'Two' };

	it('Calendar > Get Many puts out the calendars of the location', async () => {
		const { json, sent } = await act(
			'calendar.getAll',
			{},
			{ responses: [{ calendars: [ONE, TWO] }] },
		);

		expect(json).toEqual([ONE_SIMPLIFIED, TWO_SIMPLIFIED]);
		expect(Object.keys(json[0])).toEqual(Object.keys(ONE_SIMPLIFIED));
		expect(sent).toMatchObject([
			{ method: 'GET', path: '/calendars/', qs: { locationId: 'loc-1' } },
		]);
	});

	it('Calendar > Get puts out the calendar of an ID, whatever blanks stand around it', async () => {
		const fields = { calendarId: byId(' cal-1 ') };

		const { json, sent } = await act('calendar.get', fields, { responses: [{ calendar: ONE }] });

		expect(json).toEqual([ONE_SIMPLIFIED]);
		expect(Object.keys(json[0])).toEqual(Object.keys(ONE_SIMPLIFIED));
		expect(sent).toMatchObject([{ method: 'GET', path: '/calendars/cal-1' }]);
	});

	describe('Installed Location > Get Many', () => {
		/** Whatever the platform calls the ID; a record without one stays as it is. */
		const LOCATIONS = [
			{ _id: 'loc-1', rooms: [{ floor: 1 }] },
			{ locationId: 'loc-2', id: 'other' },
			{ id: 'loc-3', _id: 'other' },
			{ name: 'None' },
		];

		it('puts out the locations, with their IDs first', async () => {
			const { json, sent } = await act(
				'installedLocation.getAll',
				{},
				{ responses: [{ locations: LOCATIONS }] },
			);

			expect(json).toEqual([
				{ locationId: 'loc-1', _id: 'loc-1', rooms: [{ floor: 1 }] },
				{ locationId: 'loc-2', id: 'other' },
				{ locationId: 'loc-3', id: 'loc-3', _id: 'other' },
				{ name: 'None' },
			]);
			expect(Object.keys(json[0])[0]).toBe('locationId');
			expect(sent).toMatchObject([{ method: 'GET', path: '/oauth/installedLocations' }]);
		});

		it("puts out as many as 'Limit' says", async () => {
			const { json } = await act(
				'installedLocation.getAll',
				{ limit: 1 },
				{ responses: [{ locations: LOCATIONS }] },
			);

			expect(json).toMatchObject([{ locationId: 'loc-1' }]);
		});

		it('says that the app is installed nowhere', async () => {
			const { told } = await act(
				'installedLocation.getAll',
				{},
				{ node: TOOL, responses: [{ locations: [] }] },
			);

			expect(told).toBe('The app is installed in no location.');
		});
	});
});

describe('of three items, of which the first and the last ask for the same', () => {
	/** A read that is asked once for the same: its fields, what the platform responds, and where its ID is put out. */
	interface Read {
		operation: string;
		fields: IDataObject;
		credential: IDataObject;
		respondWith: (id: string) => object;
		idIn: (item: IDataObject) => unknown;
	}
	const idOfItem = byId('={{ $json.id }}');
	const days = { startDate: '2026-11-22', endDate: '2026-11-23' };
	const noLocation = { accessToken: 'token-1' };
	const slotsUnder = (date: string) => ({ _dates_: { [date]: [halfHourFrom('22T09')] } });

	it.each<Read>([
		{
			operation: 'calendar.get',
			fields: { calendarId: idOfItem },
			credential: noLocation,
			respondWith: (id) => ({ calendar: { id } }),
			idIn: ({ id }) => id,
		},
		{
			operation: 'calendar.getFreeSlots',
			fields: { calendarId: idOfItem, ...days, limit: '={{ $itemIndex + 1 }}' },
			credential: noLocation,
			respondWith: slotsUnder,
			idIn: ({ calendarId }) => calendarId,
		},
		{
			operation: 'calendar.getFreeSlots',
			fields: { calendarId: idOfItem, ...days, output: 'raw' },
			credential: noLocation,
			respondWith: slotsUnder,
			idIn: ({ _dates_ }) => Object.keys(_dates_ as object)[0],
		},
		{
			operation: 'contact.get',
			fields: { contactId: idOfItem },
			credential: HIGH_LEVEL,
			respondWith: (id) => ({ contact: { id } }),
			idIn: ({ contactId }) => contactId,
		},
		{
			operation: 'appointment.get',
			fields: { appointmentId: idOfItem },
			credential: HIGH_LEVEL,
			respondWith: (id) => ({ event: { id, ...halfHourFrom('22T09') } }),
			idIn: ({ appointmentId }) => appointmentId,
		},
		{
			operation: 'webhook.get',
			fields: { options: { locationId: idOfItem }, webhookId: idOfItem },
			credential: noLocation,
			respondWith: (id) => ({ webhooks: [{ id }] }),
			idIn: ({ id }) => id,
		},
	])(
		'$operation with $fields sends two requests, and each item has its own record',
		async ({ operation, fields, credential, respondWith, idIn }) => {
			const respond = ({ path }: Sent) => respondWith(path.includes('id-a') ? 'id-a' : 'id-b');

			const { json, sent } = await act(operation, fields, {
				credential,
				responses: respond,
				items: [{ id: 'id-a' }, { id: 'id-b' }, { id: 'id-a' }],
			});

			expect(json.map(idIn)).toEqual(['id-a', 'id-b', 'id-a']);
			expect(sent).toHaveLength(2);
		},
	);
});

it('where a long range has no free slot, the days that were searched are told', async () => {
	const fields = { calendarId: byId('cal-1'), startDate: '2026-11-24', endDate: '2060-11-24' };
	const respond = ({ path }: Sent) =>
		path.endsWith('/free-slots')
			? {}
			: { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } };

	const { told } = await onHighLevel('calendar.getFreeSlots', { ...fields, limit: 2 }, respond);

	expect(told).toContain('has no free slot from 2026-11-24 to 2027-11-25 (UTC).');
});
