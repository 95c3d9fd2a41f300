import fc from 'fast-check';

import {
	confirmsWrite,
	isRefusal,
	moreOf,
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
		['beside another list, by name', { groups: [{ id: 'g' }], calendars: list }],
		['beside what went wrong', { errors: [{ code: 1 }], warnings: [{ code: 2 }], rows: list }],
		['beside lists without records', { ids: [], tags: ['a'], rows: list }],
	])('finds the list %s', (_, body) => {
		expect(readList(body, 'calendars', 'groups')).toEqual(list);
	});

	it.each([
		undefined,
		null,
		'',
		[],
		{ data: { calendars: null } },
		{ count: 0 },
		{ total: 0, hasMore: false, nextPageUrl: null },
	])('reads %j as an empty list', (body) => expect(readList(body, 'calendars')).toEqual([]));

	it.each([7, { items: { list: [] } }, { locations: ['loc-1'] }])('refuses %j', (body) => {
		expect(() => readList(body)).toThrow(UnexpectedResponseError);
	});
});

it.each([
	{ error: 'index is down' },
	{ message: 'Not Found' },
	{ message: 'no', errors: [{ code: 1 }] },
	{ error: { list: [1] }, traceId: 't' },
	'Sorry, the index is down',
])('%j, which only reports what went wrong, is a refusal, no list and no record', (body) => {
	expect(isRefusal(body)).toBe(true);
	for (const read of [readList, readObject])
		expect(() => read(body)).toThrow(UnexpectedResponseError);
});

it.each([
	{ success: false },
	{ success: false, calendars: [] },
	{ _dates_: {}, error: 'index is down' },
])('%j is a refusal', (body) => {
	expect(isRefusal(body)).toBe(true);
});

it.each([
	...[
		{ results: [{ slug: 'a' }], errors: ['one page'] },
		{ results: [], success: true, message: 'none' },
		{},
		[],
		false,
	],
	...[
		{ id: 'a', message: 'hello' },
		{ error: null, name: 'A' },
		{ total: 3 },
		{ errors: [] },
		'',
		undefined,
	],
])('%j is no refusal', (body) => {
	expect(isRefusal(body)).toBe(false);
});

it.each([
	'Created',
	{ id: 'a', errors: [], success: 'true' },
	{ statusCode: 201, message: 'Created' },
	{ status: 'ok' },
	{ id: 'a', code: 5000, status: 'failed', message: 'Invalid' },
	{ message: 'The appointment was canceled' },
])('%j confirms a write', (body) => expect(confirmsWrite(body)).toBe(true));

it.each([
	...[
		'<html>',
		'{"id": "a',
		'Internal Server Error',
		'error code: 1010',
		{ error: 'x' },
		false,
		[{ ok: 1 }, { ok: 0 }],
		{ appointment: { ok: false } },
		{ Errors: ['x'] },
		{ data: { success: false } },
	],
	...[
		{ statusCode: 400, message: 'Taken' },
		{ code: '500' },
		{ status: 'error', message: 'x' },
		{ message: 'Something went wrong' },
		'Not Found',
		{ status: 'Failed' },
	],
])('%j denies a write', (body) => {
	expect(confirmsWrite(body)).toBe(false);
});

describe('readObject', () => {
	const record = { id: 'a', name: 'A' };
	it.each([
		['under data', { data: record, ok: true }],
		['under data, by name', { data: { calendar: record }, meta: {} }],
		['under the first of two names', { event: { id: 'b' }, calendar: record }],
	])('finds the record %s', (_, body) => {
		expect(readObject(body, 'calendar', 'event')).toEqual(record);
	});

	it.each([
		['that has a property of the name', { id: 'a', calendar: { id: 'b' } }],
		['without an id, beside data', { name: 'A', data: { id: 'b' } }],
		['without a field, since the contract requires none', {}],
	])('keeps a record %s', (_, own) => {
		expect(readObject(own, 'calendar')).toBe(own);
	});

	it.each([undefined, null, '', 'text', [], [1, 2], [record, { id: 'b' }]])(
		'refuses %j',
		(body) => {
			expect(() => readObject(body)).toThrow(UnexpectedResponseError);
		},
	);

	it('may be absent where no body is promised', () => {
		expect(readOptionalObject('', 'appointment')).toEqual({});
		expect(readOptionalObject({ appointment: record }, 'appointment')).toEqual(record);
	});

	it.each([
		undefined,
		null,
		'',
		'OK',
		true,
		1,
		[],
		[1],
		{},
		{ errors: [] },
		{ success: true },
		[record, record],
	])('is empty where a write got %j, since it has happened', (body) =>
		expect(readOptionalObject(body, 'appointment')).toEqual({}),
	);
});

it('any records that the contract allows are handed on as they are, in a list or alone', () => {
	// As they arrive: JSON knows no -0. Names of an object's prototype are no matter of the contract.
	const texts = fc
		.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 2 })
		.map((record) => JSON.stringify(record));
	const records = texts
		.filter((text) => !text.includes('__proto__'))
		.map((text) => JSON.parse(text) as object);
	fc.assert(
		fc.property(fc.array(records), (results) =>
			expect(readList({ results }, 'results')).toEqual(results),
		),
	);
	fc.assert(fc.property(records, (record) => expect(readObject(record, 'calendar')).toBe(record)));
});

it('readText and readId take the first that is filled', () => {
	expect(readText({ a: '', b: 7, c: 'x' }, 'a', 'b', 'c')).toBe('7');
	expect(readText({}, 'a')).toBeUndefined();
	expect(readId({ _id: 'x', id: 2 ** 60 })).toBe('x');
	expect(readId({ id: { nested: true } })).toBeUndefined();
});

describe('moreOf', () => {
	it.each([
		...[
			{ next: '/calendars/?page=2' },
			{ nextPage: 2 },
			{ next_cursor: 'abc' },
			{ calendars: [], hasMore: true },
			{ total: 3 },
			{ totalCount: '3' },
		],
		...[
			{ calendars: [], meta: { total: 3 } },
			{ total: 2, meta: {}, has_more: true },
			{ data: { paging: { next: 'abc' } } },
		],
	])('sees in %j more than two records', (body) => {
		expect(moreOf(body, undefined, 2)).toBeDefined();
	});

	it.each([
		...[
			{ next: null, nextPageUrl: '', hasMore: false },
			{ total: 2, meta: { total_count: 2 } },
			{ total: 'many' },
			{ limit: 100, size: 3 },
			null,
		],
		...[
			{ previous: '/?page=1', nextSteps: ['pay'], subtotal: 9, totals: 9 },
			{ calendars: [{ total: 9, next: 'abc' }] },
			[{ total: 9 }],
		],
		{ data: { page: { of: { next: 'abc' } } } },
	])('sees in %j no more than two records', (body) => {
		expect(moreOf(body, undefined, 2)).toBeUndefined();
	});

	it('is true where a Link header leads on, wherever to', () => {
		expect(moreOf([], '<https://other.example.com/>; rel="next"', 2)).toBe(
			'https://other.example.com/',
		);
		expect(moreOf([], '<https://other.example.com/>; rel="prev"', 2)).toBeUndefined();
		expect(moreOf({ calendars: [], meta: { total: 9, nextCursor: 'c-2' } }, undefined, 2)).toBe(
			'nextCursor: c-2',
		);
	});
});
