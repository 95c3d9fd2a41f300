import type { IDataObject } from 'n8n-workflow';

import { act, byId, expectRefused, HIGH_LEVEL, onHighLevel, TOOL } from './nodeOnPlatform';
import { keepFields, KEPT } from '../../../nodes/Platform/appointment/outputFields';
import { simplify } from '../../../nodes/Platform/simplify';

/** Fields f0, f1 and so on, each with its number as the value. */
const numberedFields = (count: number): IDataObject =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));

/** With the order of its fields, which people see. */
const entriesOf = (record: IDataObject) => Object.entries(record);

describe('simplify', () => {
	it('puts the fields that are named first', () => {
		const record = { zone: 'UTC', name: 'A', id: 'a' };

		const simple = simplify(record, 'id', 'name');

		expect(entriesOf(simple)).toEqual(entriesOf({ id: 'a', name: 'A', zone: 'UTC' }));
	});

	it('keeps ten fields, those that are named among them', () => {
		const record = { ...numberedFields(30), id: 'x' };

		const simple = simplify(record, 'id');

		expect(entriesOf(simple)).toEqual(entriesOf({ id: 'x', ...numberedFields(9) }));
	});

	it('keeps the values of a record that is named', () => {
		const record = { ...numberedFields(30), dnd: { sms: { status: 'active' } } };

		expect(simplify(record, 'dnd')).toMatchObject({ dndSmsStatus: 'active' });
	});

	it('keeps an empty list where it is named only', () => {
		expect(simplify({ followers: [], tags: [], city: 'Boston' }, 'tags')).toEqual({
			tags: [],
			city: 'Boston',
		});
	});

	it('cuts no character in two where it shortens a text to 1,000 characters', () => {
		expect(simplify({ note: 'a'.repeat(1_000) })).toEqual({ note: 'a'.repeat(1_000) });
		expect(simplify({ note: `${'a'.repeat(999)}😀` })).toEqual({ note: `${'a'.repeat(999)}…` });
	});

	it.each([
		{
			what: 'flattens records within the record',
			record: { hours: { monday: { start: '9' } } },
			simple: { hoursMondayStart: '9' },
		},
		{
			what: 'leaves out what is deeper',
			record: { a: { b: { c: { d: 1 } }, e: 2 } },
			simple: { aE: 2 },
		},
		{ what: 'keeps a list of texts', record: { tags: ['x', 'y'] }, simple: { tags: ['x', 'y'] } },
		{ what: 'leaves out a list of records', record: { slots: [{ a: 1 }] }, simple: {} },
		{
			what: 'leaves out a list that holds a record',
			record: { slots: ['a', { b: 1 }] },
			simple: {},
		},
		{ what: 'leaves out empty values', record: { note: null, empty: '' }, simple: {} },
		{
			what: 'leaves out what the platform keeps for its own searches',
			record: { id: 'a', searchAfter: [1, 'a'], firstNameLowerCase: 'ada' },
			simple: { id: 'a' },
		},
		{
			what: 'writes a time in milliseconds as a text',
			record: { lastMessageDate: 1_793_629_200_000, updatedAt: 1_793_629_200_000 },
			simple: {
				lastMessageDate: '2026-11-02T14:20:00.000Z',
				updatedAt: '2026-11-02T14:20:00.000Z',
			},
		},
		{
			what: 'leaves other numbers as they are',
			record: { unreadAt: 3, sentAt: 1_793_629_200_000_000, total: 1_793_629_200_000 },
			simple: { unreadAt: 3, sentAt: 1_793_629_200_000_000, total: 1_793_629_200_000 },
		},
		{
			what: 'leaves a number as it is whose name only begins like one of a time',
			record: { lastDateCount: 1_793_629_200_000 },
			simple: { lastDateCount: 1_793_629_200_000 },
		},
		{
			what: 'shortens the texts of a list',
			record: { notes: ['a'.repeat(1_200), 'b'] },
			simple: { notes: [`${'a'.repeat(1_000)}…`, 'b'] },
		},
	])('$what', ({ record, simple }) => {
		expect(simplify(record as IDataObject)).toEqual(simple);
	});
});

it('the output of a booking keeps ten fields, of which the calendar entry is one, the last', () => {
	const item = { ...numberedFields(12), calendarEntry: { ics: 'BEGIN:VCALENDAR' } };

	const kept = keepFields(item, ['calendarEntry', ...Object.keys(numberedFields(12))]);

	expect(Object.keys(kept)).toEqual([...Object.keys(numberedFields(9)), 'calendarEntry']);
});

it.each<{ of: keyof typeof KEPT; kept: string[] }>([
	{ of: 'booked', kept: ['booked', 'alreadyBooked', 'message', 'calendarEntry'] },
	{ of: 'moved', kept: ['rescheduled', 'message', 'wantedStartTime'] },
	{ of: 'updated', kept: ['updated', 'canceled', 'message'] },
	{ of: 'decided', kept: ['outcome', 'message', 'note', 'calendarEntry'] },
	{ of: 'read', kept: ['message', 'deleted', 'wantedStartTime'] },
])('of an appointment that has everything, the output "$of" keeps what matters most', (each) => {
	const names = KEPT[each.of];
	const everything = Object.fromEntries(names.map((name) => [name, name]));

	const kept = Object.keys(keepFields(everything, names));

	const ofAppointment = [
		'appointmentId',
		'contactId',
		'calendarId',
		'startTime',
		'endTime',
		'startText',
		'timezone',
	];
	expect(kept.filter((name) => !ofAppointment.includes(name))).toEqual(each.kept);
});

it('a usual appointment is read with its status and title', () => {
	const { read } = KEPT;
	const usual = read.filter((name) => !['message', 'deleted', 'wantedStartTime'].includes(name));
	const appointment = Object.fromEntries(usual.map((name) => [name, name]));

	expect(Object.keys(keepFields(appointment, read))).toEqual([
		'appointmentId',
		'contactId',
		'calendarId',
		'startTime',
		'endTime',
		'startText',
		'timezone',
		'appointmentStatus',
		'title',
		'isRecurring',
	]);
});

describe("'Output' of a tool", () => {
	const RECORD = { id: 'cal-1', name: 'Call', team: { lead: 'user-1' } };
	const SIMPLIFIED = { id: 'cal-1', name: 'Call', teamLead: 'user-1' };

	/** Gets the calendar above with these options, by a tool or a workflow's node. */
	const getCalendar = async (options: IDataObject, node: object = TOOL) =>
		await act(
			'calendar.get',
			{ calendarId: byId('cal-1'), options },
			{ node, responses: [RECORD] },
		);

	it.each([
		{ what: 'is simplified', options: {}, item: SIMPLIFIED },
		{ what: 'can be raw', options: { output: 'raw' }, item: RECORD },
		{
			what: 'can be the fields that are named',
			options: { output: 'selected', fields: 'name, team, phone' },
			item: { name: 'Call', team: { lead: 'user-1' } },
		},
		{
			what: 'can be a single field',
			options: { output: 'selected', fields: 'name' },
			item: { name: 'Call' },
		},
		{
			what: 'is whole where it has none of them, as it may say something else',
			options: { output: 'selected', fields: 'phone' },
			item: RECORD,
		},
	])('$what', async ({ options, item }) => {
		const { json } = await getCalendar(options);

		expect(json).toEqual([item]);
	});

	it('keeps what is to be said beside the fields that are named', async () => {
		const { json } = await act(
			'contact.get',
			{ contactId: byId('ada'), options: { output: 'selected', fields: 'firstName' } },
			{
				node: TOOL,
				credential: HIGH_LEVEL,
				responses: [{ contact: { id: 'ben', firstName: 'Ben', lastName: 'Low' } }],
			},
		);

		expect(json).toEqual([
			{
				firstName: 'Ben',
				message:
					'The platform has other values than expected: Contact is ben, not ada. Check whether it is the right contact.',
			},
		]);
	});

	it("is no field of a workflow's node, which has 'Simplify'", async () => {
		const { json } = await getCalendar({ output: 'raw', simplify: true }, {});

		expect(json).toEqual([SIMPLIFIED]);
	});

	it('asks for names, before anything is sent', async () => {
		const end = await getCalendar({ output: 'selected', fields: '' });

		expectRefused(end, "'Fields' is empty");
	});
});

it.each(Object.entries(KEPT))(
	"a model reads what is to be said of an appointment in each simplified output, also beside all other fields: '%s'",
	(_, names) => {
		const item = Object.fromEntries([...names, 'message'].map((name) => [name, 'x']));

		expect(keepFields(item, names)).toHaveProperty('message');
	},
);

it('a simplified location has its time zone, company and country, whatever else its record has', async () => {
	const others = Object.fromEntries([...'abcdefghijkl'].map((name) => [name, name]));
	const given = {
		locationZone: 'UTC',
		locationCountry: 'DE',
		location: { id: 'loc-1', ...others, companyId: 'com-1' },
	};
	const { json } = await onHighLevel('location.get', {}, [], given);
	expect(json).toMatchObject([{ timezone: 'UTC', companyId: 'com-1', country: 'DE' }]);
});

it('a simplified calendar says whether it takes bookings, whatever else its record has', async () => {
	const others = Object.fromEntries([...'abcdefghijkl'].map((name) => [name, name]));
	const { json } = await onHighLevel('calendar.getAll', {}, [
		{ calendars: [{ id: 'cal-1', name: 'A', ...others, isActive: false }] },
	]);
	expect(json).toMatchObject([{ id: 'cal-1', isActive: false }]);
});
