import {
	NINE,
	TEN,
	advanceClock,
	booking,
	send as sendTo,
	startReceiver,
	type Refusal,
	type SendOptions,
	MONDAY,
} from './sandboxClient';
import { COMMAND_TIMED_OUT } from '../../../sandbox/http/faults';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const sandbox = useSandbox({ profile: 'highLevel', mayViolate: true });

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);
/** The status, and what is said of it. */
const answer = async (request: string, options?: SendOptions) => {
	const { status, body } = await send(request, options);
	return [status, (body as { message?: unknown }).message ?? body];
};

const BOOK = 'POST /calendars/events/appointments';
const CALENDARS = 'GET /calendars/?locationId=loc-harbor';
const INSTALLED = 'GET /oauth/installedLocations?companyId=company-coast&appId=demo';
/** From midnight of 2030-05-06 in New York. */
const slotsUntil = (date: string) => {
	const [start, end] = ['2030-05-06', date].map((day) => Date.parse(`${day}T04:00:00Z`));
	return `GET /calendars/cal-onboarding/free-slots?startDate=${start}&endDate=${end}`;
};
const SLOTS = slotsUntil('2030-05-07');
const requestToBook = (change: object = {}): SendOptions => ({
	json: booking({ ...NINE, ...change }),
});
const book = async (change?: object) => await send(BOOK, requestToBook(change));
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
			options: requestToBook({ notes: '' }),
		},
		...['2030-05-06T09:00:00', '2030-05-06T09:00:00-04', '2030-02-30T09:00:00Z'].map(
			(startTime): Refusal => ({
				what: `a time that is none with an offset: ${startTime}`,
				status: 422,
				says: 'startTime must match format',
				request: BOOK,
				options: requestToBook({ startTime }),
			}),
		),
		{
			what: 'a Version that is no version',
			status: 400,
			says: "Invalid API version segment 'latest' at position 0",
			request: SLOTS,
			options: withVersion('latest'),
		},
		{
			what: 'no location where one is needed',
			status: 400,
			says: 'Location ID is required',
			request: 'GET /calendars/',
		},
		{
			what: 'a value that is none of a list',
			status: 422,
			says: '["appointmentStatus must be a valid enum value"]',
			request: BOOK,
			options: requestToBook({ appointmentStatus: 'canceled' }),
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
			options: requestToBook({ endTime: '2030-05-06T13:30:00Z' }),
		},
		{
			what: 'another length',
			status: 400,
			says: 'Selected slot duration is not a valid',
			request: BOOK,
			options: requestToBook({ endTime: TEN.endTime }),
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
			what: "an agency's private token for a location",
			status: 401,
			says: "Token's user type mismatch!",
			request: CALENDARS,
			options: { token: 'pit-agency' },
		},
		{
			what: 'another company',
			status: 400,
			says: 'App not found',
			request: INSTALLED.replace('company-coast', 'company-other'),
			options: agency,
		},
		{
			what: 'another app',
			status: 400,
			says: 'App not found',
			request: INSTALLED.replace('appId=demo', 'appId=other'),
			options: agency,
		},
		{
			what: 'a missing scope',
			status: 401,
			says: 'The token is not authorized for this scope.',
			request: BOOK,
			options: { ...requestToBook(), token: 'pit-harbor-readonly' },
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

	it('a path that there is not by its OpenAPI with 404', async () => {
		sandbox.setProfile('highLevelPaper');
		expect(await answer('GET /nowhere')).toEqual([404, 'Cannot GET /nowhere']);
	});

	it('a start in UTC, with a switch', async () => {
		sandbox.setProfile({ utcStart: 'taken' });
		const taken = [400, 'The slot you have selected is no longer available.'];
		expect(await answer(BOOK, { json: booking() })).toEqual(taken);
		expect((await send(BOOK, requestToBook())).status).toBe(201);
	});

	it('a write that it has carried out, with a fault', async () => {
		sandbox.addFault(COMMAND_TIMED_OUT);
		expect(await answer(BOOK, requestToBook())).toEqual([401, 'Command timed out']);
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

	it.each([
		['highLevel', ['oauth.readonly'], 201],
		['highLevelPaper', ['oauth.readonly'], 401],
		['highLevelPaper', ['oauth.write'], 200],
	] as const)('with the profile %s and the scopes %j, is answered with %d', async (...row) => {
		const [profile, scopes, status] = row;
		sandbox.setProfile(profile);
		const response = await send('POST /oauth/locationToken', {
			grant: { level: 'agency', scopes },
			form: { companyId: 'company-coast', locationId: 'loc-summit' },
		});
		expect(response.status).toBe(status);
		expect('refresh_token' in (response.body as object)).toBe(status === 201);
	});

	it.each([
		['company-other', 'loc-summit', 'Company not found'],
		['company-coast', 'loc-gone', 'The app is not installed in this location'],
	])('gets no token for %s and %s', async (companyId, locationId, message) => {
		const form = { companyId, locationId };
		expect(await send('POST /oauth/locationToken', { ...agency, form })).toMatchObject({
			status: 400,
			body: { message },
		});
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

it('the limit of a day holds beside that of a window, and begins anew the next day', async () => {
	sandbox.setProfile({ rateLimit: { max: 100, intervalMs: 1_000, daily: 2 } });
	const ask = async () => (await send('GET /contacts/contact-ada')).status;
	expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
	advanceClock(24 * 3_600_000);
	expect(await ask()).toBe(200);
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
