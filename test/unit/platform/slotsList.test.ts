import type { IDataObject } from 'n8n-workflow';

import { byId, PRIVATE_TOKEN, search } from './nodeOnPlatform';
import { rejection } from '../platformApi/fakePlatform';
import { stopClockAt } from '../../support/clock';

/** In Berlin it is Sunday already. */
const NOW = Date.parse('2026-11-21T23:00:00Z');
stopClockAt(NOW);

const slot = (start: string) => ({ startTime: `2026-${start}:00:00+00:00`, endTime: `2026-${start}:30:00+00:00` });
/** One that begins now, and in Berlin two on Sunday, the last one of Saturday, and one of Sunday a week later. */
const windows = ['11-21T23', '11-22T08', '11-22T22', '11-28T22', '11-28T23'].map(slot);
const entry = (start: string, name: string, zone = 'Europe/Berlin') => ({
	name: `${name} (${zone})`,
	value: `2026-${start}:00:00+00:00/2026-${start}:30:00+00:00`,
});
const sunday = [entry('11-22T08', 'Sun 2026-11-22 09:00 – 09:30'), entry('11-22T22', 'Sun 2026-11-22 23:00 – 23:30')];
const saturday = entry('11-28T22', 'Sat 2026-11-28 23:00 – 23:30');

const filled = { calendarId: byId('cal-1'), slotSource: 'list', options: { timezone: byId('Europe/Berlin') } };
const list = async (parameters: IDataObject = {}, given: object = {}) =>
	await search('searchSlots', { ...filled, ...parameters }, { responses: [{ _dates_: { x: windows } }], timezone: 'Asia/Tokyo', ...given });

describe('the list of free slots shows', () => {
	it.each<[string, IDataObject, unknown[]]>([
		['seven days, today among them, without what has begun', {}, [...sunday, saturday]],
		['the day', { slotDay: '2026-11-22' }, sunday],
		['the day of the date picker', { slotDay: '2026-11-28T00:00:00' }, [saturday]],
		['the day of an expression', { slotDay: '={{ "2026-11-28" }}' }, [saturday]],
		["the day of n8n's own dates", { slotDay: '={{ $today.plus(6, "days") }}' }, [saturday]],
		['seven days for an expression that needs a run', { slotDay: '={{ $("Other").item.json.day }}' }, [...sunday, saturday]],
	])('%s', async (_, parameters, expected) => {
		expect((await list(parameters)).results).toEqual(expected);
	});

	it("the times of the workflow's zone where none is chosen", async () => {
		const { results, sent } = await list({ options: { timezone: byId('') } });
		expect(results[0]).toEqual(entry('11-22T08', 'Sun 2026-11-22 17:00 – 17:30', 'Asia/Tokyo'));
		expect(sent).toMatchObject([{ path: '/calendars/cal-1/free-slots', qs: { startDate: '2026-11-21', endDate: '2026-11-30', timezone: 'Asia/Tokyo' } }]);
	});

	it('starts of HighLevel with their offset', async () => {
		const responses = [{ '2026-11-22': { slots: ['2026-11-22T09:00:00+01:00'] } }, { calendar: { id: 'cal-1', slotDuration: 30, slotDurationUnit: 'mins' } }];
		const value = '2026-11-22T09:00:00+01:00/2026-11-22T09:30:00+01:00';
		expect((await list({}, { responses, credential: { ...PRIVATE_TOKEN, api: 'highLevel' } })).results).toEqual([{ ...sunday[0], value }]);
	});

	it('what was searched for', async () => {
		expect((await list({}, { filter: 'sat 2026' })).results).toEqual([saturday]);
	});

	it.each([['in the next 7 days', {}], ['on 2026-11-24', { slotDay: '2026-11-24' }]])('that none is free %s', async (when, parameters) => {
		const { results } = await list(parameters, { responses: [{ _dates_: {} }] });
		expect(results).toEqual([{ name: `No free slot ${when}: choose another day`, value: '' }]);
	});
});

it.each<[string, IDataObject, string, string]>([
	['no calendar', { calendarId: byId('') }, "'Calendar' is not filled in yet", 'Choose a calendar'],
	['an expression that has no value yet', { calendarId: byId('={{ $("Other").item.json.id }}') }, "The expression in 'Calendar' has no value yet", 'Run the nodes before'],
	['a day that is none', { slotDay: 'soon' }, "'Day' cannot be used. The value \"soon\" is not a date", ''],
])('the list of free slots says what to do about %s', async (_, parameters, message, whatToDo) => {
	expect(await rejection(list(parameters))).toMatchObject({ message: expect.stringContaining(message) as string, description: expect.stringContaining(whatToDo) as string });
});
