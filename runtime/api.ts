/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import type { Execution } from './execution';
import { ExecutionsApi } from './executionsApi';
import { APPEAR_MS, POLL_MS } from './polling';
import type { RunOptions, Workflow } from './restTypes';

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

/**
 * n8n's REST interface, as its own editor uses it (cookie session). Not the public API: see `createApiKey`.
 * One class for its callers; each class that it builds on adds one part, in a file of its own.
 */
export class N8nApi extends ExecutionsApi {
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
}

function manualTriggerOf({ nodes }: Workflow): string | undefined {
	return nodes.find((node) => node.type === 'n8n-nodes-base.manualTrigger')?.name;
}
