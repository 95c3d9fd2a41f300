import { failureOf, many, route, table, type Execute } from './routing';

let executions = 0;

/** One run of a node under Retry On Fail, try after try; the items that are named fail. */
function retried(
	given: { isRead?: boolean; continueOnFail?: boolean; retryOnFail?: boolean } = {},
) {
	const executionId = `tries-${++executions}`;
	const written: number[] = [];
	return {
		written,
		async try(...failing: number[]) {
			const execute: Execute = async ({ itemIndex }) => {
				written.push(itemIndex);
				if (failing.includes(itemIndex)) throw new Error(`item ${itemIndex}`);
				return { id: `${itemIndex} of try ${written.length}` };
			};
			const { isRead = false, continueOnFail, retryOnFail = true } = given;
			const node = {
				retryOnFail,
				...(continueOnFail && { onError: 'continueRegularOutput' as const }),
			};
			return await route(table(execute, { isRead }), {
				items: many(3),
				node,
				executionId,
				readsAtOnce: 1,
			});
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
		const told = items.map(({ json, pairedItem }) => [json.id, pairedItem]);
		expect(told).toEqual(
			['0 of try 1', '1 of try 3', '2 of try 4'].map((id, item) => [id, { item }]),
		);
	});

	it('does so too where failures are items', async () => {
		const run = retried({ continueOnFail: true });
		await run.try(0);
		expect(run.written).toEqual([0, 1, 2]);
		await run.try(0);
		expect(run.written).toEqual([0, 1, 2, 0]);
	});

	it.each([{ isRead: true }, { retryOnFail: false }])(
		'runs all items again with %j',
		async (given) => {
			const run = retried(given);
			await failureOf(run.try(2));
			await run.try();
			expect(run.written).toEqual([0, 1, 2, 0, 1, 2]);
		},
	);

	it('does not come after a run without a failure, which is forgotten', async () => {
		for (const continueOnFail of [false, true]) {
			const run = retried({ continueOnFail });
			await run.try();
			await run.try();
			expect(run.written).toHaveLength(6);
		}
	});
});
