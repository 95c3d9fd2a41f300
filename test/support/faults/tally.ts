import type { StoredExecution } from '../executions';
import type { Ledger } from './ledger';

/** What became of events. Each should have run once: the node behind the trigger counts. */
export type Tally = ReturnType<typeof tally>;

/** @param executions of these events, all of which have ended */
export function tally(
	events: readonly string[],
	ledger: Ledger,
	executions: readonly StoredExecution[],
) {
	const started = new Set(executions.map(({ eventId }) => eventId));
	const silent = events.filter((event) => ledger.runs(event) === 0);
	return {
		events: events.length,
		once: events.filter((event) => ledger.runs(event) === 1).length,
		/** Without a run and without an execution. */
		lost: silent.filter((event) => !started.has(event)),
		/** Without a run, whose execution was cut off before the node behind the trigger. */
		never: silent.filter((event) => started.has(event)),
		twice: events.filter((event) => ledger.runs(event) > 1),
		/** Executions beyond one for each event, but for those that ended at the trigger. */
		further: executions.length - started.size,
	};
}

/** What a tally says when each event has run once, but for the executions that repeats leave. */
export function onceEach(events: readonly string[]): Omit<Tally, 'further'> {
	return { events: events.length, once: events.length, lost: [], never: [], twice: [] };
}

/** One line, e.g. "200 events: 197 ran once, 3 twice". */
export function tallyText({ events, once, lost, never, twice, further }: Tally): string {
	const parts = [
		`${once} ran once`,
		`${lost.length} were lost`,
		`${never.length} never ran`,
		`${twice.length} ran twice`,
	].filter((part, index) => index === 0 || !part.startsWith('0 '));
	const repeats = further > 0 ? `; ${further} further executions` : '';
	return `${events} events: ${parts.join(', ')}${repeats}`;
}
