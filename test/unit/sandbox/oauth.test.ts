import { send, startSandbox, type Answer } from './support';
import type { Sandbox } from '../../../sandbox/createSandbox';
import type { TokenResponse } from '../../../sandbox/oauth/oauthStore';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(async () => await sandbox.reset());

const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
const SCOPE = 'calendars.readonly locations.readonly';
const CLIENT = { client_id: 'demo-client', client_secret: 'demo-client-secret' };
const MINUTE = 60_000;

const request = { client_id: 'demo-client', redirect_uri: REDIRECT, scope: SCOPE };

const openPage = async (change: Record<string, string> = {}) => {
	const query = new URLSearchParams({ ...request, response_type: 'code', ...change });
	return await send(sandbox, 'GET', `/oauth/chooselocation?${query.toString()}`);
};

const decide = async (change: Record<string, string> = {}) =>
	await send(sandbox, 'POST', '/oauth/chooselocation/decision', {
		form: { ...request, state: 'a&b=c', choice: 'loc-harbor', decision: 'allow', ...change },
	});

const redirectOf = ({ headers }: Answer) => new URL(headers.get('location') ?? '');

async function newCode(choice = 'loc-harbor'): Promise<string> {
	return redirectOf(await decide({ choice })).searchParams.get('code') ?? '';
}

const token = async (form: Record<string, string>) =>
	await send(sandbox, 'POST', '/oauth/token', {
		form: { ...CLIENT, ...form },
		headers: { Authorization: undefined, Version: undefined },
	});

const exchange = async (code: string, change: Record<string, string> = {}) =>
	await token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...change });

const refresh = async (refreshToken: string, change: Record<string, string> = {}) =>
	await token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change });

const tokens = ({ body }: Answer) => body as TokenResponse;

const calendars = async (accessToken: string, locationId = 'loc-harbor') =>
	(await send(sandbox, 'GET', `/calendars/?locationId=${locationId}`, { token: accessToken }))
		.status;

const refusal = (status: number, error: string) => ({
	status,
	body: { error, error_description: expect.any(String) as string },
});

describe('the consent page', () => {
	it('lists the scopes and the locations, and is not part of the violation log', async () => {
		const { status, headers, body } = await openPage({ state: '"><script>' });
		expect(status).toBe(200);
		expect(headers.get('content-type')).toContain('text/html');
		for (const text of [...SCOPE.split(' '), 'Harbor Dental', 'Summit Fitness', 'agency']) {
			expect(body).toContain(text);
		}
		expect(body).not.toContain('<script>');
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('redirects with a code and the state as given', async () => {
		const answer = await decide();
		expect(answer.status).toBe(302);
		const address = redirectOf(answer);
		expect(address.origin + address.pathname).toBe(REDIRECT);
		expect(address.searchParams.get('state')).toBe('a&b=c');
		expect(address.searchParams.get('code')).toMatch(/^code-/);
	});

	it.each([
		['access_denied', { decision: 'deny' }],
		['invalid_scope', { scope: 'calendars.readonly everything' }],
	])('redirects with the error %s', async (error, change) => {
		const { searchParams } = redirectOf(await decide(change));
		expect(Object.fromEntries(searchParams)).toEqual({ error, state: 'a&b=c' });
	});

	it.each([
		['an unknown client', { client_id: 'somebody' }],
		['a foreign redirect address', { redirect_uri: 'https://evil.example/callback' }],
		['a redirect address that is none', { redirect_uri: 'javascript:alert(1)' }],
	])('shows a page and does not redirect for %s', async (_what, change) => {
		for (const answer of [await openPage(change), await decide(change)]) {
			expect(answer.status).toBe(400);
			expect(answer.headers.get('location')).toBeNull();
			expect(answer.body).toContain('Cannot connect');
		}
	});
});

describe('the code exchange', () => {
	it('answers exactly the fields of the contract', async () => {
		const answer = await exchange(await newCode());
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			access_token: expect.any(String) as string,
			refresh_token: expect.any(String) as string,
			token_type: 'Bearer',
			expires_in: 3600,
			locationId: 'loc-harbor',
			userId: 'user-riley',
		});
		expect(await calendars(tokens(answer).access_token)).toBe(200);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('takes a code once', async () => {
		const code = await newCode();
		await exchange(code);
		expect(await exchange(code)).toMatchObject(refusal(400, 'invalid_grant'));
	});

	it('lets a code expire after a few minutes', async () => {
		const [early, late] = [await newCode(), await newCode()];
		sandbox.control.advanceClock(4 * MINUTE);
		expect((await exchange(early)).status).toBe(200);
		sandbox.control.advanceClock(2 * MINUTE);
		expect(await exchange(late)).toMatchObject(refusal(400, 'invalid_grant'));
	});

	it('binds a code to its redirect address', async () => {
		const other = { redirect_uri: 'http://localhost:5678/elsewhere' };
		expect(await exchange(await newCode(), other)).toMatchObject(refusal(400, 'invalid_grant'));
	});

	it.each<Record<string, string>>([{ client_id: 'somebody' }, { client_secret: 'wrong' }])(
		'401 for %p',
		async (change) => {
			const code = await newCode();
			expect(await exchange(code, change)).toMatchObject(refusal(401, 'invalid_client'));
			// The code is not used up by somebody who does not know the secret.
			expect((await exchange(code)).status).toBe(200);
		},
	);

	it.each<[string, Record<string, string>]>([
		['unsupported_grant_type', { grant_type: 'password' }],
		['invalid_request', { grant_type: 'refresh_token' }],
		['invalid_request', { grant_type: 'authorization_code', code: 'a' }],
		['invalid_request', { grant_type: 'refresh_token', refresh_token: 'a', scope: 'b' }],
	])('400 %s for %p, which breaks the contract', async (error, form) => {
		expect(await token(form)).toMatchObject(refusal(400, error));
		expect(sandbox.control.violations()).toHaveLength(1);
	});
});

describe('refreshing', () => {
	it('gives new tokens and makes the old refresh token worthless', async () => {
		const first = tokens(await exchange(await newCode()));
		const second = tokens(await refresh(first.refresh_token));
		expect(second.access_token).not.toBe(first.access_token);
		expect(second).toMatchObject({ locationId: 'loc-harbor', userId: 'user-riley' });
		expect(await refresh(first.refresh_token)).toMatchObject(refusal(400, 'invalid_grant'));
		expect((await refresh(second.refresh_token)).status).toBe(200);
	});

	it('is counted', async () => {
		const { refresh_token } = tokens(await exchange(await newCode()));
		await refresh(refresh_token);
		await refresh(refresh_token);
		expect(sandbox.control.tokenRequests()).toMatchObject([
			{ grantType: 'authorization_code', outcome: 'issued', locationId: 'loc-harbor' },
			{ grantType: 'refresh_token', outcome: 'issued' },
			{ grantType: 'refresh_token', outcome: 'invalid_grant' },
		]);
	});
});

describe('the life of tokens', () => {
	it('ends an access token after expires_in, which tests can set', async () => {
		sandbox.control.setTokenLifetime(120);
		const issued = tokens(await exchange(await newCode()));
		expect(issued.expires_in).toBe(120);
		sandbox.control.advanceClock(119_000);
		expect(await calendars(issued.access_token)).toBe(200);
		sandbox.control.advanceClock(1_000);
		expect(await calendars(issued.access_token)).toBe(401);
		expect((await refresh(issued.refresh_token)).status).toBe(200);
	});

	it('expires tokens of one location on demand, refresh tokens only when asked', async () => {
		const harbor = sandbox.control.issueToken({ locationId: 'loc-harbor' });
		const summit = sandbox.control.issueToken({ locationId: 'loc-summit' });
		expect(sandbox.control.expireTokens({ locationId: 'loc-harbor' })).toBe(1);
		expect(await calendars(harbor.access_token)).toBe(401);
		expect(await calendars(summit.access_token, 'loc-summit')).toBe(200);
		sandbox.control.expireTokens({ refreshTokens: true });
		expect(await refresh(harbor.refresh_token)).toMatchObject(refusal(400, 'invalid_grant'));
	});

	it('revokes both tokens of a location, and no private token', async () => {
		const { access_token, refresh_token } = sandbox.control.issueToken({});
		sandbox.control.revoke({ locationId: 'loc-harbor' });
		expect(await calendars(access_token)).toBe(401);
		expect(await refresh(refresh_token)).toMatchObject(refusal(400, 'invalid_grant'));
		expect(await calendars('pit-harbor')).toBe(200);
	});
});

describe('levels, scopes and locations', () => {
	const locations = async (accessToken: string) => {
		const { body } = await send(sandbox, 'GET', '/oauth/installedLocations', {
			token: accessToken,
		});
		return (body as { locations: Array<{ id: string }> }).locations.map(({ id }) => id);
	};

	it('gives the agency a token without a location, and 401 on endpoints of a location', async () => {
		const agency = tokens(await exchange(await newCode('agency')));
		expect(agency.locationId).toBeUndefined();
		expect(await calendars(agency.access_token)).toBe(401);
		const { status } = await send(sandbox, 'DELETE', '/calendars/events/a', {
			token: agency.access_token,
		});
		expect(status).toBe(401);
	});

	it('lists the locations where the app is installed: all for the agency, else its own', async () => {
		const harbor = tokens(await exchange(await newCode()));
		const agency = sandbox.control.issueToken({ level: 'agency' });
		expect(await locations(agency.access_token)).toEqual(['loc-harbor']);
		sandbox.control.issueToken({ locationId: 'loc-summit' });
		expect(await locations(agency.access_token)).toEqual(['loc-harbor', 'loc-summit']);
		expect(await locations(harbor.access_token)).toEqual(['loc-harbor']);
		sandbox.control.revoke({ locationId: 'loc-harbor' });
		expect(await locations(agency.access_token)).toEqual(['loc-summit']);
	});

	const operations: Array<[string, string, string]> = [
		['calendars.readonly', 'GET', '/calendars/?locationId=loc-harbor'],
		['calendars.readonly', 'GET', '/calendars/cal-onboarding'],
		[
			'calendars.readonly',
			'GET',
			'/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06',
		],
		['calendars.write', 'POST', '/calendars/events/appointments'],
		['calendars.write', 'PUT', '/calendars/events/appointments/a'],
		['calendars.write', 'DELETE', '/calendars/events/a'],
		['contacts.readonly', 'GET', '/contacts/contact-ada'],
		['locations.readonly', 'GET', '/oauth/installedLocations'],
		['webhooks.readonly', 'GET', '/locations/loc-harbor/customWebhooks'],
		['webhooks.write', 'POST', '/locations/loc-harbor/customWebhooks'],
	];

	it.each(operations)('needs %s for %s %s', async (scope, method, path) => {
		const others = [...new Set(operations.map(([one]) => one))].filter((one) => one !== scope);
		const without = sandbox.control.issueToken({ scopes: others });
		const refused = await send(sandbox, method, path, { token: without.access_token });
		expect(refused.status).toBe(403);
		expect((refused.body as { message: string }).message).toContain(scope);

		const enough = sandbox.control.issueToken({ scopes: [scope] });
		const { status } = await send(sandbox, method, path, { token: enough.access_token });
		expect([401, 403]).not.toContain(status);
	});
});
