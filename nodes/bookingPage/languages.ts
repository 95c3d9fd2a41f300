import type { Words } from './words/en';
import { en } from './words/en';

/** What a page can be in. Each has a file of words. */
const WORDS = { en } as const satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;

/** The words of a language, English where there are none. */
export function wordsOf(language: string): Words {
	return Object.hasOwn(WORDS, language) ? WORDS[language as Language] : en;
}

/** A text with its `{name}`s filled in. */
export function filled(text: string, values: Record<string, string | number>): string {
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
