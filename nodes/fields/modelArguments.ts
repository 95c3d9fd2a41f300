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
	let named = text;
	for (const [label, argument] of argumentNames.entries())
		named = named.replaceAll(`'${label}'`, `'${argument}'`);
	return named;
}

/** What stands in the editor alone. */
const IN_EDITOR = [
	// An operation, such as `Contact > Get Many`.
	/\b[A-Z]\w+ > [A-Z]\w/,
	/\b(API|HTTP) Request\b/,
	/\bLoop Over Items\b/,
	/\bin the (options|settings)\b/,
];

/** No model sees a credential. What a result says of one is a fact, but advice on it is for a person. */
const OF_CREDENTIAL = /\bcredential\b/;

/** From here on, a text asks for a person, who sees what a person sees, quotes the API, or has values of records. */
const KEPT_AS_IT_IS = [
	'A person ',
	'The platform says: "',
	'The knowledge API says: "',
	'The platform has other values than expected: ',
	'It differs from what was sent: ',
];

/** A sentence that says what became of the call, or what is not known of it, and advises nothing. */
const FACT = /^(Nothing was |The platform could not be asked )/;

const ASK_SOMEBODY =
	'No argument of this tool changes that: use another tool where one fits, else tell the person.';

/** A text of which sentences can be left out. */
interface SplitText {
	sentences: string[];
	/** What stays as it is at the end; begins with a blank where sentences go before. */
	end: string;
}

function splitText(text: string): SplitText {
	let endAt = text.length;
	for (const words of KEPT_AS_IT_IS) {
		const place = text.startsWith(words) ? 0 : text.indexOf(` ${words}`);
		if (place !== -1) endAt = Math.min(endAt, place);
	}
	const beginning = text.slice(0, endAt);
	const sentences = beginning.split(/(?<=[.!?]) (?=['A-Z])/).filter(Boolean);
	return { sentences, end: text.slice(beginning.length) };
}

const namesFixedField = (text: string, { fixedLabels }: ToolFields): boolean =>
	[...fixedLabels.values()].some((label) => text.includes(`'${label}'`));

/** True for a sentence that names no field but arguments, and nothing that only the editor has. */
const isFollowable = (sentence: string, fields: ToolFields): boolean =>
	!namesFixedField(sentence, fields) && !IN_EDITOR.some((place) => place.test(sentence));

/** A message in a result, without the sentences that a model cannot follow; empty where none is left. */
export function messageForModel(text: string, fields: ToolFields): string {
	const { sentences, end } = splitText(text);
	const kept = sentences.filter((sentence) => isFollowable(sentence, fields));
	return nameArguments(kept.join(' ') + end, fields).trim();
}

/**
 * What a model can do about a failure. Advice is left out where it names a field that is no argument of the tool; all of it,
 * where the failure itself is about such a field.
 */
export function adviceForModel(message: string, advice: string, fields: ToolFields): string {
	const { sentences, end } = splitText(advice);
	const [subject = ''] = /^'[^']{1,80}'/.exec(message) ?? [];
	const isAboutFixedField = namesFixedField(subject, fields);
	const isAdvice = (sentence: string) =>
		!isAboutFixedField && isFollowable(sentence, fields) && !OF_CREDENTIAL.test(sentence);
	const kept = sentences.filter((sentence) => FACT.test(sentence) || isAdvice(sentence));
	const saysWhatToDo = kept.some((sentence) => !FACT.test(sentence)) || /^ ?A /.test(end);
	if (!saysWhatToDo && kept.length < sentences.length) kept.push(ASK_SOMEBODY);
	return nameArguments(kept.join(' ') + end, fields).trim();
}

/** The label of the field that says how many are returned. */
const LIMIT = 'Limit';

/**
 * What a model can do to see more of a list.
 *
 * @param isLimited true where the tool's limit has left some out, and not the length of the result
 * @param ofOperation the operation's own advice
 */
export function adviceOnMore(fields: ToolFields, isLimited: boolean, ofOperation = ''): string {
	const { argumentNames } = fields;
	const limit = argumentNames.get(LIMIT);
	if (isLimited && limit !== undefined) return `Ask again with a higher '${limit}'.`;
	const advice = messageForModel(ofOperation, fields);
	if (advice !== '') return advice;
	const others = [...argumentNames.values()].filter((name) => name !== limit);
	return others.length > 0
		? `To find others, ask again for something narrower in ${others.map((name) => `'${name}'`).join(' or ')}.`
		: 'This tool cannot show the others: a person has to look them up.';
}
