import { booking, send, tokenRequest, type SendOptions } from './support';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { handlers } from '../../../sandbox/http/dispatch';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';

const CALENDARS = '/calendars/?locationId=loc-harbor';
const SLOTS = '/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06';
const APPOINTMENTS = '/calendars/events/appointments';

const booked = (change: Record<string, unknown>): SendOptions => ({ json: booking(change) });
const withVersion = (Version?: string): SendOptions => ({ headers: { Version } });

/** What is wrong, the status, what is said of it, and the request. */
type Row = [what: string, status: number, says: string, ...request: [string, string, SendOptions?]];

it('every operation of both descriptions has a handler, and the reverse', () => {
	const paths = Object.values(DESCRIPTIONS).flatMap((one) => Object.values(one.paths as object));
	const methods = paths as Array<Record<string, { operationId?: string }>>;
	const named = methods.flatMap((path) =>
		Object.values(path).flatMap(({ operationId = [] }) => operationId),
	);
	expect(Object.keys(handlers).sort()).toEqual(named.sort());
});

describe('contract', () => {
	const sandbox = useSandbox({ mayViolate: true });

	describe('what breaks the contract is refused and recorded', () => {
		it.each<Row>([
			['an unknown path', 404, 'unknown path', 'GET', '/v2/anything'],
			['a path without its slash', 404, 'unknown path', 'GET', '/calendars?locationId=loc-harbor'],
			['a method that a path does not have', 405, 'method not allowed', 'PATCH', '/v1/use-cases'],
			['broken percent-encoding', 400, 'percent-encoding', 'GET', '/v1/glossary/%E0%A4%A'],
			['an unknown parameter', 400, 'sort', 'GET', '/v1/use-cases?sort=title'],
			['since that is no day', 400, '/query/since', 'GET', '/v1/changelog?since=2026-02-30'],
			['an unknown time zone', 400, '/query/timezone', 'GET', `${SLOTS}&timezone=Mars/Olympus`],
			['no Version header', 400, "property 'version'", 'GET', SLOTS, withVersion()],
			['no Bearer token', 401, 'Bearer', 'GET', SLOTS, { headers: { Authorization: undefined } }],
			['a body on DELETE', 400, 'not allowed', 'DELETE', '/calendars/events/a', { json: {} }],
			['malformed JSON', 422, 'body is not JSON', 'POST', APPOINTMENTS, { body: '{"calendarId"' }],
			['an unknown field', 422, 'notes', 'POST', APPOINTMENTS, booked({ notes: 'x' })],
			...['2030-05-06 13:00', '2030-05-06T09:00:00-04:00', '2030-13-06T13:00:00Z'].map(
				(startTime): Row =>
					[...[startTime, 422, '/startTime', 'POST', APPOINTMENTS, booked({ startTime })]] as never,
			),
			[
				...(['a wrong content type', 400, 'content type', 'POST', APPOINTMENTS] as const),
				{ ...booked({}), headers: { 'Content-Type': 'text/plain' } },
			],
			[
				...([
					'a refresh without its token',
					400,
					"'refresh_token'",
					'POST',
					'/oauth/token',
				] as const),
				tokenRequest({ grant_type: 'refresh_token' }),
			],
		])('%s', async (_, status, problem, method, path, options = {}) => {
			expect((await send(sandbox, method, path, options)).status).toBe(status);
			const [{ violations }, ...others] = sandbox.control.violations();
			expect(others).toEqual([]);
			expect(violations.join('\n')).toContain(problem);
			expect(sandbox.control.requests()[0]).toMatchObject({ status, violations });
		});

		it.each<[string, string, SendOptions?]>([
			['GET', '/calendars/?locationId=loc-summit'],
			['GET', '/locations/loc-summit/customWebhooks'],
			['POST', APPOINTMENTS, booked({ locationId: 'loc-summit' })],
		])(
			'an OAuth token for another location than its own: %s %s',
			async (method, path, options = {}) => {
				const { access_token: token } = sandbox.control.issueToken({ locationId: 'loc-harbor' });
				const { status } = await send(sandbox, method, path, { token, ...options });
				const problems = sandbox.control.violations().flatMap(({ violations }) => violations);
				expect([status, problems]).toEqual([403, ['OAuth token used for another location']]);
			},
		);

		it('also where a fault meets it', async () => {
			sandbox.control.addFault({ status: 500 });
			await send(sandbox, 'GET', '/v1/recipes/search');
			expect(sandbox.control.violations()).toHaveLength(1);
		});
	});

	it.each<[string, number, string, string, SendOptions?]>([
		['a calendar of another location', 404, 'GET', '/calendars/cal-trial'],
		[
			'a booking for a contact of one',
			404,
			'POST',
			APPOINTMENTS,
			booked({ contactId: 'contact-cleo' }),
		],
		['a private token with one', 403, 'GET', '/calendars/?locationId=loc-summit'],
		['a wrong token', 401, 'GET', CALENDARS, { token: 'gone' }],
		[
			...(['a slot that is not offered', 400, 'POST', APPOINTMENTS] as const),
			booked({ startTime: '2030-05-06T13:05:00Z' }),
		],
	])(
		'a correct client is refused, and not recorded: %s',
		async (_, status, method, path, options = {}) => {
			expect((await send(sandbox, method, path, options)).status).toBe(status);
			expect(sandbox.control.violations()).toEqual([]);
			expect(sandbox.control.appointments()).toEqual([]);
		},
	);

	it.each([{ Origin: 'https://evil.example' }, { Origin: 'null' }])(
		'pages of other sites cannot act here: %j',
		async (headers) => {
			for (const path of ['/', '/__sandbox/reset', '/oauth/chooselocation/decision'])
				expect(await send(sandbox, 'POST', path, { headers })).toMatchObject({ status: 403 });
		},
	);
});

describe('a response that the description does not allow', () => {
	const [calendar] = defaultSeed.calendars;
	const broken = { ...calendar, name: 5 as never };
	const sandbox = useSandbox({ seed: { ...defaultSeed, calendars: [broken] }, mayViolate: true });

	it('is recorded', async () => {
		sandbox.control.setProfile('highLevel');
		await send(sandbox, 'GET', CALENDARS);
		expect(sandbox.control.violations()).toMatchObject([
			{ violations: ["the sandbox's own response: /calendars/0/name must be string"] },
		]);
	});
});
