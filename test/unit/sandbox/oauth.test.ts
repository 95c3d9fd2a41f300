import { MONDAY, advanceClock, send, tokenRequest, type Received } from './sandboxClient';
import type { OAuthStore } from '../../../sandbox/oauth/oauthStore';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const sandbox = useSandbox();

const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
const MINUTE = 60_000;

/** Where the consent page leads. */
const decide = async (scope = 'calendars.readonly') => {
	const form = {
		client_id: 'demo-client',
		redirect_uri: REDIRECT,
		scope,
		state: 'a&b=c',
		choice: 'loc-harbor',
		decision: 'allow',
	};
	const { headers } = await send(sandbox, 'POST /oauth/chooselocation/decision', { form });
	return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
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

it('the consent page knows its scopes, and gives the state back', async () => {
	const state = 'a&b=c';
	for (const scope of ['calendars.readonly everything', ''])
		expect(await decide(scope)).toEqual({ state, error: 'invalid_scope' });
});

it.each<[number, string, Record<string, string>]>([
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

it("HighLevel: a bulk installation gives the agency's token for one location's choice; refusals have no code", async () => {
	sandbox.setProfile('highLevel');
	sandbox.setProfile({ bulkInstallation: true });
	const code = await newCode();
	const { body } = await exchange(code);
	expect(body).toMatchObject({ userType: 'Company', isBulkInstallation: true });
	expect(body).not.toHaveProperty('locationId');
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
