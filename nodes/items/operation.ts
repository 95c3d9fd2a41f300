import type { IDataObject, IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/** What an operation returns for one item: one record or several. */
export type OperationResult = IDataObject | IDataObject[] | Listed;

/**
 * A list that may be empty or cut. A workflow gets its records. n8n would hand a language model an empty text for an empty
 * list, so a model also gets words: that nothing was found, or how many more there are.
 */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		/** What a model is told where there are none. */
		readonly nothing: string,
		/** How many more there are. */
		readonly hidden: number,
	) {}
}

/** @param nothing what a language model is told where there are no records; @param hidden how many more there are */
export function orNothing(records: IDataObject[], nothing: string, hidden = 0): OperationResult {
	return new Listed(records, nothing, hidden);
}

/** The result with each of its records changed. */
export function onRecords(result: OperationResult, change: (record: IDataObject) => IDataObject): OperationResult {
	if (result instanceof Listed) return new Listed(result.records.map(change), result.nothing, result.hidden);
	return Array.isArray(result) ? result.map(change) : change(result);
}

/** What all items of one run of one node share. */
export interface Run<Api> {
	/** What the operations call. */
	api: Api;
	/**
	 * The first call's outcome, also a rejection, for every further call with this key: items that ask
	 * for the same thing cause one request.
	 */
	memoize<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** What one operation file exports. */
export interface Operation<Api> {
	/** Its entry in the list 'Operation'; `value` is the operation's key in its resource. */
	option: Omit<INodePropertyOptions, 'value'> & { description: string; action: string };
	/** Its fields. */
	properties: INodeProperties[];
	/** Whether it changes nothing: its items may overlap, and a further try runs it again. */
	isRead?: boolean;
	/** Handles one item. */
	execute: (context: IExecuteFunctions, itemIndex: number, run: Run<Api>) => Promise<OperationResult>;
	/** What a language model is told to do where not all is shown, as a sentence. */
	askForLess?: string;
}

/** A node's resources by value, in the order of the list 'Resource'; the first of each list is chosen first. */
export type Resources<Api> = Record<
	string,
	{
		/** Its label. */
		name: string;
		operations: Record<string, Operation<Api>>;
	}
>;

/** The list 'Resource', a list 'Operation' for each, and the fields of each operation, shown where it is chosen. */
export function resourceFields<Api>(resources: Resources<Api>): INodeProperties[] {
	const [first] = Object.keys(resources);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: Object.entries(resources).map(([value, { name }]) => ({ name, value })),
			default: first,
		},
		...Object.entries(resources).flatMap(([resource, { operations }]) => [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options' as const,
				noDataExpression: true,
				displayOptions: { show: { resource: [resource] } },
				options: Object.entries(operations).map(([value, { option }]) => ({ ...option, value })),
				default: Object.keys(operations)[0],
			},
			...Object.entries(operations).flatMap(([operation, { properties }]) =>
				updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, properties),
			),
		]),
	];
}

/** What the node shows below its name: the chosen operation and resource, as the lists name them. */
export function subtitleOf<Api>(resources: Resources<Api>): string {
	const names = Object.entries(resources).flatMap(([resource, { name, operations }]) =>
		Object.entries(operations).map(([operation, { option }]) => [`${resource}.${operation}`, `${option.name}: ${name}`]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(names))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}
