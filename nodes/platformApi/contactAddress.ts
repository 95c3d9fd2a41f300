/** An address under which a contact can be reached. */
export interface ContactAddress {
	field: 'email' | 'phone';
	/** As it is sent, and as the platform stores it where `isWhole`. */
	sent: string;
	/** False for a phone number without its country, which the platform completes. */
	isWhole: boolean;
}

/** Longer texts are no single address (RFC 5321, 4.5.3.1.3, with a name before it). */
const MAX_TEXT = 320;

const EMAIL = /^[^\s@,:;<>()[\]\\"|]{1,64}@([^\s@,:;<>()[\]\\"|./]+\.)+[^\s@,:;<>()[\]\\"|./]+$/;

const PHONE = /^[\s(]*(\+\s*00|\+|00)?([\s\d()[\]./~·•-]*)$/;
/** Shorter numbers are extensions, or parts of a number; longer ones are none (ITU-T E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];
/** Countries where a zero after the code is a part of the number; elsewhere it is dialed without the code only. */
const KEEPS_ZERO = /^\W*(39|225|241|242|378|379)\W*\(0\)/;

const EXTENSION = /^(.*\d.*?)[\s,.]*(?:;?\s*ext(?:ension|n)?|x|доб|#|;)[.:=\s]*\d{1,7}$/i;
const LETTERS = /[oOоОοΟlI|]/g;
const SEVERAL = /[,;|\n]|\s(?=\+)|\s\/\s|\s(?:and|or)\s/i;

/** Characters without a look of their own, which copied texts bring along. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\uFE00-\uFE0F]/g;

/** The digit that a character of any script stands for: each script has its ten in a row. */
function digitOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	let zero = code;
	while (code - zero < 10 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/** A text as it looks: full-width and other digits, dashes of all kinds, nothing invisible. */
const asItLooks = (text: string) =>
	text
		.normalize('NFKC')
		.replace(INVISIBLE, '')
		.replace(/[\p{Pd}\u02D7\u2043\u2212\u30FC]/gu, '-')
		.replace(/[\u2053\u223C]/g, '~')
		.replace(/(?=\D)\p{Nd}/gu, digitOf)
		.trim();

const digitsOf = (text: string) => text.replace(/\D/g, '');

function phoneIn(text: string): ContactAddress | undefined {
	const [isPhone, prefix, typed = ''] = PHONE.exec(text) ?? [];
	if (isPhone === undefined) return undefined;
	const isWhole = prefix !== undefined;
	const digits = digitsOf(isWhole && !KEEPS_ZERO.test(typed) ? typed.replace('(0)', '') : typed);
	const { length } = digits.replace(/^0+/, '');
	// No country's code begins with a zero.
	if (length < MIN_DIGITS || length > MAX_DIGITS || (isWhole && digits.startsWith('0')))
		return undefined;
	return { field: 'phone', sent: isWhole ? `+${digits}` : digits, isWhole };
}

function singleIn(text: string): ContactAddress | undefined {
	const bare = text.replace(/^(tel\b[.:]*|mailto:)\s*/i, '').replace(/[\s,;.]+$/, '');
	// `Ada <ada@example.com>`
	const [, inner = bare] = /^[^<>]*<([^<>]+)>$/.exec(bare) ?? [];
	return EMAIL.test(inner)
		? { field: 'email', sent: inner.toLowerCase(), isWhole: true }
		: phoneIn(inner);
}

/**
 * The one email address or phone number that a text is; undefined for anything else.
 *
 * @throws Error whose message says what to change, for what is nearly one
 */
export function contactAddressIn(typed: string): ContactAddress | undefined {
	if (typed.length > MAX_TEXT) return undefined;
	const text = asItLooks(typed);
	const parts = text.split(text.includes('@') ? /[\s,;|/]+/ : SEVERAL);
	if (new Set(parts.flatMap((part) => singleIn(part)?.sent ?? [])).size > 1)
		throw new Error('It has several addresses. Enter the one to use.');
	const address = singleIn(text);
	if (address) return address;
	const [, number = ''] = EXTENSION.exec(text) ?? [];
	if (singleIn(number)?.field === 'phone')
		throw new Error('It has an extension. Enter the number without it.');
	if (/^[\d+(]/.test(text) && singleIn(text.replace(LETTERS, '0'))?.field === 'phone')
		throw new Error('It has a letter among its digits. Enter the digit that it stands for.');
	return undefined;
}

/** True for the address as the platform wrote it, which may have more of a number than was entered. */
export function isSameAddress({ field, sent, isWhole }: ContactAddress, written: string): boolean {
	if (field === 'email') return written.toLowerCase() === sent;
	return isWhole
		? `+${digitsOf(written)}` === sent
		: digitsOf(written).endsWith(sent.replace(/^0+/, ''));
}
