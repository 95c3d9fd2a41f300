import type { IDataObject } from 'n8n-workflow';

import { failed, platform, PLATFORM_URL, rejection } from './fakePlatform';
import type { ApiRequest } from '../../../nodes/platformApi/apiRequest';
import { sendApiRequest } from '../../../nodes/platformApi/apiRequest';

const send = async (request: Partial<ApiRequest>, credential: IDataObject = {}) => {
	const { client, sent } = platform({ responses: [{ id: 1 }], credential });
	const response = await sendApiRequest(client, { method: 'GET', path: '/contacts/', query: {}, ...request });
	return { response, sent: sent.map(({ options }) => options) };
};
const refused = async (request: Partial<ApiRequest>, credential?: IDataObject) =>
	await rejection(send(request, credential));

it('sends method, query and body as they are, and puts out the response', async () => {
	const request = { method: 'PUT' as const, path: '/contacts/ada', query: { limit: 2 }, body: [{ a: 1 }] };
	const { response, sent } = await send(request);
	expect(response).toEqual({ id: 1 });
	expect(sent).toMatchObject([
		{ method: 'PUT', url: `${PLATFORM_URL}/contacts/ada`, qs: { limit: 2 }, body: [{ a: 1 }] },
	]);
});

it.each([{}, []])('sends the empty body %j, which n8n would leave out', async (body) => {
	const { sent } = await send({ method: 'POST', body });
	expect(sent).toMatchObject([{ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }]);
});

it.each(['{"contacts": [{"id": "a"', '\n  [1'])('refuses JSON that breaks off, and says of a write that its outcome is unknown: %j', async (body) => {
	const responding = (method: ApiRequest['method']) => {
		const { client } = platform({ responses: [body] });
		return sendApiRequest(client, { method, path: '/contacts/', query: {} });
	};
	expect((await rejection(responding('GET'))).message).toContain('The response is not complete JSON.');
	expect((await rejection(responding('POST'))).message).toMatch(/^Outcome unknown: .* does not say what became of the request/);
});

it.each<[string, unknown, ApiRequest['method'], number]>([
	['a list that has more', { contacts: [{ id: 1 }], meta: { total: 500 } }, 'GET', 1],
	['a whole list', { contacts: [{ id: 1 }], total: 1 }, 'GET', 0],
	['a record with a total', { id: 1, total: 500 }, 'GET', 0],
	['a write', { items: [{ id: 1 }], total: 500 }, 'POST', 0],
	['a text', 'see [1] and {a}', 'GET', 0],
])('%s gives %j to %s with %d hints', async (_, body, method, hints) => {
	const { client, warn } = platform({ responses: [body] });
	expect(await sendApiRequest(client, { method, path: '/contacts/', query: {} })).toEqual(body);
	expect(warn).toHaveBeenCalledTimes(hints);
});

it('names the path that the platform does not know', async () => {
	const { client } = platform({ responses: [failed(404)] });
	const error = await rejection(sendApiRequest(client, { method: 'GET', path: 'contacts/a b', query: {} }));
	expect(error).toMatchObject({
		message: 'The platform has nothing at /contacts/a%20b',
		description: expect.stringContaining("Check 'Path'") as string,
	});
});

describe('the path', () => {
	it.each([
		['/contacts/', '/contacts/'],
		['/', '/'],
		['contacts', '/contacts'],
		['  /contacts/ada\n', '/contacts/ada'],
		[`${PLATFORM_URL}/contacts/`, '/contacts/'],
		['/contacts/a b:c', '/contacts/a%20b:c'],
		['/contacts/a%20b%40c', '/contacts/a%20b@c'],
		['/contacts/tel:5', '/contacts/tel:5'],
		['/contacts/.a/..b/...', '/contacts/.a/..b/...'],
		['/contacts/ä', '/contacts/%C3%A4'],
	])('%j goes out as %j', async (path, expected) => {
		expect((await send({ path })).sent[0].url).toBe(`${PLATFORM_URL}${expected}`);
	});

	it.each([
		['contains more than a path', ['/contacts?locationId=loc-2', '/contacts/a#b', '?a']],
		[
			"leads to an address other than the platform's",
			[
				'https://evil.example/contacts',
				`${PLATFORM_URL}.evil.example/contacts`,
				'HTTP://evil.example',
				'mailto:a',
				'x+y.z-1:a',
				'//evil.example',
				'\\\\evil.example',
				'/\\evil.example',
			],
		],
		[
			"is not a path of the platform's API",
			[
				'/contacts/..',
				'/contacts/../a',
				'/./contacts',
				'/contacts/%2e%2e/a',
				'/contacts/%252e',
				'/contacts/a%2fb',
				'/contacts/a%5cb',
				'/contacts/a\\b',
				'/contacts/%3fa',
				'/contacts/%23a',
				'/contacts//a/b',
				'/contacts/a//',
				'/contacts/%00',
				'/contacts/a\ud800',
				'/contacts/a\nb',
				'/contacts/%7f',
				'/contacts/%1Fa',
				'/contacts/%zz',
			],
		],
	])('is refused where it %s', async (why, paths) => {
		for (const path of paths) {
			const { message, description } = await refused({ path });
			expect(`${path} ${message}`).toContain(`${path} 'Path' ${why}`);
			expect(description).toMatch(/^Nothing was sent\. [A-Z]/);
		}
	});
});

describe("a location other than the credential's", () => {
	it.each<[string, Partial<ApiRequest>]>([
		['the path', { path: '/locations/loc-2/tags' }],
		['capitals in the path', { path: '/Locations/loc-2' }],
		['a path in codes', { path: '/%6cocations/loc%2D2' }],
		['the second part of the path', { path: '/locations/loc-1/locations/loc-2' }],
		...['locationId', 'location_id', 'LocationID', 'location-ids', 'filter[locationId]', 'altLocationId', 'location', 'locationId[eq]', 'filter[locationId][eq]', 'filter.locationId', 'locationIds[]', 'locationIds[0]', 'locationIds[12]', 'f[locationIds][]'].map(
			(name): [string, Partial<ApiRequest>] => [`the query, as ${name}`, { query: { [name]: 'loc-2' } }],
		),
		['the path, in the singular', { path: '/location/LOCX' }],
		['a record', { method: 'POST', body: { location: { id: 'loc-2', name: 'Summit' } } }],
		['a list of records', { method: 'POST', body: { locations: [{ id: 'loc-1' }, { id: 'loc-2' }] } }],
		['a number', { query: { locationId: 5 } }],
		['a list in the query', { query: { locationId: ['loc-1', 'loc-2'] } }],
		['the body', { method: 'POST', body: { locationId: 'loc-2' } }],
		['a body that is a list', { method: 'POST', body: [{ locationId: 'loc-1' }, { locationId: 'loc-2' }] }],
		['a nested body', { method: 'POST', body: { a: [{ b: { locationId: { is: ['loc-2'] } } }] } }],
	])('is refused in %s', async (_, request) => {
		const { message, description } = await refused(request);
		expect(message).toContain("belongs to the location 'loc-1'");
		expect(description).toContain('Nothing was sent.');
	});

	it.each<[string, Partial<ApiRequest>]>([
		['its own in path, query and body', { path: '/locations/loc-1/tags', query: { locationId: ' loc-1 ' }, body: { locationId: { is: 'loc-1' } } }],
		['names that only look like it', { query: { allocationId: 'loc-2', warehouseLocationId: 'loc-2', locationIdea: 'loc-2', locationIdsBy: 'loc-2' } }],
		['an endpoint below locations', { path: '/locations/search' }],
		['a place', { method: 'POST', body: { location: { city: 'Boston' } } }],
		['no name of any', { path: '/contacts/locations', body: { a: null, b: 5, c: true, d: 'loc-2' } }],
		['nothing under the name', { query: { locationId: undefined }, body: { locationId: null, a: { locationId: true } } }],
	])('is none where the request holds %s', async (_, request) => {
		expect((await send(request)).sent).toHaveLength(1);
	});

	it('is none where the name is followed by nothing, also where the credential does not know its own', async () => {
		const request = { path: '/locations/', query: { locationId: '' }, body: { locationId: ' ' } };
		expect((await send(request, { locationId: '' })).sent).toHaveLength(1);
	});
});
