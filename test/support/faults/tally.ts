import type { StoredExecution } from './database';

export interface Tally {
	events: number;
	executions: number;
	/** Events without an execution. */
	lost: string[];
	/** Events with several executions. */
	repeated: string[];
}

/** What became of events: each should have one execution. */
export function tally(events: readonly string[], executions: readonly StoredExecution[]): Tally {
	const byEvent = groupByEvent(executions);
	const count = (event: string) => byEvent.get(event)?.length ?? 0;
	return {
		events: events.length,
		executions: executions.length,
		lost: events.filter((event) => count(event) === 0),
		repeated: events.filter((event) => count(event) > 1),
	};
}

/** What `tally` answers when each event has exactly one execution. */
export function onceEach(events: readonly string[]): Tally {
	return { events: events.length, executions: events.length, lost: [], repeated: [] };
}

export function groupByEvent(executions: readonly StoredExecution[]): Map<string, StoredExecution[]> {
	const groups = new Map<string, StoredExecution[]>();
	for (const execution of executions) {
		groups.set(execution.eventId, [...(groups.get(execution.eventId) ?? []), execution]);
	}
	return groups;
}

/** One line for the figures, e.g. "200 events, 203 executions, 0 lost, 3 repeated". */
export function tallyText({ events, executions, lost, repeated }: Tally): string {
	return `${events} events, ${executions} executions, ${lost.length} lost, ${repeated.length} repeated`;
}
