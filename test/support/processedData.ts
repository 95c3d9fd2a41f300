import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

const hash = (item: string) => createHash('md5').update(item).digest('base64');

/**
 * n8n's table `processed_data`, kept in memory. Read and written as n8n 2.41 does it: a row for each
 * workflow and node id, hashes in the order in which they came, read and written whole without a
 * lock, and a first insert that collides with another one throws.
 */
class ProcessedData {
	readonly rows = new Map<string, string[]>();
	/** Calls under way. */
	open = 0;
	/** What a query takes. */
	queryMs = 1;
	/** So many calls of a workflow throw: a write that an earlier test has left must not be one of them. */
	failing = { workflowId: '', times: 0 };

	reset(): void {
		Object.assign(this, new ProcessedData());
	}

	async checkProcessedAndRecord(
		items: string[],
		_scope: unknown,
		context: ICheckProcessedContextData,
		{ maxEntries = 0 }: ICheckProcessedOptions,
	) {
		const before = await this.change(context, (data = []) => {
			const added = items.map(hash).filter((each) => !data.includes(each));
			return [...data, ...added].slice(-maxEntries);
		});
		const isKnown = (item: string) => before.includes(hash(item));
		return { new: items.filter((item) => !isKnown(item)), processed: items.filter(isKnown) };
	}

	async removeProcessed(
		items: string[],
		_scope: unknown,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const removed = items.map(hash);
		await this.change(context, (data) => data?.filter((each) => !removed.includes(each)));
	}

	/** @returns the row before the change */
	private async change(
		{ workflow, node }: ICheckProcessedContextData,
		changed: (data?: string[]) => string[] | undefined,
	): Promise<string[]> {
		this.open += 1;
		try {
			if (workflow.id === this.failing.workflowId && this.failing.times-- > 0) {
				throw new Error('SQLITE_BUSY: database is locked');
			}
			const row = `${workflow.id}:n:${node?.id}`;
			const before = this.rows.get(row);
			await pause(this.queryMs);
			const after = changed(before);
			if (!after) return [];
			await pause(this.queryMs);
			if (!before && this.rows.has(row)) throw new Error('SQLITE_CONSTRAINT: PRIMARY KEY');
			this.rows.set(row, after);
			return before ?? [];
		} finally {
			this.open -= 1;
		}
	}
}

/** One for the process, as n8n has it. */
export const processedData = new ProcessedData();

void DataDeduplicationService.init(processedData as unknown as IDataDeduplicator);
