/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

import { FINAL_STATUSES, parseExecutionData } from './execution';
import type { Execution, ExecutionSummary } from './execution';
import { ignoreNotFound } from './http';
import { POLL_MS } from './polling';
import type { ExecutionFilter } from './restTypes';
import { WorkflowsApi } from './workflowsApi';

const EXECUTION_MS = 60_000;

/** n8n 1.x saves an execution's status a moment before its data. */
const DATA_LAG_MS = 2_000;

/** Executions: listed, read and waited for. */
export class ExecutionsApi extends WorkflowsApi {
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
		return { ...stored, data: parseExecutionData(stored.data) };
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
