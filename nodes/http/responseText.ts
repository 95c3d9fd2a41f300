import { tried } from '../utils/attempt';
import { shortened } from '../utils/shortened';
import { isRecord, isWhole } from './body';
import { responseBodyOf } from './failure';
import { holdsSecret, quotable } from './secrets';

/** A response may be long; a message should stay readable. */
const MAX_TEXT = 500;

/** Names under which APIs say what went wrong. Below the top, `title` and `reason` may be the names of wrong fields. */
const NAMES = ['message', 'error_description', 'detail', 'details', 'errors', 'error', 'msg'];
const NAMES_AT_TOP = [...NAMES, 'title', 'reason'];

/** The words of an error body, whose shape is not documented. Some APIs list them below `errors` by the names of the fields. */
function textIn(body: unknown, isNested = false): string {
	if (typeof body === 'string') return isWhole(body) ? body.trim() : '';
	if (Array.isArray(body))
		return body
			.map((entry) => textIn(entry, true))
			.filter(Boolean)
			.join('; ');
	if (!isRecord(body)) return '';
	const named = (isNested ? NAMES : NAMES_AT_TOP)
		.map((name) => textIn(body[name], true))
		.find(Boolean);
	// Such as which contact has the email already.
	const meta = isNested ? '' : textIn(body.meta, true);
	if (named !== undefined || !isNested) return [named, meta].filter(Boolean).join(' ');
	return Object.entries(body)
		.flatMap(([name, value]) => (textIn(value) ? `${name}: ${textIn(value)}` : []))
		.join('; ');
}

/**
 * The API's own words about a failed request, shortened; empty where there are none, and where the response holds a piece
 * of a secret. Never throws.
 */
export function responseTextOf(error: unknown, secrets: readonly string[] = []): string {
	const body = responseBodyOf(error);
	const words = tried(() => textIn(body), '');
	if (words === '') return '';
	const whole = tried(() => JSON.stringify(body), '');
	if (holdsSecret(whole, secrets)) return '';
	return shortened(quotable(words, secrets), MAX_TEXT);
}
