import type { IDataObject } from 'n8n-workflow';

import { tryOr } from '../utils/tryOr';
import { shorten } from '../utils/shorten';
import { isRecord, isPageOrCutJson } from './body';
import { responseBodyOf } from './requestError';
import { holdsSecret, quotable } from './secrets';

/** A response may be long; a message should stay readable. */
const MAX_TEXT = 500;

/** Names under which APIs say what went wrong. Below the top, `title` and `reason` may be the names of wrong fields. */
const NAMES = ['message', 'error_description', 'detail', 'details', 'errors', 'error', 'msg'];
const NAMES_AT_TOP = [...NAMES, 'title', 'reason'];

/*
 * An error body, whose shape is not documented: a text, a list, or an object that says it under a usual name, or under the
 * names of the wrong fields. Each of these may stand within another.
 */

/** The words under the first of the names that has some; empty where none has. */
function wordsUnder(names: string[], record: IDataObject): string {
	for (const name of names) {
		const words = wordsBelow(record[name]);
		if (words !== '') return words;
	}
	return '';
}

/** The words of an object that says them by the names of the wrong fields: `email: is invalid; phone: is missing`. */
function wordsByField(record: IDataObject): string {
	const entries: string[] = [];
	for (const [name, value] of Object.entries(record)) {
		const words = wordsOf(value);
		if (words !== '') entries.push(`${name}: ${words}`);
	}
	return entries.join('; ');
}

/** The words of a value that stands below the top of a body. */
function wordsBelow(value: unknown): string {
	if (isRecord(value)) return wordsUnder(NAMES, value) || wordsByField(value);
	return wordsOf(value);
}

/** The words of an error body, or of a value in one. */
function wordsOf(body: unknown): string {
	if (typeof body === 'string') return isPageOrCutJson(body) ? '' : body.trim();
	if (Array.isArray(body)) return body.map(wordsBelow).filter(Boolean).join('; ');
	if (!isRecord(body)) return '';
	// `meta` says, for example, which contact has the email already.
	return [wordsUnder(NAMES_AT_TOP, body), wordsBelow(body.meta)].filter(Boolean).join(' ');
}

/**
 * The API's own words about a failed request, shortened; empty where there are none, and where the response holds a piece
 * of a secret. Never throws.
 */
export function responseTextOf(error: unknown, secrets: readonly string[] = []): string {
	const body = responseBodyOf(error);
	const words = tryOr(() => wordsOf(body), '');
	if (words === '') return '';
	const whole = tryOr(() => JSON.stringify(body), '');
	if (holdsSecret(whole, secrets)) return '';
	return shorten(quotable(words, secrets), MAX_TEXT);
}
