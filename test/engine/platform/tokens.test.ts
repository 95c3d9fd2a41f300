import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { act, bookingForAda, oauthCredential, slotAt, tokenCredential } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { CredentialStore, type CredentialSet } from '../../support/credentialStore';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

/** Another n8n process ends its own refresh just after this one has judged the token to be due. */
class RacingStore extends CredentialStore {
	private readings = 0;

	override async getDecrypted(...args: Parameters<CredentialStore['getDecrypted']>) {
		const data = await super.getDecrypted(...args);
		// The node reads once for the run, and once more before it judges.
		if (++this.readings === 2) {
			const renewed = oauthCredential(sandbox);
			this.write('platformOAuth2Api', renewed.platformOAuth2Api);
		}
		return data;
	}
}

/** The sandbox's log shows tokens as the beginning of their digest. */
const fingerprint = (token: unknown) =>
	`sha256:${createHash('sha256').update(String(token)).digest('hex').slice(0, 12)}`;
const refreshes = () => sandbox.control.tokenRequests().map(({ outcome }) => outcome);
const list = async (credentials: CredentialSet, store?: CredentialStore, items?: IDataObject[]) =>
	await act(sandbox, 'calendar.getAll', {}, { credentials, store, items });
/** Makes the items different, so that each sends a request of its own. */
const cancelMany = async (credentials: CredentialSet, count: number) =>
	await act(
		sandbox,
		'calendar.get',
		{ calendarId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
		{
			credentials,
			items: Array.from({ length: count }, (_, index) => ({ id: `cal-${index}` })),
			node: { onError: 'continueRegularOutput' },
		},
	);

describe('the Version header and the token', () => {
	it('are on each request, of the credential', async () => {
		await list(tokenCredential(sandbox, { platformUrl: `${sandbox.url}//` }));
		await list(oauthCredential(sandbox));
		for (const { headers } of sandbox.control.requests()) {
			expect(headers.version).toBe('2021-07-28');
			expect(headers.authorization).toMatch(/^Bearer \S+$/);
		}
		expect(sandbox.control.requests()).toHaveLength(2);
	});

	it('put the token into the header whatever token_type the platform named', async () => {
		const { error } = await list(oauthCredential(sandbox, { tokenData: { token_type: 'mac' } }));
		expect(error).toBeUndefined();
		expect(sandbox.control.requests()[0].query).toEqual({ locationId: 'loc-harbor' });
	});
});

describe('refresh before expiry', () => {
	it('happens when less than five minutes remain, and the new token is used and stored', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 299 });
		const before = credentials.platformOAuth2Api.oauthTokenData as unknown as IDataObject;
		const store = new CredentialStore(credentials);
		const { error } = await list(credentials, store);
		expect(error).toBeUndefined();
		expect(refreshes()).toEqual(['issued']);
		const stored = store.read('platformOAuth2Api').oauthTokenData as unknown as IDataObject;
		expect(stored.refresh_token).not.toBe(before.refresh_token);
		expect(stored.locationId).toBe('loc-harbor');
		const [request] = sandbox.control.requests({ operationId: 'list_calendars' });
		expect(request.headers.authorization).toBe(`Bearer ${fingerprint(stored.access_token)}`);
		expect(Number(stored.n8n_expires_at)).toBeGreaterThan(Date.now() + 3_000_000);
	});

	it('happens once for many items', async () => {
		const { json } = await cancelMany(oauthCredential(sandbox, { remainingSeconds: 60 }), 20);
		expect(json).toHaveLength(20);
		expect(refreshes()).toEqual(['issued']);
	});

	it('happens once for many executions at once, also when they start while it is under way', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 60 });
		const store = new CredentialStore(credentials);
		const runs = await Promise.all(
			Array.from({ length: 30 }, async (_, index) => {
				await sleep(index * 3);
				return await list(credentials, store);
			}),
		);
		expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined));
		expect(refreshes()).toEqual(['issued']);
	});

	it('is left out when another process has just done it', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 60 });
		const store = new RacingStore(credentials);
		const { error } = await list(credentials, store);
		expect(error).toBeUndefined();
		expect(refreshes()).toEqual([]);
	});

	it('is not repeated for a token that lives shorter than the five minutes', async () => {
		const credentials = oauthCredential(sandbox, { lifetimeSeconds: 120, remainingSeconds: 100 });
		sandbox.control.setTokenLifetime(120);
		const store = new CredentialStore(credentials);
		await list(credentials, store);
		await list(credentials, store);
		expect(refreshes()).toEqual(['issued']);
	});

	it('does not stop the call when it is refused while the token still is valid', async () => {
		const credentials = oauthCredential(sandbox, {
			remainingSeconds: 60,
			tokenData: { refresh_token: 'gone' },
		});
		const { error } = await cancelMany(credentials, 5);
		expect(error).toBeUndefined();
		expect(refreshes()).toEqual(['invalid_grant']);
	});

	it('falls back to the refresh after a 401 where n8n notes no expiry', async () => {
		const credentials = oauthCredential(sandbox, { tokenData: { n8n_expires_at: null } });
		sandbox.control.expireTokens({});
		const { error } = await list(credentials);
		expect(error).toBeUndefined();
		expect(refreshes()).toEqual(['issued']);
	});
});

describe('a refused token', () => {
	it('401 although n8n thinks it valid: refreshed once, then used', async () => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.expireTokens({});
		const { error } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slotAt('10:00') },
			{ credentials },
		);
		expect(error).toBeUndefined();
		expect(refreshes()).toEqual(['issued']);
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('revoked access asks to connect again', async () => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.revoke({ locationId: 'loc-harbor' });
		const { error } = await list(credentials);
		expect(error?.message).toContain('access was revoked, or the refresh token expired');
		expect(error?.description).toContain('connect the account again');
	});

	it('a wrong client secret is named', async () => {
		const credentials = oauthCredential(sandbox, { clientSecret: 'wrong' });
		sandbox.control.expireTokens({});
		const { error } = await list(credentials);
		expect(error?.message).toContain("'Client ID' or 'Client Secret'");
		expect(refreshes()).toEqual(['invalid_client']);
	});

	it.each([
		[503, { message: 'down' }, '(status 503)'],
		[400, { error: 'temporarily_unavailable' }, '(temporarily_unavailable)'],
	])('a write is not in doubt when renewing was answered with %d', async (status, body, reason) => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.expireTokens({});
		sandbox.control.addFault({ path: '/oauth/token', times: 'always', status, body });
		const { error } = await act(
			sandbox,
			'appointment.book',
			{ ...bookingForAda, ...slotAt('10:00') },
			{ credentials },
		);
		expect(error?.message).toContain(`did not refresh the token ${reason}`);
		expect(error?.description).toContain('Nothing was changed');
		expect(sandbox.control.appointments()).toEqual([]);
	});

	it('a write is not in doubt when renewing was not answered', async () => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.expireTokens({});
		sandbox.control.addFault({ path: '/oauth/token', times: 'always', drop: 'beforeProcessing' });
		const { error } = await act(
			sandbox,
			'appointment.cancel',
			{ eventId: 'appt-1' },
			{ credentials },
		);
		expect(error?.message).toContain('did not refresh the token (no response)');
		expect(sandbox.control.requests({ operationId: 'cancel_appointment' })).toHaveLength(1);
	});

	it.each<[number, unknown]>([
		[400, { message: 'Refresh token revoked' }],
		[401, { errors: [{ detail: { error: 'invalid_grant' } }] }],
		[403, 'Access revoked'],
		[200, { error: 'invalid_grant' }],
		[200, { message: 'no' }],
		[422, {}],
	])('a refresh that is refused with %d %j asks to connect again', async (status, body) => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.expireTokens({});
		sandbox.control.addFault({ path: '/oauth/token', times: 'always', status, body });
		const { error } = await list(credentials);
		expect(`${error?.message} ${error?.description}`).toMatch(/connect the (account|credential) again/i);
		expect(error?.description).not.toContain('Try again later');
	});

	it('an expired token that is answered with 403 is refreshed once', async () => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.addFault({ path: '/calendars', status: 403 });
		const { json, error } = await list(credentials);
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		expect(refreshes()).toEqual(['issued']);
	});

	it('a missing scope costs one refresh a run, however many items', async () => {
		const credentials = oauthCredential(sandbox);
		sandbox.control.addFault({ path: '/calendars', status: 403, times: 'always' });
		const { json } = await act(
			sandbox,
			'appointment.cancel',
			{ eventId: '={{ "appt-" + $itemIndex }}' },
			{ credentials, items: [{}, {}, {}], node: { onError: 'continueRegularOutput' } },
		);
		expect(json).toHaveLength(3);
		for (const { error } of json) expect(error).toContain("the scope 'calendars.write'");
		expect(refreshes()).toEqual(['issued']);
	});

	it('an agency-level token is explained', async () => {
		const { error } = await act(
			sandbox,
			'calendar.get',
			{ calendarId: { __rl: true, mode: 'id', value: 'cal-onboarding' } },
			{ credentials: oauthCredential(sandbox, { level: 'agency' }) },
		);
		expect(error?.message).toContain('agency-level token');
		expect(error?.description).toContain('choose a location on the consent page');
		expect(error?.description).toContain('The platform says');
	});

	it.each(['', 'loc-harbor'])(
		'an agency-level token is not sent where one of a location is needed (asked for: %p)',
		async (value) => {
			const { error } = await act(
				sandbox,
				'calendar.getAll',
				{ locationId: { __rl: true, mode: 'id', value } },
				{ credentials: oauthCredential(sandbox, { level: 'agency' }) },
			);
			expect(error?.message).toContain('was connected for an agency');
			expect(error?.description).toContain('choose the location on the consent page');
			expect(error?.description).not.toContain("'Location'");
			expect(sandbox.control.requests()).toEqual([]);
		},
	);

	it('a renewed token that is refused too is not renewed for each further item', async () => {
		sandbox.control.setProfile({ missingScopeStatus: 401 });
		const credentials = oauthCredential(sandbox, { scopes: ['webhooks.readonly'] });
		const { json } = await cancelMany(credentials, 30);
		expect(json).toHaveLength(30);
		expect(String(json[29].error)).toContain('even after refreshing it');
		expect(refreshes().length).toBeLessThanOrEqual(5);
	});

	it('a private token is asked to be checked', async () => {
		const { error } = await list(tokenCredential(sandbox, { accessToken: 'pit-wrong' }));
		expect(error?.message).toContain('rejected the access token');
		expect(error?.description).toContain("'Access Token'");
	});
});

describe('Access Token > Get', () => {
	const get = async (credentials: CredentialSet, parameters: IDataObject = {}) =>
		await act(sandbox, 'accessToken.get', parameters, { credentials });

	it('tells location, level, scopes and expiry, and not the token', async () => {
		const credentials = oauthCredential(sandbox, { scopes: ['calendars.readonly', 'webhooks.write'] });
		const { json, run } = await get(credentials);
		expect(json[0]).toEqual({
			locationId: 'loc-harbor',
			userId: expect.any(String),
			level: 'location',
			authentication: 'oAuth2',
			requestedScopes: ['calendars.readonly', 'webhooks.write'],
			expiresAt: expect.stringMatching(/\+00:00$/),
			expiresInSeconds: expect.any(Number),
			apiVersion: '2021-07-28',
		});
		const tokenData = credentials.platformOAuth2Api.oauthTokenData as unknown as IDataObject;
		expect(JSON.stringify(run)).not.toContain(tokenData.access_token);
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('renews a token that is about to expire, so that what it gives out can be used', async () => {
		const { json } = await get(oauthCredential(sandbox, { remainingSeconds: 5 }), {
			includeToken: true,
		});
		expect(refreshes()).toEqual(['issued']);
		expect(json[0].expiresInSeconds).toBeGreaterThan(3000);
	});
});
