import { pathSegment, PathSegmentError } from '../../../nodes/http/pathSegment';
import {
	readId,
	readList,
	readObject,
	readOptionalObject,
	readText,
	UnexpectedAnswerError,
} from '../../../nodes/http/body';
import { simplify } from '../../../nodes/items/simplify';

describe('readList', () => {
	const list = [{ id: 'a' }, { id: 'b' }];
	it.each([
		['bare', list],
		['under a known name', { calendars: list }],
		['under any name', { whatever: list, total: 2 }],
		['wrapped twice', { data: { items: list, meta: {} } }],
		['beside a list of scalars', { traceIds: ['x'], rows: list }],
		['beside another list, by name', { errors: [{ code: 1 }], calendars: list }],
	])('finds the list %s', (_, body) => {
		expect(readList(body, 'calendars')).toEqual(list);
	});

	it('takes bare ids for records', () => {
		expect(readList({ locations: ['loc-1', 2, null] })).toEqual([{ id: 'loc-1' }, { id: '2' }]);
	});

	it.each([undefined, null, '', [], {}, { calendars: [] }])('reads %j as an empty list', (body) => {
		expect(readList(body)).toEqual([]);
	});

	it.each(['<html>', 7, { message: 'ok' }, { a: { b: { c: [] } } }])('refuses %j', (body) => {
		expect(() => readList(body)).toThrow(UnexpectedAnswerError);
	});
});

describe('an answer that only reports what went wrong', () => {
	test.each([{ errors: [] }, { message: 'no', errors: [{ code: 1 }] }, { error: { list: [1] } }])(
		'%j is no list',
		(body) => {
			expect(() => readList(body)).toThrow(UnexpectedAnswerError);
		},
	);

	test('is no record', () => {
		expect(() => readObject({ error: { code: 1 } })).toThrow(UnexpectedAnswerError);
	});
});

describe('readObject', () => {
	const record = { id: 'a', name: 'A' };
	it.each([
		['bare', record],
		['under a known name', { calendar: record, traceId: 't' }],
		['under the only property', { whatever: record }],
		['under data', { data: record, ok: true }],
		['wrapped twice', { data: { calendar: record } }],
		['in a list of one', [record]],
	])('finds the record %s', (_, body) => {
		expect(readObject(body, 'calendar')).toEqual(record);
	});

	it('keeps a record that has a property of the name', () => {
		const own = { id: 'a', calendar: { id: 'b' } };
		expect(readObject(own, 'calendar')).toBe(own);
	});

	it.each([undefined, null, '', 'text', [], [1, 2]])('refuses %j', (body) => {
		expect(() => readObject(body)).toThrow(UnexpectedAnswerError);
	});

	it('may be absent where no body is promised', () => {
		expect(readOptionalObject('', 'appointment')).toEqual({});
		expect(readOptionalObject({ appointment: record }, 'appointment')).toEqual(record);
		expect(readOptionalObject([{ appointment: record }], 'appointment')).toEqual(record);
	});

	it.each([undefined, null, '', 'OK', true, 1, [], [1]])(
		'is empty where a write was answered with %j, since it has happened',
		(body) => expect(readOptionalObject(body, 'appointment')).toEqual({}),
	);

	it('is no web page', () => {
		expect(() => readOptionalObject(' <!doctype html>')).toThrow(UnexpectedAnswerError);
	});
});

describe('readText and readId', () => {
	it('take the first that is filled', () => {
		expect(readText({ a: '', b: 7, c: 'x' }, 'a', 'b', 'c')).toBe('7');
		expect(readText({}, 'a')).toBeUndefined();
		expect(readId({ _id: 'x' })).toBe('x');
		expect(readId({ id: { nested: true } })).toBeUndefined();
	});
});

describe('pathSegment', () => {
	it('encodes', () => expect(pathSegment(' a/b?x#y ', 'Calendar')).toBe('a%2Fb%3Fx%23y'));
	it.each(['', ' ', '.', '..'])('refuses %j, and names the field', (id) => {
		const expected = `'Calendar' cannot be '${id.trim()}'. Enter the ID as the platform shows it.`;
		expect(() => pathSegment(id, 'Calendar')).toThrow(new PathSegmentError(expected));
	});
});

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
		expect(Object.entries(simplify(record, 'id', 'name'))).toEqual([
			['id', 'a'],
			['name', 'A'],
			['zone', 'UTC'],
			['hoursMondayStart', '9'],
			['tags', 'x, y'],
		]);
	});

	it('keeps at most ten fields', () => {
		const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
		expect(Object.keys(simplify({ ...wide, id: 'x' }, 'id'))).toHaveLength(10);
		expect(simplify({ ...wide, id: 'x' }, 'id').id).toBe('x');
	});
});
