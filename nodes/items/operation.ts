import {
	updateDisplayOptions,
	type IDataObject,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

import { type Fields, shownTo } from '../fields/parameters';

/** The result of an operation for one item: one record or several. */
export type OperationResult = IDataObject | IDataObject[] | Listed;

/**
 * A list that may be empty or cut. A workflow gets its records; a language model, to which n8n gives '' for no items, also
 * gets words: `nothing` where there are no records, and the number of those `hidden`.
 */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		readonly nothing: string,
		readonly hidden = 0,
	) {}
}

/** The first records of a list that arrived as a whole. @param limit how many of them, or Infinity */
export function upTo(limit: number, records: IDataObject[], nothing: string): Listed {
	return new Listed(records.slice(0, limit), nothing, Math.max(0, records.length - limit));
}

/** The result with each of its records changed. */
export function onRecords(
	result: OperationResult,
	change: (record: IDataObject) => IDataObject,
): OperationResult {
	if (result instanceof Listed)
		return new Listed(result.records.map(change), result.nothing, result.hidden);
	return Array.isArray(result) ? result.map(change) : change(result);
}

/** What an operation works with: the fields of its item, and the API. */
export interface Call<Client> extends Fields {
	context: IExecuteFunctions;
	itemIndex: number;
	/** Shared by all items of a run. */
	client: Client;
}

/** One operation. Its value in the list 'Operation' is its key in its resource. */
export interface Operation<Client> {
	name: string;
	/** Where it is not the name with that of the resource: `Get calendar`. */
	action?: string;
	description: string;
	/** Tells language models that build workflows when to use it. */
	hint: string;
	displayOptions?: IDisplayOptions;
	properties: INodeProperties[];
	/** True where it changes nothing: its items may run side by side, and Retry On Fail runs it again. */
	isRead?: boolean;
	execute: (call: Call<Client>) => Promise<OperationResult>;
	/** Tells a language model what to do where not all is shown, as a sentence. */
	askForLess?: string;
}

/** A node's resources by their values in the list 'Resource', in its order. The first of each list is its default. */
export type Resources<Client> = Record<
	string,
	{ name: string; operations: Record<string, Operation<Client>> }
>;

/** A field for a language model: its label, which n8n makes the argument's name, and what to write. */
function formatOf({
	displayName,
	type,
	description,
	placeholder,
	modes,
	options = [],
}: INodeProperties) {
	const byId = modes?.find(({ name }) => name === 'id');
	const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
	const example =
		values.length > 0 ? `one of ${values.join(', ')}` : (byId ?? { placeholder }).placeholder;
	// The example of a date has no offset from UTC, which a model must give.
	const words = [byId?.hint ?? description, type !== 'dateTime' && example && `(${example})`];
	return `${displayName}: ${words.filter(Boolean).join(' ')}`;
}

/**
 * What a language model is told of the operation as a tool, until a person changes it. The arguments that n8n's button *Let
 * the model define this parameter* makes have no description, so the formats stand here.
 */
function toolDescriptionField<Client>({
	description,
	properties,
}: Operation<Client>): INodeProperties {
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));
	const formats = properties
		.filter(
			({ type, noDataExpression }) =>
				!noDataExpression && ['dateTime', 'options', 'resourceLocator', 'string'].includes(type),
		)
		.filter((field) => NodeHelpers.displayParameter(defaults, field, null, null))
		.map(formatOf);
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: [description, ...formats].join('\n'),
		description: 'What the language model is told of this tool',
		...shownTo(true),
	};
}

/** The list 'Resource', a list 'Operation' for each, and the fields of each operation, shown where it is chosen. */
export function resourceFields<Client>(resources: Resources<Client>): INodeProperties[] {
	const list = { type: 'options', noDataExpression: true } as const;
	return [
		{
			...list,
			displayName: 'Resource',
			name: 'resource',
			options: Object.entries(resources).map(([value, { name }]) => ({ name, value })),
			default: Object.keys(resources)[0],
		},
		...Object.entries(resources).flatMap(
			([resource, { name: record, operations }]): INodeProperties[] => [
				{
					...list,
					displayName: 'Operation',
					name: 'operation',
					displayOptions: { show: { resource: [resource] } },
					options: Object.entries(operations).map(
						([value, { name, description, action, hint, displayOptions }]) => ({
							...{ name, value, description, displayOptions },
							action: action ?? `${name} ${record.toLowerCase()}`,
							builderHint: { propertyHint: hint },
						}),
					),
					default: Object.keys(operations)[0],
				},
				...Object.entries(operations).flatMap(([name, operation]) =>
					updateDisplayOptions({ show: { resource: [resource], operation: [name] } }, [
						toolDescriptionField(operation),
						...operation.properties,
					]),
				),
			],
		),
	];
}

/** The text below the node's name: the chosen operation and resource, as the lists name them. */
export function subtitleOf<Client>(resources: Resources<Client>): string {
	const names = Object.entries(resources).flatMap(([resource, { name, operations }]) =>
		Object.entries(operations).map(([operation, { name: label }]) => [
			`${resource}.${operation}`,
			`${label}: ${name}`,
		]),
	);
	return `={{ (${JSON.stringify(Object.fromEntries(names))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}
