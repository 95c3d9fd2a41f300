import { extractFromAICalls, type INode, type INodeProperties } from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import { withoutLocator } from './parameters';

/** A longer text is written by hand: n8n's editor stores the call alone. */
const MAX_EXPRESSION = 5_000;

/** An argument of a tool, which a language model fills in. */
export interface ModelArgument {
	name: string;
	/** What the model is told of it; empty where the person who built the tool wrote nothing. */
	description: string;
	/** True where the person who built the tool has given a default: the model may leave it out. */
	isOptional: boolean;
}

/**
 * The argument with which a model fills in a field; undefined where a person has filled it in. n8n stores it in the field's own
 * expression: `={{ $fromAI('contactId', 'ID of the contact', 'string') }}`.
 */
export function modelArgumentOf(stored: unknown): ModelArgument | undefined {
	const expression = withoutLocator(stored);
	if (typeof expression !== 'string' || !expression.startsWith('=')) return undefined;
	try {
		const [call] = extractFromAICalls(expression.slice(0, MAX_EXPRESSION));
		if (!call?.key) return undefined;
		const isOptional = call.defaultValue !== undefined;
		return { name: call.key, description: call.description ?? '', isOptional };
	} catch {
		// n8n makes no argument of a call that it cannot read.
		return undefined;
	}
}

/** The fields of an operation as a tool: a model sees arguments, and knows nothing of the others. */
export interface ToolFields {
	/** The names of the arguments, by the labels of the fields that they fill in. */
	argumentNames: Map<string, string>;
	/** The labels of the fields that no argument fills in, and the names of the parts that lists to choose from have. */
	fixedLabels: Set<string>;
}

/** What a person sees of an operation, and a model does not. */
export const NO_TOOL_FIELDS: ToolFields = { argumentNames: new Map(), fixedLabels: new Set() };

/** The fields of an operation as they are stored in a tool. */
export function toolFieldsOf(node: INode, properties: INodeProperties[]): ToolFields {
	const argumentNames = new Map<string, string>();
	const fixedLabels = new Set<string>();
	const collect = (fields: INodeProperties[], values: Record<string, unknown>) => {
		for (const { displayName, name, type, options = [], modes = [] } of fields) {
			const argument = modelArgumentOf(values[name]);
			if (argument === undefined) fixedLabels.add(displayName);
			else argumentNames.set(displayName, argument.name);
			for (const mode of modes) fixedLabels.add(mode.displayName);
			if (type === 'collection') collect(options as INodeProperties[], fieldsOf(values[name]));
		}
	};
	collect(properties, node.parameters);
	// One label may stand for several fields, of which one is shown.
	for (const label of argumentNames.keys()) fixedLabels.delete(label);
	return { argumentNames, fixedLabels };
}

/** A text in which the arguments of a tool stand in place of the labels of its fields, which a model does not see. */
export function nameArguments(text: string, { argumentNames }: ToolFields): string {
	let textForModel = text;
	for (const [label, argument] of argumentNames.entries())
		textForModel = textForModel.replaceAll(`'${label}'`, `'${argument}'`);
	return textForModel;
}
