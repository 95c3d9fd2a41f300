import { routeItems } from '../../../nodes/items/router';
import { completedItems, forgetCompleted } from '../../../nodes/items/completedItems';
import { executeContext } from './executeContext';
import type { Execute } from './routing';
import { failureOf, FROM_ITEM, many, nodeType, table } from './routing';

let executions = 0;

/** One run of a node under Retry On Fail, try after try; the items that are named fail. */
function retried(given: { isRead?: boolean; continueOnFail?: boolean } = {}) {
	const executionId = `tries-${++executions}`;
	const written: number[] = [];
	return {
		written,
		async try(...failing: number[]) {
			const execute: Execute = async (_, itemIndex) => {
				written.push(itemIndex);
				if (failing.includes(itemIndex)) throw new Error(`item ${itemIndex}`);
				return { id: `${itemIndex} of try ${written.length}` };
			};
			const { isRead, continueOnFail } = given;
			const operations = table(execute, { isRead });
			const node = { retryOnFail: true, ...(continueOnFail && { onError: 'continueRegularOutput' as const }) };
			const context = executeContext({ nodeType, parameters: FROM_ITEM, items: many(3), node, executionId });
			const [items] = await routeItems(context, operations, 'api', () => 1);
			return items;
		},
	};
}

describe("a further try of n8n's Retry On Fail", () => {
	it('puts out what was written, and writes only what failed', async () => {
		const run = retried();
		await failureOf(run.try(1));
		expect(run.written).toEqual([0, 1]);
		const items = await run.try();
		expect(run.written).toEqual([0, 1, 1, 2]);
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['0 of try 1', { item: 0 }],
			['1 of try 3', { item: 1 }],
			['2 of try 4', { item: 2 }],
		]);
	});

	it('does so too where failures are items', async () => {
		const run = retried({ continueOnFail: true });
		await run.try(0);
		expect(run.written).toEqual([0, 1, 2]);
		await run.try(0);
		expect(run.written).toEqual([0, 1, 2, 0]);
	});

	it('reads all again', async () => {
		const run = retried({ isRead: true });
		await failureOf(run.try(2));
		await run.try();
		expect(run.written).toEqual([0, 1, 2, 0, 1, 2]);
	});

	it('does not come after a run without a failure, which is forgotten', async () => {
		for (const continueOnFail of [false, true]) {
			const run = retried({ continueOnFail });
			await run.try();
			await run.try();
			expect(run.written).toHaveLength(6);
		}
	});
});

describe('what is kept', () => {
	it('is that of the latest runs', () => {
		for (let run = 0; run <= 100; run++) completedItems(`kept ${run}`).set(0, { run });
		completedItems('kept 1');
		completedItems('one more');
		expect([0, 1, 2, 3].map((run) => completedItems(`kept ${run}`).get(0))).toEqual([undefined, { run: 1 }, undefined, undefined]);
	});

	it('is nothing of a run that is not tried again', () => {
		completedItems(undefined).set(0, {});
		expect(completedItems(undefined).size).toBe(0);
		forgetCompleted(undefined);
	});
});
