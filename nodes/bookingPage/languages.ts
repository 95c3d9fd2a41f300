import { ar } from './words/ar';
import { de } from './words/de';
import type { Words } from './words/en';
import { en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';
import { pt } from './words/pt';

/** What a page can be in, by language tag. Each has a file of words. */
const WORDS: Record<string, Words> = { ar, de, en, es, fr, pt };

/** The words of a language, English where there are none. */
export function wordsOf(language: string): Words {
	return Object.hasOwn(WORDS, language) ? WORDS[language] : en;
}

/** A text with its `{name}`s filled in. */
export function filled(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
