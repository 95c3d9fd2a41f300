import type {
	DeduplicationHelperFunctions,
	IExecuteFunctions,
	ICheckProcessedOptions,
} from 'n8n-workflow';

/** n8n's record of the items that a node has processed: the table `processed_data`. */
export interface ProcessedItems {
	/** Records what is not recorded yet. @returns the keys that had been recorded before */
	record(keys: string[]): Promise<string[]>;
	forget(keys: string[]): Promise<void>;
}

/** What SQLite, Postgres and MySQL say of a row that is there already. */
const COLLISION = /unique|primary key|duplicate/i;

/**
 * n8n offers the record in `execute()` only, and old versions do not have it. One row for each workflow
 * and node **id**: neither a rename nor another node's static data touches it, and all processes
 * share it. n8n reads the row, then writes it whole, without a lock (2.41 included):
 * - a key that is given twice in one call counts as new both times, so keys must be distinct;
 * - of calls at the same time the last one wins, so a process must make one after another;
 * - two first calls at once collide in the database and one throws; it has recorded nothing.
 *
 * @param maxKeys the oldest beyond it are forgotten
 * @returns one that records nothing where n8n has no such record
 */
export function processedItems(
	{ helpers }: IExecuteFunctions,
	maxKeys: number,
): ProcessedItems {
	const { checkProcessedAndRecord, removeProcessed } =
		helpers as Partial<DeduplicationHelperFunctions>;
	if (!checkProcessedAndRecord || !removeProcessed) {
		return { record: async () => [], forget: async () => {} };
	}
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };
	const record = async (keys: string[]) =>
		(await checkProcessedAndRecord(keys, 'node', options)).processed.map(String);
	return {
		record: async (keys) =>
			await record(keys).catch(async (error: Error) =>
				COLLISION.test(error.message) ? await record(keys) : await Promise.reject(error),
			),
		async forget(keys) {
			await removeProcessed(keys, 'node', options);
		},
	};
}
