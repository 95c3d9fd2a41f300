import type { IDataObject } from 'n8n-workflow';

import {
	act,
	byId,
	byModel,
	expectRefused,
	HIGH_LEVEL,
	onHighLevel,
	search,
	TOOL,
	type Given,
	type Sent,
} from './nodeOnPlatform';
import { changesOf } from '../../../nodes/Platform/resources/contactFields';
import { stopClockAt } from '../../support/clock';
import { failed, rejection } from '../platformApi/fakePlatform';

stopClockAt('2026-11-23T12:00:00Z');

const byAddress = (value: string) => ({ __rl: true, mode: 'emailOrPhone', value });

const ADA = {
	id: 'con-ada',
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.com',
	phone: '+12025550101',
};
const BEN = { id: 'con-ben', firstName: 'Ben', email: 'ben@example.com', phone: '+442025550101' };

describe('Create or Update', () => {
	/** Nobody has the email when it is looked for; then the platform says that it has updated Ada's record. */
	const upsert = async (fields: IDataObject) =>
		await onHighLevel('contact.upsert', fields, [{ contact: null }, { new: false, contact: ADA }]);

	it('sends what is filled in, the email in small letters, and puts out the contact', async () => {
		const { json, writes } = await upsert({ email: 'A@b.c', options: { tags: [] } });

		expect(writes).toMatchObject([{ method: 'POST', path: '/contacts/upsert' }]);
		expect(writes[0]?.body).toEqual({ locationId: 'loc-1', email: 'a@b.c' });
		expect(json).toMatchObject([
			{ created: false, contactId: 'con-ada', email: 'ada@example.com' },
		]);
	});

	it('sends custom fields without the empty ones, with a list where the field takes several values', async () => {
		const customFields = {
			value: {
				text: 'x',
				textWithComma: 'a, b',
				nothing: null,
				blank: ' ',
				zero: 0,
				off: false,
				list: ['a'],
				typedList: 'a, b',
				listInJson: '["a", "b, c"]',
			},
			schema: [
				{ id: 'list', type: 'array' },
				{ id: 'typedList', type: 'array' },
				{ id: 'listInJson', type: 'array' },
			],
		};

		const { writes } = await upsert({ email: 'a@b.c', customFields });

		expect(writes[0]?.body).toMatchObject({
			customFields: [
				{ id: 'text', field_value: 'x' },
				{ id: 'textWithComma', field_value: 'a, b' },
				{ id: 'zero', field_value: 0 },
				{ id: 'off', field_value: false },
				{ id: 'list', field_value: ['a'] },
				{ id: 'typedList', field_value: ['a', 'b'] },
				{ id: 'listInJson', field_value: ['a', 'b, c'] },
			],
		});
	});

	it.each([
		{
			what: 'a phone number in the place of an email',
			fields: { email: '+12025550101' },
			message: "'Email' must be an email address",
		},
		{
			what: 'a word in the place of a phone number',
			fields: { email: 'a@b.c', phone: 'unknown' },
			message: "'Phone' must be a phone number, not 'unknown'",
		},
		{
			what: 'a name without an address',
			fields: { firstName: 'Ada', email: ' ' },
			message: "'Email' and 'Phone' are empty",
		},
	])('refuses $what by name', async ({ fields, message }) => {
		const end = await upsert(fields);

		expectRefused(end, message);
	});

	it.each([{}, Number.NaN, '[object Object]', ['a', {}], [[{}]]])(
		'refuses %j as the value of a custom field',
		async (value) => {
			const customFields = { value: { cf1: value } } as IDataObject;

			const end = await upsert({ email: 'a@b.c', customFields });

			expectRefused(end, "'Custom Fields' cannot be used. The value of 'cf1' is");
		},
	);
});

/** Contacts with the IDs con-0 and so on, each with its place in the list of a search. */
const contactsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: `con-${first + index}`,
		searchAfter: [1, `con-${first + index}`],
	}));

describe('a search for contacts', () => {
	const searchFor = async (query: string, responses: Given['responses']) =>
		await onHighLevel('contact.getAll', { query, returnAll: true }, responses);

	it.each([
		{ query: '', sentAs: {} },
		{ query: 'Ada L', sentAs: { query: 'Ada L' } },
		{
			query: 'ADA@example.com',
			sentAs: { filters: [{ field: 'email', operator: 'eq', value: 'ada@example.com' }] },
		},
		{
			query: '0012025550101',
			sentAs: { filters: [{ field: 'phone', operator: 'eq', value: '+12025550101' }] },
		},
		{ query: '(202) 555-0101', sentAs: { query: '2025550101' } },
	])("for '$query' sends $sentAs", async ({ query, sentAs }) => {
		const { json, sent } = await searchFor(query, [{ contacts: [ADA], total: 1 }]);

		expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/search' }]);
		expect(sent[0]?.body).toEqual({ locationId: 'loc-1', page: 1, pageLimit: 100, ...sentAs });
		expect(json).toMatchObject([{ contactId: 'con-ada', firstName: 'Ada' }]);
	});

	it.each(['+12025550101', 'other@example.com', '+13035550102'])(
		'by the address %s finds who has it as a first or a second one, which only a search by words finds',
		async (query) => {
			const adaWithSecondAddresses = {
				...ADA,
				additionalEmails: [{ email: 'Other@Example.com' }],
				additionalPhones: ['+1 303 555 0102'],
			};
			const respond = ({ body }: Sent) => {
				const isSearchByFilter = (body as IDataObject).filters !== undefined;
				return { contacts: isSearchByFilter ? [BEN] : [BEN, adaWithSecondAddresses] };
			};

			const { json, sent } = await searchFor(query, respond);

			expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
			expect(sent.at(-1)?.body).toMatchObject({ query });
		},
	);

	it('reads page by page until all are there, also where one was deleted meanwhile', async () => {
		const pages = [
			{ contacts: contactsFrom(0, 100), total: 201 },
			{ contacts: contactsFrom(100, 100), total: 200 },
			{ contacts: contactsFrom(200, 1), total: 200 },
		];

		const { json, sent, hints } = await searchFor('', pages);

		expect(json).toHaveLength(201);
		expect(hints).toEqual([]);
		expect(sent.map(({ body }) => body)).toMatchObject([
			{ page: 1 },
			{ searchAfter: [1, 'con-99'] },
			{ searchAfter: [1, 'con-199'] },
		]);
	});

	it('reads 1,000 pages at most, and says how many contacts are left out', async () => {
		let page = 0;
		const respond = () => ({ contacts: contactsFrom(page++, 1), total: 10_250 });

		const { json, sent, told } = await searchFor('', respond);

		expect(json).toHaveLength(1_000);
		expect(sent).toHaveLength(1_000);
		expect(told).toContain('9250 more records');
	});

	it('is refused where its expression gives nothing: it would list everybody', async () => {
		const end = await searchFor('={{ $json.nope }}', []);

		expectRefused(end, "'Search' is empty", 'which does not stand for all');
	});

	it('of a model that leaves the words out is refused', async () => {
		const query = byModel('query', '');

		const end = await onHighLevel('contact.getAll', { query }, [], { node: TOOL });

		expectRefused(end, "'query' is empty", "Fill in 'query'.");
	});
});

describe('a phone number without its country', () => {
	const phone = '0171 2345678';
	const createWith = async (given: Given) =>
		await act('contact.upsert', { phone }, { credential: HIGH_LEVEL, ...given });

	it("is refused before it is sent, with the code of the location's country", async () => {
		const { error, sent } = await createWith({ locationCountry: 'DE' });
		expect(sent).toEqual([]);
		expect(error?.message).toContain('lacks the code of its country');
		expect(error?.description).toMatch(
			/^Nothing was sent\. .* In the location's country \(DE\), it is \+491712345678\.$/,
		);
	});

	it("of a location that an agency chooses is refused with the code of that location's country", async () => {
		const ofAgency = {
			api: 'highLevel',
			clientId: 'app1-x',
			oauthTokenData: { access_token: 'agency', companyId: 'company-1' },
		};
		const { error } = await act(
			'contact.upsert',
			{ phone, options: { locationId: byId('loc-2') } },
			{
				credential: ofAgency,
				responses: [{ access_token: 'two', locationId: 'loc-2' }],
				locationCountry: 'DE',
			},
		);
		expect(error?.description).toContain("In the location's country (DE), it is +491712345678.");
	});

	it('is offered to a model with it, and the person is to be asked', async () => {
		const { error } = await act(
			'contact.upsert',
			{ phone: byModel('phone', phone) },
			{ credential: HIGH_LEVEL, locationCountry: 'DE', node: TOOL },
		);
		expect(error?.message).toBe(
			"'phone' cannot be used. '01712345678' begins with a zero, so it lacks the code of its country, without which other countries cannot dial it. Nothing was sent. Enter the number with the code of its country, such as +12025550101. In the location's country (DE), it is +491712345678. Ask the person whether that is the number.",
		);
	});

	it.each([
		['the record names no country', {}],
		['the country is unknown', { locationCountry: 'Germany' }],
		['the record cannot be read', { locationZone: failed(403, {}) }],
		['the record is not there', { locationZone: failed(404, {}) }],
	])('is refused without one where %s', async (_where, given) => {
		const { error, sent } = await createWith(given);
		expect(sent).toEqual([]);
		expect(error?.description).toMatch(/^Nothing was sent\. Enter the number with the code/);
		expect(error?.description).not.toContain("location's country");
	});

	it('is sent with it', async () => {
		const responses = [{ contact: null }, { new: true, contact: ADA }];
		const given = { credential: HIGH_LEVEL, responses };
		const { writes } = await act('contact.upsert', { phone: '+49 171 2345678' }, given);
		expect(writes[0]?.body).toMatchObject({ phone: '+491712345678' });
	});
});

describe('Create or Update of a contact that existed', () => {
	const tim = { email: 'ada@example.com', firstName: 'Tim' };
	const existed = [{ contact: ADA }, { new: false, contact: ADA }];

	it('tells a person what differs', async () => {
		const { told } = await onHighLevel('contact.upsert', tim, existed);

		expect(told).toMatch(/^The platform has other/);
		expect(told).toMatch(/right contact\.$/);
	});

	it('tells a model that it existed, what was replaced, and what differs', async () => {
		const { told } = await onHighLevel(
			'contact.upsert',
			{ ...tim, options: { whenExists: 'update' } },
			existed,
			{ node: TOOL },
		);

		expect(told).toContain('existed already');
		expect(told).toMatch(
			/: email\. What was sent is not what it has in First Name: ask whether it is the right contact\.$/,
		);
	});
});

it('Create or Update that is refused with 422 says that the contact may be there all the same', async () => {
	const refusal = failed(422, { statusCode: 422, message: ['email must be an email'] });

	const { told } = await onHighLevel('contact.upsert', { email: 'ada@b.c' }, ({ method }) =>
		method === 'GET' ? { contact: null } : refusal,
	);

	expect(told).toContain(
		'The contact may have been created all the same: look for it with Contact > Get Many. The platform says: "email must be an email"',
	);
});

describe('Get Many', () => {
	it('finds a contact behind those without the address', async () => {
		const withoutPhone = { contacts: [{ ...BEN, phone: '' }], total: 2 };
		const withPhone = { contacts: [ADA], total: 2 };

		const { json } = await onHighLevel('contact.getAll', { query: '(202) 555-0101', limit: 1 }, [
			withoutPhone,
			withPhone,
		]);

		expect(json).toMatchObject([{ contactId: 'con-ada' }]);
	});

	it('returns contacts up to the limit, and tells a model how many more there are', async () => {
		const found = { contacts: contactsFrom(0, 3), total: 42 };

		const { json, sent, told } = await onHighLevel('contact.getAll', { limit: 2 }, () => found, {
			node: TOOL,
		});

		// Two contacts, and the words for the model.
		expect(json).toHaveLength(3);
		expect(told).toContain('There are 40 more');
		expect(sent).toMatchObject([{ body: { pageLimit: 2 } }]);
	});

	it('tells a model how many more contacts of a name there are', async () => {
		const found = { contacts: [ADA, { ...BEN, firstName: 'Adam' }], total: 42 };

		const { told } = await onHighLevel('contact.getAll', { query: 'ada', limit: 1 }, () => found, {
			node: TOOL,
		});

		expect(told).toContain('There are 41 more');
	});

	it('tells a model of no others, where these do not have the address', async () => {
		const found = { contacts: [BEN, ADA], total: 42 };

		const { told } = await onHighLevel(
			'contact.getAll',
			{ query: 'ada@example.com', limit: 2 },
			() => found,
			{ node: TOOL },
		);

		expect(told).toBe('');
	});
});

it('each item has the contact of its own address, looked up once', async () => {
	const items = ['ada', 'ben', 'ada'].map((name) => ({ email: `${name}@example.com` }));
	const { json, sent } = await onHighLevel(
		'contact.get',
		{ contactId: byAddress('={{ $json.email }}') },
		({ path }) => ({ contacts: [ADA, BEN], total: 2, contact: { id: path.slice(10) } }),
		{ items },
	);
	expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada', 'con-ben', 'con-ada']);
	expect(sent).toHaveLength(4);
});

const booking = {
	calendarId: byId('cal-1'),
	contactId: byId('con-ada'),
	slotSource: 'startEnd',
	startTime: '2026-11-25T10:00:00Z',
	endTime: '2026-11-25T10:30:00Z',
};

describe('an address in the place of a contact is refused, and nothing is written,', () => {
	const bookFor = async (address: string, contacts: IDataObject[]) => {
		const found = { contacts, total: contacts.length };
		const fields = { ...booking, contactId: byAddress(address) };
		return await onHighLevel('appointment.book', fields, () => found);
	};
	const sharingAdasEmail = contactsFrom(0, 6).map((contact) => ({
		...contact,
		email: 'ada@example.com',
	}));

	it.each([
		{
			where: 'nobody has it',
			address: 'ada@example.com',
			contacts: [],
			message: "No contact has the email of 'Contact', ada@example.com",
		},
		{
			where: 'six contacts share it',
			address: 'ada@example.com',
			contacts: sharingAdasEmail,
			message: "6 contacts have the email of 'Contact', ada@example.com: ",
		},
		{
			where: 'it is none',
			address: 'Ada',
			contacts: [],
			message: "'Contact' must be an email address or a phone number, not 'Ada'",
		},
	])('where $where', async ({ address, contacts, message }) => {
		const { error, sent } = await bookFor(address, contacts);

		expect(error?.message).toContain(message);
		expect(sent.filter(({ path }) => path !== '/contacts/search')).toEqual([]);
	});

	it('with five of six contacts who share it', async () => {
		const { error } = await bookFor('ada@example.com', sharingAdasEmail);

		expect(error?.message).toContain('con-4');
		expect(error?.message).not.toContain('con-5');
	});

	it('with the name and the ID of both contacts who share it', async () => {
		const { error } = await bookFor('2025550101', [ADA, BEN]);

		expect(error?.message).toMatch(/^2 contacts have the phone .*Ada.*con-ada.*Ben.*con-ben/);
	});
});

it('a model is told the first names alone of contacts who share an address', async () => {
	const fields = { ...booking, contactId: byAddress('2025550101') };
	const found = { contacts: [ADA, BEN], total: 2 };
	const { told } = await onHighLevel('appointment.book', fields, () => found, { node: TOOL });
	expect(told).toMatch(/2 contacts have the phone .*: Ada \(con-ada\); Ben \(con-ben\)\. /);
});

it("a channel in both lists of Do Not Disturb is that of 'Do Not Disturb By'", () => {
	expect(changesOf({ dndOn: ['SMS'], dndOff: ['SMS', 'Email'] })).toEqual({
		dndSettings: { SMS: { status: 'active' }, Email: { status: 'inactive' } },
	});
});

it('a contact is chosen from a list that the platform searches', async () => {
	const contacts = [ADA, { id: 'con-lee', firstNameLowerCase: 'lee' }, { name: 'No ID' }];
	const given = { credential: HIGH_LEVEL, filter: ' lov', responses: () => ({ contacts }) };
	const { results, sent } = await search('searchContacts', {}, given);
	expect(results).toEqual([
		{ name: 'Ada Lovelace, ada@example.com, +12025550101', value: 'con-ada' },
		{ name: 'lee', value: 'con-lee' },
	]);
	expect(sent[0]?.body).toMatchObject({ locationId: 'loc-1', query: 'lov', pageLimit: 50 });
});

it.each([
	['contact.upsert', { email: 'a@b.c' }],
	['appointment.getAll', { contactId: byId('con-ada') }],
	['appointment.updateStatus', { appointmentId: byId('appt-1'), appointmentStatus: 'showed' }],
	['appointment.book', { ...booking, options: { toNotify: false } }],
	[
		'appointment.reschedule',
		{ ...booking, appointmentId: byId('appt-1'), options: { assignedUserId: byId('user-1') } },
	],
])(
	"in the contract's form, %s says that it works with HighLevel only, with nothing sent",
	async (name, parameters) => {
		expectRefused(await act(name, parameters), ' works with HighLevel only');
	},
);

it.each([
	{
		what: 'of a whole tool, not to try it again',
		name: 'contact.getAll',
		parameters: { query: 'ada@example.com' },
		told: 'It never works with this account: do not try it again. Where you need an ID, ask the person for it.',
	},
	{
		what: 'of an argument, to leave it out',
		name: 'appointment.cancel',
		parameters: {
			appointmentId: byId('appt-1'),
			options: { onlyOfContact: byId(byModel('contactId', 'con-ada')) },
		},
		told: "'contactId' works with HighLevel only: the other API has no such field. Nothing was sent. Leave 'contactId' out.",
	},
])("in the contract's form, a model is told $what", async ({ name, parameters, told }) => {
	const { error, sent } = await act(name, parameters, { node: TOOL });
	expect(error?.message).toContain(told);
	expect(sent).toEqual([]);
});

it.each([
	['appointment.book', { ...booking, slotSource: 'startEnd' }],
	['accessToken.get', {}],
	['calendar.getAll', {}],
])(
	"%s refuses a model's other location, unsent, by the name of its argument",
	async (name, fields) => {
		const locationId = byId(byModel('locationId', 'loc-2'));
		// The location of Access Token stands at the top.
		const parameters = { ...fields, locationId, options: { locationId } };
		const { error, sent } = await act(name, parameters, { node: TOOL });
		expect(error?.message).toMatch(
			/belongs to the location 'loc-1', so it cannot be used for the location 'loc-2'\. Nothing was sent\. Leave 'locationId' out, or use 'loc-1'\.$/,
		);
		expect(sent).toEqual([]);
	},
);

it("a model's own location is the credential's, and none as well", async () => {
	for (const value of ['loc-1', '', 'null']) {
		const options = { locationId: byId(byModel('locationId', value)) };
		const given = { node: TOOL, responses: [{ calendars: [] }] };
		const { sent } = await act('calendar.getAll', { options }, given);
		expect(sent).toMatchObject([{ qs: { locationId: 'loc-1' } }]);
	}
});

it("in the contract's form the list says so, too", async () => {
	expect((await rejection(search('searchContacts'))).message).toBe(
		"This list works with HighLevel only: choose 'By ID' and enter the ID",
	);
});

it('an address is looked up in the location of each item', async () => {
	const locationId = byId('={{ $json.at }}');
	const respond = ({ path, body }: Sent) => {
		if (path !== '/contacts/search') return { contact: { id: path.slice('/contacts/'.length) } };
		const { locationId: asked } = body as IDataObject;
		return { contacts: [{ ...ADA, id: `ada-of-${String(asked)}` }], total: 1 };
	};

	const { json } = await onHighLevel(
		'contact.get',
		{ contactId: byAddress('ada@example.com'), options: { locationId } },
		respond,
		{ credential: { ...HIGH_LEVEL, locationId: '' }, items: [{ at: 'loc-1' }, { at: 'loc-2' }] },
	);

	expect(json.map(({ contactId }) => contactId)).toEqual(['ada-of-loc-1', 'ada-of-loc-2']);
});

it.each([
	{ what: 'a number without its country', value: '2025550101', isMissing: true },
	{ what: 'a whole number', value: '+12025550101', isMissing: false },
])(
	'of $what that nobody has, it is said whether a country is missing',
	async ({ value, isMissing }) => {
		const parameters = { contactId: byAddress(value) };

		const { error } = await onHighLevel('contact.get', parameters, () => ({ contacts: [] }));

		expect(error?.message).toContain('No contact has the phone');
		expect(error?.description.includes('It has no country')).toBe(isMissing);
	},
);

it('a list is read anew for an item with another limit', async () => {
	const respond = ({ body }: Sent) => {
		const { pageLimit } = body as { pageLimit: number };
		return { contacts: contactsFrom(0, pageLimit), total: 42 };
	};

	const { items } = await onHighLevel('contact.getAll', { limit: '={{ $json.limit }}' }, respond, {
		items: [{ limit: 1 }, { limit: 3 }],
	});

	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 1 },
		{ item: 1 },
	]);
});

describe("the address of a contact's page, where an ID belongs", () => {
	const get = async (address: string) =>
		await onHighLevel('contact.get', { contactId: byId(address) }, ({ path }) => ({
			contact: { id: path.slice('/contacts/'.length) },
		}));

	it.each([
		'https://app.gohighlevel.com/v2/location/loc-1/contacts/detail/con-7',
		' https://crm.example.com/v2/location/loc-1/contacts/detail/con-7?tab=notes#top',
		'https://crm.example.com/v2/location/loc-1/contacts/detail/con-7#top',
	])('names the contact: %s', async (address) => {
		const { json } = await get(address);
		expect(json).toMatchObject([{ contactId: 'con-7' }]);
	});

	it.each([
		'https://app.gohighlevel.com/v2/location/loc-1/contacts/detail/',
		'https://app.gohighlevel.com/v2/location/loc-1/opportunities/list/deal-7',
	])('is refused where it names none: %s', async (address) => {
		expectRefused(await get(address), 'It is a web address. Enter the ID alone');
	});
});
