import type { IDataObject } from 'n8n-workflow';

import { act, byId } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-21T23:00:00Z');
stopClockAt(NOW);

const slot = (day: string, hour: string) => ({
	startTime: `2026-11-${day}T${hour}:00:00+00:00`,
	endTime: `2026-11-${day}T${hour}:30:00+00:00`,
});
/** In Berlin 00:00 and 10:00 of the 22nd, and 00:00 of the 23rd. */
const slots = [slot('21', '23'), slot('22', '09'), slot('22', '23')];
const listed = { _dates_: { '2026-11-21': slots } };
const local = (start: string, end: string, startText: string) => ({
	startText: `${startText} GMT+1`,
	startLocal: `2026-11-${start}:00+01:00`,
	endLocal: `2026-11-${end}:00+01:00`,
	timezone: 'Europe/Berlin',
});
const described = [
	{ ...slots[0], ...local('22T00:00', '22T00:30', 'Sunday, Nov 22, 12:00 AM') },
	{ ...slots[1], ...local('22T10:00', '22T10:30', 'Sunday, Nov 22, 10:00 AM') },
	{ ...slots[2], ...local('23T00:00', '23T00:30', 'Monday, Nov 23, 12:00 AM') },
];

const days = { startDate: '2026-11-22', endDate: '2026-11-23' };
const get = async (parameters: IDataObject = {}, given: object = {}) =>
	await act('calendar.getFreeSlots', { calendarId: byId('cal-1'), ...days, ...parameters }, { responses: [listed], timezone: 'Europe/Berlin', ...given });

describe('Calendar > Get Free Slots puts out', () => {
	const dates = (...found: IDataObject[][]) =>
		found.map((of, index) => ({ date: `2026-11-2${2 + index}`, timezone: 'Europe/Berlin', calendarId: 'cal-1', slots: of }));
	const items = described.map((of, index) => ({ date: `2026-11-${['22', '22', '23'][index]}`, ...of, calendarId: 'cal-1' }));

	it.each<[string, IDataObject, unknown]>([
		['one item a slot', {}, items],
		['one item a date', { output: 'dates' }, dates(described.slice(0, 2), described.slice(2))],
		['the response as it came', { output: 'raw' }, [listed]],
		['as many slots as wanted', { limit: 2 }, items.slice(0, 2)],
		['no slot before a start with a time of day', { startDate: '2026-11-22T09:00' }, items.slice(1)],
		['no slot before a start of an expression', { startDate: '={{ DateTime.fromISO("2026-11-22T10:00:00Z") }}' }, items.slice(2)],
		['no slot after an end with a time of day', { endDate: '2026-11-22T01:00' }, items.slice(0, 1)],
		['a slot at the very start and end', { startDate: '2026-11-22T10:00', endDate: '2026-11-22T10:00' }, items.slice(1, 2)],
		['as many dates as wanted', { output: 'dates', limit: 1 }, dates(described.slice(0, 2))],
		['what the filters leave, before the limit', { limit: 1, filters: { earliestTime: '9:00' } }, items.slice(1, 2)],
		['today alone', { endDate: '2026-11-22' }, items.slice(0, 2)],
		['nothing, where none is left', { output: 'dates', filters: { weekdays: [2] } }, []],
	])('%s', async (_, parameters, expected) => {
		const { json, error } = await get(parameters);
		expect([json, error]).toEqual([expected, undefined]);
	});
});

describe('Calendar > Get Free Slots sends', () => {
	it.each<[string, IDataObject, object, IDataObject]>([
		['more days at both ends, since the slots tell theirs', {}, {}, { startDate: '2026-11-21', endDate: '2026-11-25' }],
		['the days as they are, where the response is not read', { output: 'raw' }, {}, { startDate: '2026-11-22', endDate: '2026-11-23' }],
		['a zone in the case that IANA writes', { options: { timezone: byId('asia/KOLKATA\u200B') } }, {}, { timezone: 'Asia/Kolkata' }],
		["the workflow's zone without one", { options: { timezone: byId('') } }, { timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }],
		['dates by the clocks of the zone', { startDate: '2026-11-21T23:15:00Z' }, {}, { startDate: '2026-11-21' }],
		['dates of the present day', { startDate: '={{ $today }}', endDate: '={{ $today }}', output: 'raw' }, { timezone: 'Europe/Berlin' }, { startDate: '2026-11-22' }],
	])('%s', async (_, parameters, given, qs) => {
		const { sent, error } = await get(parameters, given);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ path: '/calendars/cal-1/free-slots', qs }]);
	});

	it('one request for items that ask for the same, raw or not', async () => {
		const items = ['slots', 'dates', 'raw', 'raw'].map((output) => ({ output }));
		const { sent, json } = await get({ output: '={{ $json.output }}' }, { items, responses: [listed, listed] });
		expect(sent.map(({ qs }) => qs?.startDate).sort()).toEqual(['2026-11-21', '2026-11-22']);
		expect(json).toHaveLength(3 + 2 + 1 + 1);
	});
});

describe('Calendar > Get Free Slots refuses, before anything is sent,', () => {
	const end = (endDate: string, startDate = '2026-11-20') => ({ startDate, endDate });

	it.each<[string, IDataObject, string, string]>([
		['an end before the start', end('2026-11-22', '2026-11-23'), "'End Date' (2026-11-22) is before 'Start Date' (2026-11-23)", 'the same or later'],
		['an end before the start of one day', end('2026-11-22T17:00', '2026-11-22T18:00'), "'End Date' (2026-11-22T17:00:00+01:00) is before 'Start Date' (2026-11-22T18:00:00+01:00)", 'the same or later'],
		// In Berlin it is the 22nd already.
		['an end that has passed', end('2026-11-21'), "'End Date' (2026-11-21) has passed", 'It is 2026-11-22T00:00:00+01:00 in Europe/Berlin.'],
		['a time of today that has passed', { ...end('2026-11-21T22:59'), options: { timezone: byId('UTC') } }, "'End Date' (2026-11-21T22:59:00+00:00) has passed", 'Enter a later end.'],
	])('%s', async (_, parameters, message, whatToDo) => {
		const { error, sent } = await get(parameters);
		expect(error?.message).toContain(message);
		expect(error?.message).toContain('[Item 0]');
		expect(error?.description).toContain(whatToDo);
		expect(sent).toEqual([]);
	});
});

describe('Calendar > Get Free Slots as a tool', () => {
	const node = { type: 'n8n-nodes-crm-platform.platformTool' };

	const head = { calendarId: 'cal-1', timezone: 'Europe/Berlin', slots: expect.stringContaining('startTime/endTime') as string };

	it.each([{}, { output: 'slots' }])('says once what all slots have in common, and gives start and end to copy, by weekday: %j', async (parameters) => {
		expect((await get(parameters, { node })).json).toEqual([
			head,
			{ Sun: ['2026-11-22T00:00+01:00/2026-11-22T00:30+01:00', '2026-11-22T10:00+01:00/2026-11-22T10:30+01:00'] },
			{ Mon: ['2026-11-23T00:00+01:00/2026-11-23T00:30+01:00'] },
		]);
	});

	it.each([[1], [3]])('a slot costs at most 60 characters, also where a day has %d', async (ofDay) => {
		const day = (index: number) => Array.from({ length: ofDay }, (_, hour) => slot(String(22 + index), String(9 + hour).padStart(2, '0')));
		const responses = [{ _dates_: { all: [day(0), day(1), day(2), day(3)].flat() } }];
		const { json } = await get({ endDate: '2026-11-26' }, { node, responses });
		expect(JSON.stringify(json.slice(1)).length / (4 * ofDay)).toBeLessThanOrEqual(60);
		expect(json).toHaveLength(5);
	});

	it('can be the response as it came', async () => {
		expect((await get({ output: 'raw' }, { node })).json).toEqual([listed]);
	});

	it('says that there are more, and how to ask for them', async () => {
		const { json } = await get({ limit: 1 }, { node });
		expect(json.slice(0, 2)).toEqual([head, { Sun: [expect.stringContaining('T00:00')] }]);
		expect(json[2].message).toMatch(/2 more.*startDate/);
		const next = await get({ startDate: '2026-11-22T00:00+01:00' }, { node });
		expect(next.json).toHaveLength(3);
	});

	const evening = { startDate: '2026-11-22T17:00:00Z', endDate: '2026-11-22T18:00:00Z', options: { timezone: byId('UTC') } };
	const late = { filters: { earliestTime: '23:00' } };

	it.each<[IDataObject, object, string]>([
		[evening, listed, ' from 2026-11-22T17:00:00+00:00 to 2026-11-22T18:00:00+00:00 (UTC). Ask for other times or days.'],
		[late, { _dates_: {} }, ' from 2026-11-22 to 2026-11-23 (Europe/Berlin). Ask for other days.'],
		[late, listed, " that fits the node's filters from 2026-11-22 to 2026-11-23 (Europe/Berlin). Ask for other days."],
	])('says which times it looked at where there is none for %j in %j', async (parameters, response, looked) => {
		const { json } = await get(parameters, { node, responses: [response] });
		expect(json).toEqual([{ found: 0, message: `The calendar 'cal-1' has no free slot${looked}` }]);
	});
});
