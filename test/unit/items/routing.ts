import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import type { Operation, Resources } from '../../../nodes/items/operation';
import { routeItems } from '../../../nodes/items/router';

export type Execute = Operation<string>['execute'];

const texts = {
	name: 'Do',
	description: 'Does what the test says',
	action: 'Do a thing',
	hint: 'For tests.',
};

/** As n8n names the variant of a node for language models. */
export const TOOL = { type: 'n8n-nodes-crm-platform.knowledgeTool' };

interface Given {
	/** `resource` and `operation` of an item choose what runs. */
	items?: IDataObject[];
	/** Without it, the usual number. */
	readsAtOnce?: number | (() => number);
	node?: Partial<INode>;
	executionId?: string;
	/** The node that calls it as a tool. */
	parentNode?: Partial<INode>;
}

export function table(execute: Execute, more: Partial<Operation<string>> = {}): Resources<string> {
	return {
		thing: {
			name: 'Thing',
			operations: { do: { ...texts, properties: [], execute, isRead: true, ...more } },
		},
	};
}

/** The items that the operations put out, in n8n's part that a router needs. */
export async function route(resources: Resources<string>, given: Given = {}) {
	const { items = [{}], readsAtOnce, executionId = '', parentNode } = given;
	const node = {
		id: 'node-1',
		name: 'Node',
		type: 'n8n-nodes-crm-platform.knowledge',
		...given.node,
	} as INode;
	const chosen: IDataObject = { resource: 'thing', operation: 'do' };
	const context = {
		getNode: () => node,
		getTimezone: () => 'UTC',
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: (name: string, itemIndex: number) => items[itemIndex][name] ?? chosen[name],
		continueOnFail: () => String(node.onError).startsWith('continue'),
		getExecutionId: () => executionId,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		parentNode,
	} as unknown as IExecuteFunctions;
	const atOnce = typeof readsAtOnce === 'number' ? () => readsAtOnce : readsAtOnce;
	const [put] = await routeItems(context, resources, 'api', atOnce);
	return put;
}

export async function failureOf(
	work: Promise<unknown>,
): Promise<NodeApiError | NodeOperationError> {
	const failure: unknown = await work.catch((error: unknown) => error);
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	throw new Error(`Expected n8n's own error, got ${String(failure)}`);
}

export const many = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));
