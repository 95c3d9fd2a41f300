import { MONDAY, NINE, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* What a location has, in HighLevel's form: its settings, users and custom fields. */

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

it.each([
	['email first', 'several', false, true],
	['allowed', 'one a pipeline', true, false],
] as const)(
	'a location says its zone, and whether it allows duplicates: %s, %s',
	async (duplicates, opportunities, allowDuplicateContact, allowDuplicateOpportunity) => {
		sandbox.setProfile({ duplicates, opportunities });
		expect((await send('GET /locations/loc-harbor')).body).toMatchObject({
			location: {
				id: 'loc-harbor',
				companyId: 'company-coast',
				timezone: 'America/New_York',
				country: 'US',
				settings: { allowDuplicateContact, allowDuplicateOpportunity },
			},
		});
	},
);

describe('users', () => {
	const SEARCH = 'GET /users/search?companyId=company-coast&locationId=loc-harbor';
	interface Found {
		users: Array<{ id: string }>;
		count: number;
	}

	it.each([
		['', ['user-riley', 'user-sam'], 2],
		['&query=WEBER', ['user-sam'], 1],
		['&query=user-riley@', ['user-riley'], 1],
		['&ids=user-sam,user-gone', ['user-sam'], 1],
		['&type=account', ['user-riley', 'user-sam'], 2],
		['&type=agency', [], 0],
		['&role=user', ['user-riley', 'user-sam'], 2],
		['&role=admin', [], 0],
		['&sortDirection=desc', ['user-sam', 'user-riley'], 2],
		['&limit=1', ['user-riley'], 2],
		['&skip=1', ['user-sam'], 2],
	])('are searched for with `%s`: %j', async (query, ids, count) => {
		const found = (await send(SEARCH + query)).body as Found;
		expect(found.users.map(({ id }) => id)).toEqual(ids);
		expect(found.count).toBe(count);
	});

	it("are those of the token's location", async () => {
		const token = 'pit-summit';
		const list = await send('GET /users/?locationId=loc-summit', { token });
		expect((list.body as Found).users).toMatchObject([
			{ id: 'user-sam', firstName: 'Sam', lastName: 'Weber' },
		]);
		expect((await send('GET /users/user-sam', { token })).status).toBe(200);
		expect(await send('GET /users/user-riley', { token })).toMatchObject({
			status: 401,
			body: { message: 'The user does not exist.' },
		});
	});
});

describe('custom fields', () => {
	const FIELDS = '/locations/loc-harbor/customFields';
	const list = async (query = '') =>
		((await send(`GET ${FIELDS}${query}`)).body as { customFields: Array<{ id: string }> })
			.customFields;
	const create = async (fields: object) =>
		await send(`POST ${FIELDS}`, { json: { dataType: 'TEXT', ...fields } });

	it.each([
		['', 5],
		['?model=contact', 5],
		['?model=opportunity', 1],
		['?model=all', 6],
	])('are listed for the model that is asked for: `%s`', async (query, count) => {
		expect(await list(query)).toHaveLength(count);
	});

	it('are created with a key made of the name, each key once', async () => {
		const name = 'Next Check-up';
		expect(await create({ name, model: 'contact', options: ['A'] })).toMatchObject({
			status: 201,
			body: { customField: { fieldKey: 'contact.next_check_up', picklistOptions: ['A'] } },
		});
		expect((await create({ name, model: 'contact' })).status).toBe(400);
		expect((await create({ name, model: 'opportunity' })).status).toBe(201);
	});

	it('are read and deleted one by one', async () => {
		expect((await send(`GET ${FIELDS}/field-plan`)).body).toMatchObject({
			customField: { name: 'Plan', fieldKey: 'contact.plan', picklistOptions: ['Basic', 'Gold'] },
		});
		expect((await send(`DELETE ${FIELDS}/field-plan`)).status).toBe(200);
		expect((await send(`GET ${FIELDS}/field-plan`)).status).toBe(400);
		expect(await list()).toHaveLength(4);
	});
});

const SPAN = `startTime=${Date.parse('2027-01-01')}&endTime=${Date.parse('2031-01-01')}`;

it.each([
	['/calendars/?locationId={}', 'calendars', 2, 1],
	[`/calendars/blocked-slots?locationId={}&userId=user-sam&${SPAN}`, 'events', 1, 0],
	[`/calendars/events?locationId={}&userId=user-riley&${SPAN}`, 'events', 1, 0],
	['/users/?locationId={}', 'users', 2, 1],
	['/workflows/?locationId={}', 'workflows', 1, 0],
	['/locations/{}/tags', 'tags', 2, 0],
	['/locations/{}/customFields', 'customFields', 5, 0],
	['/opportunities/pipelines?locationId={}', 'pipelines', 1, 1],
	['/opportunities/search?location_id={}', 'opportunities', 1, 0],
	['/opportunities/lost-reason?locationId={}', 'lostReasons', 2, 0],
	['/conversations/search?locationId={}', 'conversations', 1, 0],
	['/conversations/messages/export?locationId={}', 'messages', 3, 0],
])("GET %s lists what is the location's own", async (path, name, ofHarbor, ofSummit) => {
	const json = booking(NINE);
	await send('POST /calendars/events/appointments', { json });
	const countOf = async (place: string) => {
		const request = `GET ${path.replace('{}', `loc-${place}`)}`;
		const { body } = await send(request, { token: `pit-${place}` });
		return (body as Record<string, object[]>)[name].length;
	};

	expect(await countOf('harbor')).toBe(ofHarbor);
	expect(await countOf('summit')).toBe(ofSummit);
});
