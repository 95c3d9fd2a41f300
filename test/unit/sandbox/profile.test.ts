import { MONDAY, booking, send as sendTo, tokenRequest, type SendOptions } from './sandboxClient';
import type { Profile } from '../../../sandbox/profile';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* What each switch of a profile does, where the contract is silent. */

const sandbox = useSandbox({ mayViolate: true });

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

const LIST = 'GET /calendars/?locationId=loc-harbor';
const READ = 'GET /calendars/cal-onboarding';
const HOOKS = '/locations/loc-harbor/customWebhooks';
const UNKNOWN = 'DELETE /calendars/events/gone';
const SLOTS = 'GET /calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-07';
const ONBOARDING = expect.objectContaining({ id: 'cal-onboarding', slotMinutes: 30 }) as object;
const CHECKUP = expect.objectContaining({ id: 'cal-checkup' }) as object;
const BOTH = [ONBOARDING, CHECKUP];

type Row = [change: Partial<Profile>, request: string, status: number, body: unknown];

it.each<Row>([
	[{ bodies: 'wrapped' }, LIST, 200, { calendars: BOTH }],
	[{ bodies: 'data' }, LIST, 200, { data: BOTH }],
	[{ bodies: 'nested' }, LIST, 200, { data: { calendars: BOTH } }],
	[{ bodies: 'bare' }, LIST, 200, BOTH],
	[{ bodies: 'wrapped' }, READ, 200, { calendar: ONBOARDING }],
	[{ bodies: 'data' }, READ, 200, { data: ONBOARDING }],
	[{ bodies: 'nested' }, READ, 200, { data: { calendar: ONBOARDING } }],
	[{ bodies: 'bare' }, READ, 200, ONBOARDING],
	[{ order: 'reversed' }, LIST, 200, { calendars: [CHECKUP, ONBOARDING] }],
	[
		{ records: 'named' },
		READ,
		200,
		{ calendar: { id: 'cal-onboarding', name: 'Onboarding call' } },
	],
	[
		{ records: 'extra' },
		READ,
		200,
		{ calendar: expect.objectContaining({ slotMinutes: 30, traceId: 'trace-2' }) as object },
	],
	[
		{ pages: 'several' },
		LIST,
		200,
		{ calendars: [ONBOARDING], total: 2, nextPageUrl: expect.any(String) as string },
	],
	[{ pages: 'several', bodies: 'bare' }, LIST, 200, [ONBOARDING]],
	[{ emptyList: 'emptyArray' }, `GET ${HOOKS}`, 200, { webhooks: [] }],
	[{ emptyList: 'noProperty' }, `GET ${HOOKS}`, 200, {}],
	[{ emptyList: 'noProperty', bodies: 'bare' }, `GET ${HOOKS}`, 200, null],
	[{ emptyList: 'noContent' }, `GET ${HOOKS}`, 204, ''],
	[{ emptyList: 'emptyArray' }, 'GET /v1/use-cases?vertical=none', 200, { results: [] }],
	[
		{ emptyList: 404 },
		'GET /v1/use-cases?vertical=none',
		404,
		{ statusCode: 404, message: 'Nothing was found' },
	],
	[{ errorBody: 'message' }, UNKNOWN, 404, { statusCode: 404, message: 'Appointment not found' }],
	[
		{ errorBody: 'nested' },
		UNKNOWN,
		404,
		{ error: { code: 404, message: 'Appointment not found' } },
	],
	[
		{ errorBody: 'list' },
		UNKNOWN,
		404,
		{ errors: [{ status: '404', detail: 'Appointment not found' }] },
	],
	[
		{ errorBody: 'html' },
		UNKNOWN,
		404,
		'<!doctype html><title>404</title><h1>Appointment not found</h1>',
	],
	[{ errorBody: 'text' }, UNKNOWN, 404, 'Appointment not found'],
	[{ unknownId: 422, errorBody: 'text' }, UNKNOWN, 422, 'Appointment not found'],
	[{ unknownId: 400, errorBody: 'text' }, UNKNOWN, 400, 'Appointment not found'],
])('%j: the response to %s is %d', async (change, request, status, body) => {
	sandbox.setProfile(change);
	const response = await send(request);
	expect(response.status).toBe(status);
	expect(response.body).toEqual(body);
});

it('with several pages and bare bodies, the next page stands in a header', async () => {
	sandbox.setProfile({ pages: 'several', bodies: 'bare' });
	expect((await send(LIST)).headers.get('link')).toContain('rel="next"');
});

it.each([
	['record', 200, { appointment: expect.objectContaining({ id: 'appt-1' }) as object }],
	['success', 202, { success: true }],
	['text', 200, 'OK'],
	['noContent', 204, ''],
] as const)('a write that is done answers with %s', async (done, status, body) => {
	sandbox.setProfile({ done });
	await send('POST /calendars/events/appointments', { json: booking() });
	const { startTime, endTime } = booking();
	const json = { startTime, endTime };
	for (const [request, options] of [
		['PUT /calendars/events/appointments/appt-1', { json }],
		['DELETE /calendars/events/appt-1', {}],
	] as const) {
		const response = await send(request, options);
		expect([response.status, response.body]).toEqual([status, body]);
	}
});

it.each([
	['kept', ['2030-05-06', '2030-05-07'], '2030-05-06T13:00:00+00:00'],
	['reversed', ['2030-05-07', '2030-05-06'], '2030-05-06T20:30:00+00:00'],
] as const)('dates and slots are in the order %s', async (order, dates, first) => {
	sandbox.setProfile({ order });
	const { _dates_: slots } = (await send(SLOTS)).body as {
		_dates_: Record<string, Array<{ startTime: string }>>;
	};
	expect(Object.keys(slots)).toEqual(dates);
	expect(slots['2030-05-06'][0].startTime).toBe(first);
});

const INVALID_GRANT = { error: 'invalid_grant', error_description: expect.any(String) as string };
const REFUSED_REFRESH = { grant_type: 'refresh_token', refresh_token: 'gone' };
it.each<[change: Partial<Profile>, status: number, body: unknown]>([
	[{}, 400, INVALID_GRANT],
	[{ oauthErrors: 'ok' }, 200, INVALID_GRANT],
	[{ oauthErrors: 'unnamed' }, 403, { ...INVALID_GRANT, error: 'token_rejected' }],
	[
		{ errorBody: 'text' },
		400,
		expect.stringMatching(/^invalid_grant: The refresh token is not valid/),
	],
])('%j: a refused refresh token is answered with %d', async (change, status, body) => {
	sandbox.setProfile(change);
	const response = await send('POST /oauth/token', tokenRequest(REFUSED_REFRESH));
	expect(response.status).toBe(status);
	expect(response.body).toEqual(body);
	expect(response.headers.get('cache-control')).toBe('no-store');
});

it.each([403, 401] as const)('a missing scope is refused with %d', async (missingScopeStatus) => {
	sandbox.setProfile({ missingScopeStatus });
	const response = await send('POST /calendars/events/appointments', {
		json: booking(),
		token: 'pit-harbor-readonly',
	});
	expect(response).toMatchObject({
		status: missingScopeStatus,
		body: { message: 'The token lacks the scope calendars.write' },
	});
});

it.each(['id', '_id', 'locationId'] as const)(
	'an installed location has its ID under %s',
	async (installedLocationId) => {
		sandbox.setProfile({ installedLocationId });
		const { body } = await send('GET /oauth/installedLocations');
		expect(body).toEqual({
			locations: [
				{
					[installedLocationId]: 'loc-harbor',
					name: 'Harbor Dental',
					timeZone: 'America/New_York',
				},
			],
		});
	},
);

const HOOK = { name: 'Test', url: 'https://n8n.example.com/', actions: ['ContactCreate'] };
const STORED = { id: 'hook-1', locationId: 'loc-harbor', name: HOOK.name };
it.each([
	['named', { ...STORED, url: HOOK.url, actions: HOOK.actions }],
	[
		'others',
		{ ...STORED, targetUrl: HOOK.url, events: [{ type: 'ContactCreate', enabled: true }] },
	],
	['hidden', STORED],
] as const)('webhooks are listed with fields that are %s', async (webhookFields, record) => {
	sandbox.setProfile({ webhookFields });
	await send(`POST ${HOOKS}`, { json: HOOK });
	expect((await send(`GET ${HOOKS}`)).body).toEqual({ webhooks: [record] });
});

it('a profile or a switch that there is not is refused', () => {
	expect(() => sandbox.setProfile('other' as never)).toThrow('There is no profile or switch other');
	expect(() => sandbox.setProfile({ other: 1 } as never)).toThrow('profile or switch other');
	expect(sandbox.setProfile({ order: 'reversed' })).toMatchObject({
		order: 'reversed',
		bodies: 'wrapped',
	});
	expect(sandbox.setProfile('contrary')).toMatchObject({ bodies: 'bare', form: 'contract' });
});
