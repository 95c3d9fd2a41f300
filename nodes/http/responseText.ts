import { isPage, isRecord } from './body';
import { responseBodyOf } from './failure';

/** A response may be long; a message should stay readable. */
const MAX_TEXT = 500;

/** Under these, APIs say what went wrong. */
const NAMES = ['message', 'error_description', 'detail', 'details', 'errors', 'error', 'msg'];

/** The human-readable part of an error body, whose shape the contract does not show; empty without one. */
function textIn(body: unknown): string {
	if (typeof body === 'string') return isPage(body) ? '' : body.trim();
	if (Array.isArray(body)) return body.map(textIn).filter(Boolean).join('; ');
	if (!isRecord(body)) return '';
	return NAMES.map((name) => textIn(body[name])).find(Boolean) ?? '';
}

/** The API's own words about a failed request, shortened, without secrets; empty where there are none. */
export function responseTextOf(error: unknown, secrets: readonly string[]): string {
	return withoutSecrets(textIn(responseBodyOf(error)), secrets).slice(0, MAX_TEXT);
}

/** A character as it may be repeated: as it is, URL-encoded, or escaped in JSON, HTML or JavaScript. */
function formsOf(character: string): string {
	const plain = character.replace(/[^\w\s]/g, '\\$&');
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const percent = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	return `(?:\\\\?${plain}|${percent}|\\\\u0*${hex}|\\\\x${hex}|&#x0*${hex};|&#0*${code};)`;
}

/** A text of a stranger without the secrets in it, in whatever case and form. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	const known = secrets.filter((secret) => secret !== '');
	const masked = known.reduce(
		(cleaned, secret) =>
			cleaned.replace(new RegExp(Array.from(secret, formsOf).join(''), 'gi'), '[hidden]'),
		text,
	);
	// A token that n8n has just renewed is not known here.
	return masked.replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [hidden]');
}
