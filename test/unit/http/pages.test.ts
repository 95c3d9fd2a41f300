import { isPartOfList, nextPagePath } from '../../../nodes/http/pages';

describe('isPartOfList', () => {
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
	])('is true where the answer tells %s', (_, body) => {
		expect(isPartOfList(body, undefined, 2)).toBe(true);
	});

	it('is true where a Link header leads on, wherever to', () => {
		expect(isPartOfList([], '<https://other.example.com/>; rel="next"', 2)).toBe(true);
		expect(isPartOfList([], '<https://other.example.com/>; rel="prev"', 2)).toBe(false);
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
	])('is false where the answer tells %s', (_, body) => {
		expect(isPartOfList(body, undefined, 2)).toBe(false);
	});
});

describe('nextPagePath', () => {
	const base = 'https://api.example.com/crm';
	const page2 = `${base}/calendars/?page=2`;
	const path = '/calendars/?page=2';

	it.each([
		['whole', { next: page2 }],
		['from the host on', { nextPageUrl: '/crm/calendars/?page=2' }],
		['in an inner object', { meta: { next_page: page2 } }],
		['after an inner object without one', { meta: { total: 2 }, paging: { next: page2 } }],
		['two levels deep', { data: { paging: { next: page2 } } }],
		['beside a number and a cursor', { nextPage: 2, nextCursor: 'abc', next: page2 }],
	])('finds an address in the body, %s', (_, body) => {
		expect(nextPagePath(body, undefined, base, '/calendars/')).toBe(path);
	});

	it.each([
		['alone', `<${page2}>; rel="next"`],
		['without quotes and blanks', `<${page2}>;rel=next`],
		['after another', `<${base}/calendars/?page=0>; rel="prev", <${page2}>; rel="next"`],
		['after another parameter', `<${page2}>; title="Page"; rel="next"`],
		['in other letters', `<${page2}>; Rel="Next"`],
		['relative to the request', '<?page=2>; rel="next"'],
	])('finds an address in a Link header, %s', (_, link) => {
		expect(nextPagePath([], link, base, '/calendars/')).toBe(path);
	});

	it('takes the header before the body', () => {
		const body = { next: `${base}/calendars/?page=3` };
		expect(nextPagePath(body, `<${page2}>; rel="next"`, base, '/calendars/')).toBe(path);
		expect(nextPagePath(body, `<${page2}>; rel="prev"`, base, '/calendars/')).toBe('/calendars/?page=3');
	});

	it.each([
		['http://localhost:3000', { next: 'http://localhost:3000/calendars/?page=2' }],
		['https://API.example.com:443', { next: 'https://api.example.com/calendars/?page=2' }],
		['https://api.example.com', { next: 'HTTPS://API.EXAMPLE.COM:443/calendars/?page=2' }],
	])('knows the API at %s by other spellings', (own, body) => {
		expect(nextPagePath(body, undefined, own, '/calendars/')).toBe(path);
	});

	it.each([
		['another host', 'https://other.example.com/crm/calendars/?page=2'],
		['another host that begins alike', 'https://api.example.com.other.net/crm/calendars/'],
		['another host, by two slashes', '//other.example.com/crm/calendars/'],
		['another host, with the API behind it', `https://other.example.com/?to=${base}/`],
		['another port', 'https://api.example.com:8443/crm/calendars/'],
		['without encryption', 'http://api.example.com/crm/calendars/'],
		['another part of the host', '/admin/calendars/'],
		['a part that begins alike', 'https://api.example.com/crm2/calendars/'],
		['up and out', `${base}/../admin/`],
		['nothing that can be read', 'https://['],
	])('never leads to %s', (_, address) => {
		expect(nextPagePath({ next: address }, undefined, base, '/calendars/')).toBeUndefined();
		expect(nextPagePath([], `<${address}>; rel="next"`, base, '/calendars/')).toBeUndefined();
	});

	it.each([
		['a cursor', { nextCursor: 'YWJj/ZGVm' }],
		['a number', { nextPage: 2 }],
		['several addresses', { next: [page2, page2] }],
		['an address under another name', { self: page2, nextSteps: page2 }],
		['an address in a record of the list', { calendars: [{ next: page2 }] }],
		['an address deeper than a list can be', { data: { page: { of: { next: page2 } } } }],
		['a text', page2],
		['nothing', undefined],
	])('finds none in a body that holds %s', (_, body) => {
		expect(nextPagePath(body, undefined, base, '/calendars/')).toBeUndefined();
	});

	it.each([
		['another relation', `<${page2}>; rel="prev"`],
		['an empty address', '<>; rel="next"'],
		['no address', 'next'],
		['nothing', undefined],
	])('finds none in a Link header that holds %s', (_, link) => {
		expect(nextPagePath([], link, 'https://api.example.com', '/calendars/')).toBeUndefined();
		expect(nextPagePath([], link, base, '/calendars/')).toBeUndefined();
	});
});
