import { type IDataObject, type IHttpRequestOptions, NodeApiError } from 'n8n-workflow';

import { lookUp } from './lookUp';
import { KnowledgeClient, withKey } from '../../../nodes/knowledgeApi/client';
import {
	failed as failedWith,
	lost,
	node,
	PLATFORM_URL,
	rejection,
} from '../platformApi/fakePlatform';
import { runClock } from '../../support/clock';

const RECORD = { slug: 'crm', name: 'CRM' };

/** The error of n8n's request helper for a status outside 2xx; asked again at once, or not at all. */
const failed = (status: number, data: unknown = '') =>
	failedWith(status, data, { 'retry-after': '3600' });

/** n8n's context, with a knowledge base that remembers the requests. */
function knowledge(credential: IDataObject = {}) {
	const data = { baseUrl: PLATFORM_URL, ...credential };
	const read = jest.fn(async () => await Promise.resolve(data));
	const send = jest.fn(
		async (_type: string, _options: IHttpRequestOptions, _more: object) =>
			await Promise.resolve({ body: { results: [] }, headers: {} }),
	);
	const helpers = { httpRequestWithAuthentication: send };
	const context = { getNode: () => node, getCredentials: read, helpers };
	return { client: new KnowledgeClient(context as never), data, read, send };
}

it('a request is a GET below the base URL that follows no redirect, with what the credential says', async () => {
	const { client, send, data } = knowledge({ headerName: 'X-Key', headerValue: 'k' });
	expect(await client.get('/v1/use-cases', { vertical: 'dental' })).toEqual({ results: [] });
	const options = {
		method: 'GET',
		url: `${PLATFORM_URL}/v1/use-cases`,
		qs: { vertical: 'dental' },
		json: true,
		timeout: 30_000,
		disableFollowRedirect: true,
		headers: {},
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		encoding: 'stream',
		abortSignal: expect.any(AbortSignal) as AbortSignal,
	};
	const decrypted = { id: '', name: '', type: 'knowledgeApi', data };
	expect(send.mock.calls).toEqual([['knowledgeApi', options, { credentialsDecrypted: decrypted }]]);
});

it('the same request is sent once, and the credential read once, but again after a reading that failed', async () => {
	const { client, read, send } = knowledge();
	read.mockRejectedValueOnce(new Error('The database is locked'));
	expect((await rejection(client.get('/c'))).message).toBe('The database is locked');
	for (const [path, query] of [['/a'], ['/b'], ['/a'], ['/a', { limit: 1 }]] as const)
		await client.get(path, query);
	expect(send.mock.calls.map(([, { url, qs }]) => [url.replace(PLATFORM_URL, ''), qs])).toEqual([
		['/a', {}],
		['/b', {}],
		['/a', { limit: 1 }],
	]);
	expect(read).toHaveBeenCalledTimes(2);
});

it('a request waits for the rate limit that another one has met', async () => {
	const items = ['a', 'b'].map((slug) => ({ slug }));
	const parameters = { slug: '={{ $json.slug }}', options: { concurrentRequests: 1 } };
	const given = { items, node: { onError: 'continueRegularOutput' } as const };
	const { json, sent } = await lookUp('feature.get', parameters, failed(429), given);
	expect(json).toHaveLength(2);
	expect(sent).toHaveLength(1);
});

it('a lookup that found no connection is sent again', async () => {
	runClock();
	const responses = [lost(), RECORD];
	const lookingUp = lookUp('feature.get', { slug: 'crm' }, '', { responses });
	await jest.advanceTimersByTimeAsync(5_000);
	expect((await lookingUp).json).toEqual([RECORD]);
});

const listChangelog = async (response: unknown, credential: IDataObject = {}) =>
	await lookUp('changelogEntry.getAll', {}, '', { credential, responses: () => response });

it.each([[''], [null], [undefined]])(
	'a response without a body, %p, is an empty one',
	async (response) => {
		expect(await listChangelog(response)).toMatchObject({ json: [], error: undefined });
	},
);

it.each([
	[42, ''],
	['OK', ' The knowledge API says: "OK"'],
	[{ message: 'Not Found', statusCode: 404 }, ' The knowledge API says: "Not Found"'],
])('a response that is no result is refused, with its words: %j', async (response, said) => {
	expect((await listChangelog(response)).error).toMatchObject({
		message: 'The knowledge API did not respond with what was asked for [Item 0]',
		description: `Check 'Base URL' of the credential, the part of the address before /v1. It may lead to another service, or to a sign-in page.${said}`,
	});
});

it.each([
	...['k-3f9a7c', ' k-3f9a7c ', 'Bearer  k-3f9a7c'].map((key): [string, boolean] => [key, false]),
	...[undefined, null, ' '].map((none): [string | undefined | null, boolean] => [none, true]),
])(
	'with the key %j, words of the API that hold it are quoted: %s',
	async (headerValue, isQuoted) => {
		const headerName = headerValue?.trim() && 'X-Key';
		const credential = { headerName, headerValue };
		const ended = await listChangelog(failed(401, { message: 'null is no k-3f9a7c' }), credential);
		expect(ended.told.includes('says: "null is no k-3f9a7c"')).toBe(isQuoted);
		expect(ended.told.includes('k-3f9a7c')).toBe(isQuoted);
	},
);

it('words of the API that hold a short key without the scheme before it are not quoted', async () => {
	const credential = { headerName: 'Authorization', headerValue: 'Bearer k-3f' };
	const { error } = await listChangelog(failed(401, { message: 'k-3f is no key' }), credential);
	expect(error?.description).not.toContain('k-3f');
});

it('words of the API that hold any word of a key are not quoted', async () => {
	const credential = { headerName: 'X-Key', headerValue: 'alpha-1234 beta-5678' };
	const { error } = await listChangelog(
		failed(401, { message: 'alpha-1234 is no key' }),
		credential,
	);
	expect(error?.description).not.toContain('alpha-1234');
});

it('a key goes into the header without the blanks around its name, and none where there is none', () => {
	const headers = { Accept: 'application/json' };
	expect(withKey({ headerName: ' X-Key ', headerValue: 'k' }, headers)).toEqual({
		...headers,
		'X-Key': 'k',
	});
	expect(withKey({}, headers)).toEqual(headers);
});

it('a search that did not arrive is not said to have changed nothing', async () => {
	const refused = Object.assign(new Error('refused'), { code: 'ERR_INVALID_URL' });
	const { error } = await listChangelog(refused);
	expect(error?.description).toMatch(/^Check 'Base URL'/);
});

it('a redirect to another host names the address to enter', async () => {
	const location = 'https://other.example.com/v1/changelog';
	const { error } = await listChangelog(failedWith(301, '', { location }));
	expect(error?.description).toBe(
		'Enter https://other.example.com as the address of the API in the credential.',
	);
});

it('nothing is sent with half a header', async () => {
	const ended = await listChangelog([], { headerName: 'X-Key' });
	expect(ended.error?.message).toMatch(/^'Header Name' is filled in, but 'Header Value' is empty/);
	expect(ended.sent).toEqual([]);
});

// platformApi/errors.test.ts tests the statuses that all APIs share.
it.each([
	{
		status: 401,
		message: 'The knowledge API refused the credential',
		advice: "Check 'Header Name' and 'Header Value'",
	},
	{
		status: 403,
		message: 'The knowledge API refused the credential',
		advice: "Check 'Header Name' and 'Header Value'",
	},
	{
		status: 404,
		message: 'There is nothing at https://api.example.com/v1/changelog',
		advice: "Check 'Base URL' of the",
	},
	{
		status: 429,
		message: 'The knowledge API received too many',
		advice: "Or lower 'Concurrent Req",
	},
])('status $status says "$message"', async ({ status, message, advice }) => {
	const ended = await listChangelog(failed(status));

	expect(ended.error).toBeInstanceOf(NodeApiError);
	expect(ended.error).toMatchObject({ httpCode: String(status), node: { name: 'Node' } });
	expect(ended.told).toContain(message);
	expect(ended.told).toContain(advice);
});

it('status 429 says when to try again', async () => {
	const ended = await listChangelog(failed(429));

	expect(ended.told).toMatch(/Try again after .* UTC\./);
});
