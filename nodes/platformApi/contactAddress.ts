import { callingCodeOf } from './callingCodes';

/** An address under which a contact can be reached. */
export interface ContactAddress {
	field: 'email' | 'phone';
	/** As it is sent: an email address in lower case, or the digits of a number, after a plus where they begin with a country's code. */
	sent: string;
	/** True where the platform stores it as it is sent. False for a phone number without its country, which the platform completes. */
	isWhole: boolean;
}

/** Longer texts are no single address (RFC 5321, 4.5.3.1.3, with a name before it), and no pattern looks at them. */
const MAX_TEXT = 320;

/** One name, one at sign, and a domain of several parts, of letters, digits and hyphens of any script: `ada@example.com?subject=x` is a link. */
const EMAIL = /^[^\s@,:;<>()[\]\\"|]{1,64}@([\p{L}\p{N}\p{M}_-]+\.)+[\p{L}\p{N}\p{M}_-]+$/u;

/** Digits, and what people write between them. */
const PHONE = /^[\s\d()[\]./~·•-]*$/;

/** Shorter numbers are extensions, or parts of a number; longer ones are none (ITU-T E.164). */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/** Codes of countries where the zero at the beginning belongs to the number. Elsewhere, it is dialed only without the code. */
const CODES_THAT_KEEP_ZERO = ['39', '225', '226', '229', '241', '242', '378', '379'];

/** North America dials this for abroad. Numbers at home that begin so, as in Turin or Delhi, are shorter. */
const ABROAD_FROM_NORTH_AMERICA = '011';
const MIN_DIGITS_FROM_NORTH_AMERICA = 13;

/** Australia dials this. */
const ABROAD_FROM_AUSTRALIA = '0011';
const MIN_DIGITS_FROM_AUSTRALIA = 14;

/** A number under +1 has its code and ten more digits. */
const DIGITS_OF_NORTH_AMERICA = 11;

/** What lead ads (`p:`), WhatsApp and links write before an address; spreadsheets put an apostrophe before a plus. */
const LABEL = /^(?:'|(?:mailto|callto|whatsapp|sms|p|phone|mobile|cell)\s*:|tel\b[.:]*)\s*/i;

/** What stands between a number and its extension. */
const EXTENSION_SIGNS = ['extension', 'extn', 'ext', 'доб', 'x', '#', ';'];
const MAX_EXTENSION_DIGITS = 7;

/** Letters that look like digits. */
const LETTERS = /[oOоОοΟlI|]/g;

/** What stands between several addresses. */
const SEPARATORS = /[,;|\n]|\s(?=\+)|\s\/\s|\s(?:and|or)\s/i;

/** Characters without a look of their own, which copied texts bring along. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\uFE00-\uFE0F]/g;

/** The digit that a character of any script stands for: each script has its ten in a row. */
function digitOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	let zero = code;
	while (code - zero < 10 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/** A text in the characters of ASCII that its own look like: digits of other scripts, dashes of all kinds; without what is invisible. */
function normalizeCharacters(text: string): string {
	return text
		.normalize('NFKC')
		.replace(INVISIBLE, '')
		.replace(/[\p{Pd}\u02D7\u2043\u2212\u30FC]/gu, '-')
		.replace(/[\u2053\u223C]/g, '~')
		.replace(/(?=\D)\p{Nd}/gu, digitOf)
		.trim();
}

/** A number that nobody can dial from another country. */
export class LacksCountryError extends Error {
	constructor(
		message: string,
		/** As it was read: its digits. */
		readonly numberAtHome: string,
	) {
		super(message);
	}
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A typed phone number without what is dialed before the country's code. */
interface TypedNumber {
	/** The rest as it was typed. */
	number: string;
	/** True where it begins with the country's code. */
	isWhole: boolean;
}

/** The digits behind `011` or `0011`, which North America and Australia dial for abroad; undefined for other numbers. */
function digitsFromAbroad(digits: string): string | undefined {
	if (digits.startsWith(ABROAD_FROM_AUSTRALIA) && digits.length >= MIN_DIGITS_FROM_AUSTRALIA)
		return digits.slice(ABROAD_FROM_AUSTRALIA.length);
	if (
		digits.startsWith(ABROAD_FROM_NORTH_AMERICA) &&
		digits.length >= MIN_DIGITS_FROM_NORTH_AMERICA
	)
		return digits.slice(ABROAD_FROM_NORTH_AMERICA.length);
	return undefined;
}

/** Takes off what is dialed before the country's code: `+`, `00`, and in some countries others. */
function withoutSignForAbroad(typed: string): TypedNumber {
	const [sign] = /^[\s(]*(?:\+\s*00|\+|00)?/.exec(typed) ?? [''];
	const hasPlus = sign.includes('+');
	const digits = hasPlus ? undefined : digitsFromAbroad(digitsOf(typed));
	if (digits !== undefined) return { number: digits, isWhole: true };
	return { number: typed.slice(sign.length), isWhole: hasPlus || sign.includes('00') };
}

/** The digits of a number with its country's code. The zero in `+44 (0)20 …` is dialed at home only, in most countries. */
function digitsWithCode(number: string): string {
	const rounded = number.replace('[0]', '(0)');
	const zero = rounded.indexOf('(0)');
	if (zero === -1) return digitsOf(rounded);
	const code = digitsOf(rounded.slice(0, zero));
	return digitsOf(CODES_THAT_KEEP_ZERO.includes(code) ? rounded : rounded.replace('(0)', ''));
}

/** The phone number that a text is; undefined for another text. */
function phoneIn(text: string): ContactAddress | undefined {
	const { number, isWhole } = withoutSignForAbroad(text);
	if (!PHONE.test(number)) return undefined;
	const digits = isWhole ? digitsWithCode(number) : digitsOf(text);
	const { length } = digits.replace(/^0+/, '');
	if (length < MIN_DIGITS || length > MAX_DIGITS) return undefined;
	// No country's code begins with a zero.
	if (isWhole && digits.startsWith('0')) return undefined;
	if (isWhole && digits.startsWith('1') && length !== DIGITS_OF_NORTH_AMERICA) return undefined;
	return { field: 'phone', sent: isWhole ? `+${digits}` : digits, isWhole };
}

/** A text without the label before it, and the punctuation behind it. */
function withoutLabel(text: string): string {
	let end = text.length;
	while (end > 0 && /[\s,;.]/.test(text[end - 1])) end--;
	return text.slice(0, end).replace(LABEL, '');
}

/** The address in `Ada <ada@example.com>`; else all of the text. */
function withoutName(text: string): string {
	const open = text.indexOf('<');
	const inner = text.slice(open + 1, -1);
	return open !== -1 && text.endsWith('>') && inner !== '' ? inner : text;
}

/** The address that a text is, without a label or a name before it; undefined for another text. */
function singleIn(text: string): ContactAddress | undefined {
	const bare = withoutName(withoutLabel(text));
	if (EMAIL.test(bare)) return { field: 'email', sent: bare.toLowerCase(), isWhole: true };
	return phoneIn(bare);
}

/** The number before an extension, such as `x12` or `ext. 12`; undefined where there is none. */
function numberBeforeExtension(text: string): string | undefined {
	const withoutDigits = text.replace(/\d+$/, '');
	const digits = text.length - withoutDigits.length;
	if (digits === 0 || digits > MAX_EXTENSION_DIGITS) return undefined;
	const beforeDigits = withoutDigits.replace(/[.:=\s]+$/, '').toLowerCase();
	const sign = EXTENSION_SIGNS.find((each) => beforeDigits.endsWith(each));
	return sign === undefined ? undefined : text.slice(0, beforeDigits.length - sign.length);
}

/** True for a text with addresses that are not one and the same. */
function hasSeveral(text: string): boolean {
	// Blanks and slashes stand in phone numbers, but not in email addresses.
	const parts = text.split(text.includes('@') ? /[\s,;|/]+/ : SEPARATORS);
	const addresses = new Set<string>();
	for (const part of parts) {
		const address = singleIn(part);
		if (address) addresses.add(address.sent);
	}
	return addresses.size > 1;
}

const isPhone = (text: string): boolean => singleIn(text)?.field === 'phone';

/** True for a number with an extension. */
function hasExtension(text: string): boolean {
	const number = numberBeforeExtension(text);
	return number !== undefined && isPhone(number);
}

/** True for a number in which a letter stands for a digit. */
function hasLetterForDigit(text: string): boolean {
	return /^[\d+(]/.test(text) && isPhone(text.replace(LETTERS, '0'));
}

/**
 * The one email address or phone number that a text is; undefined for anything else.
 *
 * @throws Error whose message says what to change, for what is nearly one
 */
export function contactAddressIn(typed: string): ContactAddress | undefined {
	if (typed.length > MAX_TEXT) return undefined;
	const text = normalizeCharacters(typed);
	// One character can stand for many.
	if (text.length > MAX_TEXT) return undefined;
	if (hasSeveral(text)) throw new Error('It has several addresses. Enter the one to use.');
	const address = singleIn(text);
	if (address) return address;
	if (hasExtension(text)) throw new Error('It has an extension. Enter the number without it.');
	if (hasLetterForDigit(text))
		throw new Error('It has a letter among its digits. Enter the digit that it stands for.');
	return undefined;
}

/**
 * A number as it would be in a country, whose own zero belongs to the number in some.
 *
 * @returns undefined where the country is not known, or has no numbers of this length
 */
export function withCountry(numberAtHome: string, country: string): string | undefined {
	const code = callingCodeOf(country);
	// North America dials no zero at home.
	if (code === undefined || code === '1') return undefined;
	const number = CODES_THAT_KEEP_ZERO.includes(code)
		? numberAtHome
		: numberAtHome.replace(/^0+/, '');
	return phoneIn(`+${code}${number}`)?.sent;
}

/** True where the platform has written the same address. Of a number, it may have written more than was entered. */
export function isSameAddress({ field, sent, isWhole }: ContactAddress, written: string): boolean {
	if (field === 'email') return written.toLowerCase() === sent;
	return isWhole
		? `+${digitsOf(written)}` === sent
		: digitsOf(written).endsWith(sent.replace(/^0+/, ''));
}
