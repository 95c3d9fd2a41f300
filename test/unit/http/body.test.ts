import fc from 'fast-check';

import {
	hasMore,
	readId,
	readList,
	readObject,
	readOptionalObject,
	readText,
	UnexpectedResponseError,
} from '../../../nodes/http/body';

describe('readList', () => {
	const list = [{ id: 'a' }, { id: 'b' }];
	it.each([
		['bare', list],
		['under a known name', { calendars: list }],
		['under any name', { whatever: list, total: 2 }],
		['wrapped twice', { data: { items: list, meta: {} } }],
		['beside a list of scalars', { traceIds: ['x'], rows: list }],
		['beside another list, by name', { groups: [{ id: 'g' }], calendars: list }],
		['beside what went wrong', { errors: [{ code: 1 }], warnings: [{ code: 2 }], rows: list }],
		['beside a list that is empty', { tags: [], rows: list }],
		['among what is no record', { rows: [null, ...list, true] }],
		['wrapped after other properties', { status: 'ok', meta: {}, data: { items: list } }],
	])('finds the list %s', (_, body) => {
		expect(readList(body, 'calendars')).toEqual(list);
	});

	it('takes bare ids for records', () => {
		expect(readList({ locations: ['loc-1', 2, null] })).toEqual([{ id: 'loc-1' }, { id: '2' }]);
	});

	it('takes the named list before another, even an empty one', () => {
		expect(readList({ groups: list, calendars: [] }, 'calendars')).toEqual([]);
	});

	it.each([
		undefined,
		null,
		'',
		[],
		{},
		{ calendars: [] },
		{ calendars: null },
		{ calendars: null, users: [{ id: 'u' }] },
		{ data: { calendars: null } },
		{ count: 0 },
		{ data: {} },
		{ total: 0, hasMore: false, nextPageUrl: null },
		{ data: {}, meta: { total: 0 }, traceId: 't' },
	])('reads %j as an empty list', (body) => {
		expect(readList(body, 'calendars')).toEqual([]);
	});

	it.each([
		'<html>',
		7,
		{ message: 'ok' },
		{ total: 0, message: 'ok' },
		{ data: { message: 'ok' } },
		{ a: { b: { c: [] } } },
	])('refuses %j', (body) => {
		expect(() => readList(body)).toThrow(UnexpectedResponseError);
	});
});

describe('a response that only reports what went wrong', () => {
	test.each([{ errors: [] }, { message: 'no', errors: [{ code: 1 }] }, { error: { list: [1] } }])(
		'%j is no list',
		(body) => {
			expect(() => readList(body)).toThrow(UnexpectedResponseError);
		},
	);

	test('is no record', () => {
		expect(() => readObject({ error: { code: 1 } })).toThrow(UnexpectedResponseError);
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

	it.each([
		['that has a property of the name', { id: 'a', calendar: { id: 'b' } }],
		['of one field', { name: 'A' }],
		['without an id, beside data', { name: 'A', data: { id: 'b' } }],
		['that begins with a record', { openHours: { monday: {} }, name: 'A' }],
		['without a field, since the contract requires none', {}],
	])('keeps a record %s', (_, own) => {
		expect(readObject(own, 'calendar')).toBe(own);
		expect(readObject([own], 'calendar')).toBe(own);
	});

	it.each([{ data: { name: 'A' } }, { openHours: { monday: {} } }])(
		'looks no further below a known name, as into %j',
		(own) => expect(readObject({ calendar: own }, 'calendar')).toBe(own),
	);

	it.each([undefined, null, '', 'text', [], [1, 2], [record, { id: 'b' }]])('refuses %j', (body) => {
		expect(() => readObject(body)).toThrow(UnexpectedResponseError);
	});

	it('may be absent where no body is promised', () => {
		expect(readOptionalObject('', 'appointment')).toEqual({});
		expect(readOptionalObject({ appointment: record }, 'appointment')).toEqual(record);
		expect(readOptionalObject([{ appointment: record }], 'appointment')).toEqual(record);
	});

	it.each([undefined, null, '', 'OK', true, 1, [], [1], {}, { errors: [] }, [record, record]])(
		'is empty where a write got %j, since it has happened',
		(body) => expect(readOptionalObject(body, 'appointment')).toEqual({}),
	);

	it('is no web page', () => {
		expect(() => readOptionalObject(' <!doctype html>')).toThrow(UnexpectedResponseError);
	});
});

it('any records that the contract allows are handed on as they are, in a list or alone', () => {
	// As they arrive: JSON knows no -0. Names of an object's prototype are no matter of the contract.
	const texts = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 2 }).map((record) => JSON.stringify(record));
	const records = texts.filter((text) => !text.includes('__proto__')).map((text) => JSON.parse(text) as object);
	fc.assert(fc.property(fc.array(records), (results) => expect(readList({ results }, 'results')).toEqual(results)));
	fc.assert(fc.property(records, (record) => expect(readObject(record, 'calendar')).toBe(record)));
});

it('readText and readId take the first that is filled', () => {
	expect(readText({ a: '', b: 7, c: 'x' }, 'a', 'b', 'c')).toBe('7');
	expect(readText({}, 'a')).toBeUndefined();
	expect(readId({ _id: 'x' })).toBe('x');
	expect(readId({ id: { nested: true } })).toBeUndefined();
});

describe('hasMore', () => {
	it.each<[unknown, boolean]>([
		...[
			{ next: '/calendars/?page=2' },
			{ nextPage: 2 },
			{ next_cursor: 'abc' },
			{ calendars: [], hasMore: true },
			{ total: 3 },
			{ totalCount: '3' },
			{ calendars: [], meta: { total: 3 } },
			{ total: 2, meta: {}, has_more: true },
			{ data: { paging: { next: 'abc' } } },
		].map((body): [unknown, boolean] => [body, true]),
		[{ next: null, nextPageUrl: '', hasMore: false }, false],
		[{ total: 2, meta: { total_count: 2 } }, false],
		[{ total: 'many' }, false],
		[{ limit: 100, size: 3 }, false],
		[{ previous: '/calendars/?page=1', nextSteps: ['pay'], subtotal: 9, totals: 9 }, false],
		[{ calendars: [{ total: 9, next: 'abc' }] }, false],
		[{ data: { page: { of: { next: 'abc' } } } }, false],
		[[{ total: 9 }], false],
		[null, false],
	])('of %j beside two records is %p', (body, expected) => {
		expect(hasMore(body, undefined, 2)).toBe(expected);
	});

	it('is true where a Link header leads on, wherever to', () => {
		expect(hasMore([], '<https://other.example.com/>; rel="next"', 2)).toBe(true);
		expect(hasMore([], '<https://other.example.com/>; rel="prev"', 2)).toBe(false);
	});
});
