import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { OperationResult } from './items';

/** What all items of one run of one node share. */
export interface Run<Api> {
	/** What the operations call. */
	api: Api;
	/**
	 * Answers with the first call's outcome, also a rejection, for every further call with this key:
	 * items that ask for the same thing cause one request.
	 */
	memoize<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** What one operation file exports. */
export interface Operation<Api> {
	/** Its entry in the list 'Operation'; `value` is the operation's key in its resource. */
	option: Omit<INodePropertyOptions, 'value'> & { description: string; action: string };
	/** Its fields. */
	properties: INodeProperties[];
	/** Handles one item. */
	execute: (
		this: IExecuteFunctions,
		itemIndex: number,
		run: Run<Api>,
	) => Promise<OperationResult>;
	/** Items worked on at the same time; one after the other when left out, as writes must be. */
	concurrency?: (this: IExecuteFunctions) => number;
	/**
	 * What a language model is told when the operation found nothing. As a node of a workflow the
	 * operation then puts out no item; n8n would hand that to the model as an empty text.
	 */
	nothingFound?: (this: IExecuteFunctions, itemIndex: number) => string;
}

export type Operations<Api> = Record<string, Operation<Api>>;

/** Resource value -> operation value -> operation. */
export type OperationTable<Api> = Record<string, Operations<Api>>;

/**
 * The fields of one resource: its list 'Operation', and the fields of each operation, shown where it
 * is chosen.
 *
 * @param fallback value of the operation that is chosen first
 */
export function resourceProperties<Api>(
	resource: string,
	operations: Operations<Api>,
	fallback: string,
): INodeProperties[] {
	const show = (operation: string) => ({ show: { resource: [resource], operation: [operation] } });
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: Object.entries(operations).map(([value, { option }]) => ({ ...option, value })),
			default: fallback,
		},
		...Object.entries(operations).flatMap(([value, { properties }]) =>
			updateDisplayOptions(show(value), properties),
		),
	];
}
