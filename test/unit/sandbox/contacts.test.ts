import { MONDAY, advanceClock, send as sendTo, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Contacts, in HighLevel's form. */

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

interface ContactBody {
	new: boolean;
	contact: Record<string, unknown>;
}

const post = async (path: string, fields: object) =>
	await send(`POST /contacts/${path}`, { json: { locationId: 'loc-harbor', ...fields } });
const upsert = async (fields: object) => (await post('upsert', fields)).body as ContactBody;
const update = async (json: object, id = 'contact-ada') =>
	await send(`PUT /contacts/${id}`, { json });
const read = async (id = 'contact-ada') =>
	((await send(`GET /contacts/${id}`)).body as ContactBody).contact;
const create = (fields: object) => sandbox.createContact({ ...fields });

describe('an upsert', () => {
	it('creates a contact with an address that nobody has, with its name taken apart', async () => {
		const json = { email: 'eve@example.com', name: 'Eve de Vries', tags: ['lead'] };
		const { contact, ...rest } = await upsert(json);

		expect(rest.new).toBe(true);
		expect(await read(String(contact.id))).toMatchObject({
			email: 'eve@example.com',
			firstName: 'Eve',
			lastName: 'de Vries',
			name: 'Eve de Vries',
			tags: ['lead'],
		});
	});

	it('changes the contact that has the address, in whatever case, and keeps what it does not name', async () => {
		const { contact, ...rest } = await upsert({ email: 'ADA@example.com', phone: '+12025550101' });

		expect(rest.new).toBe(false);
		expect(contact).toMatchObject({ id: 'contact-ada', firstName: 'Ada', phone: '+12025550101' });
		expect(sandbox.contacts()).toHaveLength(3);
	});

	it("does not find another location's contact", async () => {
		expect((await upsert({ email: 'cleo@example.com' })).new).toBe(true);
	});

	it.each([
		['email first', 'ada', { email: 'ada@example.com', phone: undefined }],
		['phone first', 'dora', { email: 'dora@example.com', phone: '+1 202 555 0101' }],
	] as const)(
		'%s: where email and phone are of two contacts, one is answered and the other address ignored',
		async (duplicates, name, kept) => {
			create({ id: 'contact-dora', email: 'dora@example.com', phone: '+12025550101' });
			sandbox.setProfile({ duplicates });
			const { contact, ...rest } = await upsert({
				email: 'Ada@example.com',
				phone: '+1 202 555 0101',
			});
			expect(rest.new).toBe(false);
			expect(contact.id).toBe(`contact-${name}`);
			expect(contact.phone).toBe(kept.phone);
			expect(String(contact.email).toLowerCase()).toBe(kept.email);
		},
	);

	it('finds a contact by its second email, which replaces the first one', async () => {
		create({ id: 'contact-dora', additionalEmails: ['d2@example.com'] });
		const contact = { id: 'contact-dora', email: 'd2@example.com' };
		expect(await upsert({ email: 'd2@example.com' })).toMatchObject({ new: false, contact });
	});

	it('by an unknown user is refused', async () => {
		expect((await post('upsert', { email: 'eve@example.com', assignedTo: 'gone' })).status).toBe(
			401,
		);
		expect(sandbox.contacts()).toHaveLength(3);
	});
});

it('a duplicate is created where the location allows it, else refused with the one that there is', async () => {
	const email = { email: 'ada@example.com' };
	expect(await post('', email)).toMatchObject({
		status: 400,
		body: {
			message: 'This location does not allow duplicated contacts.',
			meta: { contactId: 'contact-ada', contactName: 'Ada', matchingField: 'email' },
		},
	});

	create({ id: 'contact-dora', phone: '+12025550101' });
	const phone = { email: 'eve@example.com', phone: '+12025550101' };
	expect(await post('', phone)).toMatchObject({
		body: { meta: { contactId: 'contact-dora', matchingField: 'phone' } },
	});

	sandbox.setProfile({ duplicates: 'allowed' });
	expect(await post('', email)).toMatchObject({ status: 201, body: { contact: email } });
	expect((await upsert(email)).new).toBe(false);
	expect((await upsert({ ...email, createNewIfDuplicateAllowed: true })).new).toBe(true);
});

it('a new contact is not created where the location allows no duplicates, even if it is asked for', async () => {
	const json = { email: 'ada@example.com', createNewIfDuplicateAllowed: true };
	expect((await upsert(json)).new).toBe(false);
});

describe('looking for an address', () => {
	const DUPLICATE = 'search/duplicate?locationId=loc-harbor';
	const foundBy = async (query: string) => {
		const { contact } = (await send(`GET /contacts/${DUPLICATE}&${query}`)).body as {
			contact: { id: string } | null;
		};
		return contact?.id;
	};
	beforeEach(() =>
		create({
			id: 'contact-dora',
			email: 'dora@example.com',
			phone: '+12025550101',
			additionalEmails: ['d2@example.com'],
			additionalPhones: ['+12025550102'],
		}),
	);

	it.each([
		['the number, where both are given', 'email=ada@example.com&number=%2B12025550101', 'dora'],
		['the email, where nobody has the number', 'email=ada@example.com&number=%2B1999', 'ada'],
		['a second email', 'email=d2@example.com', 'dora'],
		['a second number', 'number=%2B12025550102', 'dora'],
		['a number with other characters', 'number=%2B1%20(202)%20555-0101', 'dora'],
		["another location's email", 'email=cleo@example.com', undefined],
		['nothing', '', undefined],
	])('by %s', async (_, query, name) => {
		expect(await foundBy(query)).toBe(name && `contact-${name}`);
	});

	it.each([
		['an email', 'email=d2@example.com', 200, ['contact-dora']],
		['a phone', 'phone=%2B12025550101', 200, ['contact-dora']],
		['an address that nobody has', 'email=nobody@example.com', 200, []],
		['both', 'email=ada@example.com&phone=%2B12025550101', 400, undefined],
		['none', '', 400, undefined],
	])('with v3 takes one address only: %s', async (_, query, status, ids) => {
		const path = `GET /contacts/lookup?locationId=loc-harbor&${query}`;
		const response = await send(path, { headers: { Version: 'v3' } });

		const { contacts } = response.body as { contacts?: Array<{ id: string }> };
		expect(response.status).toBe(status);
		expect(contacts?.map(({ id }) => id)).toEqual(ids);
	});
});

describe('a change', () => {
	it('sets what it names, takes out what it empties, and keeps the rest', async () => {
		await update({ phone: '+12025550101', city: 'Boston' });
		await update({ lastName: '', city: null, country: 'US' });

		const contact = await read();
		expect(contact).toMatchObject({ firstName: 'Ada', phone: '+12025550101', country: 'US' });
		expect(contact).not.toHaveProperty('lastName');
		expect(contact).not.toHaveProperty('city');
	});

	it('keeps the custom fields that it does not name', async () => {
		const set = async (id: string, field_value: string) =>
			await update({ customFields: [{ id, field_value }] });
		await set('field-insurance', 'Acme');
		await set('field-plan', 'Basic');
		await set('field-plan', 'Gold');

		expect((await read()).customFields).toEqual([
			{ id: 'field-insurance', value: 'Acme' },
			{ id: 'field-plan', value: 'Gold' },
		]);
	});

	it('finds no custom field of another model or location', async () => {
		const named = async (id: string) =>
			(await update({ customFields: [{ id, field_value: 'x' }] })).status;
		expect([await named('field-insurance'), await named('field-branch')]).toEqual([200, 400]);

		const customFields = [{ id: 'field-insurance', field_value: 'x' }];
		const other = { json: { customFields }, token: 'pit-summit' };
		expect(await send('PUT /contacts/contact-cleo', other)).toMatchObject({
			status: 400,
			body: { message: 'Custom field with id field-insurance not found' },
		});
	});
});

it('a contact that is deleted is found no more, and no other contact goes', async () => {
	expect((await send('DELETE /contacts/contact-ada')).status).toBe(200);

	expect((await send('GET /contacts/contact-ada')).status).toBe(400);
	expect((await send('GET /contacts/contact-ben')).status).toBe(200);
});

it("another location's contact is neither read, nor changed, nor deleted", async () => {
	for (const method of ['GET', 'PUT', 'DELETE']) {
		const options = method === 'PUT' ? { json: { firstName: 'Eve' } } : {};
		expect((await send(`${method} /contacts/contact-cleo`, options)).status).toBe(400);
	}
	expect(sandbox.contacts().at(-1)).toMatchObject({ id: 'contact-cleo', firstName: 'Cleo' });
});

describe('a search', () => {
	interface Found {
		contacts: Array<{ id: string; searchAfter: [number, string] }>;
		total: number;
	}
	const search = async (fields: object = {}) =>
		(await post('search', { pageLimit: 20, ...fields })).body as Found;
	const idsOf = async (fields?: object) =>
		(await search(fields)).contacts.map(({ id }) => id.replace('contact-', ''));
	const foundBy = async (field: string, operator: string, value: unknown) =>
		await idsOf({ filters: [{ field, operator, value }] });

	const DORA = {
		id: 'contact-dora',
		email: 'd@example.com',
		phone: '+12025550101',
		additionalEmails: ['d2@example.com'],
		additionalPhones: ['+12025550102'],
		firstName: 'Dora',
		lastName: 'Klein',
		tags: ['lead', 'vip'],
	};

	it("finds the location's contacts, newest first, with each one's place", async () => {
		create(DORA);
		const { contacts, total } = await search();

		expect(contacts).toMatchObject([
			{ id: 'contact-dora', searchAfter: [Date.now(), 'contact-dora'], lastNameLowerCase: 'klein' },
			{ id: 'contact-ada' },
			{ id: 'contact-ben' },
		]);
		expect(total).toBe(3);
	});

	it.each([
		['the first name', 'dora'],
		['the last name', 'KLEIN'],
		['the email', 'd@ex'],
		['a second email', 'd2@example.com'],
		['the phone', '5550101'],
		['a second phone', '5550102'],
	])('by words looks at %s', async (_, query) => {
		create(DORA);
		expect(await idsOf({ query })).toEqual(['dora']);
	});

	it.each([
		['email', 'eq', 'D@example.com', ['dora']],
		['email', 'eq', 'd2@example.com', []],
		['tags', 'eq', 'vip', ['dora']],
		['tags', 'eq', 'vi', []],
		['email', 'contains', 'd@example.com', []],
		['customFields.field-plan', 'eq', 'Gold', ['ben']],
		['customFields.field-insurance', 'eq', 'Gold', []],
	])('with the filter %s %s %s finds %j', async (field, operator, value, names) => {
		create(DORA);
		await update({ customFields: [{ id: 'field-plan', field_value: 'Gold' }] }, 'contact-ben');
		expect(await foundBy(field, operator, value)).toEqual(names);
	});

	it('combines filters as their group says, and all of them otherwise', async () => {
		const byName = (value: string) => ({ field: 'firstNameLowerCase', operator: 'eq', value });
		const byEmail = (value: string) => ({ field: 'email', operator: 'eq', value });
		const filters = [byEmail('ada@example.com'), byEmail('ben@example.com')];

		expect(await idsOf({ filters: [{ group: 'OR', filters }] })).toEqual(['ada', 'ben']);
		expect(await idsOf({ filters: [{ group: 'AND', filters }] })).toEqual([]);
		expect(await idsOf({ filters })).toEqual([]);
		expect(await idsOf({ filters: [byEmail('ada@example.com'), byName('Ada')] })).toEqual([]);
	});

	it.each(['dateAdded', 'dateUpdated'])('by %s includes both ends of the range', async (field) => {
		create({ ...DORA, dateAdded: new Date(Date.now()).toISOString() });
		const moment = (ms: number) => new Date(Date.now() + ms).toISOString();

		expect(await foundBy(field, 'range', { gte: moment(0), lte: moment(0) })).toEqual(['dora']);
		expect(await foundBy(field, 'range', { gte: moment(1) })).toEqual([]);
		expect(await foundBy(field, 'range', { lte: moment(-1) })).toEqual(['ada', 'ben']);
	});

	it('by the last change finds who was changed', async () => {
		await update({ city: 'Boston' }, 'contact-ben');
		const gte = new Date(Date.now()).toISOString();
		expect(await foundBy('dateUpdated', 'range', { gte })).toEqual(['ben']);
	});

	it('refuses a filter or an order by a field that is none', async () => {
		const filters = [{ field: 'additional_phones', operator: 'eq', value: '1' }];
		const sort = [{ field: 'phone', direction: 'asc' }];
		expect(await search({ filters })).toMatchObject({ message: 'Invalid field additional_phones' });
		expect(await search({ sort })).toMatchObject({ message: 'Invalid field phone' });
	});

	it('does not find a new contact before the lag of the profile is over', async () => {
		sandbox.setProfile({ searchLagMs: 10_000 });
		create(DORA);
		expect((await search({ query: 'dora' })).total).toBe(0);
		advanceClock(10_000);
		expect((await search({ query: 'dora' })).total).toBe(1);
	});

	it('goes on behind the last one of a page, whatever is deleted between two pages', async () => {
		for (const n of [0, 1, 2, 3]) create({ id: `contact-${n}` });
		const [first] = (await search({ pageLimit: 1 })).contacts;
		await send('DELETE /contacts/contact-0');
		const { searchAfter } = first;

		expect(first.id).toBe('contact-0');
		expect(await idsOf({ searchAfter })).toEqual(['1', '2', '3', 'ada', 'ben']);
		expect((await search({ searchAfter, pageLimit: 1 })).total).toBe(5);
	});

	it('goes page by page, up to 10,000', async () => {
		create(DORA);
		expect(await idsOf({ page: 2, pageLimit: 1 })).toEqual(['ada']);
		expect(await idsOf({ page: 2, pageLimit: 2 })).toEqual(['ben']);
		expect(await search({ page: 20, pageLimit: 500 })).toMatchObject({ total: 3 });
		expect(await search({ page: 21, pageLimit: 500 })).toMatchObject({ statusCode: 400 });
	});

	it.each([
		['asc', ['ada', 'ben', 'dora']],
		['desc', ['dora', 'ben', 'ada']],
	])('in the order of names, %s, goes on behind the last one', async (direction, names) => {
		create(DORA);
		const sort = [{ field: 'firstNameLowerCase', direction }];
		const [{ searchAfter }] = (await search({ sort, pageLimit: 1 })).contacts;

		expect(await idsOf({ sort })).toEqual(names);
		expect(await idsOf({ sort, searchAfter })).toEqual(names.slice(1));
	});
});
