import type { StoredExecution } from './database';
import type { Delivery, FaultStage } from './faultStage';

/** A SIGKILL of n8n: it was alive at `from`, and dead at `to` (milliseconds since the epoch). */
export interface Kill {
	from: number;
	to: number;
	/** Deliveries that were waiting for n8n's answer. */
	cutOff: number;
}

/** An attempt that waited for an answer while n8n was killed. */
function isCutOff({ at, durationMs, status }: Delivery['attempts'][number], kill: Kill): boolean {
	const begun = Date.parse(at);
	return status === undefined && begun <= kill.to && begun + durationMs >= kill.from;
}

export async function killN8n({ n8n, sandbox }: FaultStage): Promise<Kill> {
	const from = Date.now();
	await n8n.kill();
	const kill = { from, to: Date.now(), cutOff: 0 };
	const attempts = sandbox.control.deliveries().flatMap((delivery) => delivery.attempts);
	return { ...kill, cutOff: attempts.filter((attempt) => isCutOff(attempt, kill)).length };
}

/**
 * Whether an event was started several times only because n8n died in the middle of its start:
 * between each execution and the next lies a kill, at which the event's delivery waited for its
 * answer. n8n had then written the execution, and not yet the static data with which the trigger
 * recognises the event.
 *
 * @param executions of one event, oldest first
 * @param deliveries of the same event
 */
export function explainedByKill(
	executions: readonly StoredExecution[],
	deliveries: readonly Delivery[],
	kills: readonly Kill[],
): boolean {
	return executions.slice(1).every((later, i) =>
		kills.some(
			(kill) =>
				executions[i].createdAt <= kill.to &&
				later.createdAt >= kill.from &&
				deliveries.some(({ attempts }) => attempts.some((attempt) => isCutOff(attempt, kill))),
		),
	);
}
