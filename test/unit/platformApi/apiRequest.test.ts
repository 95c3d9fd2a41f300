import type { IDataObject } from 'n8n-workflow';

import { failed, platform, PLATFORM_URL, rejection } from './fakePlatform';
import { sendApiRequest } from '../../../nodes/platformApi/sendApiRequest';
import type { PlatformRequest } from '../../../nodes/platformApi/client';

const send = async (
	request: Partial<PlatformRequest> = {},
	credential: IDataObject = {},
	given: unknown = { id: 1 },
) => {
	const { client, sent, warn } = platform({ responses: [given], credential });
	const response = await sendApiRequest(client, { method: 'GET', path: '/contacts/', ...request });
	return { response, sent, warn };
};
const refused = async (...given: Parameters<typeof send>) => await rejection(send(...given));

it.each([{}, []])('sends the empty body %j, which n8n would leave out', async (body) => {
	const { sent } = await send({ method: 'POST', body });
	expect(sent).toMatchObject([
		{ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } },
	]);
});

it.each(['{"contacts": [{"id": "a"', '\n  [1', ' <!doctype html>'])(
	'refuses JSON that breaks off and a page, and says of a write that its outcome is unknown: %j',
	async (body) => {
		expect((await refused({}, {}, body)).message).toBe(
			'The platform did not respond with what was asked for',
		);
		expect(await refused({ method: 'POST' }, {}, body)).toMatchObject({
			context: { outcomeUnknown: true },
		});
	},
);

it.each<[string, unknown, PlatformRequest['method'], number]>([
	['a list that has more', { contacts: [{ id: 1 }], meta: { total: 500 } }, 'GET', 1],
	['a write', { items: [{ id: 1 }], total: 500 }, 'POST', 0],
	['a text', 'see [1] and {a}', 'GET', 0],
])('%s gives %j to %s with %d hints', async (_, body, method, hints) => {
	const { response, warn } = await send({ method }, {}, body);
	expect(response).toEqual(body);
	expect(warn).toHaveBeenCalledTimes(hints);
});

const path = '/calendars/1/pdf';
const file = (body: unknown, type: string) => ({ body, headers: { 'content-type': type } });

it.each([
	['application/pdf', '2021-07-28', {}],
	[
		'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		'2021-04-15',
		{ api: 'highLevel' },
	],
])(
	'a file of the type %s is not returned damaged; the Version to fetch it with is %s',
	async (type, version, credential) => {
		const given = file('%PDF-1.7', type);
		expect(await refused({ path }, credential, given)).toMatchObject({
			message: `The platform responded with a file (${type}), which cannot be returned here`,
			description: expect.stringContaining(`'Version' with the value '${version}'`),
		});
		expect((await send({ path, method: 'POST' }, credential, given)).response).toBe('');
	},
);

it.each([
	['<a/>', 'text/xml; charset=utf-8'],
	['{}\n{}', 'application/x-ndjson'],
])('%j of the type %s is a file', async (body, type) => {
	expect((await refused({}, {}, file(body, type))).message).toContain('responded with a file');
});

it.each([
	['a,b', 'text/csv; charset=utf-8'],
	['a: 1', 'application/x-yaml'],
	[{ id: 1 }, 'application/octet-stream'],
	['', 'application/pdf'],
])('no file is %j with the type %j', async (body, type) => {
	expect((await send({ path }, {}, file(body, type))).response).toEqual(body);
});

it('names the path that the platform does not know', async () => {
	expect(await refused({ path: 'contacts/a b' }, {}, failed(404))).toMatchObject({
		message: 'The platform has nothing at /contacts/a%20b',
		description: expect.stringContaining("Check 'Path'"),
	});
});

describe('the path', () => {
	it.each([
		['  /contacts/ada\n', '/contacts/ada'],
		[`${PLATFORM_URL}/contacts/`, '/contacts/'],
		['/contacts/a%20b%40c', '/contacts/a%20b@c'],
		['/contacts/tel:5', '/contacts/tel:5'],
		['mailto:a', '/mailto:a'],
		['/contacts/.a/..b/...', '/contacts/.a/..b/...'],
	])('%j goes out as %j', async (path, expected) => {
		expect((await send({ path })).sent[0].url).toBe(`${PLATFORM_URL}${expected}`);
	});

	it.each([
		'https://evil.example/contacts',
		`${PLATFORM_URL}.evil.example/contacts`,
		'//evil.example',
		'/\\evil.example',
		'/contacts/a#b',
		'/contacts/..',
		'/./contacts',
		'/contacts/%2e%2e/a',
		'/contacts/%252e',
		'/contacts/a%2fb',
		'/contacts/%3fa',
		'/contacts/a//',
		'/contacts/a\ud800',
		'/contacts/%7f',
		'/contacts/%zz',
		'/contacts;locationId=loc-2',
		'/contacts/..;/locations/loc-2',
		'/contacts/a%3bb',
	])('cannot be %j', async (path) => {
		expect(await refused({ path })).toMatchObject({
			message: `'Path' is not a path of the platform's API: '${path}'`,
			description: expect.stringMatching(/^Nothing was sent\. [A-Z]/),
		});
	});
});

it.each<[string, Partial<PlatformRequest>]>([
	['the query', { query: { _method: 'DELETE' } }],
	['the query of the path', { path: '/contacts/?X-HTTP-Method-Override=DELETE' }],
	['the body', { method: 'POST', body: { _method: 'DELETE' } }],
])('another method in %s is refused', async (_, request) => {
	expect(await refused(request)).toMatchObject({
		message: expect.stringContaining('would ask for another method'),
		description: "Nothing was sent. Choose it in 'Method'.",
	});
});

describe("a location other than the credential's", () => {
	it.each<[string, Partial<PlatformRequest>]>([
		['the path', { path: '/locations/loc-2/tags' }],
		['capitals in the path', { path: '/Locations/loc-2' }],
		['a path in codes', { path: '/%6cocations/loc%2D2' }],
		['the query of the path', { path: '/contacts/?locationId=loc-2' }],
		['the second part of the path', { path: '/locations/loc-1/locations/loc-2' }],
		...[
			'locationId',
			'location_id',
			'altId',
			'locationId[]',
			'filter[locationId][eq]',
			'filter.locationId',
		].map((name): [string, Partial<PlatformRequest>] => [
			`the query, as ${name}`,
			{ query: { [name]: 'loc-2' } },
		]),
		['a number', { query: { locationId: 5 } }],
		['a nested body', { method: 'POST', body: { a: [{ b: { locationId: { is: ['loc-2'] } } }] } }],
	])('is refused in %s', async (_, request) => {
		expect(await refused(request)).toMatchObject({
			message: expect.stringContaining("belongs to the location 'loc-1'"),
			description: expect.stringContaining('Nothing was sent.'),
		});
	});

	it.each<[string, Partial<PlatformRequest>, IDataObject?]>([
		[
			'its own in path, query and body',
			{
				path: '/locations/loc-1/tags',
				query: { locationId: ' loc-1 ' },
				body: { locationId: { is: 'loc-1' } },
			},
		],
		[
			'names that only look like it',
			{
				query: {
					allocationId: 'loc-2',
					warehouseLocationId: 'loc-2',
					locationIdea: 'loc-2',
					locationIdsBy: 'loc-2',
				},
			},
		],
		['an endpoint below locations', { path: '/locations/search' }],
		["an agency's ID", { path: '/medias/files?altId=company-1&altType=agency' }],
		[
			'no name of any',
			{ path: '/contacts/locations', body: { a: null, b: 5, c: true, d: 'loc-2' } },
		],
		[
			'names without a value, and the credential knows none',
			{ path: '/locations/', query: { locationId: '' }, body: { locationId: ' ' } },
			{ locationId: '' },
		],
	])('is none where the request holds %s', async (_, request, credential = {}) => {
		expect((await send(request, credential)).sent).toHaveLength(1);
	});
});
