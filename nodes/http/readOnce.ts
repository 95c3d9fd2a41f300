import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { mayWorkLater } from './explain';

/**
 * Makes a function that items of a run share: it gives the outcome of the first call with the key, also a refusal, but not
 * what may pass, as other errors than n8n's may. So items that ask for the same thing cause one request.
 */
export function createReadOnce() {
	const outcomes = new Map<string, Promise<unknown>>();
	return async <T>(key: string, load: () => Promise<T>): Promise<T> => {
		const outcome = (outcomes.get(key) as Promise<T> | undefined) ?? load();
		outcomes.set(key, outcome);
		return await outcome.catch(async (error: unknown) => {
			const isLasting = error instanceof NodeOperationError || error instanceof NodeApiError;
			if (!isLasting || mayWorkLater(error)) outcomes.delete(key);
			return await Promise.reject(error);
		});
	};
}
