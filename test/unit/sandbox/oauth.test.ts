import { advanceClock, exchangeToken as token, send, type Received } from './support';
import type { OAuthStore } from '../../../sandbox/oauth/oauthStore';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
const MINUTE = 60_000;

const request = {
	client_id: 'demo-client',
	redirect_uri: REDIRECT,
	scope: 'calendars.readonly locations.readonly',
};

const decide = async (change: Record<string, string> = {}) =>
	await send(sandbox, 'POST', '/oauth/chooselocation/decision', {
		form: { ...request, state: 'a&b=c', choice: 'loc-harbor', decision: 'allow', ...change },
	});

const redirectOf = ({ headers }: Received) => new URL(headers.get('location') ?? '');

const newCode = async (choice = 'loc-harbor') =>
	redirectOf(await decide({ choice })).searchParams.get('code') ?? '';

const exchange = async (code: string, change: Record<string, string> = {}) =>
	await token(sandbox, {
		grant_type: 'authorization_code',
		code,
		redirect_uri: REDIRECT,
		...change,
	});

const refresh = async (refreshToken: string) =>
	await token(sandbox, { grant_type: 'refresh_token', refresh_token: refreshToken });

const tokens = ({ body }: Received) => body as ReturnType<OAuthStore['issue']>;

const calendars = async (accessToken: string, locationId = 'loc-harbor') =>
	(await send(sandbox, 'GET', `/calendars/?locationId=${locationId}`, { token: accessToken }))
		.status;

const refusal = (status: number, error: string) => ({ status, body: { error } });

describe('the consent page', () => {
	it.each<[object, Record<string, string>]>([
		[{ code: expect.stringMatching(/^code-/) as string }, {}],
		[{ error: 'access_denied' }, { decision: 'deny' }],
		[{ error: 'invalid_scope' }, { scope: 'calendars.readonly everything' }],
	])('redirects with %j and the state as given', async (expected, change) => {
		const { href, searchParams } = redirectOf(await decide(change));
		expect(href.split('?')[0]).toBe(REDIRECT);
		expect(Object.fromEntries(searchParams)).toEqual({ state: 'a&b=c', ...expected });
	});
});

describe('the token endpoint', () => {
	it('exchanges a code for exactly the fields of the contract, once', async () => {
		const code = await newCode();
		const { status, body } = await exchange(code);
		const [access_token, refresh_token] = [
			expect.any(String) as string,
			expect.any(String) as string,
		];
		const others = {
			token_type: 'Bearer',
			expires_in: 3600,
			locationId: 'loc-harbor',
			userId: 'user-riley',
		};
		expect([status, body]).toEqual([200, { access_token, refresh_token, ...others }]);
		expect(await exchange(code)).toMatchObject(refusal(400, 'invalid_grant'));
	});

	it.each<[number, string, Record<string, string>]>([
		[401, 'invalid_client', { client_id: 'somebody' }],
		[401, 'invalid_client', { client_secret: 'wrong' }],
		[400, 'invalid_grant', { redirect_uri: 'http://localhost:5678/elsewhere' }],
	])('%i %s for %p, which does not use up the code', async (status, error, change) => {
		const code = await newCode();
		expect(await exchange(code, change)).toMatchObject(refusal(status, error));
		expect((await exchange(code)).status).toBe(200);
	});

	it('makes the old refresh token worthless, and counts its requests', async () => {
		const first = tokens(await exchange(await newCode()));
		const second = tokens(await refresh(first.refresh_token));
		expect(second).toMatchObject({ locationId: 'loc-harbor', userId: 'user-riley' });
		expect(await refresh(first.refresh_token)).toMatchObject(refusal(400, 'invalid_grant'));
		expect((await refresh(second.refresh_token)).status).toBe(200);
		const outcomes = sandbox.control.tokenRequests().map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['issued', 'issued', 'invalid_grant', 'issued']);
	});
});

describe('tokens', () => {
	it('end after expires_in, codes after a few minutes, refresh tokens much later', async () => {
		sandbox.control.setProfile({ tokenLifetimeSeconds: 120 });
		const [first, early, late] = [await newCode(), await newCode(), await newCode()];
		const issued = tokens(await exchange(first));
		expect(issued.expires_in).toBe(120);
		advanceClock(119_000);
		expect(await calendars(issued.access_token)).toBe(200);
		advanceClock(1_000);
		expect(await calendars(issued.access_token)).toBe(401);
		advanceClock(2 * MINUTE);
		expect((await exchange(early)).status).toBe(200);
		advanceClock(2 * MINUTE);
		expect(await exchange(late)).toMatchObject(refusal(400, 'invalid_grant'));
		expect((await refresh(issued.refresh_token)).status).toBe(200);
	});

	it('of the agency get 401 at a location, and list where the app is; both of a location end when it is uninstalled', async () => {
		const agency = tokens(await exchange(await newCode('agency')));
		expect(agency.locationId).toBeUndefined();
		expect(await calendars(agency.access_token)).toBe(401);
		const [harbor] = ['loc-harbor', 'loc-summit'].map((locationId) =>
			sandbox.control.issueToken({ locationId }),
		);
		const locations = async ({ access_token }: { access_token: string }) =>
			(await send(sandbox, 'GET', '/oauth/installedLocations', { token: access_token })).body;
		expect(await locations(agency)).toMatchObject({
			locations: [{ id: 'loc-harbor' }, { id: 'loc-summit' }],
		});
		expect(await locations(harbor)).toMatchObject({ locations: [{ id: 'loc-harbor' }] });
		sandbox.control.uninstallApp({ locationId: 'loc-harbor' });
		expect(await locations(agency)).toMatchObject({ locations: [{ id: 'loc-summit' }] });
		expect(await calendars(harbor.access_token)).toBe(401);
		expect(await refresh(harbor.refresh_token)).toMatchObject(refusal(400, 'invalid_grant'));
	});
});
