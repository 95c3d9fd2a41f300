import type { OperationResult } from './items';

/** What the items of a run have put out, by their index. */
export type Done = Map<number, OperationResult>;

/** Runs that failed and may be tried again, by `retriedRun`. Oldest first. */
const runs = new Map<string | undefined, Done>();
const MAX_RUNS = 100;

/**
 * What earlier tries of a run have done, to be added to: what was written is not written again.
 *
 * @param run see `retriedRun`; undefined for a run that is not tried again
 */
export function doneInTries(run: string | undefined): Done {
	const done: Done = runs.get(run) ?? new Map();
	if (run === undefined) return done;
	runs.delete(run);
	runs.set(run, done);
	const [oldest] = runs.keys();
	if (runs.size > MAX_RUNS) runs.delete(oldest);
	return done;
}

/** Nothing of the run failed, so there is no further try. */
export function forgetTries(run: string | undefined): void {
	runs.delete(run);
}
