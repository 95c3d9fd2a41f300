import {
	advanceClock,
	booking,
	send as sendTo,
	startReceiver,
	type Refusal,
	type SendOptions,
	MONDAY,
} from './sandboxClient';
import { RECORDED_FAULTS } from '../../../sandbox/http/faults';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const { calendars } = defaultSeed;
const TEAM = { id: 'cal-team', teamMembers: ['user-sam'], allowBookingForDays: 1 };
const sandbox = useSandbox({
	profile: 'highLevel',
	mayViolate: true,
	seed: { ...defaultSeed, calendars: [...calendars, { ...calendars[0], ...TEAM }] },
});

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);
/** The status, and what is said of it. */
const answer = async (request: string, options?: SendOptions) => {
	const { status, body } = await send(request, options);
	return [status, (body as { message?: unknown }).message ?? body];
};

const BOOK = 'POST /calendars/events/appointments';
const PUT = 'PUT /calendars/events/appointments/appt-1';
const CALENDARS = 'GET /calendars/?locationId=loc-harbor';
const INSTALLED = 'GET /oauth/installedLocations?companyId=company-coast&appId=demo';
/** From midnight of 2030-05-06 in New York. */
const slotsUntil = (date: string, calendar = 'cal-onboarding') => {
	const [start, end] = ['2030-05-06', date].map((day) => Date.parse(`${day}T04:00:00Z`));
	return `GET /calendars/${calendar}/free-slots?startDate=${start}&endDate=${end}`;
};
const SLOTS = slotsUntil('2030-05-07');
const NINE = { startTime: '2030-05-06T09:00:00-04:00', endTime: '2030-05-06T09:30:00-04:00' };
const TEN = { startTime: '2030-05-06T10:00:00-04:00', endTime: '2030-05-06T10:30:00-04:00' };
const booked = (change: object = {}): SendOptions => ({ json: booking({ ...NINE, ...change }) });
const book = async (change?: object) => await send(BOOK, booked(change));
const withVersion = (Version?: string): SendOptions => ({ headers: { Version } });
const agency: SendOptions = { grant: { level: 'agency' } };

describe('what HighLevel refuses', () => {
	/** The request is refused, in HighLevel's form, with this status and these words. */
	async function expectRefusal({ status, says, request, options }: Refusal): Promise<void> {
		const response = await send(request, options);

		expect(response.status).toBe(status);
		expect(JSON.stringify(response.body)).toContain(says);
		expect(response.body).toMatchObject({
			statusCode: status,
			traceId: expect.any(String) as string,
		});
	}

	it.each<Refusal>([
		{ what: 'no Version', status: 401, says: 'not found', request: SLOTS, options: withVersion() },
		{
			what: 'one that was never published',
			status: 401,
			says: 'header is invalid',
			request: SLOTS,
			options: withVersion('2020-01-01'),
		},
		{
			what: 'v3 where it has no such endpoint',
			status: 400,
			says: 'not available in API version v3.',
			request: INSTALLED,
			options: { ...agency, ...withVersion('v3') },
		},
		{
			what: '32 days of free slots',
			status: 400,
			says: '31 days',
			request: slotsUntil('2030-06-07'),
		},
		{
			what: 'a cancellation without a body',
			status: 422,
			says: 'requestBody',
			request: 'DELETE /calendars/events/appt-1',
		},
		{
			what: 'an unknown field',
			status: 422,
			says: '["property notes should not exist"]',
			request: BOOK,
			options: booked({ notes: '' }),
		},
		{
			what: 'custom webhooks',
			status: 401,
			says: 'Route not supp',
			request: 'GET /locations/loc-harbor/customWebhooks',
		},
	])('what a correct client does not send: $what', async (refusal) => {
		await expectRefusal(refusal);
		expect(sandbox.violations()).toHaveLength(1);
	});

	const AUTH_CLASS = 'This authClass type is not allowed to';
	it.each<Refusal>([
		{
			what: 'an offset beside Z',
			status: 400,
			says: 'Bad Request',
			request: BOOK,
			options: booked({ endTime: '2030-05-06T13:30:00Z' }),
		},
		{
			what: 'another length',
			status: 400,
			says: 'Selected slot duration is not a valid',
			request: BOOK,
			options: booked({ endTime: TEN.endTime }),
		},
		{
			what: "an agency's token for a location",
			status: 401,
			says: AUTH_CLASS,
			request: CALENDARS,
			options: agency,
		},
		{
			what: "a location's for an agency",
			status: 401,
			says: AUTH_CLASS,
			request: INSTALLED,
			options: { grant: {} },
		},
		{
			what: 'a missing scope',
			status: 401,
			says: 'The token is not authorized for this scope.',
			request: BOOK,
			options: { ...booked(), token: 'pit-harbor-readonly' },
		},
		{
			what: 'an unknown token',
			status: 401,
			says: 'Invalid JWT',
			request: CALENDARS,
			options: { token: 'nobody' },
		},
	])('what a correct client may send: $what', async (refusal) => {
		await expectRefusal(refusal);
		expect(sandbox.violations()).toEqual([]);
	});

	it('the Version of other operations by its OpenAPI only; the list of violations has it', async () => {
		const ask = async () => (await send(SLOTS, withVersion('2021-07-28'))).status;
		const asRecorded = await ask();
		sandbox.setProfile('highLevelPaper');
		expect([asRecorded, await ask()]).toEqual([200, 401]);
		expect(sandbox.violations()).toHaveLength(2);
	});

	it('a start in UTC, with a switch, and what Cloudflare and the gateway refuse, with faults', async () => {
		sandbox.setProfile({ utcStart: 'taken' });
		const taken = [400, 'The slot you have selected is no longer available.'];
		expect(await answer(BOOK, { json: booking() })).toEqual(taken);
		sandbox.addFault(RECORDED_FAULTS.cloudflare);
		expect(await answer(BOOK, booked())).toEqual([403, 'error code: 1010']);
		expect(sandbox.appointments()).toEqual([]);
		sandbox.addFault(RECORDED_FAULTS.commandTimedOut);
		expect(await answer(BOOK, booked())).toEqual([401, 'Command timed out']);
		expect(sandbox.appointments()).toHaveLength(1);
	});
});

describe('an agency', () => {
	const mint = async () =>
		await send('POST /oauth/locationToken', {
			...agency,
			form: { companyId: 'company-coast', locationId: 'loc-summit' },
		});

	it("makes a location's own token, which works there only, until somebody uninstalls the app", async () => {
		const { body, status } = await mint();
		const token = (body as { access_token: string }).access_token;
		const refresh_token = expect.any(String) as string;
		expect(status).toBe(201);
		expect(body).toMatchObject({ locationId: 'loc-summit', userType: 'Location', refresh_token });
		const list = async (locationId: string) =>
			(await send(`GET /calendars/?locationId=${locationId}`, { token })).status;
		expect([await list('loc-summit'), await list('loc-harbor')]).toEqual([200, 403]);
		sandbox.uninstallApp({ locationId: 'loc-summit' });
		expect([await list('loc-summit'), (await mint()).status]).toEqual([401, 400]);
	});

	it('lists its locations page by page, without those that have removed the app', async () => {
		const list = async (more: string) => (await send(`${INSTALLED}&${more}`, agency)).body;
		const locations = [{ _id: 'loc-summit' }];
		expect(await list('limit=1&skip=1')).toMatchObject({ locations, count: 2 });
		sandbox.uninstallApp();
		expect(await list('isInstalled=true')).toMatchObject({ locations, count: 1 });
	});
});

it('the rate limit is one for each location in each window', async () => {
	for (let n = 0; n < 99; n++) await send(CALENDARS);
	const { headers } = await send(CALENDARS);
	const said = ['limit-daily', 'daily-remaining', 'interval-milliseconds', 'max', 'remaining'].map(
		(name) => headers.get(`x-ratelimit-${name}`),
	);
	expect(said).toEqual(['200000', '199900', '10000', '100', '0']);
	const others = send('GET /calendars/?locationId=loc-summit', { token: 'pit-summit' });
	const statuses = [await send(CALENDARS), await others].map(({ status }) => status);
	advanceClock(10_000);
	expect([...statuses, (await send(CALENDARS)).status]).toEqual([429, 200, 200]);
});

it('a test URL gets the same events beside the URL of the app, until it is emptied', async () => {
	const [app, test] = [await startReceiver(), await startReceiver()];
	sandbox.setNotificationUrl(app.url);
	sandbox.setTestUrl(test.url);
	sandbox.createContact({ firstName: 'Zoë' });
	await sandbox.deliveriesSettled();
	sandbox.setTestUrl('');
	sandbox.createContact({ firstName: 'Noor' });
	await sandbox.deliveriesSettled();
	await Promise.all([app.close(), test.close()]);
	expect([app.received.length, test.received.length]).toEqual([2, 1]);
});

it("deliveries go to the app's URL, in HighLevel's shapes", async () => {
	const receiver = await startReceiver();
	sandbox.setNotificationUrl(receiver.url);
	const { id, webhookEventId: webhookId } = sandbox.createContact({
		firstName: 'Zoë',
	});
	await sandbox.deliveriesSettled();
	await book();
	await sandbox.deliveriesSettled();
	sandbox.uninstallApp();
	await sandbox.deliveriesSettled();
	await receiver.close();
	const text = expect.any(String) as string;
	const beside = { locationId: 'loc-harbor', webhookId: text, timestamp: text };
	const appointment = { id: 'appt-1', contactId: 'contact-ada', ...NINE };
	const [{ headers, body }] = receiver.received;
	const events = receiver.received.map((one) => JSON.parse(one.body.toString()) as object);
	expect(events).toMatchObject([
		{ ...beside, type: 'ContactCreate', id, firstName: 'Zoë', webhookId },
		{ type: 'AppointmentCreate', appointment, ...beside },
		{ type: 'UNINSTALL', appId: 'demo', ...beside },
	]);
	expect(events[0]).not.toHaveProperty('contactId');
	expect(headers['x-ghl-signature']).toBe(sandbox.sign(body));
});

describe('contacts as recorded', () => {
	const post = async <T>(to: string, fields: object) =>
		(await send(`POST /contacts/${to}`, { json: { locationId: 'loc-harbor', ...fields } }))
			.body as T;
	const upsert = async (fields: object) =>
		await post<{ new: boolean; contact: Record<string, unknown> }>('upsert', fields);
	type Found = { contacts: Array<Record<string, unknown>>; total: number };
	const search = async (fields: object) =>
		await post<Found>('search', { pageLimit: 20, ...fields });
	const filter = (field: string, value: string) => ({
		filters: [{ field, operator: 'eq', value }],
	});
	const given = (fields: object) => sandbox.createContact({ ...fields });

	it.each([
		['email first', 'ada', { email: 'ada@example.com', phone: undefined }],
		['phone first', 'dora', { email: 'dora@example.com', phone: '+1 202 555 0101' }],
	] as const)(
		'%s: where email and phone are of two contacts, one is answered and the other address ignored',
		async (duplicates, name, kept) => {
			const id = `contact-${name}`;
			given({ id: 'contact-dora', email: 'dora@example.com', phone: '+12025550101' });
			sandbox.setProfile({ duplicates });
			const addresses = { email: 'ada@example.com', phone: '+1 202 555 0101' };
			const { contact, ...rest } = await upsert({ ...addresses, email: 'Ada@example.com' });
			expect(rest.new).toBe(false);
			expect(contact.id).toBe(id);
			expect(contact.phone).toBe(kept.phone);
			expect(String(contact.email).toLowerCase()).toBe(kept.email);
		},
	);

	it('a second email finds its contact in an upsert, and replaces the first one', async () => {
		given({ id: 'contact-dora', additionalEmails: ['d2@example.com'] });
		const contact = { id: 'contact-dora', email: 'd2@example.com' };
		expect(await upsert({ email: 'd2@example.com' })).toMatchObject({ new: false, contact });
	});

	it('a duplicate is created where the location allows it, else refused with the one that there is', async () => {
		const email = { email: 'ada@example.com' };
		expect(await post('', email)).toMatchObject({
			statusCode: 400,
			message: 'This location does not allow duplicated contacts.',
			meta: { contactId: 'contact-ada', contactName: 'Ada', matchingField: 'email' },
		});
		sandbox.setProfile({ duplicates: 'allowed' });
		expect(await post('', email)).toMatchObject({ contact: email });
		expect((await upsert(email)).new).toBe(false);
		expect((await upsert({ ...email, createNewIfDuplicateAllowed: true })).new).toBe(true);
	});

	it('a search finds second addresses by words and not by filters, and new contacts after a while', async () => {
		given({ id: 'contact-dora', email: 'd@example.com', additionalEmails: ['d2@example.com'] });
		expect((await search(filter('email', 'd@example.com'))).total).toBe(1);
		expect((await search(filter('email', 'd2@example.com'))).total).toBe(0);
		expect((await search({ query: 'd2@example.com' })).contacts).toMatchObject([
			{ id: 'contact-dora', searchAfter: [Date.now(), 'contact-dora'] },
		]);
		const message = 'Invalid field additional_phones';
		expect(await search(filter('additional_phones', '1'))).toMatchObject({ message });
		sandbox.setProfile({ searchLagMs: 10_000 });
		expect((await search({ query: 'd2' })).total).toBe(0);
		advanceClock(10_000);
		expect((await search({ query: 'd2' })).total).toBe(1);
	});

	it('a search filters by a tag and by when a contact was created or changed, both ends included', async () => {
		const dateAdded = new Date(Date.now()).toISOString();
		given({ id: 'contact-dora', tags: ['lead', 'vip'], dateAdded });
		const foundBy = async (field: string, operator: string, value: unknown) =>
			(await search({ filters: [{ field, operator, value }] })).contacts.map(({ id }) => id);

		expect(await foundBy('tags', 'eq', 'vip')).toEqual(['contact-dora']);
		expect(await foundBy('tags', 'eq', 'vi')).toEqual([]);
		const range = { gte: dateAdded, lte: dateAdded };
		expect(await foundBy('dateAdded', 'range', range)).toContain('contact-dora');
		const later = new Date(Date.now() + 1).toISOString();
		expect(await foundBy('dateAdded', 'range', { gte: later })).not.toContain('contact-dora');
		expect(await foundBy('dateUpdated', 'range', range)).toContain('contact-dora');
		expect(await foundBy('dateUpdated', 'range', { gte: later })).not.toContain('contact-dora');
	});

	it('pages by searchAfter, whatever is deleted between two pages; page by page, 10,000 at most', async () => {
		for (let n = 0; n < 4; n++) given({ id: `contact-${n}` });
		const [first] = (await search({ pageLimit: 1 })).contacts;
		const { contacts, total } = await search({ searchAfter: first.searchAfter });
		const ids = ['0', '1', '2', '3', 'ada', 'ben'].map((id) => `contact-${id}`);
		expect([total, first.id, ...contacts.map(({ id }) => id)]).toEqual([6, ...ids]);
		expect(await search({ page: 21, pageLimit: 500 })).toMatchObject({ statusCode: 400 });
	});
});

describe('appointments as recorded', () => {
	const own = async () =>
		((await send('GET /contacts/contact-ada/appointments')).body as { events: object[] }).events;
	const read = async () =>
		((await send(PUT.replace('PUT', 'GET'))).body as { appointment: object }).appointment;

	it('a booking answers 201 without times, and a contact sees times without an offset', async () => {
		expect(await book()).toMatchObject({ status: 201, body: { appoinmentStatus: 'confirmed' } });
		expect(await own()).toMatchObject([
			{ startTime: '2030-05-06 09:00:00', endTime: '2030-05-06 09:30:00', deleted: false },
		]);
	});

	it('what is deleted keeps its status, and is marked wherever it is read; its slot is free', async () => {
		await book({ appointmentStatus: 'new' });
		const gone = await send('DELETE /calendars/events/appt-1', { json: {} });
		expect(gone).toMatchObject({ status: 200, body: { succeeded: true } });
		const marked = { id: 'appt-1', appointmentStatus: 'new', deleted: true };
		expect([await read(), ...(await own())]).toMatchObject([marked, marked]);
		expect((await book()).status).toBe(201);
	});

	it('a change that names no status confirms the appointment; one that names it keeps it', async () => {
		await book({ appointmentStatus: 'new' });
		await send(PUT, { json: { title: 'Call', appointmentStatus: 'new' } });
		expect(await read()).toMatchObject({ appointmentStatus: 'new' });
		await send(PUT, { json: TEN });
		expect(await read()).toMatchObject({ ...TEN, appointmentStatus: 'confirmed' });
	});

	it('a calendar with a team takes bookings for its members, and lists slots as far ahead as it allows', async () => {
		const team = { calendarId: 'cal-team' };
		const missing = 'A team member needs to be selected. assignedUserId is missing';
		const stranger = { assignedUserId: 'user-riley' };
		const refused = [422, 'The user id not part of calendar team.'];
		expect(await answer(BOOK, booked(team))).toEqual([422, missing]);
		expect(await answer(BOOK, booked({ ...team, ...stranger }))).toEqual(refused);
		expect((await book({ ...team, assignedUserId: 'user-sam' })).status).toBe(201);
		expect(await answer(PUT, { json: stranger })).toEqual(refused);
		const calendar = {
			allowBookingFor: 1,
			allowBookingForUnit: 'days',
			teamMembers: [{ userId: 'user-sam' }],
		};
		expect((await send('GET /calendars/cal-team')).body).toMatchObject({ calendar });
		const { body } = await send(slotsUntil('2030-05-13', 'cal-team'));
		expect(Object.keys(body as object)).toEqual(['2030-05-06', 'traceId']);
	});
});

describe('the consent page', () => {
	const CLIENT = 'client_id=demo-client&redirect_uri=http://localhost/&response_type=code';

	it('needs version_id below /v2', async () => {
		const page = await send(`GET /v2/oauth/chooselocation?${CLIENT}&scope=contacts.readonly`);

		expect(page.status).toBe(400);
		expect(String(page.body)).toContain('error.noversionid');
	});

	it.each([
		`/v2/oauth/chooselocation?${CLIENT}&version_id=demo&scope=contacts.readonly`,
		`/oauth/chooselocation?${CLIENT}&scope=contacts.readonly`,
		`/oauth/chooselocation?${CLIENT}&scope=calendars/events.write`,
	])('is shown at %s', async (path) => {
		const page = await send(`GET ${path}`);

		expect(page.status).toBe(200);
	});

	it("knows no scope of the contract's", async () => {
		const page = await send(`GET /oauth/chooselocation?${CLIENT}&scope=webhooks.write`);

		expect(page.status).toBe(302);
	});
});
