import { oneOf, textAs } from './valueKinds';
import { type Choice, fieldOf } from './parameters';

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
