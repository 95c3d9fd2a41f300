import { N8nApi } from '../../runtime/api';
import { connectOAuth2, sandboxCredentials } from '../../runtime/credentials';
import { failureText, nodeJson } from '../../runtime/execution';
import { startN8n, type N8nOptions } from '../../runtime/n8n';
import { PACKAGE_NAME, packedTarball } from '../../runtime/paths';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/createSandbox';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { builtIn, workflow } from './queue/workflows';

// A run takes under a second on an idle machine; a machine that also builds takes many times that.
jest.setTimeout(60_000);

/** Of the sandbox's seed. */
export const LOCATION = 'loc-harbor';

/** Ids in n8n of one credential of each type, all pointing at the sandbox. */
export type HarnessCredentials = Record<
	'knowledgeApi' | 'platformTokenApi' | 'platformOAuth2Api' | 'platformWebhookApi',
	string
>;

/** Credentials for a node, in the form in which a workflow refers to them. */
export type Use = (...types: Array<keyof HarnessCredentials>) => NonNullable<INode['credentials']>;

/** A real n8n with the packed package and a local platform, for one test file. */
export type Harness = Awaited<ReturnType<typeof openHarness>>;

export interface NodeRun {
	/** `knowledge` or `platform`. */
	type: string;
	parameters: INodeParameters;
	credentials: Array<keyof HarnessCredentials>;
	items?: IDataObject[];
	node?: Partial<INode>;
}

export interface HarnessOptions extends N8nOptions {
	/** Connects the OAuth2 credential through the consent page; `false` leaves it unconnected. */
	connect?: boolean;
	/** Of the sandbox */
	profile?: SandboxOptions['profile'];
	/** Asks for all scopes of a location, in place of the default ones. */
	hasAllScopes?: boolean;
	/** Has an n8n of its own, also where other test files share one: no test of theirs restarts it. */
	isAlone?: boolean;
}

/** An n8n with its owner, who is logged in. */
async function ownN8n(options: N8nOptions) {
	const n8n = await startN8n({ tarball: packedTarball(), ...options });
	const api = new N8nApi(n8n.url);
	const owner = await api.setUpOwner();
	return { n8n, api, owner, stop: async () => await n8n.stop() };
}

let isShared = false;
let shared: Awaited<ReturnType<typeof ownN8n>> | undefined;

/** For several test files that are loaded as one: harnesses without settings of their own share one n8n. */
export function shareN8n(): void {
	isShared = true;
	afterAll(async () => await shared?.n8n.stop(), 60_000);
}

/** The next file finds it without workflows that run, and without credentials. */
async function sharedN8n(): ReturnType<typeof ownN8n> {
	if (shared?.n8n.exit()) shared = undefined;
	const { n8n, api, owner } = (shared ??= await ownN8n({}));
	const stop = async () => {
		for (const { id, active } of await api.listWorkflows()) if (active) await api.deactivate(id);
		for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
	};
	return { n8n, api, owner, stop };
}

/** Starts both, makes the owner and the credentials. Takes some 10 s. */
export async function openHarness({
	connect = true,
	profile,
	hasAllScopes = false,
	isAlone = false,
	...options
}: HarnessOptions = {}) {
	const sandbox = await createSandbox({ profile });
	const asksForNothing = !isAlone && Object.keys(options).length === 0;
	const opening = isShared && asksForNothing ? sharedN8n() : ownN8n(options);
	const { n8n, api, owner, stop } = await opening.catch(async (cause: unknown) => {
		await sandbox.close();
		throw cause;
	});
	const { credentials, use } = await createCredentials(api, sandbox, { connect, hasAllScopes });
	return {
		sandbox,
		n8n,
		api,
		owner,
		credentials,
		use,
		/** Runs one node of this package once for the given items. */
		runNode: async (request: NodeRun) => await runNode(api, request, use(...request.credentials)),
		/** Ends n8n and the sandbox. Fails when the nodes violated the contract. */
		close: async () => {
			const violations = sandbox.violations();
			await stop();
			await sandbox.close();
			expect(violations).toEqual([]);
		},
	};
}

/** What a test file has from before its first test until after its last one. */
export function useOpened<Opened extends { close(): Promise<void> }>(
	open: () => Promise<Opened>,
): Opened {
	const opened = {} as Opened;
	beforeAll(async () => void Object.assign(opened, await open()), 300_000);
	afterAll(async () => await opened.close?.(), 60_000);
	return opened;
}

export const useHarness = (options?: HarnessOptions): Harness =>
	useOpened(async () => await openHarness(options));

/** One of each type. */
export async function createCredentials(
	api: N8nApi,
	sandbox: Sandbox,
	{ connect, hasAllScopes = false }: { connect: boolean; hasAllScopes?: boolean },
): Promise<{ credentials: HarnessCredentials; use: Use }> {
	const drafts = sandboxCredentials(sandbox, hasAllScopes);
	const credentials = {} as HarnessCredentials;
	for (const draft of Object.values(drafts)) {
		credentials[draft.type as keyof HarnessCredentials] = (await api.createCredential(draft)).id;
	}
	if (connect) await connectOAuth2(api, credentials.platformOAuth2Api, { choice: LOCATION });
	const use: Use = (...types) =>
		Object.fromEntries(types.map((type) => [type, { id: credentials[type], name: type }]));
	return { credentials, use };
}

/** Manual Trigger, which has the items -> the node. */
async function runNode(
	api: N8nApi,
	{ type, parameters, items = [{}], node }: NodeRun,
	credentials: INode['credentials'],
) {
	const draft = workflow('One node', [
		builtIn('manualTrigger', 'Start'),
		{ name: 'Node', type: `${PACKAGE_NAME}.${type}`, parameters, credentials, ...node },
	]);
	const pinData = { Start: items.map((json) => ({ json })) };
	const { id } = await api.createWorkflow({ ...draft, pinData });
	const execution = await api.runToEnd(id);
	return {
		json: execution.status === 'success' ? nodeJson(execution, 'Node') : [],
		/** What a person reads on the canvas when the run failed. */
		failure: failureText(execution),
	};
}
