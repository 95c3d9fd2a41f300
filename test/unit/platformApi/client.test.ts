import { failed, platform, PLATFORM_URL, rejection, WITHOUT_LEASE } from './fakePlatform';
import type { PlatformRequest } from '../../../nodes/platformApi/client';
import { runClock } from '../../support/clock';

const read: PlatformRequest = { method: 'GET', path: '/calendars/' };
const write: PlatformRequest = { method: 'POST', path: '/contacts/', body: { a: 1 } };
const oAuth2 = { authentication: 'oAuth2' as const };
const token = (name: string, more = {}) => ({
	oauthTokenData: { access_token: name, locationId: 'loc-1', ...more },
});

describe('a request', () => {
	it('goes to the platform of the credential with its Version, and follows no redirect', async () => {
		const { client, sent } = platform({
			responses: [[]],
			credential: { platformUrl: `${PLATFORM_URL}/v1/`, apiVersion: '2030-01-01' },
		});
		expect(await client.request({ ...read, query: { locationId: 'loc-1' } })).toEqual([]);
		expect(sent).toEqual([
			{
				type: 'platformTokenApi',
				method: 'GET',
				url: `${PLATFORM_URL}/v1/calendars/`,
				headers: { Version: '2030-01-01' },
				qs: { locationId: 'loc-1' },
				arrayFormat: 'repeat',
				json: true,
				timeout: 30_000,
				returnFullResponse: true,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
				encoding: 'stream',
				abortSignal: expect.any(AbortSignal),
				oauth2: { tokenType: 'Bearer', skipTokenRefresh: true },
				// No response has it, so n8n's core sends nothing again.
				retryStatus: 0,
				token: 'token-1',
			},
		]);
	});

	it('for which somebody waits is refused without a look at the records that it names', async () => {
		const { client, sent } = platform({
			responses: [failed(404, {})],
			credential: { api: 'highLevel' },
		});
		const waited = {
			method: 'GET',
			path: '/contacts/con-1/tasks/task-1',
			withinMs: 5_000,
		} as const;
		await expect(client.request(waited)).rejects.toThrow();
		expect(sent).toHaveLength(1);
	});

	it('that is refused without a reason has its record looked for once, for four seconds', async () => {
		const { client, sent } = platform({
			responses: [failed(404, {}), failed(503)],
			credential: { api: 'highLevel' },
		});
		const path = '/contacts/con-1/tasks/task-1';

		const { message } = await rejection(
			client.request({ method: 'PUT', path, body: { title: 'Call' } }),
		);

		expect(message).toContain("not what. The request names contact 'con-1', task 'task-1'");
		expect(sent.map(({ method, url, timeout }) => [method, url, timeout])).toEqual([
			['PUT', `${PLATFORM_URL}${path}`, 60_000],
			['GET', `${PLATFORM_URL}/contacts/con-1`, 4_000],
		]);
	});

	it('that reads a record, and is refused without a reason, is not sent again to find it', async () => {
		const { client, sent } = platform({
			responses: [failed(400, {})],
			credential: { api: 'highLevel' },
		});

		await rejection(client.request({ method: 'GET', path: '/contacts/con-1' }));

		expect(sent).toHaveLength(1);
	});

	it('has the version that it asks for', async () => {
		const { client, sent } = platform({ responses: [[]], credential: { api: 'highLevel' } });
		await client.request({ ...read, version: 'v3' });
		expect(sent[0].headers).toEqual({ Version: 'v3' });
	});

	it('that reads is not content with a sentence', async () => {
		const { client } = platform({ responses: ['Sorry, the index is down'] });
		const { message } = await rejection(client.request(read));
		expect(message).toBe('The platform did not respond with what was asked for');
	});

	it('is signed with the reading that was judged, whatever is stored a moment later', async () => {
		const { client, sent, read: readings } = platform({ responses: [[]] });
		const judged = await readings();
		const edited = {
			platformUrl: 'https://api.example.org',
			accessToken: 'token-2',
			locationId: 'loc-2',
		};
		readings.mockResolvedValueOnce(judged).mockResolvedValueOnce(judged).mockResolvedValue(edited);
		await client.request(read);
		expect(sent).toMatchObject([{ url: `${PLATFORM_URL}/calendars/`, token: 'token-1' }]);
	});

	it('that writes has its body, and more time, but no more than somebody waits', async () => {
		const { client, sent } = platform({ responses: [{}, {}, failed(429)] });
		for (const withinMs of [undefined, 3_000]) await client.request({ ...write, withinMs });
		await rejection(client.request({ ...write, withinMs: 100 }));
		expect(sent).toMatchObject(
			[60_000, 3_000, 100].map((timeout) => ({ method: 'POST', body: { a: 1 }, timeout })),
		);
	});
});

it('records of which a list brought nothing are named, for a model, too, where one is not there', async () => {
	const missing = failed(404, { message: 'Calendar not found' });
	const { client } = platform({ responses: [missing], credential: { api: 'highLevel' } });

	const refusal = await rejection(
		client.refuseMissing({ locationId: 'loc-1', calendarId: 'cal-9' }),
	);

	expect(refusal).toMatchObject({
		message: "The calendar 'cal-9' was not found in the location of the credential",
		description: expect.stringMatching(/^Check 'Calendar': it may have been deleted\./),
		context: { forModel: expect.stringContaining('Never make one up.') },
	});
});

it('a rate limit that one request of a run has met holds the others, as long as the form says', async () => {
	runClock();
	const { client, sent } = platform({
		credential: { api: 'highLevel' },
		responses: [failed(429), 1, 2],
	});
	const first = client.request(read);
	await jest.advanceTimersByTimeAsync(1);
	const second = client.request(read);

	await jest.advanceTimersByTimeAsync(9_000);
	expect(sent).toHaveLength(1);
	await jest.advanceTimersByTimeAsync(1_500);

	expect(await first).toBe(1);
	expect(await second).toBe(2);
});

it.each([
	{
		what: 'one by one, and refreshed by n8n, where it has no lease',
		given: { ...oAuth2, credential: WITHOUT_LEASE },
		most: 1,
		skipTokenRefresh: false,
	},
	{ what: 'together, where it has one', given: oAuth2, most: 3, skipTokenRefresh: true },
	{ what: 'together, with a fixed token', given: {}, most: 3, skipTokenRefresh: true },
])('requests at once are sent $what', async ({ given, most, skipTokenRefresh }) => {
	const { client, load, sent } = platform({ ...given, responses: [1, 2, 3] });
	const requestPage = async (page: number) =>
		await client.request({ ...read, path: `/calendars/${page}` });

	const bodies = await Promise.all([requestPage(1), requestPage(2), requestPage(3)]);

	expect(bodies.sort()).toEqual([1, 2, 3]);
	expect(load.most).toBe(most);
	expect(sent[0].oauth2.skipTokenRefresh).toBe(skipTokenRefresh);
});

it.each([
	{ what: 'is done', second: 'done', expected: 'done' },
	{
		what: 'says so where the new token is refused too',
		second: failed(401),
		expected: expect.stringContaining('even after refreshing it'),
	},
	{
		what: 'is refused without words that hold the new token',
		second: failed(400, { message: 'unfit: new-token' }),
		expected: expect.stringContaining('It gives no reason.'),
	},
])(
	'after a refusal with OAuth2, a request with the new token $what',
	async ({ second, expected }) => {
		const given = platform({ ...oAuth2, responses: [failed(401, { message: 'expired' }), second] });
		const { client, sent } = given;
		given.refresh.mockImplementation(async () => {
			given.read.mockResolvedValue({ platformUrl: PLATFORM_URL, ...token('new-token') });
		});
		const ended = await client
			.request(write)
			.catch(
				({ message, description }: Error & { description: string }) => `${message}. ${description}`,
			);

		expect(ended).toEqual(expected);
		// n8n's core gets no reason to send it a third time.
		expect(sent).toMatchObject([
			{ token: 'token-1', ignoreHttpStatusErrors: true },
			{ token: 'new-token', ignoreHttpStatusErrors: true },
		]);
		expect(ended).not.toContain('expired');
	},
);

const refusedWith = (message: string) => ({ statusCode: 401, body: { message }, headers: {} });

it.each([
	['a fixed token', {}],
	['OAuth2', oAuth2],
	['OAuth2 in an n8n without a lease', { ...oAuth2, credential: WITHOUT_LEASE }],
])("n8n's core gets no reason to repeat a write: %s", async (_, given) => {
	const { client, sent } = platform({ ...given, responses: [refusedWith('Command timed out')] });
	const { message } = await rejection(client.request(write));
	expect(message).toContain('Outcome unknown');
	expect(sent).toMatchObject([{ ignoreHttpStatusErrors: true }]);
});

it('an n8n without a lease renews the token of a write that was refused for it', async () => {
	const given = { ...oAuth2, credential: WITHOUT_LEASE };
	const { client, sent } = platform({ ...given, responses: [refusedWith('Invalid JWT'), 'done'] });
	expect(await client.request(write)).toBe('done');
	expect(sent).toMatchObject([
		{ ignoreHttpStatusErrors: true, encoding: 'stream' },
		{ ignoreHttpStatusErrors: false, encoding: undefined },
	]);
});

it.each([read, write])(
	'an n8n without a lease gets no reason to renew the token for a 401 about something else: %j',
	async (request) => {
		const given = { ...oAuth2, credential: WITHOUT_LEASE };
		const { client, sent } = platform({
			...given,
			responses: [refusedWith('The user does not exist.')],
		});
		await rejection(client.request(request));
		expect(sent).toMatchObject([{ ignoreHttpStatusErrors: true }]);
	},
);

it('an n8n without a lease gets no reason to renew the token for a 403', async () => {
	const given = { ...oAuth2, credential: WITHOUT_LEASE };
	const forbidden = { statusCode: 403, body: { message: 'Invalid JWT' }, headers: {} };
	const { client, sent } = platform({ ...given, responses: [forbidden] });

	await rejection(client.request(write));

	expect(sent).toHaveLength(1);
});

it('a place where a list has more is not quoted where it holds a secret', async () => {
	const addExecutionHints = jest.fn();
	const link = `<${PLATFORM_URL}/calendars/?key=token-1>; rel="next"`;
	const response = { body: [{ id: 1 }], headers: { link } };
	const { client } = platform({ responses: [response], context: { addExecutionHints } });
	await client.requestList(read);
	expect(addExecutionHints.mock.calls).toEqual([
		[{ message: 'The platform says that there are more than these 1. Ask for less to see all.' }],
	]);
});

describe('a list that has more, in a header, is not followed, and says so', () => {
	const firstPage = {
		body: [{ id: 1 }],
		headers: { link: `<${PLATFORM_URL}/calendars/?page=2>; rel="next"` },
	};
	const more =
		/The platform says that there are more than these 1\. It names the rest: .*\?page=2\. To get it/;

	it('on the run, where n8n shows hints', async () => {
		const addExecutionHints = jest.fn();
		const context = { addExecutionHints };
		const { client, sent, warn } = platform({ responses: [firstPage], context });

		const list = await client.requestList(read, 'calendars');

		expect(list).toEqual([{ id: 1 }]);
		expect(sent).toHaveLength(1);
		expect(addExecutionHints.mock.calls).toEqual([[{ message: expect.stringMatching(more) }]]);
		expect(warn).not.toHaveBeenCalled();
	});

	it('in the log, where it shows none', async () => {
		const { client, sent, warn } = platform({ responses: [firstPage], context: {} });

		const list = await client.requestList(read, 'calendars');

		expect(list).toEqual([{ id: 1 }]);
		expect(sent).toHaveLength(1);
		expect(warn.mock.calls).toEqual([[expect.stringMatching(more)]]);
	});
});

describe('a 401', () => {
	/** How often the token is refreshed where each response is this one; the same token comes back. */
	async function countRefreshes(response: Error, request: PlatformRequest, circumstances = {}) {
		const tokenData = { refresh_token: 'r-1', n8n_expires_at: String(Date.now() + 3_600_000) };
		const { client, refresh, sent } = platform({
			authentication: 'oAuth2',
			credential: token('token-1', tokenData),
			responses: [response, response],
			...circumstances,
		});
		await rejection(client.request(request));
		expect(sent).toHaveLength(1);
		return refresh.mock.calls.length;
	}

	it.each([
		{ what: 'with words about the token, to a read', request: read, words: 'The token expired' },
		{ what: 'with words about the token, to a write', request: write, words: 'Invalid JWT' },
		{
			what: 'that speaks of a scope and of an expired token',
			request: read,
			words: 'The scope is fine, but the token expired',
		},
		{ what: 'without words, to a write', request: write, words: '' },
	])('$what refreshes the token', async ({ request, words }) => {
		const response = failed(401, { message: words });

		expect(await countRefreshes(response, request)).toBe(1);
	});

	it('of a page, to a read, refreshes the token', async () => {
		expect(await countRefreshes(failed(401, '<html>'), read)).toBe(1);
	});

	it('of a page, to a write, does not: another server may have done it', async () => {
		expect(await countRefreshes(failed(401, '<html>Gateway</html>'), write)).toBe(0);
	});

	it.each([
		{
			what: 'a missing scope',
			request: read,
			words: 'The token is not authorized for this scope.',
		},
		{ what: 'a user', request: write, words: 'The user does not exist.' },
		{
			what: 'a provider of messages',
			request: write,
			words: 'No conversation provider found for this message',
		},
		{
			what: 'an endpoint',
			request: read,
			words: 'This route is not yet supported by the IAM Service.',
		},
	])('about $what refreshes no token', async ({ request, words }) => {
		const response = failed(401, { message: words });

		expect(await countRefreshes(response, request)).toBe(0);
	});

	it('to a look at whether a record is there refreshes none', async () => {
		const tokenData = { refresh_token: 'r-1', n8n_expires_at: String(Date.now() + 3_600_000) };
		const { client, refresh, sent } = platform({
			...oAuth2,
			credential: { api: 'highLevel', ...token('token-1', tokenData) },
			responses: [failed(404, {}), failed(401, { message: 'Invalid JWT' })],
		});

		await rejection(
			client.request({ method: 'PUT', path: '/contacts/con-1/tasks/task-1', body: { a: 1 } }),
		);

		expect(sent).toHaveLength(2);
		expect(refresh).not.toHaveBeenCalled();
	});

	it('of a fixed token, which cannot be refreshed, refreshes none', async () => {
		const ofFixedToken = { authentication: 'accessToken', credential: {} };

		expect(await countRefreshes(failed(401), read, ofFixedToken)).toBe(0);
	});
});

describe('the records of a refused request are not read', () => {
	const credential = { api: 'highLevel', platformUrl: '' };
	const ofContact = { method: 'PUT', path: '/contacts/c-1' } as const;

	it('where the words say what is wrong', async () => {
		const refusal = failed(404, { message: 'API version 2020-01-01 is not known' });
		const { client, sent } = platform({ credential, responses: [refusal] });

		await rejection(client.request(ofContact));

		expect(sent.map(({ method }) => method)).toEqual(['PUT']);
	});

	it('where the operation says what the status means', async () => {
		const statuses = { 400: { message: 'It is closed', whatToDo: 'Open it.' } };
		const { client, sent } = platform({ credential, responses: [failed(400, {})] });

		const { message } = await rejection(client.request({ ...ofContact, statuses }));

		expect(message).toBe('It is closed');
		expect(sent.map(({ method }) => method)).toEqual(['PUT']);
	});
});
