import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import type { Operation } from '../../../nodes/items/operation';
import { routeItems } from '../../../nodes/items/router';

export type Execute = Operation<string>['execute'];

const texts = {
	name: 'Do',
	description: 'Does what the test says',
	action: 'Do a thing',
	hint: 'For tests.',
};

const NODE = { id: 'node-1', name: 'Node', type: 'n8n-nodes-crm-platform.knowledge' };

/** As n8n names the variant of a node for language models. */
export const TOOL = { type: `${NODE.type}Tool` };

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

/** The one resource of the node, whose one operation does this. */
export const resourceWith = (execute: Execute, more: Partial<Operation<string>> = {}) => ({
	thing: {
		name: 'Thing',
		operations: { do: { ...texts, properties: [], execute, isRead: true, ...more } },
	},
});

/** The items that the operation puts out, in n8n's part that a router needs. */
export async function route(
	execute: Execute,
	{ items = [{}], readsAtOnce, executionId = '', parentNode, ...given }: Given = {},
	more: Partial<Operation<string>> = {},
) {
	const node = { ...NODE, ...given.node } as INode;
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
	const [put] = await routeItems(context, resourceWith(execute, more), 'api', atOnce);
	return put;
}

/** The data of the items that the operation puts out. */
export const jsonOf = async (...run: Parameters<typeof route>) =>
	(await route(...run)).map(({ json }) => json);

/** An operation that fails. */
export const failing =
	(message: string, more: { description?: string } = {}, context: IDataObject = {}): Execute =>
	async ({ node }) => {
		const error = new NodeOperationError(node, message, more);
		// n8n puts other words in the place of some messages.
		throw Object.assign(error, { message, context: { ...error.context, ...context } });
	};

/** n8n's error with which the run ends. */
export async function failureOf(
	...run: Parameters<typeof route>
): Promise<NodeApiError | NodeOperationError> {
	const failure: unknown = await route(...run).catch((error: unknown) => error);
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	throw new Error(`Expected n8n's own error, got ${String(failure)}`);
}

/** Failures become items, as 'On Error' of the node says. */
export const CONTINUES_ON_FAIL: Given = { node: { onError: 'continueRegularOutput' } };

/** Items by which a test tells which of them it meets. */
export const manyItems = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ index }));
