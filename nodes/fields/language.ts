import type { IDataObject } from 'n8n-workflow';

import { slotText } from '../booking/slotTexts';
import { isRecord } from '../http/body';
import { type Choice, fieldOf } from './parameters';
import { oneOf, textAs } from './valueKinds';

const LANGUAGES: Array<Choice<string>> = [
	{ name: 'Arabic', value: 'ar' },
	{ name: 'English', value: 'en' },
	{ name: 'French', value: 'fr' },
	{ name: 'German', value: 'de' },
	{ name: 'Portuguese (Brazil)', value: 'pt' },
	{ name: 'Spanish', value: 'es' },
];

/** Without extensions, which could ask for another calendar or other digits than the language's own. */
const PLAIN_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

const listed = oneOf(
	LANGUAGES.map(({ value }) => value),
	LANGUAGES.map(({ name }) => name),
);

/** A language of the list, or another one that JavaScript's `Intl` can write. */
const language = textAs(
	'a language',
	'one of the list, or a tag such as nl, en-GB or pt-PT',
	(entered) => {
		const tag = entered.replaceAll('_', '-');
		if (!PLAIN_TAG.test(tag)) return listed.read(entered);
		const [known] = Intl.DateTimeFormat.supportedLocalesOf([tag]);
		return known;
	},
);

/** An entry of 'Options' of all that puts out `startText`. */
export const languageField = fieldOf(language, {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	default: 'en',
	description:
		'Language of startText, with 24 hours where the language counts so. Others, such as nl or en-GB, by an expression. Without this option, it is English, as in the US.',
	options: LANGUAGES,
});

/** An output whose `startText` is in a language, also in the lists that it holds. */
export function withStartTextIn(language: string, output: IDataObject): IDataObject {
	const written: IDataObject = {};
	for (const [name, value] of Object.entries(output)) {
		const isList = Array.isArray(value) && value.every(isRecord);
		written[name] = isList ? value.map((entry) => withStartTextIn(language, entry)) : value;
	}
	const { startTime, endTime, startText, timezone } = output;
	if (typeof startText !== 'string') return written;
	const slot = { start: Date.parse(String(startTime)), end: Date.parse(String(endTime)) };
	const isKnown = slot.start <= slot.end && typeof timezone === 'string';
	if (isKnown) written.startText = slotText(slot, timezone, language);
	return written;
}
