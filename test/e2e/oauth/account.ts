import { createHash } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { connectOAuth2 } from '../../../runtime/oauthConnect';
import { createSandbox } from '../../../sandbox/createSandbox';
import { credentialLike } from '../../support/e2e/credentials';
import type { NodeCredentials } from '../../support/e2e/credentials';
import { requestsDuring } from '../../support/e2e/requests';
import { LOCATION } from '../../support/harness';
import type { Harness, NodeRunResult } from '../../support/harness';

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

/** The sandbox's log shows tokens as the beginning of their digest. */
const bearer = (token: string) => `Bearer sha256:${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;

export interface Given {
	harness: () => Harness;
	/** A credential of its own, connected to a location or to the agency. */
	connected: (given: { choice: string }) => Promise<NodeCredentials>;
	/** Runs the node with a credential, by OAuth2 or token. */
	run: (parameters: INodeParameters, credentials: NodeCredentials, items?: IDataObject[], node?: Partial<INode>) => Promise<NodeRunResult>;
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
const atOnce = async (run: () => Promise<NodeRunResult>) => await Promise.all(Array.from({ length: EXECUTIONS }, run));

/** What one run of a node uses from its first to its last request. */
export function accountOfRun({ harness, connected, run }: Given): void {
	/** Runs the writes in several executions at once, and does something when a third of them has arrived. */
	async function changedMidway(credentials: NodeCredentials, change: () => Promise<unknown>) {
		const { sandbox } = harness();
		const { control } = sandbox;
		const fault = { operationId: 'create_custom_webhook', times: 'always' as const, delayMs: RESPONSE_MS };
		control.addFault(fault);
		const { result, requests } = await requestsDuring(sandbox, async () => {
			const before = control.requests(fault).length;
			const running = atOnce(async () => await run(SEND, credentials, numbered(WRITES)));
			while (control.requests(fault).length - before < (EXECUTIONS * WRITES) / 3) await delay(20);
			await change();
			return await running;
		});
		return { results: result, writes: requests.filter(({ operationId }) => operationId === fault.operationId) };
	}

	const expectStopped = (results: NodeRunResult[], message: string) => {
		for (const { failure } of results) expect(failure).toContain(message);
	};

	describe('a credential that is changed while executions run', () => {
		test('by connecting it to another location: no body of the old one goes out with its token', async () => {
			const credentials = await connected({ choice: LOCATION });
			const id = String(credentials.platformOAuth2Api.id);
			const { results, writes } = await changedMidway(credentials, async () => {
				await connectOAuth2(harness().api, id, { choice: 'loc-summit' });
			});
			expectStopped(results, `The credential was changed during the run: it was for the location '${LOCATION}', and is now for the location 'loc-summit'`);
			expect(new Set(writes.map(({ headers }) => headers.authorization)).size).toBe(1);
			expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([200]));
			expect(writes.length).toBeLessThan(EXECUTIONS * WRITES);
		});

		test('by editing URL, token and location: the new token never reaches the old host', async () => {
			const other = await createSandbox();
			const credentials = await credentialLike(harness(), 'accessToken');
			const id = String(credentials.platformTokenApi.id);
			const { results, writes } = await changedMidway(credentials, async () => {
				const edited = { platformUrl: other.url, accessToken: 'pit-summit', locationId: 'loc-summit' };
				await harness().api.updateCredential(id, edited);
			});
			expectStopped(results, 'The credential was changed during the run');
			expect(new Set(writes.map(({ headers }) => headers.authorization))).toEqual(new Set([bearer('pit-harbor')]));
			expect(writes.length).toBeLessThan(EXECUTIONS * WRITES);
			expect(other.control.requests()).toEqual([]);
			await other.close();
		});
	});

	test('a refresh that brings the token of another location: nothing is sent with it', async () => {
		const credentials = await connected({ choice: LOCATION });
		const { control } = harness().sandbox;
		control.expireTokens();
		control.addFault({
			operationId: 'exchange_token',
			times: 'always',
			change: ({ body }) => ({ body: { ...(body as object), locationId: 'loc-summit' } }),
		});
		const { result, requests } = await requestsDuring(harness().sandbox, async () =>
			await atOnce(async () => await run(SEND, credentials, numbered(2))),
		);
		// Another execution may begin after the refresh: for it the credential belongs to the other location.
		for (const { failure } of result) expect(failure).toMatch(/is now for the location 'loc-summit'|belongs to the location 'loc-summit'/);
		const writes = requests.filter(({ operationId }) => operationId === 'create_custom_webhook');
		expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 401));
		expect(requests.filter(({ operationId }) => operationId === 'exchange_token')).toHaveLength(1);
	});

	test('half of the responses are 403 while the token lasts: no refresh', async () => {
		const credentials = await connected({ choice: LOCATION });
		const { sandbox } = harness();
		sandbox.control.addFault({ operationId: 'create_custom_webhook', status: 403, times: 10 });
		const { result, requests } = await requestsDuring(sandbox, async () =>
			await run(SEND, credentials, numbered(20), { onError: 'continueRegularOutput' }),
		);
		expect(result.json.filter(({ error }) => error !== undefined)).toHaveLength(10);
		expect(requests.map(({ operationId }) => operationId)).toEqual(Array(20).fill('create_custom_webhook'));
	});
}

/** A token that is due, and a token endpoint that does not respond. */
export function hangingRefresh({ harness, run }: Given, due: () => Promise<NodeCredentials>): void {
	test('an early refresh that hangs holds executions up for ten seconds, not for minutes', async () => {
		const credentials = await due();
		const { sandbox } = harness();
		sandbox.control.addFault({ operationId: 'exchange_token', holdMs: 'forever', times: 'always' });
		const since = Date.now();
		const { result, requests } = await requestsDuring(sandbox, async () =>
			await atOnce(async () => await run(SEND, credentials, numbered(3))),
		);
		const seconds = (Date.now() - since) / 1_000;
		expect(result.map(({ failure }) => failure)).toEqual(result.map(() => undefined));
		const statuses = requests.filter(({ operationId }) => operationId === 'create_custom_webhook').map(({ status }) => status);
		expect(statuses).toEqual(Array(EXECUTIONS * 3).fill(200));
		expect(seconds).toBeGreaterThan(9);
		// Far from the 300 s of n8n's client; each item does not wait anew.
		expect(seconds).toBeLessThan(60);
	}, 120_000);
}
