/* What of a text a language model gets: not the sentences about what only a person sees and can change. */

import { nameArguments, type ToolFields } from './modelArguments';

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

/** Begins the values that the platform's record has in place of others. A model gets what follows as it is. */
export const OTHER_VALUES = 'The platform has other values than expected:';

/** Begins the values in which a record that was kept differs. A model gets what follows as it is. */
export const DIFFERS_FROM_SENT = 'It differs from what was sent:';

/** What begins so asks for a person, who sees what a person sees, quotes an API, or has values of records: it stays as it is. */
const BEGINNINGS_OF_WHAT_STAYS = [
	'A person ',
	// As `withApiWords` writes it.
	'The platform says: "',
	'The knowledge API says: "',
	`${OTHER_VALUES} `,
	`${DIFFERS_FROM_SENT} `,
];

/** A sentence that says what became of the call, or what is not known of it, and advises nothing. */
const FACT = /^(Nothing (was|is) |The platform could not be asked )/;

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
	for (const beginning of BEGINNINGS_OF_WHAT_STAYS) {
		const place = text.startsWith(beginning) ? 0 : text.indexOf(` ${beginning}`);
		if (place !== -1) endAt = Math.min(endAt, place);
	}
	const sentences = text
		.slice(0, endAt)
		.split(/(?<=[.!?]) (?=['A-Z])/)
		.filter(Boolean);
	return { sentences, end: text.slice(endAt) };
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
	const kept: string[] = [];
	// The end may ask for a person.
	let saysWhatToDo = /^ ?A /.test(end);
	for (const sentence of sentences) {
		const isFact = FACT.test(sentence);
		const isAdvice =
			!isAboutFixedField && isFollowable(sentence, fields) && !OF_CREDENTIAL.test(sentence);
		if (isFact || isAdvice) kept.push(sentence);
		if (isAdvice && !isFact) saysWhatToDo = true;
	}
	const isCut = kept.length < sentences.length;
	if (isCut && !saysWhatToDo) kept.push(ASK_SOMEBODY);
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
	const others: string[] = [];
	for (const name of argumentNames.values()) {
		if (name !== limit) others.push(`'${name}'`);
	}
	if (others.length === 0) return 'This tool cannot show the others: a person has to look them up.';
	return `To find others, ask again for something narrower in ${others.join(' or ')}.`;
}
