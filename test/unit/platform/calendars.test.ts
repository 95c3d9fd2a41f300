import type { IDataObject } from 'n8n-workflow';

import { act, byId } from './nodeOnPlatform';

const calendars = [
	{ name: 'One', id: 'cal-1', team: { lead: 'ada' }, hours: [{ start: '09:00' }] },
	{ name: 'Two', id: 'cal-2' },
];
const simplified = [{ id: 'cal-1', name: 'One', teamLead: 'ada' }, { id: 'cal-2', name: 'Two' }];

describe('Calendar > Get Many', () => {
	it.each<[string, IDataObject, unknown[]]>([
		['short and flat', {}, simplified],
		['short and flat, where an expression gives no choice', { simplify: '={{ null }}' }, simplified],
		['as they came', { simplify: false }, calendars],
		['up to the limit', { limit: 1 }, simplified.slice(0, 1)],
		['as they came, up to the limit', { limit: 1, simplify: '={{ "false" }}' }, calendars.slice(0, 1)],
	])('puts out the calendars of the location %s', async (_, parameters, expected) => {
		const { json, sent } = await act('calendar.getAll', parameters, { responses: [{ calendars }] });
		expect(json).toEqual(expected);
		if (!('simplify' in parameters)) expect(Object.keys(json[0])[0]).toBe('id');
		expect(sent).toMatchObject([{ path: '/calendars/', qs: { locationId: 'loc-1' } }]);
	});
});

describe('Calendar > Get', () => {
	it.each([
		['short and flat', {}, simplified[0]],
		['short and flat, where an expression gives no choice', { simplify: '={{ null }}' }, simplified[0]],
		['as it came', { simplify: false }, calendars[0]],
	])('puts out the calendar %s', async (_, parameters, expected) => {
		const given = { responses: [{ calendar: calendars[0] }] };
		const { json, sent } = await act('calendar.get', { calendarId: byId(' cal-1 '), ...parameters }, given);
		expect(json).toEqual([expected]);
		expect(sent).toMatchObject([{ method: 'GET', path: '/calendars/cal-1' }]);
	});

	it.each(['', 'null', ' '])('refuses %j for a calendar', async (id) => {
		const { error, sent } = await act('calendar.get', { calendarId: byId(id) });
		expect(error).toMatchObject({
			message: "'Calendar' is empty [Item 0]",
			description: "Nothing was sent. Fill in 'Calendar': the platform requires it.",
		});
		expect(sent).toEqual([]);
	});
});

describe('Installed Location > Get Many', () => {
	const locations = [{ name: 'Harbor', _id: 'loc-1', rooms: [{ floor: 1 }] }, { name: 'Summit', locationId: 'loc-2' }];

	it.each<[string, IDataObject, unknown[]]>([
		['short and flat', {}, [{ _id: 'loc-1', name: 'Harbor' }, { locationId: 'loc-2', name: 'Summit' }]],
		['short and flat, where an expression gives no choice', { simplify: '={{ null }}' }, [{ _id: 'loc-1', name: 'Harbor' }, { locationId: 'loc-2', name: 'Summit' }]],
		['as they came', { simplify: false }, locations],
		['up to the limit', { limit: 1, simplify: false }, locations.slice(0, 1)],
	])('puts out the locations %s, asked for once', async (_, parameters, expected) => {
		const { json, sent } = await act('installedLocation.getAll', parameters, { responses: [{ locations }], items: [{}, {}] });
		expect(json).toEqual([...expected, ...expected]);
		if (!('simplify' in parameters)) expect(Object.keys(json[0])).toEqual(['_id', 'name']);
		expect(sent).toMatchObject([{ method: 'GET', path: '/oauth/installedLocations' }]);
	});
});
