import type { IDataObject } from 'n8n-workflow';

import { byId, byModel, expectRefused, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';

const ADA = { id: 'con-ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const ADAM = { id: 'con-adam', firstName: 'Adam', lastName: 'Smith', email: 'adam@example.com' };
const BEN = { id: 'con-ben', firstName: 'Ben', email: 'ben@ada.com', phone: '+12025550102' };

/** Finds contacts as a language model does; the platform finds these contacts by any words. */
const find = async (query: string, contacts: IDataObject[], given: object = { node: TOOL }) =>
	await onHighLevel(
		'contact.getAll',
		{ query },
		() => ({ contacts, total: contacts.length }),
		given,
	);

it.each([
	'@',
	'+',
	'1',
	'12',
	'a',
	'a b',
	'example.com',
	'@example.com',
	'ada@',
	'+4',
	'555',
	'gmail.com',
	'@gmail',
	'x.y.z',
	'a. b.',
	'%',
	'_',
	'*',
	'.com',
	'@@',
	'ada@example',
	'0 1 2',
])('a language model cannot search with %j, which finds strangers', async (query) => {
	expectRefused(await find(query, [ADA, BEN]), "'Search' must be a whole email address");
});

it.each(['null', 'none', 'N/A'])(
	'a language model that searches with %j has given no words',
	async (query) => {
		const end = await find(byModel('query', query), []);
		expectRefused(end, "'query' is empty", "Fill in 'query'.");
	},
);

it.each(['Ng', 'José', '李明', "O'Neil", 'Anne-Marie', 'de la Cruz', 'Ada L.'])(
	'a language model can search with the name %j',
	async (query) => {
		const { error, sent } = await find(query, []);
		expect(error).toBeUndefined();
		expect(sent.length).toBeGreaterThan(0);
	},
);

it.each(['ada', 'example.com'])('a person can search with %j', async (query) => {
	const { json } = await find(query, [ADA, BEN], {});
	expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada', 'con-ben']);
});

it('an email finds its contact alone, with the first name', async () => {
	const { json } = await find('ada@example.com', [ADA, BEN]);
	expect(json).toMatchObject([
		{ contactId: 'con-ada', firstName: 'Ada', email: 'ada@example.com' },
	]);
});

it.each([
	{ what: 'by its email', query: 'ben@ada.com', address: { email: 'ben@ada.com' } },
	{ what: 'by its phone', query: '+12025550102', address: { phone: '+12025550102' } },
	{ what: 'by its second email', query: 'b2@ada.com', address: {} },
	{ what: 'by its second phone', query: '+12025550109', address: {} },
])('a contact that is found $what is shown without another address', async ({ query, address }) => {
	const whole = { ...BEN, additionalEmails: ['b2@ada.com'], additionalPhones: ['+12025550109'] };
	const { json } = await find(query, [ADA, whole]);
	const [{ contactId, email, phone, ...rest }] = json;
	expect({ contactId, email, phone }).toEqual({ contactId: 'con-ben', ...address });
	const text = JSON.stringify(rest);
	expect(text).not.toMatch(/@|010[29]/);
});

it("a person gets the full name, as behind Get, although HighLevel's search leaves it out", async () => {
	const named = { id: 'con-cy', name: 'Cy Young', firstName: 'Cyrus' };

	const { json } = await find('a', [ADA, BEN, named], {});

	expect(json.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Ben', 'Cy Young']);
});

it('a person sees both addresses of a contact that is found by one', async () => {
	const { json } = await find('ben@ada.com', [ADA, BEN], {});
	expect(json).toMatchObject([{ email: 'ben@ada.com', phone: '+12025550102' }]);
});

it('a name finds who has it, not who has it in an address, and tells no address and no tags', async () => {
	const { json } = await find('Ada L', [{ ...ADA, tags: ['vip'] }, BEN, ADAM]);
	expect(json).toEqual([
		{ contactId: 'con-ada', id: 'con-ada', firstName: 'Ada', lastName: 'Lovelace' },
	]);
});

it('a name finds nobody within whose names it stands', async () => {
	const { json } = await find('Love Ace', [ADA]);
	expect(json).toMatchObject([{ found: 0 }]);
});

it('a name finds who has it under contactName alone, as some records have it', async () => {
	const { json } = await find('Lee', [{ id: 'con-lee', contactName: 'Lee Chan' }]);
	expect(json).toMatchObject([{ contactId: 'con-lee', name: 'Lee Chan' }]);
});

it('a name finds who works at a company of that name', async () => {
	const { json } = await find('Analytical', [{ ...ADA, companyName: 'Analytical Engines' }, BEN]);
	expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
});

it('several contacts of one name are shown without their addresses', async () => {
	const { json } = await find('ada', [ADA, ADAM]);
	expect(json).toEqual([
		{ contactId: 'con-ada', id: 'con-ada', firstName: 'Ada', lastName: 'Lovelace' },
		{ contactId: 'con-adam', id: 'con-adam', firstName: 'Adam', lastName: 'Smith' },
	]);
});

it.each([
	{ what: 'one item', items: [{}], rest: '.' },
	{
		what: 'one of several items',
		items: [{ words: 'ada' }, { words: 'nobody' }],
		rest: ', and put it into a Loop Over Items with a batch size of 1: the setting adds an item only where nothing at all comes out. [Item 1]',
	},
])(
	'where nothing is found for $what, a hint says so, and how to go on',
	async ({ items, rest }) => {
		const respond = ({ body }: Sent) =>
			(body as IDataObject).query === 'ada'
				? { contacts: [ADA], total: 1 }
				: { contacts: [], total: 0 };
		const query = items.length > 1 ? '={{ $json.words }}' : 'nobody';
		const { hints } = await onHighLevel('contact.getAll', { query }, respond, { items });
		expect(hints.map(({ message }) => message)).toEqual([
			`No contact was found. Check the spelling, or create the contact. To go on without one, turn on 'Always Output Data' in the settings of the node${rest}`,
		]);
	},
);

it("an email in 'By ID' is refused by the name of the field", async () => {
	const parameters = { contactId: byId('ada@example.com'), pipelineId: byId('p'), name: 'Braces' };
	const end = await onHighLevel('opportunity.create', parameters, []);
	expectRefused(end, "'Contact' is an email address where an ID belongs", "'By Email or Phone'");
});

it.each([
	...['con-1, con-2', 'con-1 con-2', 'Ada Brook', 'all of them', '["con-1"]x', 'con/../1'],
	...['+12025550101', '2027-03-08T09:00:00-05:00', '9:30'],
])(
	"a text that is no single ID is refused before it is sent, in 'Contact' too: %s",
	async (typed) => {
		const parameters = { appointmentsOf: 'contact', contactId: byId(typed) };
		const end = await onHighLevel('appointment.getAll', parameters, []);
		expectRefused(end, `'Contact' must be the ID of one contact, not '${typed}'`);
	},
);

it.each(['ocQHyuzHvysMo5N5VsXc', 'con-7', 'a.b_c~d=', 'urn:contact:7', 'Ab+7==', 'x'.repeat(200)])(
	'but an ID is sent: %s',
	async (id) => {
		const parameters = { appointmentsOf: 'contact', contactId: byId(id) };
		const { sent } = await onHighLevel('appointment.getAll', parameters, [{ events: [] }]);
		expect(sent).toMatchObject([{ path: `/contacts/${encodeURIComponent(id)}/appointments` }]);
	},
);

it.each(['Lovelace, Ada', 'lovelace  ada'])(
	'a language model finds %j where the platform finds one word at a time',
	async (query) => {
		const find = ({ body }: Sent) =>
			(body as IDataObject).query === 'lovelace' ? { contacts: [ADA, BEN] } : { contacts: [] };
		const { json } = await onHighLevel('contact.getAll', { query }, find, { node: TOOL });
		expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
	},
);

describe('the filters of Contact > Get Many', () => {
	const withFilters = async (filters: IDataObject, more: IDataObject = {}, given = {}) =>
		await onHighLevel(
			'contact.getAll',
			{ ...more, filters },
			() => ({ contacts: [ADA], total: 1 }),
			given,
		);

	it('are sent in the form that HighLevel describes, all tags in lower case', async () => {
		const { sent, json } = await withFilters({
			assignedTo: { __rl: true, mode: 'list', value: 'user-1' },
			createdFrom: '2026-11-01T09:30:00+01:00',
			tags: ['VIP', 'campaign: may'],
		});

		expect(sent).toHaveLength(1);
		expect(sent[0].body).toEqual({
			locationId: 'loc-1',
			page: 1,
			pageLimit: 50,
			filters: [
				{ field: 'assignedTo', operator: 'eq', value: 'user-1' },
				{ field: 'tags', operator: 'eq', value: 'vip' },
				{ field: 'tags', operator: 'eq', value: 'campaign: may' },
				{ field: 'dateAdded', operator: 'range', value: { gte: '2026-11-01T08:30:00.000Z' } },
			],
		});
		expect(json).toMatchObject([{ contactId: 'con-ada' }]);
	});

	it('take a user by the name in its list', async () => {
		const respond = ({ path }: Sent) =>
			path === '/contacts/search'
				? { contacts: [ADA] }
				: { users: [{ id: 'user-1', name: 'Riley Chen' }] };
		const filters = { assignedTo: byId('Riley Chen') };

		const { sent } = await onHighLevel('contact.getAll', { filters }, respond);

		const filter = { field: 'assignedTo', operator: 'eq', value: 'user-1' };
		expect(sent.at(-1)?.body).toMatchObject({ filters: [filter] });
	});

	it('take a day alone from its first to its last moment in the time zone', async () => {
		const options = { timezone: 'Europe/Berlin' };

		const { sent } = await withFilters(
			{ createdFrom: '2026-11-25', createdTo: '2026-11-25', updatedTo: '2026-11-26' },
			{ options },
		);

		const added = { gte: '2026-11-24T23:00:00.000Z', lte: '2026-11-25T22:59:59.999Z' };
		const updated = { lte: '2026-11-26T22:59:59.999Z' };
		const filters = [
			{ field: 'dateAdded', operator: 'range', value: added },
			{ field: 'dateUpdated', operator: 'range', value: updated },
		];
		expect(sent[0].body).toMatchObject({ filters });
	});

	it.each([
		{
			what: 'with an email, beside its own',
			query: 'ada@example.com',
			given: {},
			address: 'email',
		},
		{ what: 'with words', query: 'ada', given: {}, address: undefined },
		{
			what: 'with the name that a language model searches',
			query: 'Ada Lovelace',
			given: { node: TOOL },
			address: undefined,
		},
	])('hold $what', async ({ query, given, address }) => {
		const { sent } = await withFilters({ tags: 'vip' }, { query }, given);

		const { filters } = sent[0].body as { filters: IDataObject[] };
		expect(filters.map(({ field }) => field)).toEqual(address ? [address, 'tags'] : ['tags']);
	});

	it('hold when an address is looked for by words, since the platform filters first ones only', async () => {
		const respond = ({ body }: Sent) =>
			(body as IDataObject).query === undefined ? { contacts: [] } : { contacts: [BEN] };

		const { sent, json } = await onHighLevel(
			'contact.getAll',
			{ query: 'ben@ada.com', filters: { tags: 'vip' } },
			respond,
		);

		const tag = { field: 'tags', operator: 'eq', value: 'vip' };
		expect(sent[1].body).toMatchObject({ query: 'ben@ada.com', filters: [tag] });
		expect(json).toMatchObject([{ contactId: 'con-ben' }]);
	});

	it.each([
		['First Name (A to Z)', 'firstNameLowerCase', 'asc'],
		['Last Name (A to Z)', 'lastNameLowerCase', 'asc'],
		['Last Updated First', 'dateUpdated', 'desc'],
		['Newest First', 'dateAdded', 'desc'],
		['Oldest First', 'dateAdded', 'asc'],
	])('can be put in the order %s', async (sort, field, direction) => {
		const { sent } = await withFilters({ sort });

		expect(sent[0].body).toMatchObject({ sort: [{ field, direction }] });
	});

	const DEFINED = [
		{ id: 'f-plan', name: 'Plan', dataType: 'SINGLE_OPTIONS', picklistOptions: ['Basic', 'Gold'] },
		{ id: 'f-ref', name: 'Reference', fieldKey: 'contact.reference', dataType: 'TEXT' },
		{ id: 'f-since', name: 'Since', fieldKey: 'contact.since', dataType: 'DATE' },
	];

	const withCustomFields = async (customFieldsByKey: unknown) =>
		await onHighLevel(
			'contact.getAll',
			{ filters: { customFieldsByKey } as IDataObject },
			({ method }) => (method === 'GET' ? { customFields: DEFINED } : { contacts: [ADA] }),
		);

	it('find contacts by custom fields, named by key, ID or label', async () => {
		const { sent } = await withCustomFields('{"reference": "R-1", "Plan": "gold"}');

		const search = sent.find(({ path }) => path === '/contacts/search');
		expect(search?.body).toMatchObject({
			filters: [
				{ field: 'customFields.f-ref', operator: 'eq', value: 'R-1' },
				{ field: 'customFields.f-plan', operator: 'eq', value: 'Gold' },
			],
		});
	});

	it.each([
		[{ nope: 'x' }, "The location has no custom field 'nope'"],
		[{ reference: '' }, "The value of 'reference' is empty"],
		[{ reference: ['R-1'] }, "The value of 'reference' is a list"],
		[{ since: '2026-11-25' }, "The custom field 'since' holds a date"],
		[{ Plan: 'Silver' }, "'Silver' is no option of the custom field Plan"],
	])('of custom fields %j are refused', async (byName, fault) => {
		const { told, sent } = await withCustomFields(byName);

		expect(told).toContain(fault);
		expect(sent.map(({ path }) => path)).not.toContain('/contacts/search');
	});

	it.each([
		[
			{ createdFrom: '2026-11-30', createdTo: '2026-11-01' },
			"'Created From' is after 'Created To'",
		],
		[
			{ updatedFrom: '2026-11-30', updatedTo: '2026-11-01' },
			"'Updated From' is after 'Updated To'",
		],
	])('are refused where the last time is before the first one: %j', async (filters, message) => {
		expectRefused(await withFilters(filters), message);
	});
});

it('a language model that searches with several words has the longest one looked for alone', async () => {
	const { sent } = await find('Ada de Lovelace', []);
	expect(sent.map(({ body }) => (body as IDataObject).query)).toEqual([
		'ada de lovelace',
		'lovelace',
	]);
});

it('several words that find somebody cost one request', async () => {
	const { sent } = await find('Ada Lovelace', [ADA]);
	expect(sent).toHaveLength(1);
});

it('a single word that nobody has costs one request', async () => {
	const { sent } = await find('Lovelace', []);
	expect(sent).toHaveLength(1);
});
