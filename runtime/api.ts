import { parse } from 'flatted';
import type {
	ICredentialDataDecryptedObject,
	IConnections,
	INode,
	INodeTypeDescription,
	IRunExecutionData,
} from 'n8n-workflow';
import { randomBytes } from 'node:crypto';

import {
	FINAL_STATUSES,
	type Execution,
	type ExecutionFilter,
	type ExecutionSummary,
} from './execution';
import { ignoreNotFound, ignoreUnreadable, Session } from './http';
import { waitFor } from './polling';

export type Owner = Awaited<ReturnType<N8nApi['setUpOwner']>>;

export interface CredentialDraft {
	name: string;
	/** e.g. `platformOAuth2Api` */
	type: string;
	data: ICredentialDataDecryptedObject;
}

export interface Credential extends Omit<CredentialDraft, 'data'> {
	id: string;
}

/** A workflow as the editor exports it. */
export interface WorkflowDraft {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: unknown;
}

export interface Workflow extends WorkflowDraft {
	id: string;
	active: boolean;
	versionId: string;
}

const EXECUTION_MS = 60_000;

/** The first n8n 2 saves an execution's status a moment before its data. */
const DATA_LAG_MS = 2_000;

/** n8n gives up a publication after its lease of a minute. */
const PUBLICATION_MS = 70_000;

interface Publication {
	status: 'failed' | 'in_progress' | 'not_published' | 'partial' | 'published';
	triggers: Array<{ errorMessage: string | null }>;
}

const pathTo = (kind: 'credentials' | 'executions' | 'workflows', id: string) =>
	`/${kind}/${encodeURIComponent(id)}`;

/** n8n's REST interface, as its own editor uses it (cookie session). Not the public API: see `createApiKey`. */
export class N8nApi extends Session {
	/** Makes the first user of a fresh n8n and logs in as it. Waits until n8n has finished booting. */
	async setUpOwner() {
		// n8n asks for 8 to 64 characters with a digit and a capital.
		const password = `A1${randomBytes(12).toString('base64url')}`;
		const owner = { email: 'owner@example.com', password, firstName: 'Demo', lastName: 'Owner' };
		await this.postOnceServed('/owner/setup', owner);
		await this.login(owner);
		return owner;
	}

	async login({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.postOnceServed('/login', { emailOrLdapLoginId: email, password });
	}

	/**
	 * A key for n8n's public API (`/api/v1`, header `X-N8N-API-KEY`), without expiry.
	 * @param scopes e.g. `['credential:delete']`
	 */
	async createApiKey(label: string, scopes: readonly string[]): Promise<string> {
		const body = { label, scopes, expiresAt: null };
		return (await this.post<{ rawApiKey: string }>('/api-keys', body)).rawApiKey;
	}

	async createCredential(draft: CredentialDraft): Promise<Credential> {
		return await this.post('/credentials', draft);
	}

	async listCredentials(): Promise<Credential[]> {
		return await this.call({ path: '/credentials' });
	}

	async deleteCredential(id: string): Promise<void> {
		await this.call({ method: 'DELETE', path: pathTo('credentials', id) });
	}

	/** Does what the button "Test" of the credential's dialog does. */
	async testCredential(id: string): Promise<{ status: 'OK' | 'Error'; message: string }> {
		// With placeholders in place of secrets, which n8n knows again.
		const query = { includeData: 'true' };
		const { name, type, data } = await this.call<CredentialDraft>({
			path: pathTo('credentials', id),
			query,
		});
		return await this.post('/credentials/test', { credentials: { id, name, type, data } });
	}

	/** What the editor knows of a node's type; a tool made of a node has one of its own. */
	async getNodeType({ type, typeVersion }: INode): Promise<INodeTypeDescription | undefined> {
		// n8n makes the tools of nodes by itself, and describes them under the names of the nodes alone.
		const name = /^n8n-nodes-/.test(type) ? type.replace(/(Hitl)?Tool$/, '') : type;
		const nodeInfos = [{ name, version: typeVersion }];
		const [description] = await this.post<INodeTypeDescription[]>('/node-types', { nodeInfos });
		return description;
	}

	/**
	 * A data table of the owner's, with a text column for each field of its rows, in place of one with this name.
	 * @returns what inserts further rows
	 */
	async createDataTable(
		name: string,
		rows: Array<Record<string, string>>,
	): Promise<(data: typeof rows) => Promise<unknown>> {
		const { id: projectId } = await this.call<{ id: string }>({
			path: '/projects/personal',
		});
		const columns = Object.keys(rows[0]).map((column) => ({ name: column, type: 'string' }));
		const tables = `/projects/${projectId}/data-tables`;
		const { data: before } = await this.call<{ data: Array<{ id: string; name: string }> }>({
			path: tables,
		});
		for (const table of before) {
			if (table.name === name) await this.call({ method: 'DELETE', path: `${tables}/${table.id}` });
		}
		const { id } = await this.post<{ id: string }>(tables, { name, columns });
		const insert = async (data: typeof rows) => await this.post(`${tables}/${id}/insert`, { data });
		await insert(rows);
		return insert;
	}

	async createWorkflow(draft: WorkflowDraft): Promise<Workflow> {
		// n8n 2.0 does not fill in `active`; later versions ignore it.
		return await this.post('/workflows', { active: false, settings: {}, ...draft });
	}

	async listWorkflows(): Promise<Workflow[]> {
		return await this.call({ path: '/workflows' });
	}

	async getWorkflow(id: string): Promise<Workflow> {
		return await this.call({ path: pathTo('workflows', id) });
	}

	/** Saves a draft; an active workflow runs it after the next `activate`. */
	async updateWorkflow(id: string, body: Partial<WorkflowDraft>): Promise<Workflow> {
		return await this.call({ method: 'PATCH', path: pathTo('workflows', id), body });
	}

	/**
	 * Activates (publishes) the workflow as last saved, and waits until its triggers run.
	 * @throws Error with what the triggers said
	 */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.post(`${pathTo('workflows', id)}/activate`, { versionId });
		const { status, triggers } = await this.publicationSettled(id);
		if (status !== 'failed' && status !== 'partial') return;
		throw new Error(
			`Workflow ${id} was not activated: ${triggers.map(({ errorMessage }) => errorMessage).join('; ')}`,
		);
	}

	/** Deactivates (unpublishes) the workflow, and waits until its triggers have stopped. */
	async deactivate(id: string): Promise<void> {
		await this.post(`${pathTo('workflows', id)}/deactivate`);
		await this.publicationSettled(id);
	}

	/** Waits until n8n serves a production webhook, which it does some time after activation. */
	async waitForWebhook(url: string, method = 'POST'): Promise<void> {
		const isServed = async () => {
			// A preflight names the methods registered at a path and starts nothing.
			const preflight = await fetch(url, {
				method: 'OPTIONS',
				headers: { origin: this.baseUrl, 'access-control-request-method': method },
			});
			const methods = preflight.headers.get('access-control-allow-methods') ?? '';
			return methods.split(/, */).includes(method);
		};
		await waitFor(`a webhook for ${method} at ${url}`, isServed);
	}

	/** Production address of a webhook node. Its node must carry a `webhookId`. */
	webhookUrl(webhookId: string): string {
		return `${this.baseUrl}/webhook/${webhookId}/webhook`;
	}

	/**
	 * Starts a workflow by hand.
	 * @param options `trigger`: where to start; default: the workflow's manualTrigger
	 * @returns the execution's id
	 * @throws Error when n8n waits for a test webhook instead: use `listenForTestEvent` for that
	 */
	async run(id: string, { trigger }: { trigger?: string } = {}): Promise<string> {
		const { executionId } = await this.startByHand(id, trigger);
		if (executionId !== undefined) return executionId;
		throw new Error(`Workflow ${id} waits for a test event instead of running`);
	}

	async runToEnd(...given: Parameters<N8nApi['run']>): Promise<Execution> {
		return await this.waitForExecution(await this.run(...given));
	}

	/** Listens for a test event, as the editor does: n8n registers the test webhook and waits for one event. */
	async listenForTestEvent(id: string, trigger: string): Promise<void> {
		const { waitingForWebhook } = await this.startByHand(id, trigger);
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

	/** Does what *Retry* does in the list of executions, with the workflow as it was. @returns the new execution's ID */
	async retryExecution(id: string): Promise<string> {
		const path = `${pathTo('executions', id)}/retry`;
		return (await this.post<{ id: string }>(path, { loadWorkflow: false })).id;
	}

	async getExecution(id: string): Promise<Execution> {
		const stored = await this.call<ExecutionSummary & { data: string }>({
			path: pathTo('executions', id),
		});
		// Flattened, each shared value once. A queued execution has none yet, stored as an empty array.
		const data: unknown =
			stored.data === '[]' ? { resultData: { runData: {} } } : parse(stored.data);
		return { ...stored, data: data as IRunExecutionData };
	}

	/** Waits until an execution has ended, in whatever status. */
	async waitForExecution(id: string, timeoutMs = EXECUTION_MS): Promise<Execution> {
		let endedAt = Infinity;
		let status: string = 'not found';
		const ended = async () => {
			const execution = await this.getExecution(id).catch(ignoreUnreadable);
			if (!execution) return undefined;
			({ status } = execution);
			if (!FINAL_STATUSES.has(execution.status)) return undefined;
			endedAt = Math.min(endedAt, Date.now());
			return hasOutcome(execution) || Date.now() > endedAt + DATA_LAG_MS ? execution : undefined;
		};
		return await waitFor(() => `the end of execution ${id} (status: ${status})`, ended, {
			timeoutMs,
		});
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
		let found = 0;
		const enough = async () => {
			const status = [...FINAL_STATUSES];
			const ended = await this.listExecutions({ workflowId, status, limit: count });
			// n8n counts in another query than the one that reads the rows.
			found = ended.length;
			return found >= count && ended;
		};
		const what = () => `${count} ended executions of workflow ${workflowId}, which has ${found}`;
		return await waitFor(what, enough, { timeoutMs });
	}

	/** Waits until triggers have started or stopped. The first n8n 2 do that before they respond, and have no such status. */
	private async publicationSettled(id: string): Promise<Publication> {
		const settled = async (): Promise<Publication | undefined> => {
			const path = `${pathTo('workflows', id)}/publication-status`;
			const publication = await this.call<Publication>({ path }).catch(ignoreNotFound);
			if (publication === undefined) return { status: 'published', triggers: [] };
			return publication.status === 'in_progress' ? undefined : publication;
		};
		return await waitFor(`the triggers of workflow ${id}`, settled, { timeoutMs: PUBLICATION_MS });
	}

	private async post<T>(path: string, body: unknown = {}): Promise<T> {
		return await this.call({ method: 'POST', path, body });
	}

	/** n8n responds with 404 until it has booted. */
	private async postOnceServed(path: string, body: unknown): Promise<void> {
		const attempt = async () =>
			await this.post(path, body).then(
				() => true,
				(failure: unknown) => ignoreNotFound(failure),
			);
		await waitFor(`n8n to serve ${path}`, attempt);
	}

	private async startByHand(
		id: string,
		trigger?: string,
	): Promise<{ executionId?: string; waitingForWebhook?: boolean }> {
		const workflowData = await this.getWorkflow(id);
		const isManual = ({ type }: { type: string }) => type === 'n8n-nodes-base.manualTrigger';
		const name = trigger ?? workflowData.nodes.find(isManual)?.name;
		return await this.post(`${pathTo('workflows', id)}/run`, {
			workflowData,
			...(name !== undefined && { triggerToStartFrom: { name } }),
		});
	}

	private async findExecutions({
		limit = 100,
		...conditions
	}: ExecutionFilter): Promise<{ count: number; results: ExecutionSummary[] }> {
		const query = { filter: JSON.stringify(conditions), limit: String(limit) };
		return await this.call({ path: '/executions', query });
	}
}

/** Says what ran or what stopped it, or is of a kind that need not. */
function hasOutcome({ status, data }: Execution): boolean {
	if (status !== 'success' && status !== 'error') return true;
	const { runData, error } = data.resultData;
	return error !== undefined || Object.keys(runData).length > 0;
}
