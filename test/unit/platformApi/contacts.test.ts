import { failed, platform, rejection } from './fakePlatform';
import { contactAddressIn } from '../../../nodes/platformApi/contactAddress';
import {
	contactText,
	contactWithAddress,
	searchContacts,
} from '../../../nodes/platformApi/contacts';

const highLevel = (...responses: unknown[]) =>
	platform({ credential: { api: 'highLevel', platformUrl: '' }, responses });

it.each([
	[
		{ firstNameLowerCase: 'ada', lastNameLowerCase: 'brook', email: 'ada@example.com' },
		'ada brook, ada@example.com',
	],
	[
		{ name: 'Ada', email: 'ada@example.com', phone: '+12025550101' },
		'Ada, ada@example.com, +12025550101',
	],
	[{ contactName: 'Ada' }, 'Ada'],
	[{ id: 'con-1' }, 'No name'],
])('a person knows the contact %j as %s', (contact, text) => {
	expect(contactText(contact)).toBe(text);
});

it('contacts are read on more than a hundred pages', async () => {
	const pages = Array.from({ length: 101 }, (_, page) => ({
		contacts: [{ id: `con-${page}`, searchAfter: [page, 'x'] }],
		total: 101,
	}));
	const { client } = highLevel(...pages);

	const { records } = await searchContacts(client, 'loc-1', 'Ada');

	expect(records).toHaveLength(101);
});

it('a search that brings no list is a read that failed, and may not have changed anything', async () => {
	const { client } = highLevel({ error: 'Odd' });

	const { message } = await rejection(searchContacts(client, 'loc-1', 'Ada'));

	expect(message).toBe('The platform did not respond with what was asked for');
});

it.each([
	['ada@example.com', 'email'],
	['+442079460018', 'number'],
])('the contact with %s is looked for by its %s, in the location', async (typed, name) => {
	const { client, sent } = highLevel({ contact: { id: 'con-1' } });

	const contact = await contactWithAddress(client, 'loc-1', contactAddressIn(typed)!);

	expect(contact).toEqual({ id: 'con-1' });
	expect(sent).toMatchObject([{ method: 'GET', qs: { locationId: 'loc-1', [name]: typed } }]);
});

it('a refusal of the search for an address names the scope that is missing', async () => {
	const { client } = highLevel(failed(403));

	const { message } = await rejection(
		contactWithAddress(client, 'loc-1', contactAddressIn('ada@example.com')!),
	);

	expect(message).toContain("it lacks the scope 'contacts.readonly'");
});

it('those that have an address are searched with the filters and in the order that were asked for', async () => {
	const { client, sent } = highLevel({
		contacts: [{ id: 'con-1', email: 'ada@example.com' }],
		total: 1,
	});
	const isNew = { field: 'dateAdded', operator: 'range', value: { gte: '2026-11-01' } } as const;
	const order = { field: 'dateAdded', direction: 'asc' } as const;

	await searchContacts(client, 'loc-1', contactAddressIn('ada@example.com')!, {
		filters: [isNew],
		order,
	});

	const hasAddress = { field: 'email', operator: 'eq', value: 'ada@example.com' };
	expect(sent[0].body).toMatchObject({ filters: [hasAddress, isNew], sort: [order] });
});

describe('a number without its country', () => {
	const number = contactAddressIn('020 7946 0018')!;
	const found = { id: 'con-1', phone: '+442079460018' };

	it('is searched without its zero, which the platform does not store', async () => {
		const { client, sent } = highLevel({ contacts: [found], total: 1 });

		const { records } = await searchContacts(client, 'loc-1', number);

		expect(records).toEqual([found]);
		expect(sent[0].body).toMatchObject({ query: '2079460018' });
	});

	it('belongs to the first contact that has it, for which no further page is read', async () => {
		const others = Array.from({ length: 99 }, (_, at) => ({ id: `other-${at}`, phone: '+1' }));
		const { client, sent } = highLevel({ contacts: [...others, found], total: 300 });

		expect(await contactWithAddress(client, 'loc-1', number)).toEqual(found);
		expect(sent).toHaveLength(1);
	});

	it('is looked for on ten pages at most', async () => {
		const pageOf = (page: number) =>
			Array.from({ length: 100 }, (_, at) => ({ id: `other-${page}-${at}`, phone: '+1' }));
		const pages = Array.from({ length: 11 }, (_, page) => ({
			contacts: pageOf(page),
			total: 5_000,
		}));
		const { client, sent, warn } = highLevel(...pages);

		await searchContacts(client, 'loc-1', number);

		expect(sent).toHaveLength(10);
		expect(warn.mock.calls).toEqual([[expect.stringContaining('4000 more records')]]);
	});
});
