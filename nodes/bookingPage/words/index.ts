import { ar } from './ar';
import { de } from './de';
import type { Words } from './en';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { pt } from './pt';

export type { Words } from './en';

export interface Language {
	/** In the editor's list. */
	name: string;
	words: Words;
	dir: 'ltr' | 'rtl';
}

/** The languages by tag, in the order of their names. One more language is a file of words and a line here. */
export const LANGUAGES: Record<string, Language> = {
	ar: { name: 'Arabic', words: ar, dir: 'rtl' },
	en: { name: 'English', words: en, dir: 'ltr' },
	fr: { name: 'French', words: fr, dir: 'ltr' },
	de: { name: 'German', words: de, dir: 'ltr' },
	pt: { name: 'Portuguese (Brazil)', words: pt, dir: 'ltr' },
	es: { name: 'Spanish', words: es, dir: 'ltr' },
};

/** The tag of a language in the table: `en` also for `en_US` and `EN-gb`; undefined for any other text. */
export function languageOf(text: string): string | undefined {
	const [tag] = text.toLowerCase().split(/[-_]/);
	return Object.hasOwn(LANGUAGES, tag) ? tag : undefined;
}
