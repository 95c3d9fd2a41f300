import type { IDataObject } from 'n8n-workflow';

import { expectRefused, type Given, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';

const ADA = {
	id: 'con-ada',
	firstName: 'Ada',
	email: 'ada@example.com',
	phone: '+12025550101',
};
const BEN = { id: 'con-ben', firstName: 'Ben', email: 'ben@example.com', phone: '+12025550102' };

/** Runs Contact > Create or Update where the platform knows these contacts. */
async function upsert(fields: IDataObject, known: IDataObject[], given: Given = {}) {
	const respond = ({ method, path, qs }: Sent) => {
		if (path === '/contacts/search') return { contacts: known, total: known.length };
		if (path === '/contacts/search/duplicate') {
			const contact = known.find(({ email, phone }) =>
				[email, phone].includes(qs?.email ?? qs?.number),
			);
			return { contact: contact ?? null };
		}
		return method === 'POST' ? { new: known.length === 0, contact: { ...ADA, ...fields } } : {};
	};
	return await onHighLevel('contact.upsert', fields, respond, given);
}

const upsertsOf = ({ sent }: { sent: Sent[] }) =>
	sent.filter(({ path }) => path === '/contacts/upsert');

it("somebody's phone with a new email is refused, and nothing is written: HighLevel would replace the email", async () => {
	const end = await upsert({ email: 'new@example.com', phone: BEN.phone, firstName: 'Tim' }, [BEN]);
	expect(end.error?.message).toContain(
		"The phone belongs to the contact 'con-ben', who has another email: it may be somebody else",
	);
	expect(upsertsOf(end)).toEqual([]);
	expect(end.sent[0].body).toMatchObject({
		filters: [
			{
				group: 'OR',
				filters: [
					{ field: 'email', operator: 'eq', value: 'new@example.com' },
					{ field: 'phone', operator: 'eq', value: BEN.phone },
				],
			},
		],
	});
});

it('an email and a phone of two contacts are refused, with both named', async () => {
	const end = await upsert({ email: ADA.email, phone: BEN.phone }, [ADA, BEN]);
	expect(end.error?.message).toContain(
		"The email belongs to the contact 'con-ada', the phone to the contact 'con-ben'",
	);
	expect(upsertsOf(end)).toEqual([]);
});

it("an email of somebody who has another phone is refused, unless 'Replace Email or Phone' allows it", async () => {
	const fields = { email: ADA.email, phone: '+12025550199' };
	const refused = await upsert(fields, [ADA]);
	expect(refused.error?.message).toContain("'con-ada', who has another phone");
	const allowed = await upsert({ ...fields, options: { replaceAddress: true } }, [ADA]);
	expect(upsertsOf(allowed)).toHaveLength(1);
	expect(allowed.sent).toHaveLength(1);
});

it.each([
	['the same person again', { email: ADA.email, phone: ADA.phone }, [ADA]],
	[
		'a person with a first phone',
		{ email: ADA.email, phone: '+12025550199' },
		[{ ...ADA, phone: null }],
	],
	[
		'a second email of that person',
		{ email: 'a2@example.com', phone: ADA.phone },
		[{ ...ADA, additionalEmails: ['a2@example.com'] }],
	],
	['somebody new', { email: 'new@example.com', phone: '+12025550199' }, []],
])('%s is written, after one look', async (_, fields, known) => {
	const end = await upsert(fields, known);
	expect(end.error).toBeUndefined();
	expect(end.sent.map(({ path }) => path)).toEqual(['/contacts/search', '/contacts/upsert']);
});

it('a single address costs a person no further request', async () => {
	const end = await upsert({ email: ADA.email, firstName: 'Ada' }, [ADA]);
	expect(end.sent.map(({ path }) => path)).toEqual(['/contacts/upsert']);
});

it('a language model gets a contact that exists as it is, and is told what differs', async () => {
	const end = await upsert({ email: ADA.email, firstName: 'Tim' }, [ADA], { node: TOOL });
	expect(end.json).toMatchObject([{ contactId: 'con-ada', created: false, firstName: 'Ada' }]);
	expect(end.told).toBe(
		'This contact existed already, and was kept as it is. It differs from what was sent: First Name is Ada, not Tim.',
	);
	expect(upsertsOf(end)).toEqual([]);
	expect(end.sent).toMatchObject([
		{ method: 'GET', path: '/contacts/search/duplicate', qs: { email: ADA.email } },
	]);
});

it("a language model gets nobody's record by the phone of somebody with another email", async () => {
	const end = await upsert({ email: 'new@example.com', phone: BEN.phone }, [BEN], { node: TOOL });
	expect(end.error?.message).toContain("'con-ben', who has another email");
	expect(JSON.stringify(end.json)).not.toContain('ben@example.com');
});

it('a language model creates a contact that is new', async () => {
	const end = await upsert({ email: 'new@example.com' }, [], { node: TOOL });
	expect(upsertsOf(end)).toHaveLength(1);
	expect(end.json).toMatchObject([{ created: true }]);
});

it("'When Contact Exists' can be Stop", async () => {
	const end = await upsert({ email: ADA.email, options: { whenExists: 'stop' } }, [ADA]);
	expect(end.error?.message).toContain("A contact with this email exists: 'con-ada'");
	expect(upsertsOf(end)).toEqual([]);
});

it('fields of Update, company, Only Create and Do Not Disturb by channel are sent', async () => {
	const fields = { name: 'Ada Lovelace', companyName: 'Engines', source: 'Fair', country: 'GB' };
	const end = await onHighLevel(
		'contact.upsert',
		{
			email: ADA.email,
			fields: { ...fields, gender: 'female', dndOn: ['SMS'], dndOff: ['Email'] },
			options: { createNewIfDuplicateAllowed: true },
		},
		[{ new: true, contact: { ...ADA, ...fields, gender: 'female' } }],
	);
	expect(end.sent[0].body).toEqual({
		locationId: 'loc-1',
		email: ADA.email,
		...fields,
		gender: 'female',
		createNewIfDuplicateAllowed: true,
		dndSettings: { SMS: { status: 'active' }, Email: { status: 'inactive' } },
	});
	expect(end.told).toBe('');
});

it('without an address, nothing is sent', async () => {
	expectRefused(await upsert({ firstName: 'Ada' }, []), "'Email' and 'Phone' are empty");
});
