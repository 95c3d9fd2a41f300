import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** True where the files are to be written anew: `npm run save-texts` sets it. */
export const IS_TO_SAVE = process.env.SAVE_TEXTS === '1';

/** For the name of a test, so that whoever sees it fail knows what to do. */
export const HOW_TO_SAVE = 'a change that is meant is saved by: npm run save-texts';

/** What is kept in a file; empty where there is none. */
export function readSavedText(file: string): string {
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Compares a text with what is kept of it in a file, so that no part of it changes unseen. */
export function expectSavedText(text: string, file: string): void {
	if (IS_TO_SAVE) writeFileSync(file, text);
	expect(text).toBe(readSavedText(file));
}
