import type { IDataObject } from 'n8n-workflow';

import { act, byId } from './nodeOnPlatform';

const calendars = [
	{ name: 'One', id: 'cal-1', team: { lead: 'ada' }, hours: [{ start: '09:00' }] },
	{ name: 'Two', id: 'cal-2' },
];
const locations = [{ name: 'Harbor', _id: 'loc-1', rooms: [{ floor: 1 }] }, { name: 'Summit', locationId: 'loc-2', id: 'other' }, { id: 'loc-3' }, { name: 'None' }];
/** Whatever the platform calls the ID; a record without one stays as it is. */
const installed = [{ locationId: 'loc-1', ...locations[0] }, locations[1], { locationId: 'loc-3', ...locations[2] }, locations[3]];
const short = [{ id: 'cal-1', name: 'One', teamLead: 'ada' }, { id: 'cal-2', name: 'Two' }];
const ofLocation = { path: '/calendars/', qs: { locationId: 'loc-1' } };

describe.each<[string, IDataObject, object, IDataObject[], IDataObject[], object]>([
	['calendar.getAll', {}, { calendars }, calendars, short, ofLocation],
	['calendar.get', { calendarId: byId(' cal-1 ') }, { calendar: calendars[0] }, calendars.slice(0, 1), short.slice(0, 1), { path: '/calendars/cal-1' }],
	[
		'installedLocation.getAll',
		{},
		{ locations },
		installed,
		installed,
		{ path: '/oauth/installedLocations' },
	],
])('%s', (name, fields, response, raw, simplified, request) => {
	it.each<[string, IDataObject, unknown[]]>([
		['short and flat', {}, simplified],
		['short and flat, where an expression gives no choice', { options: { simplify: '={{ null }}' } }, simplified],
		['as it came', { options: { simplify: false } }, raw],
		['up to the limit', { limit: 1, options: { simplify: '={{ "false" }}' } }, raw.slice(0, 1)],
	])('puts out what was asked for %s, with one request for two items', async (_, parameters, expected) => {
		const { json, sent } = await act(name, { ...fields, ...parameters }, { responses: [response], items: [{}, {}] });
		expect(json).toEqual([...expected, ...expected]);
		expect(sent).toMatchObject([{ method: 'GET', ...request }]);
		expect(Object.keys(json[0])[0]).toBe(Object.keys(expected[0] as object)[0]);
	});
});
