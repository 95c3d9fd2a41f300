import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executeContext } from './executeContext';
import type { Operation, OperationTable } from '../../../nodes/items/operation';
import { routeItems } from '../../../nodes/items/router';

export type Execute = Operation<string>['execute'];

export const option = { name: 'Do', description: 'Does what the test says', action: 'Do a thing' };

/** A node whose resource and operation are plain texts, so that an item can choose them. */
export const nodeType: INodeType = {
	description: {
		displayName: 'Routed',
		name: 'routed',
		group: ['input'],
		version: 1,
		description: 'Runs what the test puts into its table',
		defaults: { name: 'Routed' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: '' },
			{ displayName: 'Operation', name: 'operation', type: 'string', default: '' },
		],
	},
};

export const FROM_ITEM = {
	resource: '={{ $json.resource ?? "thing" }}',
	operation: '={{ $json.operation ?? "do" }}',
};

export function table(execute: Execute, more: Partial<Operation<string>> = {}): OperationTable<string> {
	return { thing: { do: { option, properties: [], execute, ...more } } };
}

export async function route(
	operations: OperationTable<string>,
	given: {
		items?: IDataObject[];
		parameters?: INodeParameters;
		concurrency?: number | (() => number);
		node?: Partial<INode>;
	} = {},
) {
	const context = executeContext({
		nodeType,
		parameters: given.parameters ?? FROM_ITEM,
		items: given.items ?? [{}],
		node: given.node,
	});
	const { concurrency: chosen = 10 } = given;
	const concurrency = typeof chosen === 'number' ? () => chosen : chosen;
	for (const operation of Object.values(operations).flatMap(Object.values<Operation<string>>)) {
		operation.isRead ??= true;
	}
	const [items] = await routeItems(context, operations, 'api', concurrency);
	return items;
}

export async function failureOf(work: Promise<unknown>): Promise<NodeApiError | NodeOperationError> {
	const failure: unknown = await work.catch((error: unknown) => error);
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	throw new Error(`Expected n8n's own error, got ${String(failure)}`);
}

export const many = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));
