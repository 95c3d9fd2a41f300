import type { IDataObject } from 'n8n-workflow';

import { failed, BASE_URL, knowledge, refusal } from './fakeKnowledge';

it('errors name the node', () => {
	expect(knowledge().client.node).toMatchObject({ name: 'Knowledge' });
});

describe('a request', () => {
	it('is a GET below the base URL that follows no redirect, with what the credential says', async () => {
		const { client, sent } = knowledge({ responses: { results: [] }, credential: { headerName: 'X-Key', headerValue: 'k' } });
		expect(await client.get({ path: '/v1/use-cases', query: { vertical: 'dental' } })).toEqual({ results: [] });
		expect(sent).toEqual([
			{
				type: 'knowledgeApi',
				options: {
					method: 'GET',
					url: `${BASE_URL}/v1/use-cases`,
					qs: { vertical: 'dental' },
					json: true,
					timeout: 30_000,
					disableFollowRedirect: true,
					headers: {},
				},
				decrypted: {
					id: 'cred-1',
					name: 'Docs',
					type: 'knowledgeApi',
					data: { baseUrl: BASE_URL, headerName: 'X-Key', headerValue: 'k' },
				},
			},
		]);
	});

	it('needs no query', async () => {
		const { client, sent } = knowledge();
		await client.get({ path: '/v1/changelog' });
		expect(sent[0].options.qs).toEqual({});
	});

	it('does not read the credential again', async () => {
		const { client, read, sent } = knowledge();
		await Promise.all([1, 2, 3].map(async () => await client.get({ path: '/v1/changelog' })));
		expect([read.mock.calls.length, sent.length]).toEqual([1, 3]);
	});

	it('is possible where n8n names no credential', async () => {
		const { client, sent } = knowledge({ withoutCredential: true });
		await client.get({ path: '/v1/changelog' });
		expect(sent[0].decrypted).toMatchObject({ id: '', name: '' });
	});
});

describe('a response', () => {
	it.each([[''], [null], [undefined]])('without a body, %p, is an empty one', async (responses) => {
		const { client } = knowledge({ responses });
		expect(await client.get({ path: '/v1/changelog' })).toEqual({});
	});

	it.each(['<html>Sign in</html>', 'OK', 5, true])('that is no JSON is refused: %j', async (responses) => {
		const { client } = knowledge({ responses });
		expect(await refusal(client.get({ path: '/v1/changelog' }))).toMatchObject({
			message: `${BASE_URL} did not respond with JSON`,
			description: expect.stringContaining("Check 'Base URL'") as string,
		});
	});
});

describe('a key that the API repeats', () => {
	const told = async (credential: IDataObject, message: string) => {
		const { client } = knowledge({ credential, responses: failed(401, { message }) });
		return (await refusal(client.get({ path: '/v1/changelog' }))).description;
	};

	it.each(['k-3f9a7c', ' k-3f9a7c ', 'Bearer k-3f9a7c'])('is hidden: %j', async (headerValue) => {
		expect(await told({ headerValue }, 'Unknown key k-3f9a7c')).toContain('The API says: Unknown key [hidden]');
	});

	it.each([{}, { headerValue: null }, { headerValue: ' ' }])('is not looked for where there is none: %j', async (credential) => {
		expect(await told(credential, 'null or undefined')).toContain('The API says: null or undefined');
	});
});

describe('the base URL', () => {
	const urlWith = async (baseUrl: unknown) => {
		const { client, sent } = knowledge({ credential: { baseUrl } as never });
		await client.get({ path: '/v1/x' });
		return sent[0].options.url;
	};

	it.each([
		['https://a.example', 'https://a.example/v1/x'],
		['https://a.example/', 'https://a.example/v1/x'],
		[' http://a.example:8080// ', 'http://a.example:8080/v1/x'],
		['https://a.example/docs/api/', 'https://a.example/docs/api/v1/x'],
		['https://a.example/a//b', 'https://a.example/a//b/v1/x'],
	])('%j is a web address', async (baseUrl, url) => {
		expect(await urlWith(baseUrl)).toBe(url);
	});

	it.each(['', 'knowledge.example.com', 'ftp://a.example', 'javascript:alert(1)', undefined, 5])(
		'%j is none',
		async (baseUrl) => {
			expect(await refusal(urlWith(baseUrl))).toMatchObject({
				message: "'Base URL' of the credential is not a web address",
				description: expect.stringContaining('such as https://') as string,
			});
		},
	);

	it.each([
		['a user', 'https://s3cret@a.example'],
		['a password', 'https://:s3cret@a.example'],
		['a query', 'https://a.example/?key=s3cret'],
		['a fragment', 'https://a.example/#s3cret'],
	])('is refused with %s, which is not repeated', async (_what, baseUrl) => {
		const error = await refusal(urlWith(baseUrl));
		expect(error.message).toBe("'Base URL' of the credential contains more than an address");
		expect(error.description).toContain("A key belongs in 'Header Value'");
		expect(JSON.stringify([error, error.message, error.description])).not.toContain('s3cret');
	});
});
