import { contactAddressIn } from '../platformApi/contactAddress';
import { anyWords, textAs } from './kinds';

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

export const emailAddress = textAs(
	'an email address',
	'one address, such as ada@example.com',
	only('email'),
);

export const phoneNumber = textAs('a phone number', WITH_CODE, only('phone'));

/** Words to search for, or an address that a contact must have. */
export const wordsOrAddress = {
	...anyWords,
	read(value: unknown) {
		const words = anyWords.read(value);
		return words === undefined ? undefined : (contactAddressIn(words) ?? words);
	},
};
