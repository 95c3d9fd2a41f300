import type { IDataObject } from 'n8n-workflow';

import { lost } from '../platformApi/fakePlatform';
import { onSaturdayBefore } from './fakeCalendar';
import { byId, expectRefused, type Given, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';

onSaturdayBefore();

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
		if (path === '/contacts/search/duplicate') {
			const contact = known.find(({ email, phone, additionalEmails = [], additionalPhones = [] }) =>
				[email, phone, additionalEmails, additionalPhones].flat().includes(qs?.email ?? qs?.number),
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
	expect(end.error?.message).toBe(
		"The phone belongs to the contact 'con-ben', who has another email: it may be somebody else [Item 0]",
	);
	expect(end.error?.description).toBe(
		"Nothing was sent. Fill in only the address by which the right contact is known, or enter the ID in Contact > Update. To replace the other one all the same, add the option 'Replace Email or Phone'.",
	);
	expect(upsertsOf(end)).toEqual([]);
	// A search lags by some seconds.
	expect(end.sent).toMatchObject([
		{ path: '/contacts/search/duplicate', qs: { email: 'new@example.com' } },
		{ path: '/contacts/search/duplicate', qs: { number: BEN.phone } },
	]);
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
	{ what: 'the same person again', fields: { email: ADA.email, phone: ADA.phone }, known: [ADA] },
	{
		what: 'a person with a first phone',
		fields: { email: ADA.email, phone: '+12025550199' },
		known: [{ ...ADA, phone: null }],
	},
	{
		what: 'a second email of that person',
		fields: { email: 'a2@example.com', phone: ADA.phone },
		known: [{ ...ADA, additionalEmails: ['a2@example.com'] }],
	},
	{ what: 'somebody new', fields: { email: 'new@example.com', phone: '+12025550199' }, known: [] },
])('$what is written, after a look for each address', async ({ fields, known }) => {
	const end = await upsert(fields, known);
	expect(end.error).toBeUndefined();
	const look = '/contacts/search/duplicate';
	expect(end.sent.map(({ path }) => path)).toEqual([look, look, '/contacts/upsert']);
});

const DORA = {
	...ADA,
	additionalEmails: ['a2@example.com'],
	additionalPhones: ['+12025550109'],
};

it('of second addresses, the first ones are sent: HighLevel would put the others in their place', async () => {
	const end = await upsert({ email: 'a2@example.com', phone: '+12025550109' }, [DORA]);
	expect(upsertsOf(end)).toMatchObject([{ body: { email: ADA.email, phone: ADA.phone } }]);
});

it("second addresses of one contact are replaced where 'Replace Email or Phone' allows it", async () => {
	const fields = { email: 'a2@example.com', phone: '+12025550109' };
	const end = await upsert({ ...fields, options: { replaceAddress: true } }, [DORA]);
	expect(upsertsOf(end)).toMatchObject([{ body: fields }]);
});

it.each([{ email: 'a2@example.com' }, { email: 'a2@example.com', phone: '+12025550109' }])(
	"a language model's %j writes nothing into the contact who has it as a second one",
	async (fields) => {
		const end = await upsert(fields, [DORA], { node: TOOL });
		expect(end.json).toMatchObject([{ created: false, contactId: 'con-ada', ...fields }]);
		expect(JSON.stringify(end.json)).not.toContain(ADA.email);
		expect(upsertsOf(end)).toEqual([]);
	},
);

describe('Contact > Update with an address of another contact', () => {
	const update = async (fields: IDataObject, node: object) =>
		await onHighLevel(
			'contact.update',
			{ contactId: byId('con-ben'), fields },
			({ method }: Sent) =>
				method === 'GET' ? { contact: ADA } : { contact: { ...BEN, ...fields } },
			{ node },
		);
	const writesOf = ({ sent }: { sent: Sent[] }) => sent.filter(({ method }) => method === 'PUT');

	it.each([{ email: ADA.email }, { phone: ADA.phone }])(
		'is refused to a language model: %j',
		async (fields) => {
			const end = await update(fields, TOOL);
			expect(end.error?.message).toContain("belongs to another contact, 'con-ada'");
			expect(end.error?.message).toContain(
				"If both are the same person, use the contact 'con-ada'.",
			);
			expect(writesOf(end)).toEqual([]);
		},
	);

	it("is refused to a language model, too, that gives the contact's own email beside it", async () => {
		const end = await onHighLevel(
			'contact.update',
			{ contactId: byId('con-ben'), fields: { email: BEN.email, phone: ADA.phone } },
			({ method, qs = {} }: Sent) => {
				if (method !== 'GET') return { contact: BEN };
				return { contact: qs.email === undefined ? ADA : BEN };
			},
			{ node: TOOL },
		);

		expect(end.error?.message).toContain("The phone belongs to another contact, 'con-ada'");
		expect(writesOf(end)).toEqual([]);
	});

	it('is left to the platform where a person has entered it', async () => {
		const end = await update({ email: ADA.email }, {});
		expect(end.sent.map(({ method }) => method)).toEqual(['PUT']);
	});

	it("is the contact's own again", async () => {
		const end = await onHighLevel(
			'contact.update',
			{ contactId: byId('con-ada'), fields: { email: ADA.email } },
			() => ({ contact: ADA }),
			{ node: TOOL },
		);
		expect(end.error).toBeUndefined();
		expect(writesOf(end)).toHaveLength(1);
	});
});

describe('a single address of a person', () => {
	const updated = { firstName: 'Adele' };

	it.each([
		{ what: 'second email', address: { email: 'a2@example.com' }, sent: { email: ADA.email } },
		{ what: 'second phone', address: { phone: '+12025550109' }, sent: { phone: ADA.phone } },
	])('that is a $what leads to the contact by the first one', async ({ address, sent }) => {
		const end = await upsert({ ...address, ...updated }, [DORA]);
		expect(upsertsOf(end)).toMatchObject([{ body: { ...sent, ...updated } }]);
	});

	it('that nobody has is sent as it is', async () => {
		const end = await upsert({ email: 'new@example.com' }, []);
		expect(upsertsOf(end)).toMatchObject([{ body: { email: 'new@example.com' } }]);
	});

	it.each([
		[
			"under 'Replace Email or Phone'",
			{ email: 'a2@example.com', options: { replaceAddress: true } },
		],
		[
			'where it is a number without its country, which the platform completes',
			{ phone: '2025550109' },
		],
	])('costs no further request %s', async (_, fields) => {
		const end = await upsert(fields, [DORA]);
		expect(end.sent.map(({ path }) => path)).toEqual(['/contacts/upsert']);
	});
});

describe('a phone that a family shares', () => {
	const CARL = { ...ADA, id: 'con-carl', firstName: 'Carl', email: 'carl@example.com' };
	/** By the phone, the platform finds Carl. */
	const family = [CARL, ADA];

	it('and the email of one of them lead to that one by the email alone, and to nobody else', async () => {
		const end = await upsert({ email: ADA.email, phone: ADA.phone, firstName: 'Ada' }, family);
		const [{ body }] = upsertsOf(end);
		expect(body).toMatchObject({ email: ADA.email, firstName: 'Ada' });
		expect(body).not.toHaveProperty('phone');
	});

	it('is given to a new contact of one of them, where it is to be created', async () => {
		const fields = { email: ADA.email, phone: ADA.phone };
		const end = await upsert({ ...fields, options: { createNewIfDuplicateAllowed: true } }, family);
		expect(upsertsOf(end)).toMatchObject([{ body: fields }]);
	});

	it('with the email of one of them is that contact for a language model, too', async () => {
		const end = await upsert({ email: ADA.email, phone: ADA.phone }, family, { node: TOOL });
		expect(end.json).toMatchObject([{ created: false, contactId: 'con-ada', phone: ADA.phone }]);
	});

	it('with an email that is new is refused: it may be a further one of them', async () => {
		const end = await upsert({ email: 'emma@example.com', phone: ADA.phone }, family);
		expect(end.error?.message).toContain(
			"belongs to the contact 'con-carl', who has another email",
		);
		expect(upsertsOf(end)).toEqual([]);
	});
});

describe('a language model that creates a contact who exists', () => {
	const WHOLE = { ...ADA, lastName: 'Lovelace', city: 'London', dateOfBirth: '1815-12-10' };
	const asModel = { node: TOOL };

	it.each<{ what: string; fields: IDataObject; shown: IDataObject; labels: string }>([
		{
			what: 'the same again',
			fields: { email: ADA.email, firstName: 'Ada' },
			shown: { email: ADA.email, firstName: 'Ada' },
			labels: '',
		},
		{
			what: 'another first name',
			fields: { email: ADA.email, firstName: 'Tim' },
			shown: { email: ADA.email, firstName: 'Ada' },
			labels: 'First Name',
		},
		{
			what: 'another phone',
			fields: { email: ADA.email, phone: '+12025550199', firstName: 'Ada' },
			shown: { email: ADA.email, firstName: 'Ada' },
			labels: 'Phone',
		},
		{
			what: 'another last name and city, by the phone',
			fields: { phone: ADA.phone, lastName: 'Byron', fields: { city: 'Ockham' } },
			shown: { phone: ADA.phone, firstName: 'Ada' },
			labels: 'Last Name, City',
		},
		{
			what: 'a value that the contact does not have',
			fields: { email: ADA.email, fields: { website: 'https://example.com' } },
			shown: { email: ADA.email, firstName: 'Ada' },
			labels: 'Website',
		},
	])(
		'gets its ID, the first name and what it has sent itself: $what',
		async ({ fields, shown, labels }) => {
			const end = await upsert(fields, [WHOLE], asModel);
			const [{ message, ...item }] = end.json;
			expect(item).toEqual({
				contactId: 'con-ada',
				id: 'con-ada',
				created: false,
				...shown,
			});
			const differs =
				labels &&
				` What was sent is not what it has in ${labels}: ask whether it is the right contact.`;
			expect(message).toBe(`This contact existed already, and was kept as it is.${differs}`);
			expect(upsertsOf(end)).toEqual([]);
		},
	);

	it('is asked for with one request', async () => {
		const end = await upsert({ email: ADA.email, firstName: 'Tim' }, [ADA], asModel);
		expect(end.sent).toMatchObject([
			{ method: 'GET', path: '/contacts/search/duplicate', qs: { email: ADA.email } },
		]);
	});

	it.each([
		[{ email: 'new@example.com', phone: ADA.phone }, [WHOLE]],
		[{ email: BEN.email, phone: ADA.phone }, [WHOLE, BEN]],
	])('is told no address of theirs where %j is refused', async (fields, known) => {
		const end = await upsert(fields, known, asModel);
		expect(end.error?.message).toContain("'con-ada'");
		const addresses = [ADA.email, BEN.phone].filter(
			(address) => !JSON.stringify(fields).includes(address),
		);
		for (const secret of [...addresses, 'Lovelace', 'London', '1815'])
			expect(end.told + JSON.stringify(end.json)).not.toContain(secret);
	});

	it("sees no more where a person has chosen 'Update' for it", async () => {
		const options = { whenExists: 'update' };
		const respond = () => ({ new: false, contact: { ...WHOLE, firstName: 'Adele' } });
		const end = await onHighLevel(
			'contact.upsert',
			{ email: ADA.email, firstName: 'Adele', options },
			respond,
			asModel,
		);
		expect(JSON.stringify(end.json)).not.toMatch(/Lovelace|London|1815|0101/);
		expect(end.told).toMatch(
			/^This contact existed already, and what was sent has replaced what it had: /,
		);
	});
});

it('a person sees a contact that is kept as a whole, and how it differs', async () => {
	const fields = { email: ADA.email, firstName: 'Tim', options: { whenExists: 'keep' } };
	const end = await upsert(fields, [ADA]);
	expect(end.json).toMatchObject([{ contactId: 'con-ada', created: false, phone: ADA.phone }]);
	expect(end.told).toBe(
		'This contact existed already, and was kept as it is. It differs from what was sent: First Name is Ada, not Tim.',
	);
});

it('a person is told no difference of a contact that is kept and has all that was sent', async () => {
	const fields = { email: ADA.email, firstName: 'Ada', options: { whenExists: 'keep' } };
	const end = await upsert(fields, [ADA]);
	expect(end.told).toBe('This contact existed already, and was kept as it is.');
});

it('a model is told of nothing that was replaced where the contact has none of what was sent', async () => {
	const options = { whenExists: 'update' };
	const respond = ({ method }: Sent) =>
		method === 'GET' ? { contact: null } : { new: false, contact: ADA };
	const end = await onHighLevel(
		'contact.upsert',
		{ email: 'new@example.com', firstName: 'Tim', options },
		respond,
		{ node: TOOL },
	);
	expect(end.told).toBe(
		'What was sent is not what it has in Email, First Name: ask whether it is the right contact.',
	);
});

it("with 'Replace Email or Phone', a contact who has another email is kept where it is to be kept", async () => {
	const fields = { email: 'new@example.com', phone: BEN.phone };
	const options = { whenExists: 'keep', replaceAddress: true };
	const { error, json } = await upsert({ ...fields, options }, [BEN]);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ created: false, contactId: 'con-ben', email: BEN.email }]);
});

it('a person is told what a contact that is kept does not have', async () => {
	const fields = { city: 'Boston', state: 'MA' };
	const end = await upsert({ email: ADA.email, fields, options: { whenExists: 'keep' } }, [ADA]);
	expect(end.told).toBe(
		'This contact existed already, and was kept as it is. It differs from what was sent: it has no City, State.',
	);
});

it('a contact of another location, which the platform finds by the phone, does not count', async () => {
	const elsewhere = { ...BEN, locationId: 'loc-2' };
	const end = await upsert({ email: 'new@example.com', phone: BEN.phone }, [elsewhere]);
	expect(end.error).toBeUndefined();
	expect(upsertsOf(end)).toHaveLength(1);
});

it('a language model sees all of a contact that its call has created', async () => {
	const noor = { id: 'con-noor', email: 'noor@example.com', lastName: 'Haddad', source: 'web' };

	const { json } = await onHighLevel(
		'contact.upsert',
		{ email: noor.email },
		({ method }) => (method === 'GET' ? { contact: null } : { new: true, contact: noor }),
		{ node: TOOL },
	);

	expect(json).toMatchObject([{ created: true, lastName: 'Haddad', source: 'web' }]);
});

describe('after a lost response, the next attempt', () => {
	/** Two attempts of n8n's Retry On Fail: the response of the first upsert is lost, after the contact was created or not. */
	async function retry(
		dateAdded: string | undefined,
		options: IDataObject = {},
		tool: object = {},
		address: IDataObject = { email: 'new@example.com' },
	) {
		const fields = { ...address, firstName: 'Noor', options };
		const created = dateAdded && { id: 'con-noor', ...fields, lastName: 'Haddad', dateAdded };
		let upserts = 0;
		const respond = ({ path }: Sent) => {
			if (path === '/contacts/search/duplicate')
				return { contact: upserts > 0 && created ? created : null };
			upserts++;
			return upserts === 1 ? lost() : { new: true, contact: { id: 'con-second', ...fields } };
		};
		const given = {
			executionId: `lost contact ${dateAdded} ${JSON.stringify([options, tool, address])}`,
			node: { retryOnFail: true, ...tool },
		};
		const first = await onHighLevel('contact.upsert', fields, respond, given);
		expect(first.error?.message).toContain('Outcome unknown');
		const second = await onHighLevel('contact.upsert', fields, respond, given);
		return { ...second, upserts };
	}
	const now = () => new Date(Date.now()).toISOString();

	it.each([
		{},
		{ createNewIfDuplicateAllowed: true },
		{ whenExists: 'stop' },
		{ whenExists: 'keep' },
	])('finds the contact that was created, and creates no second one: %j', async (options) => {
		const { json, upserts, error } = await retry(now(), options);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ created: true, contactId: 'con-noor', lastName: 'Haddad' }]);
		expect(upserts).toBe(1);
	});

	it('finds it by its phone, too, where no email was given', async () => {
		const { json, upserts } = await retry(now(), {}, {}, { phone: '+12025550177' });
		expect(json).toMatchObject([{ created: true, contactId: 'con-noor' }]);
		expect(upserts).toBe(1);
	});

	it('finds it where the clock of the platform is half a minute behind', async () => {
		const { upserts } = await retry(new Date(Date.now() - 30_000).toISOString());
		expect(upserts).toBe(1);
	});

	it('looks for it by its email, where a phone was given, too', async () => {
		const address = { email: 'new@example.com', phone: '+12025550177' };
		const { sent } = await retry(now(), {}, {}, address);
		expect(sent[0]?.qs).toMatchObject({ email: 'new@example.com' });
	});

	it('shows a model what it has sent itself: somebody else may have created it a moment before', async () => {
		const { json } = await retry(now(), {}, TOOL);
		expect(json).toMatchObject([
			{ created: true, contactId: 'con-noor', email: 'new@example.com' },
		]);
		expect(json[0]).not.toHaveProperty('lastName');
	});

	it('creates the contact where nobody has the address', async () => {
		const { json, upserts } = await retry(undefined);
		expect(json).toMatchObject([{ created: true, contactId: 'con-second' }]);
		expect(upserts).toBe(2);
	});

	it('updates one that was there before: that does nothing twice', async () => {
		const { upserts } = await retry('2020-01-01T00:00:00Z');
		expect(upserts).toBe(2);
	});
});

it("a language model gets nobody's record by the phone of somebody with another email", async () => {
	const end = await upsert({ email: 'new@example.com', phone: BEN.phone }, [BEN], { node: TOOL });
	expect(end.error?.message).toBe(
		"The phone belongs to the contact 'con-ben', who has another email: it may be somebody else. Nothing was sent. Ask the person which contact is meant, and send only the address that belongs to it. Never use the data of another contact.",
	);
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
		[{ contact: null }, { new: true, contact: { ...ADA, ...fields, gender: 'female' } }],
	);
	expect(end.writes[0]?.body).toEqual({
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

it("a model's number without its country is looked for, although it may update the contact", async () => {
	const fields = { phone: '2025550101', options: { whenExists: 'update' } };

	const ofModel = await upsert(fields, [], { node: TOOL });
	const ofPerson = await upsert(fields, []);

	expect(ofModel.sent[0]).toMatchObject({ path: '/contacts/search' });
	expect(ofPerson.sent).toMatchObject([{ path: '/contacts/upsert' }]);
});
