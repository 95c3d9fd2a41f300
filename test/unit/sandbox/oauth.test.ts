import { MONDAY, advanceClock, booking, send, tokenRequest, type Received } from './sandboxClient';
import type { OAuthStore } from '../../../sandbox/oauth/oauthStore';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const sandbox = useSandbox();

const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
const MINUTE = 60_000;

/** What somebody sends by a button of the consent page. */
const sendDecision = async (change: Record<string, string> = {}) => {
	const form = {
		client_id: 'demo-client',
		redirect_uri: REDIRECT,
		scope: 'calendars.readonly',
		state: 'a&b=c',
		choice: 'loc-harbor',
		decision: 'allow',
		...change,
	};
	return await send(sandbox, 'POST /oauth/chooselocation/decision', { form });
};

/** What the address says to which the consent page leads. */
const decide = async (change: Record<string, string> = {}) => {
	const { headers } = await sendDecision(change);
	const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '');
	expect(origin + pathname).toBe(REDIRECT);
	return Object.fromEntries(searchParams);
};

const newCode = async () => (await decide()).code;

const exchangeToken = async (grant: Record<string, string>) =>
	await send(sandbox, 'POST /oauth/token', tokenRequest(grant));

const exchange = async (code: string, change: Record<string, string> = {}) =>
	await exchangeToken({
		grant_type: 'authorization_code',
		code,
		redirect_uri: REDIRECT,
		...change,
	});

const refresh = async (refreshToken: string) =>
	await exchangeToken({ grant_type: 'refresh_token', refresh_token: refreshToken });

const tokens = ({ body }: Received) => body as ReturnType<OAuthStore['issue']>;

const calendars = async (token: string) =>
	(await send(sandbox, 'GET /calendars/?locationId=loc-harbor', { token })).status;

const refusal = (status: number, error: string) => ({ status, body: { error } });
const invalid = refusal(400, 'invalid_grant');

describe('the consent page', () => {
	const state = 'a&b=c';

	it.each([
		['an unknown scope', { scope: 'calendars.readonly everything' }, 'invalid_scope'],
		['no scope', { scope: '' }, 'invalid_scope'],
		['a person who denies it', { decision: 'deny' }, 'access_denied'],
	])('gives no code for %s, and the state back', async (_, change, error) => {
		expect(await decide(change)).toEqual({ state, error });
	});

	it('gives a code where it is allowed, and the state back', async () => {
		expect(await decide()).toEqual({ state, code: expect.any(String) as string });
	});

	it.each([
		['an unknown client', { client_id: 'somebody' }, 'The client_id is not known.'],
		['another machine', { redirect_uri: 'https://n8n.example.com/' }, 'is not registered'],
		['an address that is none', { redirect_uri: 'callback' }, 'is not registered'],
		['an unknown location', { choice: 'loc-gone' }, 'The location is not known.'],
	])('leads nowhere for %s', async (_, change, message) => {
		const { status, headers, body } = await sendDecision(change);
		expect([status, headers.get('location')]).toEqual([400, null]);
		expect(body).toContain(message);
	});

	it('shows the locations and the scopes, and carries on what it was asked', async () => {
		const query = new URLSearchParams({
			client_id: 'demo-client',
			redirect_uri: REDIRECT,
			response_type: 'code',
			scope: 'calendars.readonly contacts.write',
			state: 's-1',
		});
		const { body } = await send(sandbox, `GET /oauth/chooselocation?${query}`);

		for (const shown of [
			'value="loc-harbor" checked',
			'value="loc-summit"',
			'value="agency"',
			'<code>calendars.readonly</code>',
			'<code>contacts.write</code>',
			`name="redirect_uri" value="${REDIRECT}"`,
			'name="state" value="s-1"',
		])
			expect(body).toContain(shown);
	});
});

it('a token works for the location that was chosen, and an agency for those that gave access', async () => {
	const scope = 'calendars.readonly locations.readonly';
	const tokenFor = async (choice: string) =>
		tokens(await exchange((await decide({ choice, scope })).code));
	const location = await tokenFor('loc-summit');
	const agency = await tokenFor('agency');
	const installed = async ({ access_token: token }: typeof agency) =>
		(await send(sandbox, 'GET /oauth/installedLocations', { token })).body;

	expect(location).toMatchObject({ locationId: 'loc-summit', userId: 'user-sam' });
	expect(agency).toMatchObject({ userId: 'user-riley' });
	expect(agency).not.toHaveProperty('locationId');
	expect(await calendars(agency.access_token)).toBe(401);
	expect(await installed(agency)).toMatchObject({ locations: [{ id: 'loc-summit' }] });
	expect(await installed(location)).toMatchObject({ locations: [{ id: 'loc-summit' }] });

	sandbox.uninstallApp({ locationId: 'loc-summit' });
	expect(await installed(agency)).toMatchObject({ locations: [] });
});

it('a token has the scopes that were allowed, and is refused for others', async () => {
	const { access_token: token } = tokens(await exchange(await newCode()));
	const json = booking();
	expect(await calendars(token)).toBe(200);
	expect((await send(sandbox, 'POST /calendars/events/appointments', { token, json })).status).toBe(
		403,
	);
});

it('tokens are ended by hand: access tokens, and refresh tokens where they are named', async () => {
	const { access_token, refresh_token } = sandbox.issueToken({});

	sandbox.expireTokens();
	expect(await calendars(access_token)).toBe(401);
	const renewed = tokens(await refresh(refresh_token));
	expect(await calendars(renewed.access_token)).toBe(200);

	sandbox.expireTokens({ refreshTokens: true });
	expect(await refresh(renewed.refresh_token)).toMatchObject(invalid);
});

it.each<[status: number, error: string, change: Record<string, string>]>([
	[401, 'invalid_client', { client_id: 'somebody' }],
	[401, 'invalid_client', { client_secret: 'wrong' }],
	[400, 'invalid_grant', { redirect_uri: 'http://localhost:5678/elsewhere' }],
])(
	'%i %s for %p, which does not use up the code; it is used once',
	async (status, error, change) => {
		const code = await newCode();
		expect(await exchange(code, change)).toMatchObject(refusal(status, error));
		expect((await exchange(code)).status).toBe(200);
		expect(await exchange(code)).toMatchObject(invalid);
	},
);

it('a refresh makes the old refresh token worthless, and is counted', async () => {
	const first = tokens(await exchange(await newCode()));
	const second = tokens(await refresh(first.refresh_token));
	expect(await refresh(first.refresh_token)).toMatchObject(invalid);
	expect((await refresh(second.refresh_token)).status).toBe(200);
	const outcomes = sandbox.tokenRequests().map(({ outcome }) => outcome);
	expect(outcomes).toEqual(['issued', 'issued', 'invalid_grant', 'issued']);
});

it('tokens end after expires_in, codes after a few minutes, refresh tokens much later', async () => {
	sandbox.setProfile({ tokenLifetimeSeconds: 120 });
	const [first, late] = [await newCode(), await newCode()];
	const { access_token, refresh_token } = tokens(await exchange(first));
	advanceClock(119_000);
	expect(await calendars(access_token)).toBe(200);
	advanceClock(1_000);
	expect(await calendars(access_token)).toBe(401);
	advanceClock(4 * MINUTE);
	expect(await exchange(late)).toMatchObject(invalid);
	expect((await refresh(refresh_token)).status).toBe(200);
});

it('all of a location end when the app is uninstalled there, and those of others do not', async () => {
	const [harbor, summit] = ['loc-harbor', 'loc-summit'].map((locationId) =>
		sandbox.issueToken({ locationId }),
	);
	sandbox.uninstallApp();
	expect(await calendars(harbor.access_token)).toBe(401);
	expect(await refresh(harbor.refresh_token)).toMatchObject(invalid);
	expect((await refresh(summit.refresh_token)).status).toBe(200);
});

it('with HighLevel, a refused code and a refused refresh token have bodies of their own', async () => {
	sandbox.setProfile('highLevel');
	const code = await newCode();
	const { body } = await exchange(code);
	const { refresh_token: refreshToken } = body as { refresh_token: string };
	expect(body).toEqual({
		access_token: expect.any(String) as string,
		refresh_token: refreshToken,
		token_type: 'Bearer',
		expires_in: 86_399,
		userId: 'user-riley',
		locationId: 'loc-harbor',
		scope: 'calendars.readonly',
		userType: 'Location',
		companyId: 'company-coast',
		refreshTokenId: refreshToken.slice(-8),
		traceId: expect.any(String) as string,
	});
	expect(sandbox.issueToken({ level: 'agency' })).toMatchObject({
		userType: 'Company',
		isBulkInstallation: true,
	});
	expect(await exchange(code)).toMatchObject({
		status: 401,
		body: { error: 'UnAuthorized!', error_description: 'Authorization code not found' },
	});
	const [message, traceId] = [expect.any(String), expect.any(String)] as string[];
	expect((await refresh('used')).body).toEqual({
		statusCode: 400,
		message,
		error: 'Bad Request',
		traceId,
	});
});
