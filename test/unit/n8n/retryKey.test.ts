import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { retryKey } from '../../../nodes/n8n/retryKey';

interface Given {
	node?: Partial<INode>;
	executionId?: string;
	runIndex?: number;
}

const nameOf = ({ node = {}, executionId = 'execution-1', runIndex = 0 }: Given = {}) =>
	retryKey({
		getNode: () => ({ id: 'node-1', type: 'n8n-nodes-crm-platform.platform', retryOnFail: true, ...node }),
		getExecutionId: () => executionId,
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions);

it('is the same for each try', () => {
	expect(nameOf()).toBe(nameOf());
});

it.each<[string, Given]>([
	['execution', { executionId: 'execution-2' }],
	['node', { node: { id: 'node-2' } }],
	['run of the node', { runIndex: 1 }],
])('is another one for another %s', (_, given) => {
	expect(nameOf(given)).not.toBe(nameOf());
});

it.each<[string, Given]>([
	['the node is not tried again', { node: { retryOnFail: false } }],
	['nobody has chosen', { node: { retryOnFail: undefined } }],
	["a language model's calls may be of one run", { node: { type: 'n8n-nodes-crm-platform.platformTool' } }],
	['n8n does not name the execution', { executionId: '' }],
])('is none where %s', (_, given) => {
	expect(nameOf(given)).toBeUndefined();
});
