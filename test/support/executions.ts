import type { ExecutionStatus } from 'n8n-workflow';
import { waitFor } from '../../runtime/polling';

/** Longer than any single execution in these tests takes, also on a busy machine. */
const STUCK_MS = 20_000;
const POLL_MS = 250;

/** A row of n8n's table of executions. */
export interface StoredExecution {
	id: number;
	status: ExecutionStatus;
	/** Milliseconds since the epoch. */
	createdAt: number;
	/** The first unique ID (`evt-…`) in its data, which begins with the trigger's item; empty once it has ended at the trigger. */
	eventId: string;
	/** True where the node that was asked for ran. */
	ran: boolean;
}

/**
 * Counts what n8n has executed, in its own tables on SQLite or Postgres: its REST interface shows executions a
 * hundred at a time.
 */
export class Executions {
	/** @param of the executions of a workflow, oldest first, with whether a node ran in each */
	constructor(readonly of: (workflowId: string, node?: string) => Promise<StoredExecution[]>) {}

	async count(workflowId: string): Promise<number> {
		return (await this.of(workflowId)).length;
	}

	async statuses(workflowId: string): Promise<Record<string, number>> {
		const counts: Record<string, number> = {};
		for (const { status } of await this.of(workflowId)) counts[status] = (counts[status] ?? 0) + 1;
		return counts;
	}

	/** How many executions each event started in which a node ran, by the ID in its payload. */
	async perEvent(workflowId: string, node: string): Promise<Map<string, number>> {
		const counts = new Map<string, number>();
		for (const { eventId, ran } of await this.of(workflowId, node)) {
			if (ran) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
		}
		return counts;
	}

	/**
	 * Waits until the workflow's executions have ended, or until nothing moves any more: the process
	 * that stored an execution may have been killed before it put the job into the queue.
	 * @param stuckMs how long nothing must have moved
	 * @returns how many have which status
	 */
	async settled(workflowId: string, stuckMs = STUCK_MS): Promise<Record<string, number>> {
		let last = '';
		let changedAt = Date.now();
		const settled = async () => {
			const counts = await this.statuses(workflowId);
			if (!counts.new && !counts.running && !counts.waiting) return counts;
			const now = JSON.stringify(counts);
			if (now !== last) changedAt = Date.now();
			last = now;
			return Date.now() - changedAt > stuckMs ? counts : undefined;
		};
		return await waitFor('executions to settle', settled, {
			timeoutMs: Infinity,
			intervalMs: POLL_MS,
		});
	}
}
