import { setTimeout as delay } from 'node:timers/promises';

import { accountOfRun, hangingRefresh } from './oauth/account';
import type { Given } from './oauth/account';
import { connectOAuth2 } from '../../runtime/oauthConnect';
import { credentialLike } from '../support/e2e/credentials';
import type { NodeCredentials } from '../support/e2e/credentials';
import { requestsDuring } from '../support/e2e/requests';
import { findSecrets } from '../support/e2e/secrets';
import { dayFromNow } from '../support/e2e/slots';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness } from '../support/harness';

/** Below five minutes, so that the token is due for renewal from the start. */
const SHORT_LIFETIME_S = 240;
/** A token younger than this is used as it is, whatever its lifetime. */
const MIN_TOKEN_AGE_MS = 10_000;

let harness: Harness;
let hanging: NodeCredentials;
let hangingSince: number;

beforeAll(async () => {
	// All that n8n would print for somebody who looks for a mistake, so that secrets would show.
	harness = await openHarness({ connect: false, env: { N8N_LOG_LEVEL: 'debug' } });
	harness.sandbox.control.setProfile({ tokenLifetimeSeconds: SHORT_LIFETIME_S });
	hanging = await connected({ choice: LOCATION });
	hangingSince = Date.now();
	harness.sandbox.control.setProfile({ tokenLifetimeSeconds: 3_600 });
}, 180_000);

afterEach(() => harness.sandbox.control.clearFaults());
afterAll(async () => await harness?.close(), 60_000);

const idOf = (credentials: NodeCredentials) => String(credentials.platformOAuth2Api.id);

const connected: Given['connected'] = async ({ choice }) => {
	const credentials = await credentialLike(harness, 'oAuth2');
	await connectOAuth2(harness.api, idOf(credentials), { choice });
	return credentials;
};

const run: Given['run'] = async (parameters, credentials, items = [{}], node = {}) =>
	await harness.runNode({
		type: 'platform',
		parameters: { authentication: 'platformOAuth2Api' in credentials ? 'oAuth2' : 'accessToken', ...parameters },
		credentials: [],
		items,
		node: { credentials, ...node },
	});

const given: Given = { harness: () => harness, connected, run };

const LIST_CALENDARS = { resource: 'calendar', operation: 'getAll' };

/** Five different calls, which the node makes at the same time. */
const fiveAtOnce = async (credentials: NodeCredentials) =>
	await run(
		{
			resource: 'calendar',
			operation: 'getFreeSlots',
			calendarId: { __rl: true, mode: 'id', value: 'cal-onboarding' },
			startDate: '={{ $json.day }}',
			endDate: '={{ $json.day }}',
			output: 'raw',
		},
		credentials,
		[2, 3, 4, 5, 6].map((days) => ({ day: dayFromNow(days) })),
	);

/** The token endpoint's calls, and how many others there were, while something runs. */
async function traffic<T>(work: () => Promise<T>) {
	const { control } = harness.sandbox;
	const before = control.tokenRequests().length;
	const { result, requests } = await requestsDuring(harness.sandbox, work);
	const tokenRequests = control.tokenRequests().slice(before).map(({ grantType, outcome }) => `${grantType}: ${outcome}`);
	return { result, tokenRequests, others: requests.length - tokenRequests.length };
}

describe('connecting', () => {
	test('exchanges the code of the consent page for the tokens of the chosen location', async () => {
		const { result, tokenRequests } = await traffic(async () => await connected({ choice: LOCATION }));
		expect(tokenRequests).toEqual(['authorization_code: issued']);
		const { json } = await run(LIST_CALENDARS, result);
		expect(json.map(({ id }) => id)).toEqual(['cal-onboarding', 'cal-checkup']);
	});

	test('that is denied on the consent page leaves the credential unconnected', async () => {
		const credentials = await credentialLike(harness, 'oAuth2');
		const denied = connectOAuth2(harness.api, idOf(credentials), { choice: LOCATION, decision: 'deny' });
		await expect(denied).rejects.toThrow(/access_denied/);

		const { result, others } = await traffic(async () => await run(LIST_CALENDARS, credentials));
		expect(result.failure).toContain('The credential has not been connected to an account yet');
		expect(result.failure).toContain("select 'Connect'");
		expect(others).toBe(0);
	});
});

// Before the tests that make all tokens expire on the platform.
hangingRefresh(given, async () => {
	await delay(Math.max(0, hangingSince + MIN_TOKEN_AGE_MS + 100 - Date.now()));
	return hanging;
});

describe('an expired access token', () => {
	test('is renewed once, however many calls are refused, and the rotated token is stored', async () => {
		const credentials = await connected({ choice: LOCATION });
		for (const round of ['first', 'with the refresh token of the first']) {
			harness.sandbox.control.expireTokens();
			const { result, tokenRequests } = await traffic(async () => await fiveAtOnce(credentials));
			expect({ round, tokenRequests, failure: result.failure }).toEqual({
				round,
				tokenRequests: ['refresh_token: issued'],
				failure: undefined,
			});
			expect(result.json).toHaveLength(5);
		}
		const { tokenRequests } = await traffic(async () => await run(LIST_CALENDARS, credentials));
		expect(tokenRequests).toEqual([]);
	});

	test('asks to connect again when access was revoked', async () => {
		const credentials = await connected({ choice: 'loc-summit' });
		harness.sandbox.control.revoke({ locationId: 'loc-summit' });
		const { result, tokenRequests } = await traffic(async () => await run(LIST_CALENDARS, credentials));
		expect(tokenRequests).toEqual(['refresh_token: invalid_grant']);
		expect(result.failure).toContain('The platform no longer accepts this connection');
		expect(result.failure).toContain('connect the account again');
	});
});

accountOfRun(given);

describe('secrets', () => {
	test('that the platform repeats in its response do not reach the message', async () => {
		harness.sandbox.control.addFault({
			path: '/calendars',
			status: 418,
			body: { message: 'pit-harbor of demo-client is not welcome' },
		});
		const { failure } = await harness.runNode({
			type: 'platform',
			parameters: { ...LIST_CALENDARS, authentication: 'accessToken' },
			credentials: ['platformTokenApi'],
		});
		expect(failure).toContain('"[hidden] of demo-client is not welcome"');
	});

	test('stand nowhere in what n8n has printed and stored, failed runs included', async () => {
		expect(await harness.api.countExecutions({ status: ['error'] })).toBeGreaterThan(3);
		expect(await findSecrets(harness)).toEqual([]);
	});

	test('are found by that search where a workflow asks for one', async () => {
		const get = { resource: 'accessToken', operation: 'get', includeToken: true };
		const { failure } = await run(get, await connected({ choice: LOCATION }));
		expect(failure).toBeUndefined();
		expect(await findSecrets(harness)).not.toEqual([]);
	});
});
