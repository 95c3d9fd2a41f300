import { failureOf, CONTINUES_ON_FAIL, manyItems, route, type Execute } from './runRouter';

let executions = 0;

/** One run of a node under Retry On Fail, try after try; the items that are named fail. */
function retried(node: object = {}, isRead = false) {
	const given = {
		items: manyItems(3),
		node: { retryOnFail: true, ...node },
		executionId: `tries-${++executions}`,
		readsAtOnce: 1,
	};
	const written: number[] = [];
	const failing = (items: number[]): Execute => {
		return async ({ itemIndex }) => {
			written.push(itemIndex);
			if (items.includes(itemIndex)) throw new Error(`item ${itemIndex}`);
			return { id: `${itemIndex} of try ${written.length}` };
		};
	};
	return {
		written,
		try: async (...items: number[]) => await route(failing(items), given, { isRead }),
		fail: async (...items: number[]) => await failureOf(failing(items), given, { isRead }),
	};
}

describe("a further try of n8n's Retry On Fail", () => {
	it('puts out what was written, and writes only what failed', async () => {
		const run = retried();
		await run.fail(1);
		expect(run.written).toEqual([0, 1]);
		const items = await run.try();
		expect(run.written).toEqual([0, 1, 1, 2]);
		expect(items).toEqual(
			['0 of try 1', '1 of try 3', '2 of try 4'].map((id, item) => ({
				json: { id },
				pairedItem: { item },
			})),
		);
	});

	it('does so too where failures are items', async () => {
		const run = retried(CONTINUES_ON_FAIL.node);
		await run.try(0);
		await run.try(0);
		expect(run.written).toEqual([0, 1, 2, 0]);
	});

	it.each([
		[{}, true],
		[{ retryOnFail: false }, false],
	])('runs all items again with %j (isRead: %j)', async (node, isRead) => {
		const run = retried(node, isRead);
		await run.fail(2);
		await run.try();
		expect(run.written).toEqual([0, 1, 2, 0, 1, 2]);
	});

	it.each([undefined, CONTINUES_ON_FAIL.node])(
		'does not come after a run without a failure, which is forgotten: %j',
		async (node) => {
			const run = retried(node);
			await run.try();
			await run.try();
			expect(run.written).toHaveLength(6);
		},
	);
});
