import { waitFor } from '../../../runtime/polling';
import type { Postgres } from './postgres';

/** Longer than any single execution in these tests takes, also on a busy machine. */
const STUCK_MS = 20_000;

/**
 * Reads n8n's tables: n8n's own REST interface pages through executions a hundred at a time, and the
 * figures here are about thousands.
 */
export class Executions {
	constructor(private readonly postgres: Postgres) {}

	async statuses(workflowId: string): Promise<Record<string, number>> {
		const rows = await this.postgres.query(
			`SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' GROUP BY 1`,
		);
		return Object.fromEntries(rows.map((row) => row.split('|')).map(([s, n]) => [s, Number(n)]));
	}

	async count(workflowId: string): Promise<number> {
		const counts = await this.statuses(workflowId);
		return Object.values(counts).reduce((sum, count) => sum + count, 0);
	}

	/**
	 * How many executions each event started, by the id in its payload (`evt-…`).
	 * @param ranNode counts only executions in which a node of this name ran
	 */
	async perEvent(workflowId: string, ranNode?: string): Promise<Map<string, number>> {
		const rows = await this.postgres.query(
			`SELECT substring(d.data from '"(evt-[^"]+)"'), count(*)
			FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
			WHERE e."workflowId" = '${workflowId}'
			${ranNode === undefined ? '' : `AND d.data LIKE '%"${ranNode}":"%'`}
			GROUP BY 1`,
		);
		return new Map(rows.map((row) => row.split('|')).map(([id, n]) => [id, Number(n)]));
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
		return await waitFor('executions to settle', settled, { timeoutMs: Infinity, intervalMs: 250 });
	}
}

/** Executions beyond the first of each event. */
export function repeats(perEvent: ReadonlyMap<string, number>): number {
	return [...perEvent.values()].reduce((sum, count) => sum + count - 1, 0);
}
