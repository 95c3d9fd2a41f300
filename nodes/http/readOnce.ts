import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { mayWorkLater } from './explain';

/** Calls `load` for the first call with a key, and returns its outcome to all others. */
export type ReadOnce = <T>(key: string, load: () => Promise<T>) => Promise<T>;

/** True for an error that the next request would meet, too: a refusal, and no failure that may pass. */
function isLasting(error: unknown): boolean {
	const isExplained = error instanceof NodeOperationError || error instanceof NodeApiError;
	return isExplained && !mayWorkLater(error);
}

/**
 * Makes a function that the items of a run share, so that items which ask for the same thing cause one request. A refusal
 * is shared, too; after a failure that may pass, the next item asks again.
 */
export function createReadOnce(): ReadOnce {
	const outcomes = new Map<string, Promise<unknown>>();

	async function readOnce<T>(key: string, load: () => Promise<T>): Promise<T> {
		const outcome = (outcomes.get(key) as Promise<T> | undefined) ?? load();
		outcomes.set(key, outcome);
		return await outcome.catch(async (error: unknown) => {
			if (!isLasting(error)) outcomes.delete(key);
			return await Promise.reject(error);
		});
	}

	return readOnce;
}
