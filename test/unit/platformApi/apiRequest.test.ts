import type { IDataObject } from 'n8n-workflow';

import { failed, platform, PLATFORM_URL, rejection } from './fakePlatform';
import { sendApiRequest } from '../../../nodes/platformApi/sendApiRequest';
import type { PlatformRequest } from '../../../nodes/platformApi/client';

interface Circumstances {
	/** Over a credential of the location loc-1. */
	credential?: IDataObject;
	/** What the platform responds; by default a record. */
	response?: unknown;
}

/** Sends GET /contacts/, unless the request says otherwise. */
async function send(
	request: Partial<PlatformRequest> = {},
	{ credential = {}, response: given = { id: 1 } }: Circumstances = {},
) {
	const { client, sent, warn } = platform({ responses: [given], credential });
	const response = await sendApiRequest(client, { method: 'GET', path: '/contacts/', ...request });
	return { response, sent, warn };
}

/** The error of a request that is refused, by the node or by the platform. */
const errorOf = async (request: Partial<PlatformRequest> = {}, circumstances: Circumstances = {}) =>
	await rejection(send(request, circumstances));

it.each([{}, []])('sends the empty body %j, which n8n would leave out', async (body) => {
	const { sent } = await send({ method: 'POST', body });

	expect(sent).toMatchObject([
		{ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } },
	]);
});

it('a write whose response denies it has an unknown outcome', async () => {
	const error = await errorOf({ method: 'POST' }, { response: { success: false } });

	expect(error).toMatchObject({ context: { outcomeUnknown: true } });
});

describe.each(['{"contacts": [{"id": "a"', '\n  [1', ' <!doctype html>'])(
	'JSON that breaks off, or a page, as the response: %j',
	(response) => {
		it('is none to a read', async () => {
			const { message } = await errorOf({}, { response });

			expect(message).toBe('The platform did not respond with what was asked for');
		});

		it('leaves the outcome of a write unknown', async () => {
			const error = await errorOf({ method: 'POST' }, { response });

			expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		});
	},
);

it('says that a list has more', async () => {
	const list = { contacts: [{ id: 1 }], meta: { total: 500 } };

	const { response, warn } = await send({}, { response: list });

	expect(response).toEqual(list);
	expect(warn).toHaveBeenCalledTimes(1);
});

it.each<{ what: string; method: PlatformRequest['method']; body: unknown }>([
	{ what: 'the response to a write', method: 'POST', body: { items: [{ id: 1 }], total: 500 } },
	{ what: 'a text', method: 'GET', body: 'see [1] and {a}' },
])('says nothing of more where $what is no list', async ({ method, body }) => {
	const { response, warn } = await send({ method }, { response: body });

	expect(response).toEqual(body);
	expect(warn).not.toHaveBeenCalled();
});

describe('a file in the response', () => {
	const PATH = '/calendars/1/pdf';
	const responseOf = (type: string, body: unknown = '%PDF-1.7') => ({
		body,
		headers: { 'content-type': type },
	});

	it.each([
		{ form: "the contract's form", credential: {}, version: '2021-07-28' },
		{ form: "HighLevel's form", credential: { api: 'highLevel' }, version: '2021-04-15' },
	])(
		'is not returned damaged: in $form, the error names the Version to fetch it with',
		async ({ credential, version }) => {
			const error = await errorOf(
				{ path: PATH },
				{ credential, response: responseOf('application/pdf') },
			);

			expect(error.message).toBe(
				'The platform responded with a file (application/pdf), which cannot be returned here',
			);
			expect(error.description).toContain(`'Version' with the value '${version}'`);
		},
	);

	it('is fetched with the Version that was chosen', async () => {
		const request = { path: PATH, version: 'v3' };

		const error = await errorOf(request, { response: responseOf('application/pdf') });

		expect(error.description).toContain("'Version' with the value 'v3'");
	});

	it('is left out of the success of a write', async () => {
		const { response } = await send(
			{ path: PATH, method: 'POST' },
			{ response: responseOf('application/pdf') },
		);

		expect(response).toBe('');
	});

	it.each([
		['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '%PDF-1.7'],
		['text/xml; charset=utf-8', '<a/>'],
		['application/x-ndjson', '{}\n{}'],
	])('is what has the type %s: %j', async (type, body) => {
		const { message } = await errorOf({}, { response: responseOf(type, body) });

		expect(message).toContain('responded with a file');
	});

	it.each([
		['text/csv; charset=utf-8', 'a,b'],
		['application/x-yaml', 'a: 1'],
		['application/yaml', 'a: 1'],
		['application/json', 'a'],
		['application/vnd.api+json', 'a'],
		['application/javascript', 'a()'],
		['text/html', 'a'],
		['', 'a'],
		['application/x-www-form-urlencoded', 'a=1&b=2'],
		['application/octet-stream', { id: 1 }],
		['application/pdf', ''],
	])('is not what has the type %s: %j', async (type, body) => {
		const { response } = await send({ path: PATH }, { response: responseOf(type, body) });

		expect(response).toEqual(body);
	});
});

it('names the path that the platform does not know', async () => {
	const error = await errorOf({ path: 'contacts/a b' }, { response: failed(404) });

	expect(error.message).toBe('The platform has nothing at /contacts/a%20b');
	expect(error.description).toContain("Check 'Path'");
});

it('names method, path and version where the platform has no such endpoint', async () => {
	const response = failed(404, { message: 'Cannot GET /contact' });

	const error = await errorOf({ path: '/contact', version: 'v3' }, { response });

	expect(error.message).toBe("The platform has nothing at GET /contact under the 'Version' v3");
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
		const { sent } = await send({ path });

		expect(sent).toMatchObject([{ url: `${PLATFORM_URL}${expected}` }]);
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
		const error = await errorOf({ path });

		expect(error.message).toBe(`'Path' is not a path of the platform's API: '${path}'`);
		expect(error.description).toMatch(/^Nothing was sent\. [A-Z]/);
		expect(error).toMatchObject({
			context: { forModel: expect.stringMatching(/^Nothing was sent\. Enter a path alone/) },
		});
	});
});

it.each<[string, Partial<PlatformRequest>, name: string]>([
	['the query', { query: { _method: 'DELETE' } }, '_method'],
	[
		'the query of the path',
		{ path: '/contacts/?X-HTTP-Method-Override=DELETE' },
		'X-HTTP-Method-Override',
	],
	[
		'the query, without HTTP in the name',
		{ query: { 'X-Method-Override': 'DELETE' } },
		'X-Method-Override',
	],
	['the query, under a short name', { query: { 'X-HTTP-Method': 'DELETE' } }, 'X-HTTP-Method'],
	['the body', { method: 'POST', body: { _method: 'DELETE' } }, '_method'],
])('another method in %s is refused', async (_, request, name) => {
	const error = await errorOf(request);

	expect(error.message).toBe(`'${name}' would ask for another method`);
	expect(error.description).toBe("Nothing was sent. Choose it in 'Method'.");
});

describe("a location other than the credential's", () => {
	interface RequestOfLocation {
		where: string;
		request: Partial<PlatformRequest>;
	}

	it.each<RequestOfLocation>([
		{ where: 'the path', request: { path: '/locations/loc-2/tags' } },
		{ where: 'capitals in the path', request: { path: '/Locations/loc-2' } },
		{ where: 'a path in codes', request: { path: '/%6cocations/loc%2D2' } },
		{ where: 'the query of the path', request: { path: '/contacts/?locationId=loc-2' } },
		{
			where: 'the second part of the path',
			request: { path: '/locations/loc-1/locations/loc-2' },
		},
		{ where: 'a number', request: { query: { locationId: 5 } } },
		{
			where: 'a query that names an agency, too',
			request: { query: { altType: 'company', altId: 'company-1', locationId: 'loc-2' } },
		},
		{
			where: 'a nested body',
			request: { method: 'POST', body: { a: [{ b: { locationId: { is: ['loc-2'] } } }] } },
		},
	])('is refused in $where', async ({ request }) => {
		const error = await errorOf(request);

		expect(error.message).toContain("belongs to the location 'loc-1'");
		expect(error.description).toContain('Nothing was sent.');
	});

	it.each([
		'locationId',
		'location_id',
		'altId',
		'locationId[]',
		'filter[locationId][eq]',
		'filter.locationId',
	])('is refused in the query, as %s', async (name) => {
		const error = await errorOf({ query: { [name]: 'loc-2' } });

		expect(error.message).toContain("belongs to the location 'loc-1'");
		expect(error.description).toContain('Nothing was sent.');
	});

	it.each<RequestOfLocation>([
		{
			where: 'path, query and body name its own',
			request: {
				path: '/locations/loc-1/tags',
				query: { locationId: ' loc-1 ' },
				body: { locationId: { is: 'loc-1' } },
			},
		},
		{
			where: 'names only look like it',
			request: {
				query: {
					allocationId: 'loc-2',
					warehouseLocationId: 'loc-2',
					locationIdea: 'loc-2',
					locationIdsBy: 'loc-2',
				},
			},
		},
		{ where: 'an endpoint stands below locations', request: { path: '/locations/search' } },
		{
			where: 'the ID is that of an agency',
			request: { path: '/medias/files?altId=company-1&altType=agency' },
		},
		{
			where: 'the ID is that of a company',
			request: { path: '/medias/files?altId=company-1&altType=company' },
		},
		{
			where: 'nothing names any',
			request: {
				path: '/contacts/locations',
				body: { a: null, b: 5, c: true, d: 'loc-2' },
			},
		},
	])('is none where $where', async ({ request }) => {
		const { sent } = await send(request);

		expect(sent).toHaveLength(1);
	});

	it('is none where names have no value, and the credential knows none', async () => {
		const { sent } = await send(
			{ path: '/locations/', query: { locationId: '' }, body: { locationId: ' ' } },
			{ credential: { locationId: '' } },
		);

		expect(sent).toHaveLength(1);
	});
});
