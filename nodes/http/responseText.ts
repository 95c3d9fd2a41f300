import { tried } from '../utils/attempt';
import { shortened } from '../utils/shortened';
import { isRecord, isWhole } from './body';
import { responseBodyOf } from './failure';

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

/** The API's own words about a failed request, shortened, without secrets; empty where there are none. Never throws. */
export const responseTextOf = (error: unknown, secrets: readonly string[] = []): string =>
	tried(() => shortened(withoutSecrets(textIn(responseBodyOf(error)), secrets), MAX_TEXT), '');

/** A text without the secrets in it: as they are, URL-encoded, in base64, or escaped in JSON. Never throws. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	const forms = secrets.flatMap((secret) => {
		const bytes = Buffer.from(secret);
		// A lone half of a surrogate pair cannot be encoded. A form encodes more than a path, a whole address less.
		const whole = bytes.toString();
		const encoded = [
			encodeURIComponent(whole),
			encodeURI(whole),
			new URLSearchParams({ '': whole }).toString().slice(1),
		];
		return [
			secret,
			...encoded,
			// RFC 3986, 2.1: the digits of an encoded byte may be in either case, the secret itself may not.
			...encoded.map((form) => form.replace(/%../g, (byte) => byte.toLowerCase())),
			bytes.toString('base64').replace(/=+$/, ''),
			JSON.stringify(secret).slice(1, -1),
		];
	});
	// One secret may begin like another.
	const longestFirst = forms.filter((form) => form !== '').sort((a, b) => b.length - a.length);
	const masked = longestFirst.reduce((cleaned, form) => cleaned.replaceAll(form, '[hidden]'), text);
	// A token that n8n has just renewed is not known here.
	return masked.replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [hidden]');
}
