/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on a developer's machine, never inside n8n */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { FINAL_STATUSES } from './execution';
import type { Execution, ExecutionSummary } from './execution';
import { parseFlatted } from './flatted';
import { ignoreNotFound, N8nApiError, Session } from './http';
import { ActivationError, publicationSettled } from './publication';
import { newOwner } from './restTypes';
import type {
	Credential,
	CredentialDraft,
	CredentialTest,
	ExecutionFilter,
	Owner,
	RunOptions,
	Workflow,
	WorkflowDraft,
} from './restTypes';

export { ActivationError } from './publication';
export { newOwner } from './restTypes';
export type {
	Credential,
	CredentialDraft,
	CredentialTest,
	ExecutionFilter,
	Owner,
	RunOptions,
	Workflow,
	WorkflowDraft,
} from './restTypes';

/** n8n answers 404 for a while: to the owner's set-up until it has booted, to a webhook after activation. */
const APPEAR_MS = 30_000;
const EXECUTION_MS = 60_000;
const POLL_MS = 100;

/** n8n 1.x saves an execution's status a moment before its data. */
const DATA_LAG_MS = 2_000;

/** n8n's REST interface, as its own editor uses it (cookie session). Not the public API: see `createApiKey`. */
export class N8nApi {
	readonly session: Session;

	constructor(baseUrl: string) {
		this.session = new Session(baseUrl);
	}

	/** Makes the first user of a fresh n8n and logs in as it. Waits until n8n has finished booting. */
	async setUpOwner(owner: Owner = newOwner()): Promise<Owner> {
		await untilFound(async () => {
			await this.session.call({ method: 'POST', path: '/owner/setup', body: owner });
		});
		await this.login(owner);
		return owner;
	}

	async login({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await untilFound(async () => {
			const body = { emailOrLdapLoginId: email, password };
			await this.session.call({ method: 'POST', path: '/login', body });
		});
	}

	/**
	 * A key for n8n's public API (`/api/v1`, header `X-N8N-API-KEY`), without expiry.
	 * @param scopes e.g. `['credential:delete']`
	 */
	async createApiKey(label: string, scopes: readonly string[]): Promise<string> {
		const body = { label, scopes, expiresAt: null };
		const call = { method: 'POST', path: '/api-keys', body } as const;
		return (await this.session.call<{ rawApiKey: string }>(call)).rawApiKey;
	}

	/** Names and versions of the community packages that Settings > Community nodes shows. */
	async listCommunityPackages(): Promise<
		Array<{ packageName: string; installedVersion: string; failedLoading?: boolean }>
	> {
		return await this.session.call({ path: '/community-packages' });
	}

	async createCredential(draft: CredentialDraft): Promise<Credential> {
		return await this.session.call({ method: 'POST', path: '/credentials', body: draft });
	}

	async getCredential(id: string): Promise<Credential & { data: ICredentialDataDecryptedObject }> {
		const query = { includeData: 'true' };
		return await this.session.call({ path: `/credentials/${encodeURIComponent(id)}`, query });
	}

	async listCredentials(): Promise<Credential[]> {
		return await this.session.call({ path: '/credentials' });
	}

	/** Changes the given fields and keeps the others, connected OAuth tokens included. */
	async updateCredential(id: string, data: ICredentialDataDecryptedObject): Promise<Credential> {
		const { name, type, data: before } = await this.getCredential(id);
		const body = { name, type, data: { ...before, ...data } };
		const path = `/credentials/${encodeURIComponent(id)}`;
		return await this.session.call({ method: 'PATCH', path, body });
	}

	async deleteCredential(id: string): Promise<void> {
		const path = `/credentials/${encodeURIComponent(id)}`;
		await this.session.call({ method: 'DELETE', path });
	}

	/** What the button "Test" of the credential's dialog does. */
	async testCredential(id: string): Promise<CredentialTest> {
		const { name, type, data } = await this.getCredential(id);
		const body = { credentials: { id, name, type, data } };
		return await this.session.call({ method: 'POST', path: '/credentials/test', body });
	}

	async createWorkflow(draft: WorkflowDraft): Promise<Workflow> {
		// n8n 1.x does not fill in `active`; 2.x ignores it.
		const body = { active: false, settings: {}, ...draft };
		return await this.session.call({ method: 'POST', path: '/workflows', body });
	}

	async getWorkflow(id: string): Promise<Workflow> {
		return await this.session.call({ path: `/workflows/${encodeURIComponent(id)}` });
	}

	/** Saves a draft; an active workflow runs it after the next `activate`. */
	async updateWorkflow(id: string, changes: Partial<WorkflowDraft>): Promise<Workflow> {
		const path = `/workflows/${encodeURIComponent(id)}`;
		return await this.session.call({ method: 'PATCH', path, body: changes });
	}

	async deleteWorkflow(id: string): Promise<void> {
		const path = `/workflows/${encodeURIComponent(id)}`;
		// n8n deletes archived workflows only.
		await this.session.call({ method: 'POST', path: `${path}/archive`, body: {} });
		await this.session.call({ method: 'DELETE', path });
	}

	/**
	 * Activates (publishes) the workflow as last saved, and waits until its triggers run.
	 * @throws ActivationError with what the triggers said, N8nApiError when n8n refuses at once
	 */
	async activate(id: string): Promise<Workflow> {
		const { versionId } = await this.getWorkflow(id);
		const path = `/workflows/${encodeURIComponent(id)}/activate`;
		const call = { method: 'POST', path, body: { versionId } } as const;
		const activated = await this.session.call<Workflow>(call);
		const { status, triggers } = await publicationSettled(this.session, id);
		if (status === 'failed' || status === 'partial') throw new ActivationError(id, triggers);
		return activated;
	}

	/** Deactivates (unpublishes) the workflow, and waits until its triggers have stopped. */
	async deactivate(id: string): Promise<Workflow> {
		const path = `/workflows/${encodeURIComponent(id)}/deactivate`;
		const deactivated = await this.session.call<Workflow>({ method: 'POST', path, body: {} });
		await publicationSettled(this.session, id);
		return deactivated;
	}

	/**
	 * Starts a workflow by hand.
	 * @returns the execution's id
	 * @throws Error when n8n waits for a test webhook instead: use `listenForTestEvent` for that
	 */
	async run(id: string, options: RunOptions = {}): Promise<string> {
		const started = await this.startByHand(id, options);
		if (started.executionId === undefined) {
			throw new Error(`Workflow ${id} waits for a test event instead of running`);
		}
		return started.executionId;
	}

	/** Starts a workflow by hand and waits for its end. */
	async runToEnd(id: string, options: RunOptions = {}): Promise<Execution> {
		return await this.waitForExecution(await this.run(id, options));
	}

	/** What "Listen for test event" does: n8n registers the test webhook and waits for one event. */
	async listenForTestEvent(id: string, trigger: string): Promise<void> {
		const { waitingForWebhook } = await this.startByHand(id, { trigger });
		if (!waitingForWebhook) throw new Error(`Workflow ${id} ran instead of waiting for an event`);
	}

	/** Newest first. */
	async listExecutions(filter: ExecutionFilter = {}): Promise<ExecutionSummary[]> {
		return (await this.findExecutions(filter)).results;
	}

	/** How many executions there are, beyond any limit. */
	async countExecutions(filter: Omit<ExecutionFilter, 'limit'> = {}): Promise<number> {
		return (await this.findExecutions({ ...filter, limit: 1 })).count;
	}

	async getExecution(id: string): Promise<Execution> {
		const path = `/executions/${encodeURIComponent(id)}`;
		const stored = await this.session.call<ExecutionSummary & { data: string }>({ path });
		return { ...stored, data: readData(stored.data) };
	}

	/**
	 * Waits until an execution has ended, in whatever status.
	 * @throws Error after `timeoutMs`
	 */
	async waitForExecution(id: string, timeoutMs = EXECUTION_MS): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		let endedAt: number | undefined;
		for (;;) {
			const execution = await this.getExecution(id).catch(ignoreNotFound);
			if (execution && FINAL_STATUSES.has(execution.status)) {
				endedAt ??= Date.now();
				if (hasOutcome(execution) || Date.now() > endedAt + DATA_LAG_MS) return execution;
			}
			if (Date.now() > deadline) {
				const status = execution?.status ?? 'not found';
				throw new Error(`Execution ${id} did not end in ${timeoutMs} ms (status: ${status})`);
			}
			await delay(POLL_MS);
		}
	}

	/**
	 * Waits until a workflow has at least `count` ended executions.
	 * @returns the newest `count` of them, newest first
	 */
	async waitForExecutions(
		workflowId: string,
		count: number,
		timeoutMs = EXECUTION_MS,
	): Promise<ExecutionSummary[]> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const status = [...FINAL_STATUSES];
			const found = await this.findExecutions({ workflowId, status, limit: count });
			if (found.count >= count) return found.results;
			if (Date.now() > deadline) {
				throw new Error(
					`Workflow ${workflowId} has ${found.count} ended executions, not ${count}, after ${timeoutMs} ms`,
				);
			}
			await delay(POLL_MS);
		}
	}

	/** Waits until n8n serves a production webhook, which it does some time after activation. */
	async waitForWebhook(url: string, method = 'POST', timeoutMs = APPEAR_MS): Promise<void> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			// A preflight names the methods registered at a path and starts nothing.
			const preflight = await fetch(url, {
				method: 'OPTIONS',
				headers: { origin: this.session.baseUrl, 'access-control-request-method': method },
			});
			const methods = preflight.headers.get('access-control-allow-methods') ?? '';
			if (methods.split(/, */).includes(method)) return;
			if (Date.now() > deadline) throw new Error(`No webhook for ${method} at ${url}`);
			await delay(POLL_MS);
		}
	}

	/** Production address of a webhook node. Its node must carry a `webhookId`. */
	webhookUrl(webhookId: string, path = 'webhook'): string {
		return `${this.session.baseUrl}/webhook/${webhookId}/${path}`;
	}

	private async startByHand(
		id: string,
		options: RunOptions,
	): Promise<{ executionId?: string; waitingForWebhook?: boolean }> {
		const workflowData = await this.getWorkflow(id);
		const trigger = options.trigger ?? manualTriggerOf(workflowData);
		const body = {
			// n8n 1.x runs what it is handed; 2.x runs what it has stored.
			workflowData,
			...(trigger !== undefined && { triggerToStartFrom: { name: trigger } }),
			...(options.destination && {
				destinationNode: { nodeName: options.destination, mode: 'inclusive' },
			}),
		};
		const path = `/workflows/${encodeURIComponent(id)}/run`;
		return await this.session.call({ method: 'POST', path, body });
	}

	private async findExecutions(
		filter: ExecutionFilter,
	): Promise<{ count: number; results: ExecutionSummary[] }> {
		const { limit = 100, ...conditions } = filter;
		const query = { filter: JSON.stringify(conditions), limit: String(limit) };
		return await this.session.call({ path: '/executions', query });
	}
}

/** Says what ran or what stopped it, or is of a kind that need not. */
function hasOutcome({ status, data }: Execution): boolean {
	if (status !== 'success' && status !== 'error') return true;
	const { runData, error } = data.resultData;
	return error !== undefined || Object.keys(runData).length > 0;
}

function manualTriggerOf({ nodes }: Workflow): string | undefined {
	return nodes.find((node) => node.type === 'n8n-nodes-base.manualTrigger')?.name;
}

/** An execution that waits for its turn has no data yet, stored as an empty array. */
function readData(stored: string): Execution['data'] {
	const empty = { resultData: { runData: {} } };
	return (stored === '[]' ? empty : parseFlatted(stored)) as Execution['data'];
}

async function untilFound(attempt: () => Promise<void>): Promise<void> {
	const deadline = Date.now() + APPEAR_MS;
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			const notYet = error instanceof N8nApiError && error.status === 404;
			if (!notYet || Date.now() > deadline) throw error;
		}
		await delay(POLL_MS);
	}
}
