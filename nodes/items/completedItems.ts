import { BoundedMap } from '../utils/boundedMap';
import type { OperationResult } from './items';

/** What the items of a run have put out, by their index. */
export type CompletedItems = Map<number, OperationResult>;

/** Runs that failed and may be tried again, by `retryKey`. */
const runs = new BoundedMap<string, CompletedItems>(100);

/**
 * What earlier tries of a run have done, to be added to: what was written is not written again.
 *
 * @param key see `retryKey`; undefined for a run that is not tried again
 */
export function completedItems(key: string | undefined): CompletedItems {
	const completed: CompletedItems = (key !== undefined && runs.get(key)) || new Map();
	if (key !== undefined) runs.set(key, completed);
	return completed;
}

/** Nothing of the run failed, so there is no further try. */
export function forgetCompleted(key: string | undefined): void {
	if (key !== undefined) runs.delete(key);
}
