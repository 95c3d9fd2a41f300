import type { IDataObject } from 'n8n-workflow';

import { act, byId, expectRefused, TOOL } from './nodeOnPlatform';
import { simplify } from '../../../nodes/Platform/simplify';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

describe('simplify', () => {
	it('flattens, drops lists of records and empty values, and puts the named first', () => {
		const record = {
			zone: 'UTC',
			name: 'A',
			id: 'a',
			hours: { monday: { start: '9' } },
			tags: ['x', 'y'],
			slots: [{ a: 1 }],
			note: null,
			empty: '',
		};
		const flat = { id: 'a', name: 'A', zone: 'UTC', hoursMondayStart: '9', tags: 'x, y' };
		expect(Object.entries(simplify(record, 'id', 'name'))).toEqual(Object.entries(flat));
		// Only fields that the record has.
		expect(Object.entries(simplify({ name: 'A' }, 'id', 'name'))).toEqual([['name', 'A']]);
	});

	it('keeps at most ten fields', () => {
		const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
		expect(Object.keys(simplify({ ...wide, id: 'x' }, 'id'))).toHaveLength(10);
		expect(simplify({ ...wide, id: 'x' }, 'id').id).toBe('x');
		expect(Object.keys(simplify({ id: 'x', ...wide }, 'id'))).toHaveLength(10);
	});

	it.each([
		[
			'keeps a list of values of any kind',
			{ hours: [9, true, 'late'] },
			{ hours: '9, true, late' },
		],
		['drops an empty list', { tags: [] }, {}],
		['drops a list that holds a record, too', { slots: ['a', { b: 1 }] }, {}],
		['drops what is undefined', { gone: undefined, id: 'a' }, { id: 'a' }],
		['drops what is deeper', { a: { b: { c: { d: 1 } }, e: 2 } }, { aE: 2 }],
		[
			'cuts a long text',
			{ note: 'a'.repeat(1_001), list: ['b'.repeat(999), 'c'] },
			{ note: `${'a'.repeat(1_000)}…`, list: `${'b'.repeat(999)},…` },
		],
		['cuts no character in two', { note: `${'a'.repeat(999)}😀` }, { note: `${'a'.repeat(999)}…` }],
		[
			'keeps a text of a thousand characters',
			{ note: 'a'.repeat(1_000) },
			{ note: 'a'.repeat(1_000) },
		],
	])('%s', (_, record, expected) => {
		expect(Object.entries(simplify(record))).toEqual(Object.entries(expected));
	});
});

describe("'Output' of a tool", () => {
	const record = { id: 'cal-1', name: 'Call', team: { lead: 'user-1' } };
	const short = { id: 'cal-1', name: 'Call', teamLead: 'user-1' };
	const get = async (options: IDataObject, node?: object) =>
		await act(
			'calendar.get',
			{ calendarId: byId('cal-1'), options },
			{ node, responses: [record] },
		);

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
	])('%s', async (_, options, expected) => {
		expect((await get(options, TOOL)).json).toEqual([expected]);
	});

	it('asks for names, before anything is sent', async () => {
		expectRefused(await get({ output: 'selected', fields: '' }, TOOL), "'Fields' is empty");
	});

	it("is no field of a workflow's node, which has 'Simplify'", async () => {
		expect((await get({ output: 'raw', simplify: true })).json).toEqual([short]);
	});
});
