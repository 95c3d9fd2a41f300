import type { Sandbox } from '../../../sandbox/createSandbox';
import type { StoredExecution } from '../executions';

/** The fate of events. Each should have run once: the node behind the trigger counts. */
export type Outcome = ReturnType<typeof outcomeOf>;

/** @param executions of these events, all of which have ended */
export function outcomeOf(
	events: readonly string[],
	runsOf: (event: string) => number,
	executions: readonly StoredExecution[],
) {
	const started = new Set(executions.map(({ eventId }) => eventId));
	const silent = events.filter((event) => runsOf(event) === 0);
	return {
		events: events.length,
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

/** One line, e.g. "200 events: 197 ran once, 3 twice". */
export function outcomeText({ events, once, lost, never, twice, further }: Outcome): string {
	return `${events} events: ${once} ran once, ${lost.length} were lost, ${never.length} never ran, ${twice.length} ran twice; ${further} further executions`;
}

export type Delivery = ReturnType<Sandbox['control']['deliveries']>[number];

/**
 * What is not documented, one line an event: an event never runs only if n8n died in its execution, which
 * then stands as crashed in the list; no event is lost, and none runs twice.
 *
 * @param killed when n8n was killed last, in milliseconds since the epoch
 */
export function unexplained(
	{ lost, never, twice }: Outcome,
	executions: readonly StoredExecution[],
	killed: number,
): string[] {
	const crashed = executions.filter(
		({ status, createdAt }) => status === 'crashed' && createdAt <= killed,
	);
	const crashedEvents = new Set(crashed.map(({ eventId }) => eventId));
	return [
		...lost.map((event) => `${event} was lost`),
		...never.filter((event) => !crashedEvents.has(event)).map((event) => `${event} never ran`),
		...twice.map((event) => `${event} ran more than once`),
	];
}
