import {
	updateDisplayOptions,
	type IDataObject,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyMode,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';

import { type Fields, shownTo } from '../fields/parameters';

/** The result of an operation for one item: one record or several. */
export type OperationResult = IDataObject | IDataObject[] | Listed;

/**
 * A list that may be empty or cut. A workflow gets its records. A language model also gets words, since n8n gives it an empty
 * text for no items.
 */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		/** Tells a model that there are no records. */
		readonly nothing: string,
		/** How many more there are; Infinity where the number is not known. */
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
	/**
	 * Tells a language model how to see the rest where not all is shown. Each sentence names at most one field, in quotes: those
	 * about fields that are no arguments of the tool are left out.
	 */
	howToSeeMore?: string;
	/** True where it puts out what an API has sent: a `message` in it stays as it is. */
	returnsBodies?: boolean;
}

/** A resource of a node. */
interface Resource<Client> {
	/** As the list 'Resource' shows it. */
	name: string;
	/** By their values in the list 'Operation', in its order. The first is the default. */
	operations: Record<string, Operation<Client>>;
}

/** A node's resources by their values in the list 'Resource', in its order. The first is the default. */
export type Resources<Client> = Record<string, Resource<Client>>;

/** The types of fields that a language model can fill in. */
const TYPES_FOR_MODEL = ['dateTime', 'options', 'resourceLocator', 'string'];

/** The mode 'By ID' of a resource locator: a model cannot search a list. */
function modeById({ modes }: INodeProperties): INodePropertyMode | undefined {
	return modes?.find(({ name }) => name === 'id');
}

/** Shows what a value of the field looks like, such as `e.g. ada@example.com`. */
function exampleOf(field: INodeProperties): string | undefined {
	// The example of a date has no offset from UTC, which a model must give.
	if (field.type === 'dateTime') return undefined;
	const values: unknown[] = [];
	for (const option of field.options ?? []) {
		if ('value' in option) values.push(option.value);
	}
	if (values.length > 0) return `one of ${values.join(', ')}`;
	const byId = modeById(field);
	return byId ? byId.placeholder : field.placeholder;
}

/** A line about a field for a language model: its label, which n8n makes the argument's name, and what to write. */
function describeArgument(field: INodeProperties): string {
	const words: string[] = [];
	const explanation = modeById(field)?.hint ?? field.description;
	if (explanation) words.push(explanation);
	const example = exampleOf(field);
	if (example) words.push(`(${example})`);
	return `${field.displayName}: ${words.join(' ')}`;
}

/**
 * What a language model is told of the operation as a tool, until a person changes it. The arguments that n8n's button *Let
 * the model define this parameter* makes have no description, so what to write in each stands here.
 */
function toolDescriptionField<Client>({
	description,
	properties,
}: Operation<Client>): INodeProperties {
	const defaults: INodeParameters = {};
	for (const { name, default: value } of properties) defaults[name] = value;
	const lines = [description];
	for (const field of properties) {
		const isForModel = TYPES_FOR_MODEL.includes(field.type) && !field.noDataExpression;
		if (isForModel && NodeHelpers.displayParameter(defaults, field, null, null))
			lines.push(describeArgument(field));
	}
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: lines.join('\n'),
		description: 'What the language model is told of this tool',
		...shownTo(true),
	};
}

/** The list 'Resource'. */
function resourceList<Client>(resources: Resources<Client>): INodeProperties {
	const [first] = Object.keys(resources);
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(resources).map(([value, { name }]) => ({ name, value })),
		default: first,
	};
}

/** The list 'Operation' of one resource. */
function operationList<Client>(
	resourceValue: string,
	{ name: resourceName, operations }: Resource<Client>,
): INodeProperties {
	const options: INodePropertyOptions[] = [];
	for (const [value, operation] of Object.entries(operations)) {
		options.push({
			name: operation.name,
			value,
			description: operation.description,
			displayOptions: operation.displayOptions,
			action: operation.action ?? `${operation.name} ${resourceName.toLowerCase()}`,
			builderHint: { propertyHint: operation.hint },
		});
	}
	const [first] = Object.keys(operations);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resourceValue] } },
		options,
		default: first,
	};
}

/** The list 'Resource', a list 'Operation' for each, and the fields of each operation, shown where it is chosen. */
export function resourceFields<Client>(resources: Resources<Client>): INodeProperties[] {
	const fields = [resourceList(resources)];
	for (const [resourceValue, resource] of Object.entries(resources)) {
		fields.push(operationList(resourceValue, resource));
		for (const [operationValue, operation] of Object.entries(resource.operations)) {
			const where = { show: { resource: [resourceValue], operation: [operationValue] } };
			const ofOperation = [toolDescriptionField(operation), ...operation.properties];
			fields.push(...updateDisplayOptions(where, ofOperation));
		}
	}
	return fields;
}

/** The text below the node's name: the chosen operation and resource, as the lists name them. */
export function subtitleOf<Client>(resources: Resources<Client>): string {
	const subtitles: Record<string, string> = {};
	for (const [resourceValue, resource] of Object.entries(resources)) {
		for (const [operationValue, operation] of Object.entries(resource.operations))
			subtitles[`${resourceValue}.${operationValue}`] = `${operation.name}: ${resource.name}`;
	}
	return `={{ (${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}
