import type { IDataObject } from 'n8n-workflow';

import {
	act,
	byId,
	expectRefused,
	HIGH_LEVEL,
	onHighLevel,
	search,
	TOOL,
	type Given,
} from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';
import { failed, lost, rejection } from '../platformApi/fakePlatform';

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

const booking = {
	calendarId: byId('cal-1'),
	contactId: byId('con-ada'),
	slotSource: 'startEnd',
	startTime: '2026-11-25T10:00:00Z',
	endTime: '2026-11-25T10:30:00Z',
};
const options = { address: 'Room 2', description: 'Bring it', toNotify: false };

const upsert = async (
	parameters: IDataObject,
	responses: unknown[] = [{ new: false, contact: ADA, traceId: 't' }],
) => await onHighLevel('contact.upsert', parameters, responses);

it.each<[IDataObject, IDataObject]>([
	[{ email: 'ada@example.com' }, { email: 'ada@example.com' }],
	[
		{ phone: '+12025550101', firstName: 'Ada', lastName: ' ' },
		{ phone: '+12025550101', firstName: 'Ada' },
	],
	[
		{ email: 'a@b.c', options: { tags: 'lead, vip' } },
		{ email: 'a@b.c', tags: ['lead', 'vip'] },
	],
	[
		{
			email: 'a@b.c',
			customFields: {
				mappingMode: 'defineBelow',
				value: {
					cf1: 'x',
					cf2: null,
					cf3: ['a'],
					cf4: 0,
					cf5: 'a, b',
					cf6: '["a", "b, c"]',
					cf7: 'a, b',
				},
				schema: ['cf3', 'cf5', 'cf6'].map((id) => ({ id, type: 'array' })),
			},
		},
		{
			email: 'a@b.c',
			customFields: [
				{ id: 'cf1', field_value: 'x' },
				{ id: 'cf3', field_value: ['a'] },
				{ id: 'cf4', field_value: 0 },
				{ id: 'cf5', field_value: ['a', 'b'] },
				{ id: 'cf6', field_value: ['a', 'b, c'] },
				{ id: 'cf7', field_value: 'a, b' },
			],
		},
	],
])('Create or Update sends of %j what is filled in', async (parameters, body) => {
	const { sent, error } = await upsert(parameters);
	expect(error).toBeUndefined();
	expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/upsert' }]);
	expect(JSON.parse(JSON.stringify(sent[0].body))).toEqual({ locationId: 'loc-1', ...body });
});

it.each([true, false, undefined])(
	'Create or Update says whether it is a new one: %s',
	async (isNew) => {
		const { json } = await upsert({ email: 'a@b.c' }, [{ new: isNew, contact: ADA }]);
		expect(json).toMatchObject([{ contactId: 'con-ada', email: 'ada@example.com' }]);
		expect(json[0].created).toBe(isNew);
	},
);

it.each<[IDataObject, RegExp]>([
	[{ email: 'N/A' }, /'Email' must be an email address, not 'N\/A'/],
	[{ email: '+12025550101' }, /'Email' must be an email address/],
	[{ email: 'a@example.com, b@example.com' }, /'Email' cannot be used\. It has several addresses/],
	[{ email: 'a@b.c', phone: 'unknown' }, /'Phone' must be a phone number, not 'unknown'/],
	[{ phone: '+1 2O2 555 0101' }, /'Phone' cannot be used\. It has a letter among its digits/],
])('Create or Update refuses %j by name', async (parameters, message) => {
	const result = await upsert(parameters);
	expectRefused(result, '');
	expect(result.error?.message).toMatch(message);
});

it.each<[string, IDataObject, IDataObject, RegExp | undefined]>([
	[
		'has all of it',
		{ email: 'Ada@example.com', phone: '(202) 555-0101', firstName: 'ADA' },
		{},
		undefined,
	],
	[
		'ignored the phone',
		{ email: 'ada@example.com', phone: '+442025550101' },
		{},
		/Phone is \+12025550101, not \+442025550101/,
	],
	[
		'has none',
		{ email: 'ada@example.com', phone: '+442025550101' },
		{ phone: null },
		/Phone is empty, not/,
	],
	[
		'has it as another one',
		{ email: 'other@example.com' },
		{ additionalEmails: ['other@example.com'] },
		undefined,
	],
	['does not say it', { email: 'ada@example.com', options: { tags: 'vip' } }, {}, undefined],
	[
		'left out a tag',
		{ email: 'ada@example.com', options: { tags: 'Lead, vip' } },
		{ tags: ['lead'] },
		/Tags is lead, not Lead, vip/,
	],
	[
		'has another name',
		{ email: 'ada@example.com', firstName: 'Tim' },
		{},
		/First Name is Ada, not Tim/,
	],
	[
		'did not take a custom field',
		{
			email: 'ada@example.com',
			customFields: { mappingMode: 'defineBelow', value: { cf1: ['b', 'a'], cf2: 5, cf3: 'x' } },
		},
		{
			customFields: [
				{ id: 'cf1', value: ['a', 'b'] },
				{ id: 'cf2', value: '5' },
			],
		},
		/: Custom Field cf3 is empty, not x\. Check whether it is the right contact\./,
	],
])('Create or Update says so where the platform %s', async (_, parameters, more, message) => {
	const respond = [{ new: true, contact: { ...ADA, ...more } }];
	const { hints, json } = await upsert(parameters, respond);
	expect(hints.map((hint) => hint.message).join()).toMatch(message ?? /^$/);
	expect(json).toMatchObject([{ contactId: 'con-ada' }]);
	const asTool = await onHighLevel('contact.upsert', parameters, respond, { node: TOOL });
	expect(asTool.json[0].message ?? '').toMatch(message ?? /^$/);
});

it('Create or Update tells a model that a contact existed, and what was replaced', async () => {
	const { json } = await onHighLevel(
		'contact.upsert',
		{ email: 'ada@example.com', firstName: 'Ada' },
		[{ new: false, contact: ADA }],
		{ node: TOOL },
	);
	expect(json[0].message).toMatch(/existed already.*: email, firstName\.$/);
});

it.each([{}, { contact: {} }, { contact: { email: 'a@b.c' } }])(
	'Create or Update has an unknown outcome where the platform names no contact: %j',
	async (body) => {
		const { error } = await upsert({ email: 'a@b.c' }, [body]);
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
	},
);

it('Create or Update is refused without an email and a phone, by the names of both', async () => {
	expectRefused(await upsert({ firstName: 'Ada', email: ' ' }), "'Email' and 'Phone'");
});

it('Create or Update has an unknown outcome where no response came', async () => {
	const { error } = await upsert({ email: 'a@b.c' }, [lost()]);
	expect(error).toMatchObject({ context: { outcomeUnknown: true } });
	expect(error?.description).toContain('Contact > Get Many');
});

const find = async (
	query: string,
	responses: Given['responses'],
	more: IDataObject = { returnAll: true },
) => await onHighLevel('contact.getAll', { query, ...more }, responses);

it.each<[string, IDataObject]>([
	['', {}],
	['Ada L', { query: 'Ada L' }],
	['ADA@example.com', { filters: [{ field: 'email', operator: 'eq', value: 'ada@example.com' }] }],
	['+1 (202) 555-0101', { filters: [{ field: 'phone', operator: 'eq', value: '+12025550101' }] }],
	['0012025550101', { filters: [{ field: 'phone', operator: 'eq', value: '+12025550101' }] }],
	['(202) 555-0101', { query: '2025550101' }],
])('contacts are found by %j', async (query, asked) => {
	const { json, sent } = await find(query, [{ contacts: [ADA], total: 1 }]);
	expect(json).toMatchObject([{ contactId: 'con-ada', firstName: 'Ada' }]);
	expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/search' }]);
	expect(sent[0].body).toEqual({ locationId: 'loc-1', page: 1, pageLimit: 100, ...asked });
});

it.each(['ada@example.com', '+12025550101', 'other@example.com', '+13035550102'])(
	'contacts are found by %s alone, of their addresses, where the platform returns others, too',
	async (query) => {
		const both = {
			...ADA,
			additionalEmails: [{ email: 'Other@Example.com' }],
			additionalPhones: ['+1 303 555 0102'],
		};
		// One that ends with the number, and one that begins with it.
		const longer = {
			...BEN,
			id: 'con-longer',
			phone: '+4412025550101',
			additionalPhones: ['+120255501012'],
		};
		const { json } = await find(query, [{ contacts: [BEN, longer, both], total: 3 }]);
		expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
	},
);

const page = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({
		id: `con-${from + index}`,
		searchAfter: [1, `con-${from + index}`],
	}));
const placesOf = (sent: Array<{ body?: unknown }>) =>
	sent.map(({ body }) => {
		const { page: number, searchAfter } = body as IDataObject;
		return number ?? (searchAfter as unknown[])[1];
	});

it.each<[string, IDataObject[][], Array<number | undefined>, unknown[]]>([
	[
		'until all are there, also where one was deleted meanwhile',
		[page(0, 100), page(100, 100), page(200, 1)],
		[201, 200, 200],
		[1, 'con-99', 'con-199'],
	],
	[
		'until one brings nothing new, where the platform does not say how many there are',
		[page(0, 100), page(100, 20), page(100, 20)],
		[undefined, undefined, undefined],
		[1, 'con-99', 'con-119'],
	],
	[
		'by number, where it does not say where to go on',
		[page(0, 100), page(100, 50)].map((contacts) => contacts.map(({ id }) => ({ id }))),
		[150, 150],
		[1, 2],
	],
])('contacts are found page by page, %s', async (_, pages, totals, places) => {
	const { json, sent, hints } = await find(
		'',
		pages.map((contacts, at) => ({ contacts, total: totals[at] })),
	);
	expect([json.length, placesOf(sent), hints]).toEqual([
		new Set(pages.flat().map(({ id }) => id)).size,
		places,
		[],
	]);
});

it('contacts are found on a bounded number of pages, and how many are left out is said', async () => {
	let asked = 0;
	const { json, hints } = await find('', () => ({ contacts: page(asked++, 1), total: 10_250 }));
	expect([json.length, asked]).toEqual([1_000, 1_000]);
	expect(hints).toMatchObject([
		{ message: expect.stringContaining('9250 more records were not read') },
	]);
});

it('an address that a filter does not find is searched as words once more', async () => {
	const { json, sent } = await find('other@example.com', ({ body }) =>
		(body as IDataObject).filters
			? { contacts: [], total: 0 }
			: { contacts: [BEN, { ...ADA, additionalEmails: ['Other@example.com'] }], total: 2 },
	);
	expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
	expect(sent.at(-1)?.body).toMatchObject({ query: 'other@example.com' });
});

it.each(['={{ $json.nope }}', '={{ " " }}', '={{ null }}'])(
	'a search for %s, which gives nothing, is no search for all contacts',
	async (query) => {
		expectRefused(await find(query, []), "'Search' is empty", 'which does not stand for all');
		const asTool = await onHighLevel('contact.getAll', { query }, [], { node: TOOL });
		expectRefused(asTool, "'Search' is empty", 'Fill in query.');
	},
);

it('contacts are found up to the limit', async () => {
	const { json, sent } = await find('', [{ contacts: page(0, 3), total: 250 }], { limit: 2 });
	expect([json.length, (sent[0].body as IDataObject).pageLimit]).toEqual([2, 2]);
	const without = await find(
		'(202) 555-0101',
		[
			{ contacts: [{ ...BEN, phone: '' }], total: 2 },
			{ contacts: [ADA], total: 2 },
		],
		{ limit: 1 },
	);
	// A smaller page would hide the contact behind those that only have the words.
	expect([without.json, without.sent]).toMatchObject([
		[{ contactId: 'con-ada' }],
		[{ body: { pageLimit: 100 } }, { body: { pageLimit: 100 } }],
	]);
	const enough = await find('(202) 555-0101', [{ contacts: [ADA], total: 200 }], { limit: 1 });
	expect([enough.json.length, enough.sent.length]).toEqual([1, 1]);
	const asTool = async (query: string, contacts: IDataObject[]) =>
		(
			await onHighLevel('contact.getAll', { query, limit: 2 }, () => ({ contacts, total: 42 }), {
				node: TOOL,
			})
		).json.at(-1)?.message;
	expect([await asTool('', page(0, 3)), await asTool('ada@example.com', [BEN, ADA])]).toEqual([
		expect.stringMatching(/^There are 40 more/),
		undefined,
	]);
});

it.each<[string, IDataObject, unknown[]]>([
	['ID', byId('con-ada') as IDataObject, []],
	['email', byAddress('Ada@example.com'), [{ contacts: [ADA], total: 1 }]],
	['phone', byAddress('+1 202 555 0101'), [{ contacts: [ADA], total: 1 }]],
])('a contact is chosen by %s', async (_, contactId, found) => {
	const { sent, error } = await onHighLevel('contact.get', { contactId }, [
		...found,
		{ contact: ADA },
	]);
	expect([error, sent.length]).toEqual([undefined, found.length + 1]);
	expect(sent.at(-1)).toMatchObject({ method: 'GET', path: '/contacts/con-ada' });
});

it('each item has the contact of its own address, looked up once', async () => {
	const items = ['ada', 'ben', 'ada'].map((name) => ({ email: `${name}@example.com` }));
	const responses: Given['responses'] = ({ path }) =>
		path === '/contacts/search'
			? { contacts: [ADA, BEN], total: 2 }
			: { contact: { id: path.slice(10) } };
	const { json, sent } = await onHighLevel(
		'contact.get',
		{ contactId: byAddress('={{ $json.email }}') },
		responses,
		{ items },
	);
	expect([json.map(({ contactId }) => contactId), sent.length]).toEqual([
		['con-ada', 'con-ben', 'con-ada'],
		4,
	]);
});

it.each<[string, string, unknown[], RegExp]>([
	['nobody has', 'ada@example.com', [], /No contact has the email/],
	[
		'six share',
		'ada@example.com',
		page(0, 6).map((record) => ({ ...record, email: 'ada@example.com' })),
		/^6 contacts have .*\(con-4\) \[Item 0\]$/,
	],
	[
		'two share',
		'2025550101',
		[ADA, BEN],
		/2 contacts have the phone .*Ada Lovelace.*con-ada.*Ben.*con-ben/,
	],
	['is as short as a number can be', '555 0101', [], /No contact has the phone/],
	['is shorter', '555 010', [], /'Contact' must be an email address or a phone number/],
	['is none', 'Ada', [], /'Contact' must be an email address or a phone number, not 'Ada'/],
])('an address that %s is refused, with nothing written', async (_, value, contacts, message) => {
	const { error, sent } = await onHighLevel(
		'appointment.book',
		{ ...booking, contactId: byAddress(value) },
		() => ({ contacts, total: contacts.length }),
	);
	expect(error?.message).toMatch(message);
	expect(sent.filter(({ path }) => path !== '/contacts/search')).toEqual([]);
});

it.each([400, 422])('a contact of another location, or unknown, is named: %d', async (status) => {
	const { error } = await onHighLevel('contact.get', { contactId: byId('con-else') }, [
		failed(status, { message: 'Contact not found' }),
	]);
	expect(error?.message).toContain("The contact 'con-else' was not found");
});

it('a contact is chosen from a list that the platform searches', async () => {
	const { results, sent } = await search(
		'searchContacts',
		{},
		{
			credential: HIGH_LEVEL,
			filter: ' lov',
			responses: [
				{
					contacts: [
						ADA,
						{ id: 'con-lee', firstNameLowerCase: 'ben', lastNameLowerCase: 'lee' },
						{ name: 'No ID' },
					],
					total: 2,
				},
			],
		},
	);
	expect(results).toEqual([
		{ name: 'Ada Lovelace, ada@example.com, +12025550101', value: 'con-ada' },
		{ name: 'ben lee', value: 'con-lee' },
	]);
	expect(sent[0].body).toMatchObject({ locationId: 'loc-1', query: 'lov', pageLimit: 50 });
});

it.each<[string, IDataObject]>([
	['contact.upsert', { email: 'a@b.c' }],
	['contact.get', { contactId: byId('con-ada') }],
	['contact.getAll', {}],
	['contact.get', { contactId: byAddress('ada@example.com') }],
	['appointment.get', { appointmentId: byId('appt-1') }],
	['appointment.getAll', { contactId: byId('con-ada') }],
	['appointment.updateStatus', { appointmentId: byId('appt-1'), appointmentStatus: 'showed' }],
	...Object.entries(options).map(([name, value]): [string, IDataObject] => [
		'appointment.book',
		{ ...booking, options: { [name]: value } },
	]),
	[
		'appointment.getAll',
		{
			appointmentsOf: 'calendar',
			calendarId: byId('cal-1'),
			startDate: '2026-11-24',
			endDate: '2026-11-24',
		},
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

const event = (id: string, start: string, more: IDataObject = {}) => ({
	id,
	contactId: 'con-ada',
	calendarId: 'cal-1',
	title: `Call ${id}`,
	appointmentStatus: 'confirmed',
	startTime: `${start}:00-05:00`,
	endTime: `${start.slice(0, -2)}30:00-05:00`,
	...more,
});

it('an appointment is put out under the names that other operations take', async () => {
	const { id, ...record } = event('appt-1', '2026-11-24T09:00');
	const get = async (response: unknown, options: IDataObject = {}) =>
		await onHighLevel('appointment.get', { appointmentId: byId(id), options }, [response]);
	const { json, sent } = await get({ event: { id, ...record }, traceId: 't' });
	expect(sent).toMatchObject([{ method: 'GET', path: '/calendars/events/appointments/appt-1' }]);
	expect(json).toEqual([
		{ appointmentId: id, ...record, startText: 'Tuesday, Nov 24, 2:00 PM UTC', timezone: 'UTC' },
	]);
	expect(
		(await get({ event: { id, ...record } }, { simplify: false })).json[0].appointment,
	).toEqual({ id, ...record });
	expect((await get(failed(400, { message: 'Appointment not found' }))).error?.message).toContain(
		"The appointment 'appt-1' was not found",
	);
});

const ofContact = async (events: IDataObject[], more: IDataObject = {}, rest: unknown[] = []) =>
	await onHighLevel('appointment.getAll', { contactId: byId('con-ada'), ...more }, [
		{ events },
		...rest,
	]);
const ids = ({ json }: { json: IDataObject[] }) => json.map(({ appointmentId }) => appointmentId);

it('the appointments of a contact come soonest first, then those that have ended, and deleted ones last', async () => {
	const run = await ofContact([
		event('past', '2026-11-20T09:00'),
		event('later', '2026-11-26T09:00'),
		event('begun', '2026-11-23T06:00', { endTime: '2026-11-23T07:30:00-05:00' }),
		event('longPast', '2026-10-20T09:00'),
		event('next', '2026-11-24T09:00'),
		event('deleted', '2026-11-24T09:00', { deleted: true }),
	]);
	expect(ids(run)).toEqual(['begun', 'next', 'later', 'past', 'longPast', 'deleted']);
	expect(run.json.at(-1)).toMatchObject({ deleted: true, appointmentStatus: 'cancelled' });
	expect(run.sent).toMatchObject([{ path: '/contacts/con-ada/appointments' }]);
});

const bare = (id: string, day: string) =>
	event(id, day, { startTime: `${day} 09:00:00`, endTime: `${day} 09:30:00` });

it.each<[string, unknown, number]>([
	['is gone by a status', failed(404), 2],
	['is gone by its words', failed(400, { message: 'Appointment not found' }), 2],
	['is deleted', { event: event('b', '2026-11-25T09:00', { deleted: true }) }, 2],
	['may not be read', failed(403), 0],
	['is asked for at a proxy that knows no such page', failed(404, '<html>'), 0],
])(
	'the appointments of a contact are listed with one that meanwhile %s as deleted, or not at all: %j',
	async (_, second, count) => {
		const { json, error } = await ofContact(
			[bare('b', '2026-11-25'), event('a', '2026-11-26T09:00')],
			{},
			[second],
		);
		expect([json.length, error === undefined]).toEqual([count, count > 0]);
		expect(json.slice(1)).toMatchObject(
			count > 0 ? [{ appointmentId: 'b', deleted: true, appointmentStatus: 'cancelled' }] : [],
		);
	},
);

it('the appointments of a contact are read one by one where their times have no offset, and no more of them than the limit', async () => {
	const events = [
		bare('d', '2026-11-27'),
		bare('c', '2026-11-26'),
		bare('b', '2026-11-25'),
		event('a', '2026-11-25T05:00'),
	];
	const run = await ofContact(
		events,
		{ limit: 3 },
		['25', '26'].map((day) => ({ event: event(day, `2026-11-${day}T09:00`) })),
	);
	// The one that is read by itself turns out to be the later one.
	expect(run.json).toMatchObject([
		{ appointmentId: 'a' },
		{ startTime: '2026-11-25T09:00:00-05:00' },
		{ startTime: '2026-11-26T09:00:00-05:00' },
	]);
	expect(run.sent.slice(1).map(({ path }) => path.at(-1))).toEqual(['b', 'c']);
});

it.each<[string, IDataObject]>([
	['a contact', { contactId: byId('con-ada') }],
	[
		'a calendar',
		{
			appointmentsOf: 'calendar',
			calendarId: byId('cal-1'),
			startDate: '2026-11-24',
			endDate: '2026-11-27',
		},
	],
])(
	'a model is told how many more appointments %s has, and how to ask for them; a workflow gets the list alone',
	async (_, parameters) => {
		const events = ['a', 'b', 'c'].map((id, index) => event(id, `2026-11-2${4 + index}T09:00`));
		const run = async (limit: number, node?: object) =>
			(await onHighLevel('appointment.getAll', { ...parameters, limit }, [{ events }], { node }))
				.json;
		expect((await run(1, TOOL))[1].message).toMatch(/2 more.*limit.*calendar/);
		expect((await run(2, TOOL))[2].message).toMatch(/1 more/);
		for (const whole of [await run(3, TOOL), await run(2)])
			expect(whole.every(({ appointmentId }) => appointmentId)).toBe(true);
	},
);

it('the appointments of a calendar are asked for from the beginning of the first day to the end of the last, in local time', async () => {
	const days = {
		startDate: '2026-11-24',
		endDate: '2026-11-25',
		options: { timezone: byId('America/New_York') },
	};
	const ofCalendar = async (parameters: IDataObject) =>
		await onHighLevel(
			'appointment.getAll',
			{ appointmentsOf: 'calendar', calendarId: byId('cal-1'), ...days, ...parameters },
			[
				{
					events: [
						event('odd', '', { startTime: 'soon' }),
						event('b', '2026-11-25T09:00'),
						event('a', '2026-11-24T09:00'),
						event('gone', '2026-11-24T09:00', { deleted: true }),
					],
				},
			],
		);
	const { json, sent } = await ofCalendar({});
	expect(json.map(({ appointmentId, deleted }) => [appointmentId, deleted])).toEqual([
		['a', undefined],
		['gone', true],
		['b', undefined],
		['odd', undefined],
	]);
	const [startTime, endTime] = ['2026-11-24T05:00:00.000Z', '2026-11-26T04:59:59.999Z'].map(
		(time) => String(Date.parse(time)),
	);
	expect(sent).toMatchObject([
		{
			path: '/calendars/events',
			qs: { locationId: 'loc-1', calendarId: 'cal-1', startTime, endTime },
		},
	]);
	const [qs] = (
		await ofCalendar({ startDate: '2026-11-24T10:00', endDate: '2026-11-25T11:00' })
	).sent.map((request) => request.qs);
	expect(qs).toMatchObject({
		startTime: String(Date.parse('2026-11-24T15:00Z')),
		endTime: String(Date.parse('2026-11-25T16:00Z')),
	});
	const reversed = await ofCalendar({ endDate: '2026-11-23' });
	expect([reversed.sent, reversed.error?.message]).toEqual([
		[],
		expect.stringContaining("'End Date'"),
	]);
});

it('the list shows the appointments of the contacts that are searched for, soonest first', async () => {
	const events: Record<string, IDataObject[]> = {
		'/contacts/con-ada/appointments': [
			event('appt-2', '2026-11-26T09:00'),
			event('gone', '2026-11-25T09:00', { deleted: true }),
		],
		'/contacts/con-ben/appointments': [
			event('appt-1', '2026-11-24T09:00', { appointmentStatus: 'new', status: 'booked' }),
		],
	};
	const { results, sent } = await search(
		'searchAppointments',
		{ operation: 'cancel', options: { timezone: byId('America/New_York') } },
		{
			credential: HIGH_LEVEL,
			filter: 'a',
			responses: ({ path }) =>
				path === '/contacts/search'
					? {
							contacts: [
								{ id: 'con-ada', name: 'Ada' },
								{ id: 'con-ben', name: 'Ben' },
							],
						}
					: { events: events[path] },
		},
	);
	expect(results).toEqual([
		{
			name: 'Tue, Nov 24, 9:00 AM EST, Ben, new, Call appt-1',
			value: 'appt-1',
		},
		{
			name: 'Thu, Nov 26, 9:00 AM EST, Ada, Call appt-2',
			value: 'appt-2',
		},
	]);
	expect(sent[0].body).toMatchObject({ query: 'a', pageLimit: 5 });
});

it.each<[string, IDataObject[], string]>([
	['nobody', [], "No contact is found by 'xyz'"],
	['somebody without appointments', [{ id: 'con-ada', name: 'Ada' }], 'No appointments: Ada'],
])('the list of appointments says that the search has found %s', async (_, contacts, name) => {
	const { results } = await search(
		'searchAppointments',
		{ operation: 'cancel' },
		{
			credential: HIGH_LEVEL,
			filter: 'xyz',
			responses: ({ path }) => (path === '/contacts/search' ? { contacts } : { events: [] }),
		},
	);
	expect(results).toEqual([{ name, value: '' }]);
});

const update = async (responses: unknown[], parameters: IDataObject = {}) =>
	await onHighLevel(
		'appointment.updateStatus',
		{ appointmentId: byId('appt-1'), appointmentStatus: 'noshow', ...parameters },
		responses,
	);

it.each(['showed', 'noshow', 'cancelled'])(
	'the status of an appointment is sent alone: %s',
	async (appointmentStatus) => {
		const record = event('appt-1', '2026-11-20T09:00', { appointmentStatus });
		const before = { event: event('appt-1', '2026-11-20T09:00') };
		const { json, sent } = await update([before, record], { appointmentStatus });
		expect(sent.slice(1)).toEqual([
			expect.objectContaining({
				method: 'PUT',
				path: '/calendars/events/appointments/appt-1',
				body: { appointmentStatus },
			}),
		]);
		expect(json).toMatchObject([
			{
				updated: true,
				appointmentId: 'appt-1',
				contactId: 'con-ada',
				calendarId: 'cal-1',
				appointmentStatus,
			},
		]);
		// The response need not repeat what was sent.
		expect((await update([before, ''], { appointmentStatus })).json).toEqual(json);
	},
);

it("the status of an appointment is refused with the platform's words", async () => {
	const before = { event: event('appt-1', '2026-11-20T09:00') };
	const { error } = await update([before, failed(400, { message: 'bad status' }), before]);
	expect([error?.message, error?.description]).toEqual([
		expect.stringContaining('did not accept the request'),
		expect.stringContaining('bad status'),
	]);
	expect((await update([failed(404, { message: 'no' })])).error?.message).toContain(
		"The appointment 'appt-1' was deleted, or was never there",
	);
});

it('Book may be made again in the same execution once its appointment is canceled by its status', async () => {
	const ids: unknown[] = [];
	const run = async (name: string, parameters: IDataObject, id: string, status = 'confirmed') => {
		const response = event(id, '2026-11-25T10:00', { appointmentStatus: status });
		ids.push(
			(
				await onHighLevel(
					name,
					parameters,
					({ method }) => (method === 'GET' ? { event: event(id, '2026-11-25T10:00') } : response),
					{ executionId: 'status-canceled' },
				)
			).json[0].appointmentId,
		);
	};
	await run('appointment.book', booking, 'appt-1');
	await run('appointment.book', booking, 'appt-2');
	await run(
		'appointment.updateStatus',
		{ appointmentId: byId('appt-1'), appointmentStatus: 'cancelled' },
		'appt-1',
		'cancelled',
	);
	await run('appointment.book', booking, 'appt-3');
	expect(ids).toEqual(['appt-1', 'appt-1', 'appt-1', 'appt-3']);
});

it('Book sends place, description and whether automations run', async () => {
	const { sent } = await onHighLevel('appointment.book', { ...booking, options }, [
		{ id: 'appt-1' },
	]);
	expect(sent[0]).toMatchObject({ method: 'POST', body: options });
});
