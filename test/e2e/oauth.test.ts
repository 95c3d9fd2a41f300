import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { connectOAuth2 } from '../../runtime/oauthConnect';
import { credentialLike, type NodeCredentials } from '../support/e2e/credentials';
import { findSecrets } from '../support/e2e/secrets';
import { LOCATION, useHarness } from '../support/harness';

/** A token this short-lived is renewed in its second half. */
const SHORT_LIFETIME_S = 30;

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

// All that n8n would print for somebody who looks for a mistake, so that secrets would show.
const harness = useHarness({ connect: false, env: { N8N_LOG_LEVEL: 'debug' } });

afterEach(() => harness.sandbox.control.clearFaults());

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
	await delay((SHORT_LIFETIME_S / 2) * 1_000 + 100);
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
		// They go on with the account that they began with.
		expect(writes).toHaveLength(EXECUTIONS * WRITES);
		for (const { failure } of result) expect(failure).toBeUndefined();
		return writes;
	}

	test('by connecting it to another location: no body of the old one goes out with its token', async () => {
		const credentials = await connected();
		const writes = await changedMidway(
			credentials,
			async () => await connectOAuth2(harness.api, idOf(credentials), { choice: 'loc-summit' }),
		);
		expect(new Set(writes.map(({ headers }) => headers.authorization)).size).toBe(1);
		expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([200]));
	});
});

describe('secrets', () => {
	test('stand nowhere in what n8n has printed and stored, failed runs included', async () => {
		harness.sandbox.control.addFault({ operationId: 'list_calendars', status: 500, times: 'always' });
		expect((await run(LIST_CALENDARS, await connected())).failure).toBeDefined();
		expect(await harness.api.countExecutions({ status: ['error'] })).toBeGreaterThan(0);
		expect(await findSecrets(harness)).toEqual([]);
	});

	test('are found by that search where a workflow asks for one', async () => {
		const get = { resource: 'accessToken', operation: 'get', includeToken: true };
		const { failure } = await run(get, await connected());
		expect(failure).toBeUndefined();
		expect(await findSecrets(harness)).not.toEqual([]);
	});
});
