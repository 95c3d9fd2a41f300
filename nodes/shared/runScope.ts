/** Things shared by all items of one run of one node. */
export interface RunScope {
	/**
	 * Answers with the first call's outcome, also a rejection, for every further call with this key.
	 * Several items that ask for the same thing so cause one request.
	 */
	once<T>(key: string, send: () => Promise<T>): Promise<T>;
}

/** A scope for one run; what it remembers lives as long as the run. */
export function createRunScope(): RunScope {
	const outcomes = new Map<string, Promise<unknown>>();
	return {
		async once<T>(key: string, send: () => Promise<T>): Promise<T> {
			let outcome = outcomes.get(key) as Promise<T> | undefined;
			if (outcome === undefined) {
				outcome = send();
				outcomes.set(key, outcome);
			}
			return await outcome;
		},
	};
}
