import {
	contactAddressIn,
	isSameAddress,
	withCountry,
} from '../../../nodes/platformApi/contactAddress';

it.each([
	['ADA@Example.com', 'ada@example.com'],
	["o'brien+vip@mail.example.co.uk", "o'brien+vip@mail.example.co.uk"],
	['Ada <ada@example.com>', 'ada@example.com'],
	['Ada@example.com <ada@example.com>', 'ada@example.com'],
	[`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
	[`${'a'.repeat(65)}@example.com`, undefined],
	['Ada <ada@example.com', undefined],
	['ada@example.com>', undefined],
	[' ada@example.com ', 'ada@example.com'],
	['"Lovelace, Ada" <ada@example.com>', 'ada@example.com'],
	['mailto:ada@example.com', 'ada@example.com'],
	['ada@example.com.', 'ada@example.com'],
	['ada\u00AD@exam\u200Bple.com\uFEFF', 'ada@example.com'],
	['ａｄａ＠ｅｘａｍｐｌｅ．com', 'ada@example.com'],
	['ada@example.com (ada)', undefined],
])('an email address, %s, is %s', (typed, sent) => {
	expect(contactAddressIn(typed)).toEqual(
		sent === undefined ? undefined : { field: 'email', sent, isWhole: true },
	);
});

it.each([
	['+1 (202) 555-0101', '+12025550101'],
	['0012025550101', '+12025550101'],
	['+00 44 20 7946 0958', '+442079460958'],
	['(+44) 20 7946 0958', '+442079460958'],
	['+(44) 20 7946 0958', '+442079460958'],
	['tel:+44-20-7946-0958', '+442079460958'],
	['Tel. +44 20 7946 0958', '+442079460958'],
	['+44 (0)20 7946 0018', '+442079460018'],
	['+39 (0)6 1234567', '+39061234567'],
	['0039(0)6 1234567', '+39061234567'],
	['+225 (0)1 23 45 67 89', '+2250123456789'],
	['+226 (0)1 23 45 67 89', '+2260123456789'],
	['+229 (0)1 23 45 67 89', '+2290123456789'],
	['+241 (0)1 23 45 67', '+24101234567'],
	['+242 (0)6 612 3456', '+242066123456'],
	['+378 (0)549 882 914', '+3780549882914'],
	['+379 (0)6 698 12345', '+3790669812345'],
	['p:+12025550101', '+12025550101'],
	['callto:+12025550101', '+12025550101'],
	['sms:+12025550101', '+12025550101'],
	['mobile: +12025550101', '+12025550101'],
	['Cell: +12025550101', '+12025550101'],
	['tel.:+12025550101', '+12025550101'],
	["'+12025550101", '+12025550101'],
	['whatsapp:+442079460958', '+442079460958'],
	['Phone: +44 20 7946 0958', '+442079460958'],
	['011 44 20 7946 0958', '+442079460958'],
	['011 47 12345678', '+4712345678'],
	['(011) 49 171 2345678', '+491712345678'],
	['0011 44 20 7946 0958', '+442079460958'],
	['0011 64 21 123 456', '+6421123456'],
	// Turin, Delhi and Sheffield.
	['011 5612345', '0115612345'],
	['011 561 234 567', '011561234567'],
	['011 2345 6789', '01123456789'],
	['0114 496 0123', '01144960123'],
	['＋４４　２０　７９４６　０９５８', '+442079460958'],
	['٠٠٤٤٢٠٧٩٤٦٠٩٥٨', '+442079460958'],
	['\u202A+44\u00A020\u20117946\u22120958\u202C', '+442079460958'],
	['+33.1.23.45.67.89', '+33123456789'],
	['+33·1·23•45', '+3312345'],
	['030\u223C1234567', '0301234567'],
	['+44\uFE0F 20 7946 0958', '+442079460958'],
	['+49 1234 5678 9012 3', '+491234567890123'],
	['+49 30/123456', '+4930123456'],
	['03ー1234ー5678', '0312345678'],
	['(0)20 7946 0018', '02079460018'],
	['030 / 1234567', '0301234567'],
	['555 0101', '5550101'],
	['+683 4000', '+6834000'],
])('a phone number, %s, is %s', (typed, sent) => {
	expect(contactAddressIn(typed)).toEqual({
		field: 'phone',
		sent,
		isWhole: sent.startsWith('+'),
	});
});

it.each([
	'+',
	'unknown',
	'N/A',
	'Ada',
	'tel aviv',
	'ada@',
	'@example.com',
	'ada@@example.com',
	'ada@example',
	'ada@example..com',
	'ada b@example.com',
	'1-800-FLOWERS',
	// No number begins with a letter.
	'O171 2345678',
	'555 010',
	// No country's code begins with a zero, and none of its numbers is so long.
	'+0207946095',
	'+1234567890123456',
	// Zeros alone are no number, and what stands behind an x is too long for an extension.
	'0-0-0-0-0-0-0',
	'+1 202 555 0101 x12345678',
	// No number under +1 is so long.
	'+1 2025 550 1012',
	'p:',
	'tel:7042;phone-context=example.com',
	'x'.repeat(100_000),
	`+1${' '.repeat(300)}a`,
	'(1'.repeat(150),
])('%s is neither', (typed) => {
	expect(contactAddressIn(typed)).toBeUndefined();
});

it.each([
	['ada@example.com, ben@example.com', 'several addresses'],
	['ada@example.com ben@example.com', 'several addresses'],
	['+12025550101; +442079460958', 'several addresses'],
	['+12025550101 +442079460958', 'several addresses'],
	['+12025550101 or +442079460958', 'several addresses'],
	['020 7946 0958 and 020 7946 0959', 'several addresses'],
	['020 7946 0958 / 020 7946 0959', 'several addresses'],
	['020 7946 0958 | 020 7946 0959', 'several addresses'],
	['020 7946 0958\n020 7946 0959', 'several addresses'],
	['tel:+1-202-555-0101;ext=5', 'an extension'],
	['+1 202 555 0101 ext. 12', 'an extension'],
	['+1 202 555 0101x12', 'an extension'],
	['+1 202 555 0101 EXT 12', 'an extension'],
	['+1 202 555 0101 extension 12', 'an extension'],
	['+1 202 555 0101 extn. 12', 'an extension'],
	['+1 202 555 0101 #12', 'an extension'],
	['+1 202 555 0101;12', 'an extension'],
	['+7 495 123-45-67 доб. 12', 'an extension'],
	['+1 2O2 555 0101', 'a letter among its digits'],
	['+1 202 555 Ol01', 'a letter among its digits'],
	...['o', 'O', 'о', 'О', 'ο', 'Ο', 'l', 'I', '|'].map((letter) => [
		`+1 202 555 01${letter}1`,
		'a letter among its digits',
	]),
])('%s is refused with what to change: %s', (typed, what) => {
	expect(() => contactAddressIn(typed)).toThrow(`It has ${what}. Enter the`);
});

it.each([
	['ada@example.com', 'Ada@Example.com', true],
	['ada@example.com', 'bada@example.com', false],
	['+12025550101', '+1 202-555-0101', true],
	['+12025550101', '2025550101', false],
	['020 7946 0018', '+442079460018', true],
	['020 7946 0018', '+442079460019', false],
	['020 7946 0018', '+4420794600185', false],
])('%s is the address that the platform writes %s: %s', (typed, written, isSame) => {
	expect(isSameAddress(contactAddressIn(typed)!, written)).toBe(isSame);
});

it.each([
	['01712345678', 'DE', '+491712345678'],
	['0207 946 0958', 'gb', '+442079460958'],
	// Italy's own zero belongs to the number.
	['0612345678', 'IT', '+390612345678'],
	['0171', 'DE', undefined],
	['01712345678', 'Germany', undefined],
	['01712345678', '', undefined],
	['01712345678', 'US', undefined],
	// Neighbors with like codes or names.
	['0602123456', 'CZ', '+420602123456'],
	['0902123456', 'SK', '+421902123456'],
	['0791234567', 'CH', '+41791234567'],
	['06641234567', 'AT', '+436641234567'],
	['0871234567', 'IE', '+353871234567'],
	['0612345678', 'FR', '+33612345678'],
	['0412345678', 'AU', '+61412345678'],
])('%s in %s is %s', (number, country, whole) => {
	expect(withCountry(number, country)).toBe(whole);
});
