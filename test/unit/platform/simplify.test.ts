import type { IDataObject } from 'n8n-workflow';

import { act, byId, expectRefused, TOOL } from './nodeOnPlatform';
import { keepFields } from '../../../nodes/Platform/appointment/outputFields';
import { simplify } from '../../../nodes/Platform/simplify';

const fields = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
const RECORD = {
	zone: 'UTC',
	name: 'A',
	id: 'a',
	hours: { monday: { start: '9' } },
	tags: ['x', 'y'],
	slots: [{ a: 1 }],
	note: null,
	empty: '',
};

it.each<[string, IDataObject, IDataObject, ...string[]]>([
	[
		'flattens, drops lists of records and empty values, and puts the named first',
		RECORD,
		{ id: 'a', name: 'A', zone: 'UTC', hoursMondayStart: '9', tags: ['x', 'y'] },
		'id',
		'name',
	],
	[
		'keeps ten fields, the named first',
		{ ...fields(30), id: 'x' },
		{ id: 'x', ...fields(9) },
		'id',
	],
	[
		'drops what the platform keeps for its own searches',
		{ id: 'a', searchAfter: [1, 'a'], firstNameLowerCase: 'ada' },
		{ id: 'a' },
	],
	[
		'writes times in milliseconds as all others, and leaves other numbers',
		{ lastMessageDate: 1_793_629_200_000, unreadAt: 3, total: 1_793_629_200_000 },
		{
			lastMessageDate: '2026-11-02T14:20:00.000Z',
			...{ unreadAt: 3, total: 1_793_629_200_000 },
		},
	],
	['drops a list that holds a record, too', { slots: ['a', { b: 1 }] }, {}],
	['drops what is deeper', { a: { b: { c: { d: 1 } }, e: 2 } }, { aE: 2 }],
	['cuts no character in two', { note: `${'a'.repeat(999)}😀` }, { note: `${'a'.repeat(999)}…` }],
	['keeps 1,000 characters', { note: 'a'.repeat(1_000) }, { note: 'a'.repeat(1_000) }],
])('simplify %s', (_, record, expected, ...first) => {
	expect(Object.entries(simplify(record, ...first))).toEqual(Object.entries(expected));
});

it('the output of a booking keeps ten fields, of which the calendar entry is one, the last', () => {
	const item = { ...fields(12), calendarEntry: { ics: 'BEGIN:VCALENDAR' } };
	const kept = keepFields(item, ['calendarEntry', ...Object.keys(fields(12))]);
	expect(Object.keys(kept)).toEqual([...Object.keys(fields(9)), 'calendarEntry']);
});

const record = { id: 'cal-1', name: 'Call', team: { lead: 'user-1' } };
const short = { id: 'cal-1', name: 'Call', teamLead: 'user-1' };
const get = async (options: IDataObject, node: object) =>
	await act('calendar.get', { calendarId: byId('cal-1'), options }, { node, responses: [record] });

it.each([
	['is simplified', {}, short],
	['can be raw', { output: 'raw' }, record],
	[
		'can be the fields that are named',
		{ output: 'selected', fields: 'name, team, phone' },
		{ name: 'Call', team: { lead: 'user-1' } },
	],
	[
		'is whole where it has none of them, as it may say something else',
		{ output: 'selected', fields: 'phone' },
		record,
	],
	["is no field of a workflow's node", { output: 'raw', simplify: true }, short, {}],
])("'Output' of a tool %s", async (_, options, expected, node = TOOL) => {
	expect((await get(options, node)).json).toEqual([expected]);
});

it("'Output' of a tool asks for names, before anything is sent", async () => {
	expectRefused(await get({ output: 'selected', fields: '' }, TOOL), "'Fields' is empty");
});
