import {
	advanceClock,
	booking,
	exchangeToken,
	send as sendTo,
	startReceiver,
	type SendOptions,
} from './support';
import { RECORDED_FAULTS } from '../../../sandbox/http/faults';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({
	profile: 'highLevel',
	mayViolate: true,
	seed: {
		...defaultSeed,
		calendars: [
			...defaultSeed.calendars,
			{
				...defaultSeed.calendars[0],
				id: 'cal-team',
				teamMembers: ['user-sam'],
				allowBookingForDays: 1,
			},
		],
	},
});

const send = async (method: string, path: string, options?: SendOptions) =>
	await sendTo(sandbox, method, path, options);

const APPOINTMENTS = '/calendars/events/appointments';
const DAY_MS = 86_400_000;
/** Midnight of 2030-05-06 in New York. */
const MONDAY = Date.parse('2030-05-06T04:00:00Z');
const slotsPath = (days = 1) =>
	`/calendars/cal-onboarding/free-slots?startDate=${MONDAY}&endDate=${MONDAY + days * DAY_MS}`;
const NINE = { startTime: '2030-05-06T09:00:00-04:00', endTime: '2030-05-06T09:30:00-04:00' };
const TEN = { startTime: '2030-05-06T10:00:00-04:00', endTime: '2030-05-06T10:30:00-04:00' };
const book = async (change: object = {}, token?: string) =>
	await send('POST', APPOINTMENTS, { json: booking({ ...NINE, ...change }), token });
const agency = () => sandbox.control.issueToken({ level: 'agency' }).access_token;
const INSTALLED = '/oauth/installedLocations?companyId=company-coast&appId=demo';
const locationToken = () => ({
	token: agency(),
	form: { companyId: 'company-coast', locationId: 'loc-summit' },
});
const mint = async () => await send('POST', '/oauth/locationToken', locationToken());

describe('what HighLevel refuses', () => {
	it.each<[string, number, string, string, string, SendOptions?]>([
		['no Version', 401, 'not found', 'GET', slotsPath(), { headers: { Version: undefined } }],
		[
			'a Version that was never published',
			401,
			'version header is invalid',
			'GET',
			slotsPath(),
			{ headers: { Version: '2020-01-01' } },
		],
		[
			'a Version that is none',
			400,
			"Invalid API version segment 'x' at position 0",
			'GET',
			slotsPath(),
			{ headers: { Version: 'x' } },
		],
		[
			'v3 where it has no such endpoint',
			400,
			'Endpoint /oauth/installedLocations not available in API version v3.',
			'GET',
			INSTALLED,
			{ headers: { Version: 'v3' } },
		],
		[
			'dates as text',
			422,
			'startDate',
			'GET',
			'/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-07',
		],
		['32 days of free slots', 400, '31 days', 'GET', slotsPath(32)],
		['a cancellation without a body', 422, 'requestBody', 'DELETE', '/calendars/events/appt-1'],
		[
			'a field that there is not',
			422,
			'["property notes should not exist"]',
			'POST',
			APPOINTMENTS,
			{ json: booking({ notes: '' }) },
		],
		[
			'a start without an offset',
			422,
			'startTime',
			'POST',
			APPOINTMENTS,
			{ json: booking({ startTime: '2030-05-06T09:00:00' }) },
		],
		[
			'custom webhooks',
			401,
			'Route not supported by IAM Service.',
			'GET',
			'/locations/loc-harbor/customWebhooks',
		],
	])('%s', async (_, status, text, method, path, options = {}) => {
		const token = path.startsWith('/oauth') ? agency() : undefined;
		const { body, ...response } = await send(method, path, { token, ...options });
		expect([response.status, JSON.stringify(body)]).toEqual([
			status,
			expect.stringContaining(text),
		]);
		expect(body).toMatchObject({ statusCode: status, traceId: expect.any(String) as string });
		expect(sandbox.control.violations()).toHaveLength(1);
	});

	it.each([
		[
			'a status that there is not',
			422,
			'appointmentStatus must be a valid enum value',
			{ appointmentStatus: 'gone' },
		],
		['no location', 400, 'Location ID is required', { locationId: undefined }],
		['an offset beside Z', 400, 'Bad Request', { endTime: '2030-05-06T13:30:00Z' }],
		[
			'a length that the calendar does not have',
			400,
			'Selected slot duration is not a valid duration option for this calendar',
			{ endTime: TEN.endTime },
		],
	])('in a booking: %s', async (_, status, text, change) => {
		const { body, ...response } = await book(change);
		expect([response.status, JSON.stringify(body)]).toEqual([
			status,
			expect.stringContaining(text),
		]);
	});

	it('the Version of other operations by its OpenAPI only; the list of violations has it', async () => {
		const ask = async () =>
			(await send('GET', slotsPath(), { headers: { Version: '2021-07-28' } })).status;
		const asRecorded = await ask();
		sandbox.control.setProfile('highLevelPaper');
		expect([asRecorded, await ask()]).toEqual([200, 401]);
		expect(sandbox.control.violations()).toHaveLength(2);
	});

	it('a start in UTC, with a switch, and what Cloudflare and the gateway refuse, with faults', async () => {
		sandbox.control.setProfile({ utcStart: 'taken' });
		const utc = { startTime: '2030-05-06T13:00:00+00:00', endTime: '2030-05-06T13:30:00+00:00' };
		expect((await book(utc)).body).toMatchObject({
			message: 'The slot you have selected is no longer available.',
		});
		sandbox.control.addFault(RECORDED_FAULTS.cloudflare);
		expect(await book()).toMatchObject({ status: 403, body: 'error code: 1010' });
		expect(sandbox.control.appointments()).toEqual([]);
		sandbox.control.addFault(RECORDED_FAULTS.commandTimedOut);
		expect(await book()).toMatchObject({ status: 401, body: { message: 'Command timed out' } });
		expect(sandbox.control.appointments()).toHaveLength(1);
	});

	it('a scope in an agency token for a location, in a location token for an agency, and one that is missing, with 401', async () => {
		const calendars = '/calendars/?locationId=loc-harbor';
		const statuses = [
			await send('GET', calendars, { token: agency() }),
			await send('GET', INSTALLED, { token: sandbox.control.issueToken({}).access_token }),
			await book({}, 'pit-harbor-readonly'),
			await send('GET', calendars, { token: 'pit-agency' }),
			await send('GET', calendars, { token: 'nobody' }),
		];
		const authClass = expect.stringMatching(/^This authClass type is not allowed to/) as string;
		expect(statuses.map(({ status, body }) => [status, (body as Error).message])).toEqual([
			[401, authClass],
			[401, authClass],
			[401, 'The token is not authorized for this scope.'],
			[401, "Token's user type mismatch!"],
			[401, 'Invalid JWT'],
		]);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('scopes of the contract', async () => {
		const query = {
			client_id: 'demo-client',
			redirect_uri: 'http://localhost/',
			response_type: 'code',
		};
		const open = async (scope: string) =>
			await send(
				'GET',
				`/oauth/chooselocation?${new URLSearchParams({ ...query, scope }).toString()}`,
			);
		expect([
			(await open('calendars/events.write')).status,
			(await open('webhooks.write')).status,
		]).toEqual([200, 302]);
	});
});

describe('an agency', () => {
	it("makes a location's own token, which works there only, until somebody uninstalls the app", async () => {
		const { body, status } = await mint();
		const token = (body as { access_token: string }).access_token;
		const refresh_token = expect.any(String) as string;
		expect(status).toBe(201);
		expect(body).toMatchObject({ locationId: 'loc-summit', userType: 'Location', refresh_token });
		const list = async (locationId: string) =>
			(await send('GET', `/calendars/?locationId=${locationId}`, { token })).status;
		expect([await list('loc-summit'), await list('loc-harbor')]).toEqual([200, 403]);
		sandbox.control.uninstallApp({ locationId: 'loc-summit' });
		expect([await list('loc-summit'), (await mint()).status]).toEqual([401, 400]);
	});

	it('lists its locations page by page, without those that have removed the app', async () => {
		const list = async (more: string) =>
			(await send('GET', `${INSTALLED}&${more}`, { token: agency() })).body;
		expect(await list('limit=1&skip=1')).toMatchObject({
			locations: [{ _id: 'loc-summit' }],
			count: 2,
		});
		sandbox.control.uninstallApp({ locationId: 'loc-harbor' });
		expect(await list('isInstalled=true')).toMatchObject({
			locations: [{ _id: 'loc-summit' }],
			count: 1,
		});
	});

	it('is told in a message why a refresh token is refused, without a code', async () => {
		const { status, body } = await exchangeToken(sandbox, {
			grant_type: 'refresh_token',
			refresh_token: 'used',
		});
		expect([status, body]).toEqual([
			400,
			{
				statusCode: 400,
				message: expect.any(String),
				error: 'Bad Request',
				traceId: expect.any(String),
			},
		]);
	});
});

it('the rate limit is one for each location in each window', async () => {
	const calendars = async (token?: string, locationId = 'loc-harbor') =>
		await send('GET', `/calendars/?locationId=${locationId}`, { token });
	for (let n = 0; n < 99; n++) await calendars();
	const { headers } = await calendars();
	const said = ['limit-daily', 'daily-remaining', 'interval-milliseconds', 'max', 'remaining'].map(
		(name) => headers.get(`x-ratelimit-${name}`),
	);
	expect(said).toEqual(['200000', '199900', '10000', '100', '0']);
	const statuses = [await calendars(), await calendars('pit-summit', 'loc-summit')].map(
		({ status }) => status,
	);
	advanceClock(10_000);
	expect([...statuses, (await calendars()).status]).toEqual([429, 200, 200]);
});

it("deliveries go to the app's URL, in HighLevel's shapes, and are repeated after 429 only", async () => {
	const receiver = await startReceiver();
	const { control } = sandbox;
	control.setNotificationUrl(receiver.url);
	control.setDelivery({ backoffMs: [5] });
	receiver.statuses = [429, 200, 500];
	const { id, webhookEventId } = control.createContact({
		locationId: 'loc-harbor',
		firstName: 'Zoë',
	});
	await control.deliveriesSettled();
	await book();
	await control.deliveriesSettled();
	control.uninstallApp({ locationId: 'loc-harbor' });
	await control.deliveriesSettled();
	await receiver.close();
	const events = receiver.received.map(({ body }) => JSON.parse(body.toString()) as object);
	const beside = {
		locationId: 'loc-harbor',
		webhookId: expect.any(String) as string,
		timestamp: expect.any(String) as string,
	};
	const contact = {
		type: 'ContactCreate',
		id,
		firstName: 'Zoë',
		...beside,
		webhookId: webhookEventId,
	};
	const appointment = {
		id: 'appt-1',
		contactId: 'contact-ada',
		calendarId: 'cal-onboarding',
		...NINE,
	};
	expect(events).toMatchObject([
		contact,
		contact,
		{ type: 'AppointmentCreate', appointment, ...beside },
		{ type: 'UNINSTALL', appId: 'demo', ...beside },
	]);
	expect(events[0]).not.toHaveProperty('contactId');
	expect(receiver.received[0].headers['x-ghl-signature']).toBe(
		control.sign(receiver.received[0].body),
	);
});

describe('contacts as recorded', () => {
	const upsert = async (fields: object) =>
		(await send('POST', '/contacts/upsert', { json: { locationId: 'loc-harbor', ...fields } }))
			.body as { new: boolean; contact: Record<string, unknown> };
	const search = async (fields: object) =>
		(
			await send('POST', '/contacts/search', {
				json: { locationId: 'loc-harbor', pageLimit: 20, ...fields },
			})
		).body as { contacts?: Array<Record<string, unknown>>; total?: number; message?: string };
	const filter = (field: string, value: string) => ({
		filters: [{ field, operator: 'eq', value }],
	});
	const given = (fields: object) =>
		sandbox.control.createContact({ locationId: 'loc-harbor', ...fields });

	it.each([
		['email first', 'ada', { email: 'ada@example.com', phone: undefined }],
		['phone first', 'dora', { email: 'dora@example.com', phone: '+12025550101' }],
	] as const)(
		'%s: where email and phone are of two contacts, one is answered and the other address ignored',
		async (duplicates, id, kept) => {
			given({ id: 'contact-dora', email: 'dora@example.com', phone: '+12025550101' });
			sandbox.control.setProfile({ duplicates });
			const { contact, ...rest } = await upsert({
				email: 'Ada@example.com',
				phone: '+1 202 555 0101',
			});
			expect([rest.new, contact.id]).toEqual([false, `contact-${id}`]);
			expect(String(contact.email).toLowerCase()).toBe(kept.email);
			expect(contact.phone).toEqual(kept.phone && '+1 202 555 0101');
		},
	);

	it('a second email finds its contact in an upsert, and replaces the first one', async () => {
		given({ id: 'contact-dora', additionalEmails: ['d2@example.com'] });
		expect(await upsert({ email: 'd2@example.com' })).toMatchObject({
			new: false,
			contact: { id: 'contact-dora', email: 'd2@example.com' },
		});
	});

	it('a duplicate is created where the location allows it, else refused with the one that there is', async () => {
		const create = async () =>
			await send('POST', '/contacts/', {
				json: { locationId: 'loc-harbor', email: 'ada@example.com' },
			});
		expect((await create()).body).toMatchObject({
			statusCode: 400,
			message: 'This location does not allow duplicated contacts.',
			meta: { contactId: 'contact-ada', contactName: 'Ada', matchingField: 'email' },
		});
		sandbox.control.setProfile({ duplicates: 'allowed' });
		expect((await create()).status).toBe(201);
		const email = { email: 'ada@example.com' };
		expect((await upsert(email)).new).toBe(false);
		expect((await upsert({ ...email, createNewIfDuplicateAllowed: true })).new).toBe(true);
	});

	it('a search finds second addresses by words and not by filters, and new contacts after a while', async () => {
		given({ id: 'contact-dora', email: 'd@example.com', additionalEmails: ['d2@example.com'] });
		expect((await search(filter('email', 'd@example.com'))).contacts).toHaveLength(1);
		expect((await search(filter('email', 'd2@example.com'))).contacts).toEqual([]);
		expect((await search({ query: 'd2@example.com' })).contacts).toMatchObject([
			{ id: 'contact-dora', searchAfter: [Date.now(), 'contact-dora'] },
		]);
		expect(await search(filter('additional_phones', '1'))).toMatchObject({
			message: 'Invalid field additional_phones',
		});
		sandbox.control.setProfile({ searchLagMs: 10_000 });
		expect((await search({ query: 'd2' })).total).toBe(0);
		advanceClock(10_000);
		expect((await search({ query: 'd2' })).total).toBe(1);
	});

	it('pages by searchAfter, whatever is deleted between two pages; page by page, 10,000 at most', async () => {
		for (let n = 0; n < 4; n++) given({ id: `contact-${n}` });
		const [first] = (await search({ pageLimit: 1 })).contacts!;
		const { contacts = [], total } = await search({ searchAfter: first.searchAfter });
		expect([first.id, ...contacts.map(({ id }) => id)]).toEqual(
			['0', '1', '2', '3', 'ada', 'ben'].map((id) => `contact-${id}`),
		);
		expect(total).toBe(6);
		expect(await search({ page: 21, pageLimit: 500 })).toMatchObject({ statusCode: 400 });
	});
});

describe('appointments as recorded', () => {
	const own = async () =>
		((await send('GET', '/contacts/contact-ada/appointments')).body as { events: object[] }).events;
	const read = async () =>
		((await send('GET', `${APPOINTMENTS}/appt-1`)).body as { appointment: object }).appointment;

	it('a booking answers 201 without times, and a contact sees times without an offset', async () => {
		expect(await book()).toMatchObject({ status: 201, body: { appoinmentStatus: 'confirmed' } });
		expect(await own()).toMatchObject([
			{ startTime: '2030-05-06 09:00:00', endTime: '2030-05-06 09:30:00', deleted: false },
		]);
	});

	it('what is deleted keeps its status, and is marked wherever it is read; its slot is free', async () => {
		await book({ appointmentStatus: 'new' });
		const gone = async () => await send('DELETE', '/calendars/events/appt-1', { json: {} });
		expect(await gone()).toMatchObject({ status: 200, body: { succeeded: true } });
		const marked = { id: 'appt-1', appointmentStatus: 'new', deleted: true };
		expect([await read(), ...(await own())]).toMatchObject([marked, marked]);
		expect((await book()).status).toBe(201);
		sandbox.control.setProfile({ deletedWrite: 'refused' });
		expect((await gone()).status).toBe(400);
		sandbox.control.setProfile({ deletedWrite: 'done' });
		expect((await gone()).status).toBe(200);
	});

	it('a move without a status confirms; one of title alone does not', async () => {
		await book({ appointmentStatus: 'new' });
		const put = async (json: object) => await send('PUT', `${APPOINTMENTS}/appt-1`, { json });
		await put({ title: 'Call' });
		expect(await read()).toMatchObject({ appointmentStatus: 'new' });
		await put(TEN);
		expect(await read()).toMatchObject({ ...TEN, appointmentStatus: 'confirmed' });
	});

	it('a calendar with a team takes bookings for its members, and lists slots as far ahead as it allows', async () => {
		const team = { calendarId: 'cal-team' };
		const missing = 'A team member needs to be selected. assignedUserId is missing';
		const stranger = 'The user id not part of calendar team.';
		const said = async (response: Promise<{ body: unknown }>) =>
			((await response).body as Error).message;
		expect(await said(book(team))).toBe(missing);
		expect(await said(book({ ...team, assignedUserId: 'user-riley' }))).toBe(stranger);
		expect((await book({ ...team, assignedUserId: 'user-sam' })).status).toBe(201);
		const json = { assignedUserId: 'user-riley' };
		expect(await said(send('PUT', `${APPOINTMENTS}/appt-1`, { json }))).toBe(stranger);
		const { body } = await send('GET', '/calendars/cal-team');
		expect(body).toMatchObject({
			calendar: {
				...{ allowBookingFor: 1, allowBookingForUnit: 'days' },
				teamMembers: [{ userId: 'user-sam' }],
			},
		});
		const slots = await send('GET', slotsPath(7).replace('cal-onboarding', 'cal-team'));
		expect(Object.keys(slots.body as object)).toEqual(['2030-05-06', 'traceId']);
	});
});

describe('connecting as recorded', () => {
	const address = (query: object, prefix = '/v2') =>
		`${prefix}/oauth/chooselocation?${new URLSearchParams({
			...{ client_id: 'demo-client', redirect_uri: 'http://localhost/', response_type: 'code' },
			...{ scope: 'contacts.readonly', ...query },
		}).toString()}`;

	it('the consent page below /v2 needs version_id', async () => {
		const statuses = [address({}), address({ version_id: 'demo' }), address({}, '')].map(
			async (path) => (await send('GET', path)).status,
		);
		expect(await Promise.all(statuses)).toEqual([400, 200, 200]);
		expect((await send('GET', address({}))).body).toContain('error.noversionid');
	});

	it("in a bulk installation, one location's choice gives the agency's token; an unknown code is refused with 401", async () => {
		sandbox.control.setProfile({ bulkInstallation: true });
		const form = {
			...{ client_id: 'demo-client', redirect_uri: 'http://localhost/' },
			...{ scope: 'contacts.readonly', choice: 'loc-harbor', decision: 'allow' },
		};
		const { headers } = await send('POST', '/oauth/chooselocation/decision', { form });
		const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
		const exchange = async () =>
			await exchangeToken(sandbox, {
				...{ grant_type: 'authorization_code', code, redirect_uri: 'http://localhost/' },
			});
		const { body } = await exchange();
		expect(body).toMatchObject({ userType: 'Company', isBulkInstallation: true });
		expect(body).not.toHaveProperty('locationId');
		expect(await exchange()).toMatchObject({
			status: 401,
			body: { error: 'UnAuthorized!', error_description: 'Authorization code not found' },
		});
	});
});
