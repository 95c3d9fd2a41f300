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

/** When each event has run once, but for the executions that repeats leave. */
export function onceEach(events: readonly string[]): Omit<Outcome, 'further'> {
	return { events: events.length, once: events.length, lost: [], never: [], twice: [] };
}

/** One line, e.g. "200 events: 197 ran once, 3 twice". */
export function outcomeText({ events, once, lost, never, twice, further }: Outcome): string {
	return `${events} events: ${once} ran once, ${lost.length} were lost, ${never.length} never ran, ${twice.length} ran twice; ${further} further executions`;
}

/** A SIGKILL of n8n: it was alive at `from`, and dead at `to` (milliseconds since the epoch). */
export interface Kill {
	from: number;
	to: number;
}

export type Delivery = ReturnType<Sandbox['control']['deliveries']>[number];

/** How many attempts waited for a response while n8n was killed. */
export function cutOffBy(kills: readonly Kill[], deliveries: readonly Delivery[]): number {
	const attempts = deliveries
		.flatMap((delivery) => delivery.attempts)
		.filter(({ status }) => status === undefined);
	const isCutOff = ({ from, to }: Kill, begun: number, durationMs: number) =>
		begun <= to && begun + durationMs >= from;
	return kills.flatMap((kill) =>
		attempts.filter(({ at, durationMs }) => isCutOff(kill, Date.parse(at), durationMs)),
	).length;
}

/**
 * What is not documented, one line an event: an event never runs only if n8n died in its execution, which
 * then stands as crashed in the list; no event is lost, and none runs twice.
 */
export function unexplained(
	{ lost, never, twice }: Outcome,
	executions: readonly StoredExecution[],
	kills: readonly Kill[],
): string[] {
	const crashed = executions.filter(
		({ status, createdAt }) => status === 'crashed' && kills.some(({ to }) => createdAt <= to),
	);
	const crashedEvents = new Set(crashed.map(({ eventId }) => eventId));
	return [
		...lost.map((event) => `${event} was lost`),
		...never.filter((event) => !crashedEvents.has(event)).map((event) => `${event} never ran`),
		...twice.map((event) => `${event} ran more than once`),
	];
}
