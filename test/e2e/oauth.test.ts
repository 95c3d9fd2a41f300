import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { connectOAuth2 } from '../../runtime/oauthConnect';
import { createSandbox } from '../../sandbox/createSandbox';
import { credentialLike } from '../support/e2e/credentials';
import type { NodeCredentials } from '../support/e2e/credentials';
import { byId } from '../support/e2e/platformParameters';
import { findSecrets } from '../support/e2e/secrets';
import { dayFromNow } from '../support/e2e/slots';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness, NodeRunResult } from '../support/harness';

/** Below five minutes, so that the token is due for renewal from the start. */
const SHORT_LIFETIME_S = 240;
/** A token younger than this is used as it is, whatever its lifetime. */
const MIN_TOKEN_AGE_MS = 10_000;

const WRITES = 16;
/** So that a run takes seconds, and the change comes in its middle. */
const RESPONSE_MS = 300;

/** Several executions at once, of many items each. */
const EXECUTIONS = 3;

const SEND: INodeParameters = {
	resource: 'apiRequest',
	operation: 'send',
	method: 'POST',
	path: `/locations/${LOCATION}/customWebhooks`,
	body: '={{ { name: "Hook " + $json.n, url: "https://example.com/" + $json.n, actions: ["ContactCreate"] } }}',
};
const LIST_CALENDARS = { resource: 'calendar', operation: 'getAll' };

let harness: Harness;

beforeAll(async () => {
	// All that n8n would print for somebody who looks for a mistake, so that secrets would show.
	harness = await openHarness({ connect: false, env: { N8N_LOG_LEVEL: 'debug' } });
}, 180_000);

afterEach(() => harness.sandbox.control.clearFaults());
afterAll(async () => await harness?.close(), 60_000);

const idOf = (credentials: NodeCredentials) => String(credentials.platformOAuth2Api.id);

/** A credential of its own, connected to a location. */
async function connected(): Promise<NodeCredentials> {
	const credentials = await credentialLike(harness, 'oAuth2');
	await connectOAuth2(harness.api, idOf(credentials), { choice: LOCATION });
	return credentials;
}

/** Runs the node with a credential, by OAuth2 or token. */
const run = async (parameters: INodeParameters, credentials: NodeCredentials, items: IDataObject[] = [{}], node: Partial<INode> = {}) =>
	await harness.runNode({
		type: 'platform',
		parameters: { authentication: 'platformOAuth2Api' in credentials ? 'oAuth2' : 'accessToken', ...parameters },
		credentials: [],
		items,
		node: { credentials, ...node },
	});

const sendAtOnce = async (credentials: NodeCredentials, count: number) =>
	await Promise.all(
		Array.from({ length: EXECUTIONS }, async () => await run(SEND, credentials, Array.from({ length: count }, (_, n) => ({ n })))),
	);

/** What the platform was asked while something ran. */
async function requestsDuring<T>(work: () => Promise<T>) {
	const { control } = harness.sandbox;
	const afterId = control.requests().at(-1)?.id;
	const result = await work();
	return { result, requests: control.requests({ afterId }) };
}

test('a credential whose connection is denied on the consent page stays unconnected', async () => {
	const credentials = await credentialLike(harness, 'oAuth2');
	const denied = connectOAuth2(harness.api, idOf(credentials), { choice: LOCATION, decision: 'deny' });
	await expect(denied).rejects.toThrow(/access_denied/);

	const { result, requests } = await requestsDuring(async () => await run(LIST_CALENDARS, credentials));
	expect(result.failure).toContain('The credential has not been connected to an account yet');
	expect(result.failure).toContain("select 'Connect'");
	expect(requests).toEqual([]);
});

// Before the tests that make all tokens expire on the platform.
test('an early refresh that hangs holds executions up for ten seconds, not for minutes', async () => {
	const { control } = harness.sandbox;
	control.setProfile({ tokenLifetimeSeconds: SHORT_LIFETIME_S });
	const credentials = await connected();
	control.setProfile({ tokenLifetimeSeconds: 3_600 });
	await delay(MIN_TOKEN_AGE_MS + 100);
	control.addFault({ operationId: 'exchange_token', holdMs: 'forever', times: 'always' });
	const since = Date.now();
	const { result, requests } = await requestsDuring(async () => await sendAtOnce(credentials, 3));
	const seconds = (Date.now() - since) / 1_000;
	expect(result.map(({ failure }) => failure)).toEqual(result.map(() => undefined));
	const statuses = requests.filter(({ operationId }) => operationId === 'create_custom_webhook').map(({ status }) => status);
	expect(statuses).toEqual(Array(EXECUTIONS * 3).fill(200));
	expect(seconds).toBeGreaterThan(9);
	// Far from the 300 s of n8n's client; each item does not wait anew.
	expect(seconds).toBeLessThan(60);
}, 120_000);

test('an expired access token is renewed once, however many calls are refused, and the rotated token is stored', async () => {
	const { control } = harness.sandbox;
	const credentials = await connected();
	const day = '={{ $json.day }}';
	const calendarId = byId('cal-onboarding');
	const freeSlots = { resource: 'calendar', operation: 'getFreeSlots', calendarId, startDate: day, endDate: day, output: 'raw' };
	for (const round of ['first', 'with the refresh token of the first']) {
		control.expireTokens();
		const before = control.tokenRequests().length;
		// Different calls, which the node makes at the same time.
		const { json, failure } = await run(freeSlots, credentials, [2, 3, 4, 5, 6].map((days) => ({ day: dayFromNow(days) })));
		const tokens = control.tokenRequests().slice(before).map(({ grantType, outcome }) => `${grantType}: ${outcome}`);
		expect({ round, tokens, failure }).toEqual({ round, tokens: ['refresh_token: issued'], failure: undefined });
		expect(json).toHaveLength(5);
	}
	const { requests } = await requestsDuring(async () => await run(LIST_CALENDARS, credentials));
	expect(requests.map(({ operationId }) => operationId)).toEqual(['list_calendars']);
});

describe('a credential that is changed while executions run', () => {
	/** Runs the writes in several executions at once, and does something when a third of them has arrived. */
	async function changedMidway(credentials: NodeCredentials, change: () => Promise<unknown>) {
		const { control } = harness.sandbox;
		const fault = { operationId: 'create_custom_webhook', times: 'always' as const, delayMs: RESPONSE_MS };
		control.addFault(fault);
		const { result, requests } = await requestsDuring(async () => {
			const before = control.requests(fault).length;
			const running = sendAtOnce(credentials, WRITES);
			while (control.requests(fault).length - before < (EXECUTIONS * WRITES) / 3) await delay(20);
			await change();
			return await running;
		});
		const writes = requests.filter(({ operationId }) => operationId === fault.operationId);
		expect(writes.length).toBeLessThan(EXECUTIONS * WRITES);
		return { results: result, writes };
	}

	const expectStopped = (results: NodeRunResult[], message: string) => {
		for (const { failure } of results) expect(failure).toContain(message);
	};

	test('by connecting it to another location: no body of the old one goes out with its token', async () => {
		const credentials = await connected();
		const { results, writes } = await changedMidway(
			credentials,
			async () => await connectOAuth2(harness.api, idOf(credentials), { choice: 'loc-summit' }),
		);
		expectStopped(results, `The credential was changed during the run: it was for the location '${LOCATION}', and is now for the location 'loc-summit'`);
		expect(new Set(writes.map(({ headers }) => headers.authorization)).size).toBe(1);
		expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([200]));
	});

	test('by editing URL, token and location: the new token never reaches the old host', async () => {
		const other = await createSandbox();
		const credentials = await credentialLike(harness, 'accessToken');
		const edited = { platformUrl: other.url, accessToken: 'pit-summit', locationId: 'loc-summit' };
		const { results, writes } = await changedMidway(
			credentials,
			async () => await harness.api.updateCredential(String(credentials.platformTokenApi.id), edited),
		);
		expectStopped(results, 'The credential was changed during the run');
		// The sandbox's log shows tokens as the beginning of their digest.
		const digest = createHash('sha256').update('pit-harbor').digest('hex').slice(0, 12);
		expect(new Set(writes.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer sha256:${digest}`]));
		expect(other.control.requests()).toEqual([]);
		await other.close();
	});
});

describe('secrets', () => {
	test('stand nowhere in what n8n has printed and stored, failed runs included', async () => {
		expect(await harness.api.countExecutions({ status: ['error'] })).toBeGreaterThan(3);
		expect(await findSecrets(harness)).toEqual([]);
	});

	test('are found by that search where a workflow asks for one', async () => {
		const get = { resource: 'accessToken', operation: 'get', includeToken: true };
		const { failure } = await run(get, await connected());
		expect(failure).toBeUndefined();
		expect(await findSecrets(harness)).not.toEqual([]);
	});
});
