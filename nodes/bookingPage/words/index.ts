import { ar } from './ar';
import { de } from './de';
import type { Words } from './en';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { pt } from './pt';

export type { Words } from './en';

/** The languages by tag, in the order of their names. One more language is a file of words, a line here, and an entry in nodes/fields/language.ts. */
export const LANGUAGES: Record<string, Words> = { ar, en, fr, de, pt, es };

/** The tag of a language in the table: `en` also for `en_US` and `EN-gb`; undefined for any other text. */
export function languageOf(text: string): string | undefined {
	const [tag] = text.toLowerCase().split(/[-_]/);
	return Object.hasOwn(LANGUAGES, tag) ? tag : undefined;
}
