import type { IDataObject } from 'n8n-workflow';

import { act, byId, HIGH_LEVEL, onHighLevel, search, type Given } from './nodeOnPlatform';
import { failed, lost, rejection } from '../platformApi/fakePlatform';

const byAddress = (value: string) => ({ __rl: true, mode: 'emailOrPhone', value });

const ADA = { id: 'con-ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+12025550101' };
const BEN = { id: 'con-ben', firstName: 'Ben', email: 'ben@example.com', phone: '+442025550101' };

describe('a contact is created or updated', () => {
	const upsert = async (parameters: IDataObject, responses: unknown[] = [{ new: false, contact: ADA, traceId: 't' }]) =>
		await onHighLevel('contact.upsert', parameters, responses);

	it.each<[IDataObject, IDataObject]>([
		[{ email: 'ada@example.com' }, { email: 'ada@example.com' }],
		[{ phone: '+12025550101', firstName: 'Ada', lastName: ' ' }, { phone: '+12025550101', firstName: 'Ada' }],
		[{ email: 'a@b.c', options: { tags: 'lead, vip' } }, { email: 'a@b.c', tags: ['lead', 'vip'] }],
		[
			{ email: 'a@b.c', customFields: { mappingMode: 'defineBelow', value: { cf1: 'x', cf2: null, cf3: ['a'], cf4: 0 } } },
			{ email: 'a@b.c', customFields: [{ id: 'cf1', field_value: 'x' }, { id: 'cf3', field_value: ['a'] }, { id: 'cf4', field_value: 0 }] },
		],
	])('sends of %j what is filled in', async (parameters, body) => {
		const { sent, error } = await upsert(parameters);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/upsert' }]);
		expect(JSON.parse(JSON.stringify(sent[0].body))).toEqual({ locationId: 'loc-1', ...body });
	});

	it.each([true, false, undefined])('says whether it is a new one: %s', async (isNew) => {
		const { json } = await upsert({ email: 'a@b.c' }, [{ new: isNew, contact: ADA }]);
		expect(json).toMatchObject([{ created: isNew === true, contactId: 'con-ada', email: 'ada@example.com' }]);
	});

	it('is refused without an email and a phone, by the names of both', async () => {
		const { error, sent } = await upsert({ firstName: 'Ada', email: ' ' });
		expect([error?.message, sent]).toEqual([expect.stringMatching(/'Email' and 'Phone'/), []]);
	});

	it('has an unknown outcome where no response came', async () => {
		const { error } = await upsert({ email: 'a@b.c' }, [lost()]);
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		expect(error?.description).toContain('Contact > Get Many');
	});
});

describe('contacts are found', () => {
	const find = async (query: string, responses: Given['responses'], more: IDataObject = { returnAll: true }) =>
		await onHighLevel('contact.getAll', { query, ...more }, responses);

	it.each<[string, IDataObject]>([
		['', {}],
		['Ada L', { query: 'Ada L' }],
		['ADA@example.com', { filters: [{ field: 'email', operator: 'eq', value: 'ada@example.com' }] }],
		['+1 (202) 555-0101', { filters: [{ field: 'phone', operator: 'eq', value: '+12025550101' }] }],
		['0012025550101', { filters: [{ field: 'phone', operator: 'eq', value: '+12025550101' }] }],
		['(202) 555-0101', { query: '2025550101' }],
	])('by %j', async (query, asked) => {
		const { json, sent } = await find(query, [{ contacts: [ADA], total: 1 }]);
		expect(json).toMatchObject([{ contactId: 'con-ada', firstName: 'Ada' }]);
		expect(sent).toMatchObject([{ method: 'POST', path: '/contacts/search' }]);
		expect(sent[0].body).toEqual({ locationId: 'loc-1', page: 1, pageLimit: 100, ...asked });
	});

	it.each(['ada@example.com', '+12025550101', 'other@example.com', '+13035550102'])('by %s alone, of their addresses, where the platform returns others, too', async (query) => {
		const both = { ...ADA, additionalEmails: [{ email: 'Other@Example.com' }], additionalPhones: ['+1 303 555 0102'] };
		const { json } = await find(query, [{ contacts: [BEN, both], total: 2 }]);
		expect(json.map(({ contactId }) => contactId)).toEqual(['con-ada']);
	});

	const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: `con-${from + index}` }));

	it.each([
		['until all are there', [page(0, 100), page(100, 100), page(200, 50)], 250],
		['until one brings nothing new, where the platform does not say how many there are', [page(0, 100), page(100, 20), page(100, 20)], undefined],
	])('page by page, %s', async (_, pages, total) => {
		const { json, sent } = await find('', pages.map((contacts) => ({ contacts, total })));
		expect([json.length, sent.length]).toEqual([total ?? 120, 3]);
		expect(sent.map(({ body }) => (body as IDataObject).page)).toEqual([1, 2, 3]);
	});

	it('up to the limit', async () => {
		const { json, sent } = await find('', [{ contacts: page(0, 3), total: 250 }], { limit: 2 });
		expect([json.length, (sent[0].body as IDataObject).pageLimit]).toEqual([2, 2]);
	});
});

describe('a contact is chosen', () => {
	it.each<[string, IDataObject, unknown[]]>([
		['ID', byId('con-ada') as IDataObject, []],
		['email', byAddress('Ada@example.com'), [{ contacts: [ADA], total: 1 }]],
		['phone', byAddress('+1 202 555 0101'), [{ contacts: [ADA], total: 1 }]],
	])('by %s', async (_, contactId, found) => {
		const { sent, error } = await onHighLevel('contact.get', { contactId }, [...found, { contact: ADA }]);
		expect([error, sent.length]).toEqual([undefined, found.length + 1]);
		expect(sent.at(-1)).toMatchObject({ method: 'GET', path: '/contacts/con-ada' });
	});

	const booking = { calendarId: byId('cal-1'), slotSource: 'startEnd', startTime: '2099-01-04T10:00:00Z', endTime: '2099-01-04T10:30:00Z' };

	it.each<[string, string, unknown[], RegExp]>([
		['nobody has', 'ada@example.com', [], /No contact has the email/],
		['two share', '2025550101', [ADA, BEN], /2 contacts have the phone .*Ada Lovelace.*con-ada.*Ben.*con-ben/],
		['is none', 'Ada', [], /'Contact' must be an email address or a phone number, not 'Ada'/],
	])('and an address that %s is refused, with nothing written', async (_, value, contacts, message) => {
		const { error, sent } = await onHighLevel('appointment.book', { ...booking, contactId: byAddress(value) }, () => ({ contacts, total: contacts.length }));
		expect(error?.message).toMatch(message);
		expect(sent.filter(({ path }) => path !== '/contacts/search')).toEqual([]);
	});

	it('of another location or unknown is named', async () => {
		const { error } = await onHighLevel('contact.get', { contactId: byId('con-else') }, [failed(400, { message: 'Contact not found' })]);
		expect(error?.message).toContain("The contact 'con-else' was not found");
	});

	it('from a list that the platform searches', async () => {
		const { results, sent } = await search('searchContacts', {}, { credential: HIGH_LEVEL, filter: ' lov', responses: [{ contacts: [ADA, { name: 'No ID' }], total: 1 }] });
		expect(results).toEqual([{ name: 'Ada Lovelace, ada@example.com, +12025550101', value: 'con-ada' }]);
		expect(sent[0].body).toMatchObject({ locationId: 'loc-1', query: 'lov' });
	});
});

describe("in the contract's form", () => {
	it.each<[string, IDataObject]>([
		['contact.upsert', { email: 'a@b.c' }],
		['contact.get', { contactId: byId('con-ada') }],
		['contact.getAll', {}],
		['contact.get', { contactId: byAddress('ada@example.com') }],
		['appointment.get', { appointmentId: byId('appt-1') }],
		['appointment.getAll', { contactId: byId('con-ada') }],
		['appointment.updateStatus', { appointmentId: byId('appt-1'), appointmentStatus: 'showed' }],
		['appointment.getAll', { appointmentsOf: 'calendar', calendarId: byId('cal-1'), startDate: '2026-11-24', endDate: '2026-11-24' }],
	])('%s says that it works with HighLevel only, with nothing sent', async (name, parameters) => {
		const { error, sent } = await act(name, parameters);
		expect([error?.message, error?.description]).toMatchObject([expect.stringContaining('HighLevel only'), expect.stringContaining('Nothing was sent')]);
		expect(sent).toEqual([]);
	});

	it('so does the list', async () => {
		expect((await rejection(search('searchContacts'))).message).toContain('HighLevel only');
	});
});
