import { join } from 'node:path';

import { compared, megabytes, seconds } from './report';
import type { Result } from './result';
import type { Scale } from './scale';
import { alternate } from './support/alternate';
import { startChild } from './support/child';
import type { Seen } from './support/lookUpServer';
import type { MemoryRun, MemoryUsed } from './support/memoryRun';
import { medianOf } from './support/spread';

/**
 * By default the HTTP Request node opens a connection for every item at once, more than most
 * machines allow at this number of items. This is slow enough for its requests not to pile up.
 */
const BATCH = { batchSize: 50, batchInterval: 50 };

/** A run takes as long as a dozen others, and its memory varies little. */
const ROUNDS = 2;

async function inOwnProcess(run: MemoryRun): Promise<MemoryUsed> {
	const child = await startChild(join(__dirname, 'support', 'memoryRun.ts'), run);
	try {
		return await child.ask<MemoryUsed>();
	} finally {
		await child.close();
	}
}

/** By how much a process grows over very many items, each time in a fresh one. */
export async function benchMemory({ memoryItems: items, rounds }: Scale): Promise<Result> {
	const server = await startChild(join(__dirname, 'support', 'lookUpServer.ts'), {
		answerAfterMs: 1,
	});
	try {
		const { url } = await server.ask<Seen>();
		const took: Record<MemoryRun['way'], number[]> = { knowledge: [], httpRequest: [] };
		const grows = (run: MemoryRun) => async () => {
			const used = await inOwnProcess(run);
			took[run.way].push(used.took);
			return used.peak;
		};
		const turns = await alternate(
			{
				ours: grows({ way: 'knowledge', url, items }),
				httpRequest: grows({ way: 'httpRequest', url, items, batch: BATCH }),
			},
			Math.min(rounds, ROUNDS),
			{ warmUp: false },
		);
		const beside = `HTTP Request, ${BATCH.batchSize} each ${BATCH.batchInterval} ms`;
		const show = (way: MemoryRun['way']) => (bytes: number) =>
			`${megabytes(bytes)} in ${seconds(medianOf(took[way]))}`;
		const line = compared(
			{
				what: `growth of the process over ${items.toLocaleString('en')} lookups`,
				beside,
				bound: { atMost: 1 },
			},
			turns.ours,
			turns.httpRequest,
			megabytes,
		);
		const theirs = show('httpRequest')(medianOf(turns.httpRequest));
		return { lines: [{ ...line, ours: show('knowledge')(medianOf(turns.ours)), theirs }] };
	} finally {
		await server.close();
	}
}
