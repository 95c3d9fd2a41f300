import type { IDataObject } from 'n8n-workflow';

/** An address under which a contact can be reached, as it was entered. */
export interface ContactAddress {
	/** Where contacts have it. */
	field: 'email' | 'phone';
	/** As it is sent, and as the platform stores it where `isWhole`. */
	sent: string;
	/** False for a phone number without its country. */
	isWhole: boolean;
}

const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;
const PHONE = /^(\+|00)?[\d\s()./-]+$/;
/** Shorter ones are extensions, or parts of a number. */
const MIN_DIGITS = 7;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The email address or phone number that a text is; undefined for anything else. */
export function contactAddressIn(text: string): ContactAddress | undefined {
	if (EMAIL.test(text)) return { field: 'email', sent: text.toLowerCase(), isWhole: true };
	const [isPhone, prefix] = PHONE.exec(text) ?? [];
	const digits = digitsOf(text).replace(/^0+/, '');
	if (isPhone === undefined || digits.length < MIN_DIGITS) return undefined;
	return { field: 'phone', sent: prefix ? `+${digits}` : digits, isWhole: prefix !== undefined };
}

/** Whether a contact has the address, as its first or as another one. */
export function hasAddress(contact: IDataObject, { field, sent, isWhole }: ContactAddress): boolean {
	const others = field === 'email' ? contact.additionalEmails : contact.additionalPhones;
	// Other addresses come as texts, or as objects that hold one.
	const texts = [...JSON.stringify([contact[field], others ?? []]).matchAll(/"([^"]*)"/g)].map(([, text]) => text.toLowerCase());
	if (field === 'email') return texts.includes(sent);
	return texts.some((text) => (isWhole ? `+${digitsOf(text)}` === sent : digitsOf(text).endsWith(sent)));
}
