import { failureText, nodeItems, nodeJson, parseExecutionData } from '../../../runtime/execution';
import type { Execution } from '../../../runtime/execution';

const executionOf = (stored: string): Execution => ({
	id: '1',
	workflowId: 'w',
	status: 'success',
	mode: 'manual',
	startedAt: null,
	stoppedAt: null,
	data: parseExecutionData(stored),
});

/** As n8n stores it: every text is the index of an entry; both items share one object. */
const STORED = JSON.stringify([
	{ resultData: '1' },
	{ runData: '2', lastNodeExecuted: '3' },
	{ Book: '4' },
	'Book',
	['5'],
	{ startTime: 1, executionIndex: 0, data: '6' },
	{ main: '7' },
	['8', '9'],
	['10', '11'],
	[],
	{ json: '12', pairedItem: '13' },
	{ json: '12', pairedItem: '14' },
	{ booked: true, title: '15', fee: null },
	{ item: 0 },
	{ item: 1 },
	'1',
]);

describe('parseExecutionData', () => {
	it("reads a node's items, what they share included", () => {
		const execution = executionOf(STORED);
		const json = { booked: true, title: '1', fee: null };
		expect(nodeItems(execution, 'Book')).toEqual([
			{ json, pairedItem: { item: 0 } },
			{ json, pairedItem: { item: 1 } },
		]);
		expect(nodeItems(execution, 'Book', 1)).toEqual([]);
		expect(failureText(execution)).toBeUndefined();
	});

	it('reads what stopped the execution', () => {
		const stored = JSON.stringify([
			{ resultData: '1' },
			{ runData: '2', error: '3' },
			{},
			{ message: '4', description: '5', node: '6' },
			'The slot is taken',
			'Choose another',
			{ name: '7' },
			'Book',
		]);
		expect(failureText(executionOf(stored))).toBe('The slot is taken — Choose another [node Book]');
	});

	it('finds nothing in an execution that has not started', () => {
		expect(nodeJson(executionOf('[]'), 'Book')).toEqual([]);
	});
});
