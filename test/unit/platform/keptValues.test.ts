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

it.each<{ what: string; fields: IDataObject; kept: IDataObject }>([
	{
		what: 'a phone in brackets',
		fields: { phone: '+1 (202) 555-0171' },
		kept: { phone: '+12025550171' },
	},
	{
		what: 'a phone with 00',
		fields: { phone: '0049 171 2345678' },
		kept: { phone: '+491712345678' },
	},
	{
		what: 'an email in capitals',
		fields: { email: 'Ada.Brook@Example.COM' },
		kept: { email: 'ada.brook@example.com' },
	},
	{
		what: 'a website without its scheme',
		fields: { website: 'https://example.org/' },
		kept: { website: 'example.org' },
	},
	{
		what: 'a website with a scheme',
		fields: { website: 'http://example.org' },
		kept: { website: 'https://example.org' },
	},
	{
		what: 'a second phone',
		fields: { phone: '+12025550171' },
		kept: { phone: '+12025550172', additionalPhones: ['+1 202 555 0171'] },
	},
	{ what: 'a city in other letters', fields: { city: 'BONN' }, kept: { city: 'Bonn' } },
	{
		what: 'a day with a time',
		fields: { dateOfBirth: '1990-09-25' },
		kept: { dateOfBirth: '1990-09-25T00:00:00.000Z' },
	},
	{
		what: 'a day in milliseconds',
		fields: { dateOfBirth: '1990-09-25' },
		kept: { dateOfBirth: 654_220_800_000 },
	},
	{
		what: 'a second email',
		fields: { email: 'a2@example.com' },
		kept: { email: 'a1@example.com', additionalEmails: ['a2@example.com'] },
	},
])('$what is kept', async ({ fields, kept }) => {
	expect(await toldOf(fields, kept)).toBe('');
});

it.each<{ what: string; fields: IDataObject; kept: IDataObject; told: string }>([
	{
		what: 'another phone',
		fields: { phone: '+12025550171' },
		kept: { phone: '+12025550172' },
		told: 'Phone is +12025550172, not +12025550171',
	},
	{
		what: 'another email',
		fields: { email: 'a@example.com' },
		kept: { email: 'b@example.com' },
		told: 'Email is b@example.com, not a@example.com',
	},
	{
		what: 'another website',
		fields: { website: 'https://example.org' },
		kept: { website: 'https://example.net' },
		told: 'Website is https://example.net',
	},
	{
		what: 'another day',
		fields: { dateOfBirth: '1990-09-25' },
		kept: { dateOfBirth: '1990-09-24' },
		told: '1990-09-24, not 1990-09-25',
	},
	{
		what: 'another city',
		fields: { city: 'Bonn' },
		kept: { city: 'Berlin' },
		told: 'City is Berlin, not Bonn',
	},
])('$what is told', async ({ fields, kept, told }) => {
	expect(await toldOf(fields, kept)).toContain(told);
});
