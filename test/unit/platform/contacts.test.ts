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
} from './nodeOnPlatform';
import { textOfDifferences } from '../../../nodes/Platform/compareWithRecord';
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

const upsert = async (parameters: IDataObject) =>
	await onHighLevel('contact.upsert', parameters, [{ new: false, contact: ADA, traceId: 't' }]);

const lists = ['cf3', 'cf5', 'cf6'].map((id) => ({ id, type: 'array' }));
const custom = {
	cf1: 'x',
	cf2: null,
	cf8: ' ',
	cf3: ['a'],
	cf4: 0,
	cf5: 'a, b',
	cf6: '["a", "b, c"]',
	cf9: false,
};

it.each([
	[{ email: 'a@b.c', options: { tags: [] } }, { email: 'a@b.c' }],
	[
		{ email: 'A@b.c', customFields: { value: { ...custom, cf7: 'a, b' }, schema: lists } },
		{
			email: 'a@b.c',
			customFields: [
				{ id: 'cf1', field_value: 'x' },
				{ id: 'cf3', field_value: ['a'] },
				{ id: 'cf4', field_value: 0 },
				{ id: 'cf5', field_value: ['a', 'b'] },
				{ id: 'cf6', field_value: ['a', 'b, c'] },
				{ id: 'cf9', field_value: false },
				{ id: 'cf7', field_value: 'a, b' },
			],
		},
	],
])('Create or Update sends of %j what is filled in', async (parameters, body) => {
	const { json, sent } = await upsert(parameters);
	expect(json).toMatchObject([{ created: false, contactId: 'con-ada', email: 'ada@example.com' }]);
	expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/upsert' }]);
	expect(sent[0]?.body).toEqual({ locationId: 'loc-1', ...body });
});

it.each([
	[{ email: '+12025550101' }, "'Email' must be an email address"],
	[{ email: 'a@b.c', phone: 'unknown' }, "'Phone' must be a phone number, not 'unknown'"],
	[{ firstName: 'Ada', email: ' ' }, "'Email' and 'Phone' are empty"],
	...[{}, Number.NaN, '[object Object]', ['a', {}]].map((cf1): [IDataObject, string] => [
		{ email: 'a@b.c', customFields: { value: { cf1 } } } as IDataObject,
		"'Custom Fields' cannot be used. The value of 'cf1' is",
	]),
])('Create or Update refuses %j by name', async (parameters, message) => {
	expectRefused(await upsert(parameters), message);
});

const LIST = [
	{ id: 'cf1', value: ['a', 'b'] },
	{ id: 'cf2', value: '5' },
];
const asked = (id: string, field_value: unknown) => ({ customFields: [{ id, field_value }] });

it.each([
	[{ phone: '+442025550101' }, ADA, ['Phone is +12025550101, not +442025550101']],
	[{ phone: '+442025550101' }, { phone: null }, ['Phone is empty, not +442025550101']],
	[{ phone: null }, { phone: '+1' }, ['Phone is +1, not empty']],
	[{ email: 'other@a.b' }, { ...ADA, additionalEmails: ['other@a.b'] }, []],
	[{ tags: ['vip'], name: 'Ada' }, {}, []],
	[
		asked('cf2', new Date('2026-11-25T00:00:00Z')),
		{ customFields: [{ id: 'cf2', value: '2026-11-25' }] },
		[],
	],
	[asked('cf2', '(202) 555-0101'), { customFields: [{ id: 'cf2', value: '+12025550101' }] }, []],
	[asked('cf2', '1500.00'), { customFields: [{ id: 'cf2', value: 1500 }] }, []],
	[
		asked('cf2', 'https://example.com'),
		{ customFields: [{ id: 'cf2', value: 'example.com/' }] },
		[],
	],
	[asked('cf2', 'x'), { customFields: [{ id: 'cf2', fieldValue: 'x' }] }, []],
	[asked('cf1', ['b', 'a']), { customFields: LIST }, []],
	[asked('cf3', 'x'), { customFields: LIST }, ['Custom Field cf3 is empty, not x']],
	[{ at: '2026-12-01T10:00:00+00:00' }, { at: '2026-12-01T05:00:00.000-05:00' }, []],
	[{ born: '1990-09-25' }, { born: '1990-09-25T00:00:00.000Z' }, []],
	[{ website: 'https://Example.com' }, { website: 'https://example.com/' }, []],
])('of %j the platform has %j: %j', (sent, record, texts) => {
	const labels = { phone: 'Phone', tags: 'Tags', born: 'Born' };
	const [, told = ''] = /expected: (.*)\.$/.exec(textOfDifferences(sent, record, labels)) ?? [];
	expect(told).toBe(texts.join('; '));
});

const find = async (
	query: string,
	responses: Given['responses'],
	more: IDataObject = { returnAll: true },
	node?: Given['node'],
) => await onHighLevel('contact.getAll', { query, ...more }, responses, { node });

const filter = (field: string, value: string) => ({ filters: [{ field, operator: 'eq', value }] });

it.each([
	['', {}],
	['Ada L', { query: 'Ada L' }],
	['ADA@example.com', filter('email', 'ada@example.com')],
	['0012025550101', filter('phone', '+12025550101')],
	['(202) 555-0101', { query: '2025550101' }],
])('contacts are found by %j', async (query, how) => {
	const { json, sent } = await find(query, [{ contacts: [ADA], total: 1 }]);
	expect(json).toMatchObject([{ contactId: 'con-ada', firstName: 'Ada' }]);
	expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/search' }]);
	expect(sent[0]?.body).toEqual({ locationId: 'loc-1', page: 1, pageLimit: 100, ...how });
});

it.each(['+12025550101', 'other@example.com', '+13035550102'])(
	'contacts are found by %s alone, of their addresses, and once more as words, which find second ones',
	async (query) => {
		const both = {
			...ADA,
			additionalEmails: [{ email: 'Other@Example.com' }],
			additionalPhones: ['+1 303 555 0102'],
		};
		const { json, sent } = await find(query, ({ body }) =>
			(body as IDataObject).filters ? { contacts: [BEN] } : { contacts: [BEN, both], total: 2 },
		);
		expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
		expect(sent.at(-1)?.body).toMatchObject({ query });
	},
);

const page = (from: number, count: number, isPlaced = true) =>
	Array.from({ length: count }, (_, index) => ({
		id: `con-${from + index}`,
		...(isPlaced && { searchAfter: [1, `con-${from + index}`] }),
	}));

const after = (...ids: string[]) => ids.map((id) => ({ searchAfter: [1, id] }));

it.each([
	[
		'until all are there, also where one was deleted meanwhile',
		[page(0, 100), page(100, 100), page(200, 1)],
		[201, 200, 200],
		[{ page: 1 }, ...after('con-99', 'con-199')],
	],
])('contacts are found page by page, %s', async (_, pages, totals, places) => {
	const bodies = pages.map((contacts, at) => ({ contacts, total: totals[at] }));
	const { json, sent, hints } = await find('', bodies);
	const count = new Set(pages.flat().map(({ id }) => id)).size;
	expect([json.length, hints]).toEqual([count, []]);
	expect(sent.map(({ body }) => body)).toMatchObject(places);
});

it('contacts are found on a bounded number of pages, and how many are left out is said', async () => {
	let count = 0;
	const next = () => ({ contacts: page(count++, 1), total: 10_250 });
	const { json, told } = await find('', next);
	expect([json.length, count]).toEqual([1_000, 1_000]);
	expect(told).toContain('9250 more records');
});

it('a search whose expression gives nothing is no search for all contacts', async () => {
	const nothing = '={{ $json.nope }}';
	expectRefused(await find(nothing, []), "'Search' is empty", 'which does not stand for all');
	expectRefused(
		await find(byModel('query', ''), [], {}, TOOL),
		"'query' is empty",
		"Fill in 'query'.",
	);
});

describe('a phone number without its country', () => {
	const phone = '0171 2345678';
	/** Each with a token of its own: what a location's record says is kept for minutes. */
	const createWith = async (accessToken: string, given: Given) =>
		await act(
			'contact.upsert',
			{ phone },
			{ credential: { ...HIGH_LEVEL, accessToken }, ...given },
		);

	it("is refused before it is sent, with the code of the location's country", async () => {
		const { error, sent } = await createWith('in Germany', { locationCountry: 'DE' });
		expect(sent).toEqual([]);
		expect(error?.message).toContain('lacks the code of its country');
		expect(error?.description).toMatch(
			/^Nothing was sent\. .* In the location's country \(DE\), it is \+491712345678\.$/,
		);
	});

	it('is offered to a model with it, and the person is to be asked', async () => {
		const { error } = await act(
			'contact.upsert',
			{ phone: byModel('phone', phone) },
			{
				credential: { ...HIGH_LEVEL, accessToken: 'of a model' },
				locationCountry: 'DE',
				node: TOOL,
			},
		);
		expect(error?.message).toContain(
			"In the location's country (DE), it is +491712345678. Ask the person whether that is the number.",
		);
	});

	it.each([
		['the record names no country', {}],
		['the country is unknown', { locationCountry: 'Germany' }],
		['the record cannot be read', { locationZone: failed(403, {}) }],
	])('is refused without one where %s', async (where, given) => {
		const { error, sent } = await createWith(where, given);
		expect(sent).toEqual([]);
		expect(error?.description).toMatch(/^Nothing was sent\. Enter the number with the code/);
		expect(error?.description).not.toContain("location's country");
	});

	it('is sent with it', async () => {
		const given = { credential: HIGH_LEVEL, responses: [{ new: true, contact: ADA }] };
		const { sent } = await act('contact.upsert', { phone: '+49 171 2345678' }, given);
		expect(sent[0]?.body).toMatchObject({ phone: '+491712345678' });
	});
});

describe('Create or Update of a contact that existed', () => {
	const tim = { email: 'ada@example.com', firstName: 'Tim' };
	const existed = [{ new: false, contact: ADA }];

	it('tells a person what differs', async () => {
		const { told } = await onHighLevel('contact.upsert', tim, existed);

		expect(told).toMatch(/^The platform has other/);
		expect(told).toMatch(/right contact\.$/);
	});

	it('tells a model that it existed, what was replaced, and what differs', async () => {
		const { told } = await onHighLevel(
			'contact.upsert',
			{ ...tim, options: { whenExists: 'update' } },
			[{ contact: null }, ...existed],
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

	const { told } = await onHighLevel('contact.upsert', { email: 'ada@b.c' }, () => refusal);

	expect(told).toContain('may have been created all the same');
	expect(told).toContain('email must be an email');
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
		const found = { contacts: page(0, 3), total: 42 };

		const { json, sent, told } = await onHighLevel('contact.getAll', { limit: 2 }, () => found, {
			node: TOOL,
		});

		// Two contacts, and the words for the model.
		expect(json).toHaveLength(3);
		expect(told).toContain('There are 40 more');
		expect(sent).toMatchObject([{ body: { pageLimit: 2 } }]);
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

it.each([
	['nobody has', 'ada@example.com', [], /No contact has the email/],
	[
		'six share',
		'ada@example.com',
		page(0, 6).map((record) => ({ ...record, email: 'ada@example.com' })),
		/^6 contacts have .*\(con-4\) \[Item 0\]/,
	],
	['two share', '2025550101', [ADA, BEN], /2 contacts have the phone .*Ada.*con-ada.*Ben.*con-ben/],
	['is none', 'Ada', [], /'Contact' must be an email address or a phone number, not 'Ada'/],
])('an address that %s is refused, with nothing written', async (_, value, contacts, message) => {
	const found = { contacts, total: contacts.length };
	const fields = { ...booking, contactId: byAddress(value) };
	const { told, sent } = await onHighLevel('appointment.book', fields, () => found);
	expect(told).toMatch(message);
	expect(sent.filter(({ path }) => path !== '/contacts/search')).toEqual([]);
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

it("in the contract's form the list says so, too", async () => {
	expect((await rejection(search('searchContacts'))).message).toBe(
		"This list works with HighLevel only: choose 'By ID' and enter the ID",
	);
});
