/**
 * What another server sent may hold a secret of ours: it repeats a request, or a token that it refuses. So every text of
 * another server passes through `quotable` before it becomes part of a message.
 */

/** Characters of a text that are looked at; no message quotes from behind them. */
const MAX_READ = 2_000;

/** A piece of a secret of this length is no coincidence. */
const PIECE = 8;

/** Shorter ones, such as a word that somebody tries, are words like any other. */
const MIN_SECRET = 4;

/** A text may be encoded several times over, such as JSON within JSON that was URL-encoded. */
const MAX_LAYERS = 4;

/** The names that HTML has for characters of tokens. */
const ENTITIES: Record<string, string> = {
	amp: '&',
	apos: "'",
	ast: '*',
	bsol: '\\',
	colon: ':',
	comma: ',',
	dash: '-',
	dollar: '$',
	equals: '=',
	excl: '!',
	gt: '>',
	hyphen: '-',
	lowbar: '_',
	lt: '<',
	num: '#',
	percnt: '%',
	period: '.',
	plus: '+',
	quot: '"',
	sol: '/',
	vert: '|',
};

const characterOf = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Such as `&lt;`, `&#60;` and `&#x3c;`. */
const withoutEntities = (text: string) =>
	text
		.replace(/&#x([\da-f]{1,6});?/gi, (_, digits: string) => characterOf(parseInt(digits, 16)))
		.replace(/&#(\d{1,7});?/g, (_, digits: string) => characterOf(Number(digits)))
		.replace(/&([a-z]{2,6});/gi, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);

/** Such as `\u003c`, `\x3c` and `\/`. */
const withoutEscapes = (text: string) =>
	text
		.replace(/\\u\{?([\da-f]{4,6})\}?|\\x([\da-f]{2})/gi, (_, long?: string, short?: string) =>
			characterOf(parseInt(long ?? short ?? '', 16)),
		)
		.replace(/\\+(.)/g, '$1');

const bytesAsText = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');

/** Such as `%3C`. */
const withoutPercentSigns = (text: string) =>
	text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => bytesAsText(encoded.replaceAll('%', '')));

/** A text without the escapes of HTML, of JSON and of addresses. */
const unescapeText = (text: string) => withoutPercentSigns(withoutEscapes(withoutEntities(text)));

/** Texts that stand in a text in hexadecimal digits. */
const decodeHex = (text: string) =>
	(text.match(/[\da-f]{8,}/gi) ?? [])
		.flatMap((digits) => [bytesAsText(digits), bytesAsText(digits.slice(1))])
		.join('\n');

/** Texts that stand in a text in base64. What stands before one moves its groups of four, so each beginning is tried. */
const decodeBase64 = (text: string) =>
	(text.match(/[\w+/-]{8,}/g) ?? [])
		.flatMap((run) =>
			[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
		)
		.join('\n');

/** Line breaks, hyphens that do not show, and blanks within a token. */
const withoutGaps = (text: string) => text.replace(/[\s\p{Cf}]/gu, '');

/** What a text says in each of the encodings. */
function decodingsOf(text: string): string[] {
	// By itself, too: what HTML writes as an entity may be a sign that the other escapes begin with.
	const withSigns = withoutEntities(text);
	const decodings = [withSigns, unescapeText(text), decodeHex(text), decodeBase64(text)];
	return decodings.map((decoded) => decoded.slice(0, 4 * MAX_READ));
}

/** A text as it stands, and all that it says once it is decoded, in any order of the encodings. */
function readingsOf(text: string): Set<string> {
	const readings = new Set([text]);
	let layer = [text];
	for (let depth = 0; depth < MAX_LAYERS; depth++) {
		const next: string[] = [];
		for (const decoded of layer.flatMap(decodingsOf)) {
			if (decoded === '' || readings.has(decoded)) continue;
			next.push(decoded);
			readings.add(decoded);
		}
		layer = next;
	}
	return readings;
}

/** All pieces of the secrets, in lower case: some servers change the case. */
function piecesOf(secrets: readonly string[]): Set<string> {
	const pieces = new Set<string>();
	for (const secret of secrets) {
		const text = withoutGaps(secret).toLowerCase();
		const length = Math.min(PIECE, text.length);
		if (length < MIN_SECRET) continue;
		for (let start = 0; start + length <= text.length; start++)
			pieces.add(text.slice(start, start + length));
	}
	return pieces;
}

function holdsPiece(text: string, pieces: Set<string>): boolean {
	const lengths = new Set([...pieces].map(({ length }) => length));
	for (const length of lengths)
		for (let start = 0; start + length <= text.length; start++)
			if (pieces.has(text.slice(start, start + length))) return true;
	return false;
}

/** A token that n8n has just renewed is not known here. */
const TOKEN_AFTER_SCHEME = /\bbearer[\s:]{1,9}[\w.~+/=-]{16}/i;

/** True for a text that holds a secret, or a piece of one, in any usual spelling. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
	const pieces = piecesOf(secrets);
	for (const reading of readingsOf(text.slice(0, MAX_READ))) {
		if (TOKEN_AFTER_SCHEME.test(reading)) return true;
		if (holdsPiece(withoutGaps(reading).toLowerCase(), pieces)) return true;
	}
	return false;
}

/** A text of another server as a message may quote it: all of it, or, where it holds a piece of a secret, none. Never throws. */
export const quotable = (text: string, secrets: readonly string[]): string =>
	holdsSecret(text, secrets) ? '' : text.slice(0, MAX_READ);
