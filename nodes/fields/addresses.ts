import { contactAddressIn, LacksCountryError } from '../platformApi/contactAddress';
import { interpretText } from './modelMarks';
import { anyWords, type Kind, listOf, MAX_WORD, textAs } from './valueKinds';

const WITH_CODE = 'the number with the code of its country, such as +12025550101';

/** An email address or a phone number, by the one reader for all fields. */
export const emailOrPhone = textAs(
	'an email address or a phone number',
	`an address such as ada@example.com, or ${WITH_CODE}`,
	contactAddressIn,
);

/** An address of one kind, as it is sent. */
const only = (field: 'email' | 'phone') => (typed: string) => {
	const address = contactAddressIn(typed);
	return address?.field === field ? address.sent : undefined;
};

const ASK_THE_PERSON = 'Ask the person for it, or leave it empty.';

/** Names that models and people write into a field for an address that they do not have. */
const NO_NAMES = new Set(
	'none no na n/a null nil unknown noemail no-email email test example user anonymous nobody placeholder notprovided not-provided'.split(
		' ',
	),
);

/** True for `none@none.com`, `test@test.com` and `noemail@example.com`, but not for `ada@example.com`. */
function isMadeUp(email: string): boolean {
	const at = email.lastIndexOf('@');
	const [domain] = email.slice(at + 1).split('.');
	return NO_NAMES.has(email.slice(0, at)) && NO_NAMES.has(domain);
}

/** True for `unknown` and other words that are no address at all, in place of which a model would make one up. */
const isNoAddress = (value: unknown) => typeof value === 'string' && !value.includes('@');

/** The same of a phone number. */
const isNoNumber = (value: unknown) => typeof value === 'string' && !/\p{N}/u.test(value);

const anyEmail = textAs('an email address', 'one address, such as ada@example.com', only('email'));

/** An email address to store. @throws Error for one that a language model has made up */
export const emailAddress: Kind<string> = {
	...anyEmail,
	read(value, isTool) {
		const email = anyEmail.read(value);
		if (isTool && isNoAddress(value)) throw new Error(`It is no address. ${ASK_THE_PERSON}`);
		if (isTool && email !== undefined && isMadeUp(email))
			throw new Error(`'${email}' is nobody's address. ${ASK_THE_PERSON}`);
		return email;
	},
};

const listOfAddresses = listOf(emailAddress, 'a list of email addresses');

/** In a text, mail programs separate addresses by semicolons, too; no address has one. */
const withCommas = (list: unknown): unknown =>
	typeof list === 'string' ? list.replaceAll(';', ',') : list;

/** Email addresses, as people copy them from their mail program. */
export const emailAddresses: Kind<string[]> = {
	...listOfAddresses,
	interpret: (written) => listOfAddresses.interpret?.(withCommas(written)),
	read: (value, isTool) => listOfAddresses.read(withCommas(value), isTool),
};

/** Ten digits, as in North America, are a number with its area; fewer are one within a city. */
const MIN_DIGITS_WITH_AREA = 10;

/** Fewer are no number (ITU-T E.164), but may be a part of a word. */
const MIN_DIGITS = 7;

const anyPhone = textAs('a phone number', WITH_CODE, only('phone'));

/** The word beside a number, such as `(mobile)`; undefined where there is no number. */
function wordBesideNumber(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > MAX_WORD) return undefined;
	const digits = value.replace(/[^\d]/g, '');
	const [word] = /\p{L}{2,}/u.exec(value) ?? [];
	return digits.length >= MIN_DIGITS && !value.includes('@') ? word : undefined;
}

/** A phone number to store. @throws Error for one without its country, and for one that a language model has made up */
export const phoneNumber: Kind<string> = {
	...anyPhone,
	read(value, isTool) {
		const phone = anyPhone.read(value);
		if (isTool && isNoNumber(value)) throw new Error(`It is no number. ${ASK_THE_PERSON}`);
		if (phone === undefined) {
			const word = wordBesideNumber(value);
			if (word !== undefined) throw new Error(`It has '${word}' beside its digits.`);
			return undefined;
		}
		// Such as +1 000 000 0000.
		if (isTool && /(\d)\1{6}$/.test(phone))
			throw new Error(`'${phone}' is nobody's number. ${ASK_THE_PERSON}`);
		if (phone.startsWith('0'))
			throw new LacksCountryError(
				`'${phone}' begins with a zero, so it lacks the code of its country, without which other countries cannot dial it.`,
				phone,
			);
		if (isTool && !phone.startsWith('+') && phone.length < MIN_DIGITS_WITH_AREA)
			throw new Error(
				`'${phone}' lacks the code of its area and its country. Ask the person for the whole number.`,
			);
		return phone;
	},
};

/** Words to search for, or an address that a contact must have. A model's words for nothing would find nobody. */
export const wordsOrAddress = {
	...anyWords,
	interpret: interpretText,
	read(value: unknown) {
		const words = anyWords.read(value);
		return words === undefined ? undefined : (contactAddressIn(words) ?? words);
	},
};
