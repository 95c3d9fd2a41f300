import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

/** n8n's record of what a node has processed. */
export interface ProcessedItems {
	/** Records what is not recorded yet. @returns the keys that had been recorded before */
	record: (keys: string[]) => Promise<string[]>;
	forget: (keys: string[]) => Promise<void>;
}

/** How SQLite, Postgres and MySQL say that a row exists already. */
const ROW_EXISTS = /unique|duplicate/i;

/**
 * n8n's record of what a node has processed, which only `execute()` can reach. It is one row for each workflow and node ID,
 * and all processes share it. n8n (2.41 included) writes the row as a whole and without a lock. So a process must make one
 * call after the other, and where two processes make the first call at once, one of them throws and has recorded nothing.
 *
 * @param maxKeys how many keys n8n keeps, the latest ones. The keys of a call must differ from each other
 */
export function processedItems({ helpers }: IExecuteFunctions, maxKeys: number): ProcessedItems {
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };
	const record = async (keys: string[]) =>
		(await helpers.checkProcessedAndRecord(keys, 'node', options)).processed.map(String);
	return {
		record: async (keys: string[]) =>
			await record(keys).catch(async (error: Error) =>
				ROW_EXISTS.test(error.message) ? await record(keys) : await Promise.reject(error),
			),
		forget: async (keys: string[]) => await helpers.removeProcessed(keys, 'node', options),
	};
}
