import type { IDataObject } from 'n8n-workflow';

import { byId, onHighLevel } from './nodeOnPlatform';

/* What a record keeps of a value in another spelling is no difference; another value is one. */

/** What is told where Contact > Update sends these fields, and the record has those. */
async function toldOf(fields: IDataObject, kept: IDataObject): Promise<string> {
	const { told } = await onHighLevel('contact.update', { contactId: byId('con-1'), fields }, [
		{ contact: { id: 'con-1', ...kept } },
	]);
	return told;
}

it.each<[string, IDataObject, IDataObject]>([
	['a phone in brackets', { phone: '+1 (202) 555-0171' }, { phone: '+12025550171' }],
	['a phone with 00', { phone: '0049 171 2345678' }, { phone: '+491712345678' }],
	['an email in capitals', { email: 'Ada.Brook@Example.COM' }, { email: 'ada.brook@example.com' }],
	['a website without its scheme', { website: 'https://example.org/' }, { website: 'example.org' }],
	[
		'a website with a scheme',
		{ website: 'http://example.org' },
		{ website: 'https://example.org' },
	],
	[
		'a second phone',
		{ phone: '+12025550171' },
		{ phone: '+12025550172', additionalPhones: ['+1 202 555 0171'] },
	],
	['a city in other letters', { city: 'BONN' }, { city: 'Bonn' }],
	['a day with a time', { dateOfBirth: '1990-09-25' }, { dateOfBirth: '1990-09-25T00:00:00.000Z' }],
	['a day in milliseconds', { dateOfBirth: '1990-09-25' }, { dateOfBirth: 654_220_800_000 }],
	[
		'a second email',
		{ email: 'a2@example.com' },
		{ email: 'a1@example.com', additionalEmails: ['a2@example.com'] },
	],
])('%s is kept', async (_, fields, kept) => {
	expect(await toldOf(fields, kept)).toBe('');
});

it.each<[string, IDataObject, IDataObject, string]>([
	[
		'another phone',
		{ phone: '+12025550171' },
		{ phone: '+12025550172' },
		'Phone is +12025550172, not +12025550171',
	],
	[
		'another email',
		{ email: 'a@example.com' },
		{ email: 'b@example.com' },
		'Email is b@example.com, not a@example.com',
	],
	[
		'another website',
		{ website: 'https://example.org' },
		{ website: 'https://example.net' },
		'Website is https://example.net',
	],
	[
		'another day',
		{ dateOfBirth: '1990-09-25' },
		{ dateOfBirth: '1990-09-24' },
		'1990-09-24, not 1990-09-25',
	],
	['another city', { city: 'Bonn' }, { city: 'Berlin' }, 'City is Berlin, not Bonn'],
])('%s is told', async (_, fields, kept, told) => {
	expect(await toldOf(fields, kept)).toContain(told);
});
