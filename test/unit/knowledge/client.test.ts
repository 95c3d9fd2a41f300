import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Explanation } from '../../../nodes/http/explain';
import { failed, BASE_URL, knowledge, refusal } from './fakeKnowledge';

describe('a request', () => {
	it('is a GET below the base URL that follows no redirect, with what the credential says', async () => {
		const { client, sent } = knowledge({
			responses: { results: [] },
			credential: { headerName: 'X-Key', headerValue: 'k' },
		});
		expect(await client.get('/v1/use-cases', { vertical: 'dental' })).toEqual({ results: [] });
		const options = {
			method: 'GET',
			url: `${BASE_URL}/v1/use-cases`,
			qs: { vertical: 'dental' },
			json: true,
			timeout: 30_000,
			disableFollowRedirect: true,
			headers: {},
		};
		const data = { baseUrl: BASE_URL, headerName: 'X-Key', headerValue: 'k' };
		expect(sent).toEqual([
			{
				type: 'knowledgeApi',
				options,
				decrypted: { id: '', name: '', type: 'knowledgeApi', data },
			},
		]);
	});

	it('needs no query, is sent once, and does not read the credential again', async () => {
		const { client, read, sent } = knowledge();
		for (const [path, query] of [['/a'], ['/b'], ['/a'], ['/a', { limit: 1 }]] as const)
			await client.get(path, query);
		const asked = sent.map(({ options: { url, qs } }) => [url.replace(BASE_URL, ''), qs]);
		expect(asked).toEqual([
			['/a', {}],
			['/b', {}],
			['/a', { limit: 1 }],
		]);
		expect(read).toHaveBeenCalledTimes(1);
	});

	it('waits for the rate limit that another one has met', async () => {
		const { client, sent } = knowledge({ responses: failed(429) });
		for (const path of ['/v1/changelog', '/v1/use-cases'])
			expect(await refusal(client.get(path))).toMatchObject({ httpCode: '429' });
		expect(sent).toHaveLength(1);
	});

	it('reads the credential again after a reading that failed', async () => {
		const { client, read } = knowledge();
		read.mockRejectedValueOnce(new Error('The database is locked'));
		expect((await refusal(client.get('/v1/changelog'))).message).toBe('The database is locked');
		expect(await client.get('/v1/use-cases')).toEqual({});
	});
});

describe('a response', () => {
	it.each([[''], [null], [undefined]])('without a body, %p, is an empty one', async (responses) => {
		const { client } = knowledge({ responses });
		expect(await client.get('/v1/changelog')).toEqual({});
	});

	it.each([
		['OK', ' The knowledge API says: "OK"'],
		[{ message: 'Not Found', statusCode: 404 }, ' The knowledge API says: "Not Found"'],
	])('that is no result is refused, with its words: %j', async (responses, said) => {
		const { client } = knowledge({ responses });
		expect(await refusal(client.get('/v1/changelog'))).toMatchObject({
			message: 'The knowledge API did not respond with what was asked for',
			description: `Check 'Base URL' of the credential, the part of the address before /v1. It may lead to another service, or to a sign-in page.${said}`,
		});
	});
});

describe('a key that the API repeats', () => {
	const told = async (credential: IDataObject, message: string) => {
		const { client } = knowledge({ credential, responses: failed(401, { message }) });
		return (await refusal(client.get('/v1/changelog'))).description;
	};

	it.each(['k-3f9a7c', ' k-3f9a7c ', 'Bearer  k-3f9a7c'])('is hidden: %j', async (headerValue) => {
		expect(await told({ headerValue }, 'Unknown key k-3f9a7c')).toContain(
			'says: "Unknown key [hidden]"',
		);
	});

	it.each([{}, { headerValue: null }, { headerValue: ' ' }])(
		'is not looked for where there is none: %j',
		async (credential) => {
			expect(await told(credential, 'null or undefined')).toContain('says: "null or undefined"');
		},
	);
});

it('nothing is sent to a base URL that is no address', async () => {
	const { client, sent } = knowledge({ credential: { baseUrl: 'my knowledge' } });
	const { message } = await refusal(client.get('/v1/x'));
	expect(message).toBe("'Base URL' of the Knowledge API credential is not a web address");
	expect(sent).toEqual([]);
});

const notFound = {
	message: "No feature found for slug 'crm'",
	whatToDo: "Check the spelling of 'Slug'.",
};

const told = async (error: unknown, known?: Explanation) =>
	await refusal(knowledge({ responses: error }).client.get('/v1/features/crm', {}, known));

// platformApi/errors.test.ts tests the statuses that all APIs share.
it.each([
	[
		401,
		undefined,
		'The knowledge API refused the credential',
		"Check 'Header Name' and 'Header Value'",
	],
	[
		403,
		undefined,
		'The knowledge API refused the credential',
		"Check 'Header Name' and 'Header Value'",
	],
	[
		404,
		undefined,
		'There is nothing at https://knowledge.example.com/v1/features/crm',
		"Check 'Base URL' of the credential",
	],
	[404, notFound, notFound.message, notFound.whatToDo],
	[
		429,
		undefined,
		'The knowledge API received too many requests',
		"Try again after .* UTC\\. Or lower 'Concurrent Requests'",
	],
])('status %d of %j says: %s', async (status, known, message, whatToDo) => {
	const error = await told(failed(status), known);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message,
		httpCode: String(status),
		description: expect.stringMatching(`^${whatToDo}`) as string,
	});
});
