import type { INode, INodeProperties } from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import { withoutLocator } from './parameters';

/** The name stands at the beginning of an expression. */
const MAX_EXPRESSION = 2_000;

/** How n8n stores that a model fills in a field: `={{ $fromAI('contactId', 'ID of the contact', 'string') }}`. */
const FROM_MODEL = /\$fromAI\(\s*['"`]([\w-]{1,64})['"`]/;

/** The name of the argument with which a model fills in what is stored; undefined where a person has filled it in. */
export function argumentIn(stored: unknown): string | undefined {
	const expression = withoutLocator(stored);
	if (typeof expression !== 'string') return undefined;
	const [, name] = FROM_MODEL.exec(expression.slice(0, MAX_EXPRESSION)) ?? [];
	return name;
}

/** Fields of an operation that a model fills in: the names of the arguments by the labels of the fields. */
export function argumentsByLabel(node: INode, properties: INodeProperties[]): Map<string, string> {
	const found = new Map<string, string>();
	const collect = (fields: INodeProperties[], values: Record<string, unknown>) => {
		for (const { displayName, name, type, options = [] } of fields) {
			if (type === 'collection') {
				collect(options as INodeProperties[], fieldsOf(values[name]));
				continue;
			}
			const argument = argumentIn(values[name]);
			if (argument !== undefined) found.set(displayName, argument);
		}
	};
	collect(properties, node.parameters);
	return found;
}

/** A text in which the arguments of a tool stand in place of the labels of its fields, which a model does not see. */
export function withArgumentNames(text: string, names: Map<string, string>): string {
	let named = text;
	for (const [label, argument] of names) named = named.replaceAll(`'${label}'`, `'${argument}'`);
	return named;
}
