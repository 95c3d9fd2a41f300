import type { IExecuteFunctions } from 'n8n-workflow';
import { processedItems } from '../../../nodes/n8n/delivery';

it("records in n8n's record of the node, bounded, and says what was there before", async () => {
	const calls: unknown[][] = [];
	const helpers = {
		checkProcessedAndRecord: async (...given: unknown[]) => {
			calls.push(['record', ...given]);
			return { new: ['a'], processed: ['b'] };
		},
		removeProcessed: async (...given: unknown[]) => void calls.push(['remove', ...given]),
	};
	const items = processedItems({ helpers } as unknown as IExecuteFunctions, 200);
	expect(await items.record(['a', 'b'])).toEqual(['b']);
	await items.forget(['a']);
	const options = { mode: 'entries', maxEntries: 200 };
	expect(calls).toEqual([
		['record', ['a', 'b'], 'node', options],
		['remove', ['a'], 'node', options],
	]);
});

function failingOnce(message: string) {
	const checkProcessedAndRecord = jest
		.fn(async () => ({ new: [], processed: ['a'] }))
		.mockRejectedValueOnce(new Error(message));
	const helpers = { checkProcessedAndRecord, removeProcessed: async () => {} };
	return processedItems({ helpers } as unknown as IExecuteFunctions, 200);
}

it.each([
	'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId, processed_data.context',
	'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"',
])('asks again after another process has made the row (%s)', async (message) => {
	expect(await failingOnce(message).record(['a'])).toEqual(['a']);
});

it('leaves any other failure to the caller: it may have been written all the same', async () => {
	await expect(failingOnce('Connection terminated').record(['a'])).rejects.toThrow('terminated');
});

it.each([
	['none of it', {}],
	['only one half', { checkProcessedAndRecord: async () => ({ new: [], processed: ['a'] }) }],
	['only the other half', { removeProcessed: async () => await Promise.reject(new Error('unused')) }],
])('records nothing where n8n has %s', async (_what, helpers) => {
	const items = processedItems({ helpers } as unknown as IExecuteFunctions, 200);
	expect(await items.record(['a'])).toEqual([]);
	await items.forget(['a']);
});
