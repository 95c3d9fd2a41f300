import { callingCodeOf } from './callingCodes';

/** An address under which a contact can be reached. */
export interface ContactAddress {
	field: 'email' | 'phone';
	/** As it is sent, and as the platform stores it where `isWhole`. */
	sent: string;
	/** False for a phone number without its country, which the platform completes. */
	isWhole: boolean;
}

/** Longer texts are no single address (RFC 5321, 4.5.3.1.3, with a name before it), and no pattern looks at them. */
const MAX_TEXT = 320;

const EMAIL = /^[^\s@,:;<>()[\]\\"|]{1,64}@([^\s@,:;<>()[\]\\"|./]+\.)+[^\s@,:;<>()[\]\\"|./]+$/;

/** Digits, and what people write between them. */
const PHONE = /^[\s\d()[\]./~·•-]*$/;

/** Shorter numbers are extensions, or parts of a number; longer ones are none (ITU-T E.164). */
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

/** Countries whose own zero is a part of the number; elsewhere it is dialed without the code only. */
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

/** The digits behind the sign for abroad, and whether there is such a sign: `+`, `00`, and in some countries others. */
function withoutSignForAbroad(typed: string): { number: string; isWhole: boolean } {
	const [sign] = /^[\s(]*(?:\+\s*00|\+|00)?/.exec(typed) ?? [''];
	const number = typed.slice(sign.length);
	const digits = digitsOf(typed);
	const isPlus = sign.includes('+');
	if (
		!isPlus &&
		digits.startsWith(ABROAD_FROM_AUSTRALIA) &&
		digits.length >= MIN_DIGITS_FROM_AUSTRALIA
	)
		return { number: digits.slice(ABROAD_FROM_AUSTRALIA.length), isWhole: true };
	if (
		!isPlus &&
		digits.startsWith(ABROAD_FROM_NORTH_AMERICA) &&
		digits.length >= MIN_DIGITS_FROM_NORTH_AMERICA
	)
		return { number: digits.slice(ABROAD_FROM_NORTH_AMERICA.length), isWhole: true };
	return { number, isWhole: isPlus || sign.includes('00') };
}

/** The digits of a number with its country's code. The zero in `+44 (0)20 …` is dialed at home only, in most countries. */
function digitsWithCode(number: string): string {
	const zero = number.indexOf('(0)');
	const code = digitsOf(number.slice(0, Math.max(0, zero)));
	const isOfNumber = zero === -1 || CODES_THAT_KEEP_ZERO.includes(code);
	return digitsOf(isOfNumber ? number : number.replace('(0)', ''));
}

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
	return open !== -1 && text.endsWith('>') && inner !== '' && !/[<>]/.test(inner) ? inner : text;
}

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

/**
 * The one email address or phone number that a text is; undefined for anything else.
 *
 * @throws Error whose message says what to change, for what is nearly one
 */
export function contactAddressIn(typed: string): ContactAddress | undefined {
	if (typed.length > MAX_TEXT) return undefined;
	const text = asItLooks(typed);
	// One character can stand for many.
	if (text.length > MAX_TEXT) return undefined;
	const parts = text.split(text.includes('@') ? /[\s,;|/]+/ : SEVERAL);
	if (new Set(parts.flatMap((part) => singleIn(part)?.sent ?? [])).size > 1)
		throw new Error('It has several addresses. Enter the one to use.');
	const address = singleIn(text);
	if (address) return address;
	const number = numberBeforeExtension(text);
	if (number !== undefined && singleIn(number)?.field === 'phone')
		throw new Error('It has an extension. Enter the number without it.');
	if (/^[\d+(]/.test(text) && singleIn(text.replace(LETTERS, '0'))?.field === 'phone')
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

/** True for the address as the platform wrote it, which may have more of a number than was entered. */
export function isSameAddress({ field, sent, isWhole }: ContactAddress, written: string): boolean {
	if (field === 'email') return written.toLowerCase() === sent;
	return isWhole
		? `+${digitsOf(written)}` === sent
		: digitsOf(written).endsWith(sent.replace(/^0+/, ''));
}
