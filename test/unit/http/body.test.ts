import {
	confirmsWrite,
	holdsList,
	isDeleted,
	isRefusal,
	readId,
	readList,
	readObject,
	readOptionalObject,
	readText,
	UnexpectedResponseError,
} from '../../../nodes/http/body';
import { nextPageOf } from '../../../nodes/http/nextPage';

const list = [{ id: 'a' }, { id: 'b' }];
const record = { id: 'a', name: 'A' };

it.each<[unknown, object[]]>([
	[{ groups: [{ id: 'g' }], calendars: list }, list],
	[{ errors: [{ code: 1 }], warnings: [{ code: 2 }], rows: list }, list],
	[{ ids: [], tags: ['a'], rows: list }, list],
	...[undefined, null, '', [], { data: { calendars: null } }, { count: 0 }].map(
		(body): [unknown, object[]] => [body, []],
	),
	[{ total: 0, hasMore: false, nextPageUrl: null }, []],
])('the list in %j is %j', (body, expected) => {
	expect(readList(body, 'calendars', 'groups')).toEqual(expected);
});

it.each([7, { items: { list: [] } }, { locations: ['loc-1'] }])('%j is no list', (body) => {
	expect(() => readList(body)).toThrow(UnexpectedResponseError);
});

it.each([
	{ code: 'X' },
	{ detail: 'No such page.' },
	{ details: 'No such page.' },
	{ error_description: 'The token expired' },
	{ msg: 'No such page.' },
	{ statusCode: 404 },
	{ warnings: ['The index is old'] },
	{ successful: false },
	{ succeeded: false },
	{ succeded: false },
])('a body that says no more than how the request ended holds nothing: %j', (body) => {
	expect(isRefusal(body)).toBe(true);
});

it.each([
	{ cursor: 'abc' },
	{ hasMore: true },
	{ limit: 20 },
	{ links: { self: '/calendars' } },
	{ meta: { page: 1 } },
	{ nextPageUrl: '/?page=2' },
	{ offset: 20 },
	{ pageSize: 20 },
	{ prevPage: 1 },
	{ skip: 20 },
	{ traceIds: ['t'] },
])(
	'a body that says no more than where a list goes on is an empty list, and no record: %j',
	(body) => {
		expect(readList(body)).toEqual([]);
		expect(readOptionalObject(body)).toEqual({});
	},
);

it.each<[unknown, boolean]>([
	[[], true],
	[{ calendars: [] }, true],
	[{ data: { calendars: [] } }, true],
	[{ calendars: null }, false],
	['<html>', false],
])('%j holds a list, even an empty one: %s', (body, holds) => {
	expect(holdsList(body)).toBe(holds);
});

it.each([
	[true, true],
	['true', true],
	[1, true],
	[0, false],
	['2026-11-01', false],
	[undefined, false],
])('a record whose deleted is %j is a deleted one: %s', (deleted, isOne) => {
	expect(isDeleted({ deleted })).toBe(isOne);
});

it.each(['appointment', 'data', 'event', 'response', 'result'])(
	'the record in the envelope %s is read, and a denial in it denies a write',
	(envelope) => {
		expect(readObject({ [envelope]: record })).toEqual(record);
		expect(confirmsWrite({ id: 'x', [envelope]: { success: false } })).toBe(false);
	},
);

it.each(
	[
		['code', 'detail', 'details', 'error', 'error_description', 'errors', 'message', 'msg', 'ok'],
		['status', 'statusCode', 'success', 'warnings'],
		['count', 'cursor', 'has_more', 'limit', 'link', 'links', 'meta', 'offset', 'skip', 'total'],
		['traceId', 'traceIds', 'nextPageUrl', 'previous', 'pageSize'],
	].flat(),
)('%s, which says how the request ended or where a list goes on, is no content', (name) => {
	expect(readObject({ [name]: 'x', data: record })).toEqual(record);
});

it.each([null, [record]])('%j under the name of the record is no record', (calendar) => {
	expect(readObject({ calendar, id: 'b' }, 'calendar')).toEqual({});
});

it.each([readList, readObject])('%p finds nothing in a refusal below data', (read) => {
	expect(() => read({ data: { success: false } })).toThrow(UnexpectedResponseError);
});

it.each([
	{ error: 'index is down' },
	{ message: 'Not Found' },
	{ message: 'no', errors: [{ code: 1 }] },
	{ contacts: null, message: 'Upgrade your plan' },
	{ contacts: null, status: 'error' },
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
	{ results: [{ slug: 'a' }], errors: ['one page'] },
	{ results: [], success: true, message: 'none' },
	{ contacts: null, status: '200', success: true, message: 'No contacts found' },
	{},
	[],
	{ id: 'a', message: 'hello' },
	{ error: null, name: 'A' },
	{ errors: [] },
	undefined,
	' ',
	{ success: false, id: 5 },
])('%j is no refusal', (body) => {
	expect(isRefusal(body)).toBe(false);
});

it.each([
	'Created',
	'Not Found',
	{ statusCode: 201, message: 'Created' },
	{ status: 'ok' },
	{ id: 'a', lastError: 'x', errorCount: 2 },
	{ id: 'a', code: 5000, status: 'failed', message: 'Invalid' },
	{ message: 'The appointment was canceled' },
	// No sentence decides: the response says that it was done.
	{ message: 'No error, and nothing is missing' },
	{ message: 'The slot is no longer available.' },
	{ error: null, errors: [] },
])('%j confirms a write', (body) => expect(confirmsWrite(body)).toBe(true));

it.each([
	['a web page', '<html>'],
	['JSON that breaks off', '{"id": "a'],
	['an error', { error: 'x' }],
	['errors', { Errors: ['x'] }],
	['false', false],
	['a denied success', { success: false }],
	['a denied success, as the platform spells it', { succeded: false }],
	['a denied success in one of several', [{ ok: 1 }, { ok: 0 }]],
	['a denied success in an envelope', { appointment: { ok: false } }],
	['a denied success in data', { data: { success: false } }],
	['a status of its own', { statusCode: 400, message: 'Taken' }],
	['a status of its own, as text', { code: '500' }],
	['a status of its own, in a word', { status: 'error', message: 'x' }],
	['a status of its own, in another word', { status: 'failure', message: 'x' }],
	['a status of its own, beside null', { contact: null, status: 'Failed' }],
])('%s denies a write: %j', (_, body) => {
	expect(confirmsWrite(body)).toBe(false);
});

it.each<[unknown, object]>([
	[{ data: record, ok: true }, record],
	[{ data: { calendar: record }, meta: {} }, record],
	[{ event: { id: 'b' }, calendar: record }, record],
	[{ id: 'b', calendar: record }, record],
	[{ result: { data: { event: { calendar: record } }, ok: true } }, record],
	[{ calendar: { status: 'new' } }, { status: 'new' }],
	...[{ name: 'A', data: { id: 'b' } }, { about: { id: 'b' } }, {}].map((own): [object, object] => [
		own,
		own,
	]),
])('the record in %j is %j', (body, expected) => {
	expect(readObject(body, 'calendar', 'event')).toEqual(expected);
});

it('readText and readId take the first that is filled', () => {
	expect(readText({ a: '', b: 7, c: 'x' }, 'a', 'b', 'c')).toBe('7');
	expect(readText({}, 'a')).toBeUndefined();
	expect(readId({ _id: 'x', id: 2 ** 60 })).toBe('x');
	expect(readId({ id: { nested: true } })).toBeUndefined();
});

it.each<[body: unknown, more: string | undefined, link?: unknown]>([
	[{ next: '/calendars/?page=2' }, 'next: /calendars/?page=2'],
	[{ nextPage: 2 }, 'nextPage: 2'],
	[{ next_cursor: 'abc' }, 'next_cursor: abc'],
	[{ calendars: [], hasMore: true }, ''],
	[{ total: 3 }, ''],
	[{ totalCount: '3' }, ''],
	[{ hasNext: true }, ''],
	[{ nextPageUrl: '/?page=2' }, 'nextPageUrl: /?page=2'],
	[{ has_more: { after: 'a' } }, ''],
	[[], undefined, '/?page=2>; rel="next"'],
	[[], undefined, '</?page=2; rel="next"'],
	[[], '/?page=2', '</?page=2>; title="a, b"; rel="next"'],
	[{ data: { hasMore: true } }, ''],
	[{ hasMore: true }, '/?page=2', '</?page=2>; rel="next"'],
	[[], '/?page=2', '</?page=2>; REL=next'],
	[[], undefined, '</?page=2>; title="rel=next"'],
	[{ count: 3 }, ''],
	[{ calendars: [], meta: { total: 9, nextCursor: 'c-2' } }, 'nextCursor: c-2'],
	[{ total: 2, meta: {}, has_more: true }, ''],
	[{ data: { paging: { next: 'abc' } } }, 'next: abc'],
	[[], 'https://other.example.com/', '<https://other.example.com/>; rel="next"'],
	[[], undefined, '<https://other.example.com/>; rel="prev"'],
	[[], '/?page=3', '</?a=1,2>; rel="prev", </?page=3>; title=x; rel=next'],
	[[], undefined, '<>; rel="next"'],
	[[], undefined, '<'.repeat(100_000)],
	...[
		{ next: null, nextPageUrl: '', hasMore: false },
		{ total: 2, meta: { total_count: 2 } },
		{ total: 'many' },
		{ stages: { count: 9 } },
		null,
		{ previous: '/?page=1', nextSteps: ['pay'], subtotal: 9, totals: 9 },
		{ calendars: [{ total: 9, next: 'abc' }] },
		{ data: { page: { of: { next: 'abc' } } } },
	].map((body): [unknown, undefined] => [body, undefined]),
])('beside two records, %j has more: %p', (body, more, link = '') => {
	expect(nextPageOf(body, link, 2)).toBe(more);
});
