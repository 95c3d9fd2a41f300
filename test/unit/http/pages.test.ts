import { hasMore } from '../../../nodes/http/pages';

describe('hasMore', () => {
	it.each([
		['a next address', { next: '/calendars/?page=2' }],
		['the number of the next page', { nextPage: 2 }],
		['a cursor', { next_cursor: 'abc' }],
		['that there is more', { calendars: [], hasMore: true }],
		['a total beyond what was read', { total: 3 }],
		['a total as text', { totalCount: '3' }],
		['it beside the list', { calendars: [], meta: { total: 3 } }],
		['it after what is complete', { total: 2, meta: {}, has_more: true }],
		['it two levels deep', { data: { paging: { next: 'abc' } } }],
	])('is true where the response tells %s', (_, body) => {
		expect(hasMore(body, undefined, 2)).toBe(true);
	});

	it('is true where a Link header leads on, wherever to', () => {
		expect(hasMore([], '<https://other.example.com/>; rel="next"', 2)).toBe(true);
		expect(hasMore([], '<https://other.example.com/>; rel="prev"', 2)).toBe(false);
	});

	it.each([
		['of no next page', { next: null, nextPageUrl: '', hasMore: false }],
		['a total that was read', { total: 2, meta: { total_count: 2 } }],
		['a total that is no number', { total: 'many' }],
		['other numbers', { limit: 100, size: 3 }],
		['other names', { previous: '/calendars/?page=1', nextSteps: ['pay'], subtotal: 9, totals: 9 }],
		['it of a record of the list', { calendars: [{ total: 9, next: 'abc' }] }],
		['it deeper than a list can be', { data: { page: { of: { next: 'abc' } } } }],
		['nothing: a bare list', [{ total: 9 }]],
		['nothing: no body', null],
	])('is false where the response tells %s', (_, body) => {
		expect(hasMore(body, undefined, 2)).toBe(false);
	});
});
