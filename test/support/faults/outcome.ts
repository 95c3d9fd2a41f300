import type { Sandbox } from '../../../sandbox/createSandbox';
import type { StoredExecution } from '../executions';

/** The fate of events. Each should have run once: the node behind the trigger counts. @param executions of these events, all of which have ended */
export function outcomeOf(
	events: readonly string[],
	runsOf: (event: string) => number,
	executions: readonly StoredExecution[],
) {
	const started = new Set(executions.map(({ eventId }) => eventId));
	const silent = events.filter((event) => runsOf(event) === 0);
	return {
		once: events.filter((event) => runsOf(event) === 1).length,
		/** Without a run and without an execution. */
		lost: silent.filter((event) => !started.has(event)),
		/** Without a run, whose execution was cut off before the node behind the trigger. */
		never: silent.filter((event) => started.has(event)),
		twice: events.filter((event) => runsOf(event) > 1),
		/** Executions beyond one for each event, but for those that ended at the trigger. */
		further: executions.length - started.size,
	};
}

export type Delivery = ReturnType<Sandbox['deliveries']>[number];
