import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/**
 * n8n's table `processed_data`, kept in memory. Read and written as n8n 2.41 does it: a row for each
 * workflow and node id, hashes in the order in which they came, read and written whole without a
 * lock, and a first insert that collides with another one throws.
 */
class ProcessedData implements IDataDeduplicator {
	readonly rows = new Map<string, string[]>();
	/** Calls under way. */
	open = 0;
	/** What a query takes. */
	queryMs = 1;
	/** So many calls of a workflow throw: a write that an earlier test has left must not be one of them. */
	failing = { workflowId: '', times: 0 };

	reset(): void {
		this.rows.clear();
		this.open = 0;
		this.queryMs = 1;
		this.failing = { workflowId: '', times: 0 };
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		return await this.call(context, async () => {
			const row = keyOf(context);
			const data = await this.read(row);
			const before = new Set(data);
			const found: IDeduplicationOutput = { new: [], processed: [] };
			const added: string[] = [];
			for (const item of items) {
				const isKnown = before.has(hash(item));
				(isKnown ? found.processed : found.new).push(item);
				if (!isKnown) added.push(hash(item));
			}
			const all = [...(data ?? []), ...added];
			if (maxEntries) all.splice(0, Math.max(0, all.length - maxEntries));
			await pause(this.queryMs);
			if (!data && this.rows.has(row)) throw new Error('SQLITE_CONSTRAINT: PRIMARY KEY');
			this.rows.set(row, all);
			return found;
		});
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		await this.call(context, async () => {
			const row = keyOf(context);
			const data = await this.read(row);
			if (!data) return;
			const removed = new Set(items.map(hash));
			await pause(this.queryMs);
			this.rows.set(row, data.filter((each) => !removed.has(each)));
		});
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The trigger does not call it');
	}

	async getProcessedDataCount(): Promise<number> {
		throw new Error('The trigger does not call it');
	}

	private async read(row: string): Promise<string[] | undefined> {
		const data = this.rows.get(row);
		await pause(this.queryMs);
		return data;
	}

	private async call<T>({ workflow }: ICheckProcessedContextData, task: () => Promise<T>): Promise<T> {
		this.open += 1;
		try {
			const { workflowId } = this.failing;
			if (workflow.id === workflowId && this.failing.times-- > 0) throw new Error('SQLITE_BUSY: database is locked');
			return await task();
		} finally {
			this.open -= 1;
		}
	}
}

function keyOf({ workflow, node }: ICheckProcessedContextData): string {
	return `${workflow.id}:n:${node?.id}`;
}

function hash(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}

/** One for the process, as n8n has it. */
export const processedData = new ProcessedData();

void DataDeduplicationService.init(processedData);
