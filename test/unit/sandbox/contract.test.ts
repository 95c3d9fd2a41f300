import fc from 'fast-check';

import {
	booking,
	conformity,
	send,
	tokenRequest as token,
	type OperationCall,
	type SendOptions,
} from './support';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { handlers } from '../../../sandbox/http/dispatch';
import { SWITCHES, type Profile } from '../../../sandbox/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ mayViolate: true });

it('every operation of both descriptions has a handler, and the reverse', () => {
	const paths = Object.values(DESCRIPTIONS).flatMap((one) => Object.values(one.paths as object));
	const methods = paths as Array<Record<string, { operationId?: string }>>;
	const named = methods.flatMap((path) =>
		Object.values(path).flatMap(({ operationId = [] }) => operationId),
	);
	expect(Object.keys(handlers).sort()).toEqual(named.sort());
});

const CALENDARS = '/calendars/';
const SLOTS = '/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06';
const APPOINTMENTS = '/calendars/events/appointments';
const HOOKS = '/locations/loc-harbor/customWebhooks';

const booked = (change: Record<string, unknown>): SendOptions => ({ json: booking(change) });

describe('what breaks the contract is refused and recorded', () => {
	it.each<[string, number, string, string, string, SendOptions?]>([
		['an unknown path', 404, 'unknown path', 'GET', '/v2/anything'],
		['a path without its slash', 404, 'unknown path', 'GET', '/calendars?locationId=loc-harbor'],
		['a method that a path does not have', 405, 'method not allowed', 'PATCH', '/v1/use-cases'],
		['broken percent-encoding', 400, 'percent-encoding', 'GET', '/v1/glossary/%E0%A4%A'],
		['an unknown parameter', 400, 'sort', 'GET', '/v1/use-cases?sort=title'],
		['since that is no day', 400, '/query/since', 'GET', '/v1/changelog?since=2026-02-30'],
		['an unknown time zone', 400, '/query/timezone', 'GET', `${SLOTS}&timezone=Mars/Olympus`],
		[
			'no Version header',
			400,
			"property 'version'",
			'GET',
			SLOTS,
			{ headers: { Version: undefined } },
		],
		['no Bearer token', 401, 'Bearer', 'GET', SLOTS, { headers: { Authorization: undefined } }],
		[
			'a body on DELETE',
			400,
			'body is not allowed',
			'DELETE',
			'/calendars/events/a',
			{ json: { a: 1 } },
		],
		['malformed JSON', 422, 'body is not JSON', 'POST', APPOINTMENTS, { body: '{"calendarId"' }],
		['no body at all', 400, 'requestBody', 'POST', APPOINTMENTS],
		['an unknown field', 422, 'notes', 'POST', APPOINTMENTS, booked({ notes: 'x' })],
		...['2030-05-06 13:00', '2030-05-06T09:00:00-04:00', '2030-13-06T13:00:00Z'].map(
			(startTime) =>
				[startTime, 422, '/startTime', 'POST', APPOINTMENTS, booked({ startTime })] as never,
		),
		[
			'a wrong content type',
			400,
			'content type',
			'POST',
			APPOINTMENTS,
			{ ...booked({}), headers: { 'Content-Type': 'text/plain' } },
		],
		[
			'a refresh without its token',
			400,
			"'refresh_token'",
			'POST',
			'/oauth/token',
			token({ grant_type: 'refresh_token' }),
		],
	])('%s', async (_, status, problem, method, path, options = {}) => {
		expect((await send(sandbox, method, path, options)).status).toBe(status);
		const [{ violations }, ...others] = sandbox.control.violations();
		expect(others).toEqual([]);
		expect(violations.join('\n')).toContain(problem);
		expect(sandbox.control.requests()[0]).toMatchObject({ status, violations });
	});

	it.each<[string, string, SendOptions]>([
		['GET', `${CALENDARS}?locationId=loc-summit`, {}],
		['GET', '/locations/loc-summit/customWebhooks', {}],
		['POST', APPOINTMENTS, booked({ locationId: 'loc-summit' })],
	])('an OAuth token for another location than its own: %s %s', async (method, path, options) => {
		const { access_token } = sandbox.control.issueToken({ locationId: 'loc-harbor' });
		const { status } = await send(sandbox, method, path, { token: access_token, ...options });
		const problems = sandbox.control.violations().flatMap(({ violations }) => violations);
		expect([status, problems]).toEqual([403, ['OAuth token used for another location']]);
	});

	it('also where a fault meets it', async () => {
		sandbox.control.addFault({ status: 500 });
		await send(sandbox, 'GET', '/v1/recipes/search');
		expect(sandbox.control.violations()).toHaveLength(1);
	});
});

it.each([{ Origin: 'https://evil.example' }, { Origin: 'null' }])(
	'pages of other sites cannot act here: %j',
	async (headers) => {
		const statuses = ['/', '/__sandbox/reset', '/oauth/chooselocation/decision'].map(
			async (path) => (await send(sandbox, 'POST', path, { headers })).status,
		);
		expect(await Promise.all(statuses)).toEqual([403, 403, 403]);
	},
);

describe('what a correct client may send is refused without being recorded', () => {
	it.each<[string, number, string, string, SendOptions?]>([
		['an unknown slug', 404, 'GET', '/v1/glossary/nothing'],
		['a calendar of another location', 404, 'GET', '/calendars/cal-trial'],
		['a contact of another location', 404, 'GET', '/contacts/contact-cleo'],
		[
			'a booking for such a contact',
			404,
			'POST',
			APPOINTMENTS,
			booked({ contactId: 'contact-cleo' }),
		],
		['an unknown appointment', 404, 'DELETE', '/calendars/events/appt-none'],
		['an expired or wrong token', 401, 'GET', '/calendars/cal-trial', { token: 'gone' }],
		['a private token with another location', 403, 'GET', `${CALENDARS}?locationId=loc-summit`],
		['a missing scope', 403, 'DELETE', '/calendars/events/a', { token: 'pit-harbor-readonly' }],
		[
			'dates in the wrong order',
			400,
			'GET',
			SLOTS.replace('endDate=2030-05-06', 'endDate=2030-05-05'),
		],
		['a range of years', 400, 'GET', SLOTS.replace('endDate=2030', 'endDate=2033')],
		[
			'a slot that is not offered',
			400,
			'POST',
			APPOINTMENTS,
			booked({ startTime: '2030-05-06T13:05:00Z' }),
		],
		[
			'a slot of last week',
			400,
			'POST',
			APPOINTMENTS,
			booked({ startTime: '2030-05-03T13:00:00Z', endTime: '2030-05-03T13:30:00Z' }),
		],
	])('%s', async (_, status, method, path, options = {}) => {
		expect((await send(sandbox, method, path, options)).status).toBe(status);
		expect(sandbox.control.violations()).toEqual([]);
		expect(sandbox.control.appointments()).toEqual([]);
	});
});

/** Every operation once, as a client that knows only the contract would call it. */
function everyCall(): OperationCall[] {
	const { refresh_token } = sandbox.control.issueToken({});
	const headers = { 'x-api-key': 'knowledge' };
	const later = { startTime: '2030-05-06T14:00:00Z', endTime: '2030-05-06T14:30:00Z' };
	return [
		['search_recipes', 'GET', '/v1/recipes/search?q=book', { headers }],
		['get_glossary_term', 'GET', '/v1/glossary/access-token', { headers }],
		['list_use_cases_by_vertical', 'GET', '/v1/use-cases', { headers }],
		['get_changelog_since', 'GET', '/v1/changelog', { headers }],
		['lookup_ghl_feature', 'GET', '/v1/features/calendars', { headers }],
		['list_calendars', 'GET', `${CALENDARS}?locationId=loc-harbor`],
		['get_calendar', 'GET', '/calendars/cal-checkup'],
		['get_free_slots', 'GET', SLOTS],
		['create_appointment', 'POST', APPOINTMENTS, booked({})],
		['reschedule_appointment', 'PUT', `${APPOINTMENTS}/appt-1`, { json: later }],
		['cancel_appointment', 'DELETE', '/calendars/events/appt-1'],
		['find_contacts', 'GET', '/contacts/?locationId=loc-harbor&query=ada'],
		['get_contact', 'GET', '/contacts/contact-ada'],
		[
			'exchange_token',
			'POST',
			'/oauth/token',
			token({ grant_type: 'refresh_token', refresh_token }),
		],
		['list_installed_locations', 'GET', '/oauth/installedLocations'],
		[
			'create_custom_webhook',
			'POST',
			HOOKS,
			{ json: { name: 'a', url: 'http://127.0.0.1:9/', actions: ['Nothing'] } },
		],
		['list_custom_webhooks', 'GET', HOOKS],
	];
}

it('every operation succeeds with any profile, and its response keeps to openapi.yaml', async () => {
	const conforms = conformity('contract');
	const drawn = Object.entries(SWITCHES).map(([name, values]) => [
		name,
		fc.constantFrom(...values),
	]);
	const profiles = fc.record(Object.fromEntries(drawn) as object) as fc.Arbitrary<Partial<Profile>>;
	await fc.assert(
		fc.asyncProperty(profiles, async (profile) => {
			await sandbox.reset();
			sandbox.control.setProfile(profile);
			await conforms(sandbox, everyCall());
		}),
		{ numRuns: 20, examples: [[{}]] },
	);
	sandbox.control.addFault({ path: '/calendars', status: 200, body: { _dates_: { today: [] } } });
	await expect(conforms(sandbox, [['get_free_slots', 'GET', SLOTS]])).rejects.toThrow(
		'must match format',
	);
}, 60_000);
