import { MONDAY, booking, send, tokenRequest, type Refused, type SendOptions } from './support';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { handlers } from '../../../sandbox/http/dispatch';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const CALENDARS = 'GET /calendars/?locationId=';
const SLOTS = 'GET /calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06';
const BOOK = 'POST /calendars/events/appointments';

const booked = (change: Record<string, unknown>): SendOptions => ({ json: booking(change) });
const withHeader = (name: string, value?: string): SendOptions => ({ headers: { [name]: value } });

it('every operation of both descriptions has a handler, and the reverse', () => {
	const paths = Object.values(DESCRIPTIONS).flatMap((one) => Object.values(one.paths as object));
	const methods = paths as Array<Record<string, { operationId?: string }>>;
	const named = methods.flatMap((path) =>
		Object.values(path).flatMap(({ operationId = [] }) => operationId),
	);
	const without = named.filter((name) => !(name in handlers));
	expect(
		without.map(
			(name) =>
				`Add a handler '${name}' in sandbox/highLevel/, or for sandbox/openapi.yaml in its folder of sandbox/`,
		),
	).toEqual([]);
	const unnamed = Object.keys(handlers).filter((name) => !named.includes(name));
	expect(
		unnamed.map((name) => `Add the path of '${name}' to sandbox/highLevel.yaml or openapi.yaml`),
	).toEqual([]);
});

describe('contract', () => {
	const sandbox = useSandbox({ mayViolate: true });

	describe('what breaks the contract is refused and recorded', () => {
		it.each<Refused>([
			['an unknown path', 404, 'unknown path', 'GET /v2/anything'],
			['a path without its slash', 404, 'unknown path', CALENDARS.replace('/?', '?')],
			['a method that a path does not have', 405, 'method not allowed', 'PATCH /v1/use-cases'],
			['broken percent-encoding', 400, 'percent-encoding', 'GET /v1/glossary/%E0%A4%A'],
			['an unknown parameter', 400, 'sort', 'GET /v1/use-cases?sort=title'],
			['since that is no day', 400, '/query/since', 'GET /v1/changelog?since=2026-02-30'],
			['an unknown time zone', 400, '/query/timezone', `${SLOTS}&timezone=Mars/Olympus`],
			['no Version header', 400, "property 'version'", SLOTS, withHeader('Version')],
			['no Bearer token', 401, 'Bearer', SLOTS, withHeader('Authorization')],
			['a body on DELETE', 400, 'not allowed', 'DELETE /calendars/events/a', { json: {} }],
			['malformed JSON', 422, 'body is not JSON', BOOK, { body: '{"calendarId"' }],
			['an unknown field', 422, 'notes', BOOK, booked({ notes: 'x' })],
			...['2030-05-06 13:00', '2030-05-06T09:00:00-04:00', '2030-13-06T13:00:00Z'].map(
				(startTime): Refused => [startTime, 422, '/startTime', BOOK, booked({ startTime })],
			),
			[
				'a wrong content type',
				400,
				'content type',
				BOOK,
				{ ...booked({}), ...withHeader('Content-Type', 'text/plain') },
			],
			[
				'no refresh token',
				400,
				"'refresh_token'",
				'POST /oauth/token',
				tokenRequest({ grant_type: 'refresh_token' }),
			],
			...['GET /locations/loc-summit/customWebhooks', `${CALENDARS}loc-summit`, BOOK].map(
				(request): Refused => [
					'a token for another location',
					403,
					'used for another',
					request,
					{
						...(request === BOOK && booked({ locationId: 'loc-summit' })),
						grant: { locationId: 'loc-harbor' },
					},
				],
			),
		])('%s', async (_, status, problem, request, options = {}) => {
			expect((await send(sandbox, request, options)).status).toBe(status);
			const [{ violations }, ...others] = sandbox.violations();
			expect(others).toEqual([]);
			expect(violations.join('\n')).toContain(problem);
			expect(sandbox.requests()[0]).toMatchObject({ status, violations });
		});

		it('also where a fault meets it', async () => {
			sandbox.addFault({ status: 500 });
			await send(sandbox, 'GET /v1/recipes/search');
			expect(sandbox.violations()).toHaveLength(1);
		});
	});

	it.each<[string, number, string, SendOptions?]>([
		['a calendar of another location', 404, 'GET /calendars/cal-trial'],
		['a booking for a contact of one', 404, BOOK, booked({ contactId: 'contact-cleo' })],
		['a private token with one', 403, `${CALENDARS}loc-summit`],
		['a wrong token', 401, `${CALENDARS}loc-harbor`, { token: 'gone' }],
		[
			'a webhook whose address takes no events',
			400,
			'POST /locations/loc-harbor/customWebhooks',
			{ json: { name: 'Test', url: 'ftp://n8n.example.com', actions: ['ContactCreate'] } },
		],
		['a slot that is not offered', 400, BOOK, booked({ startTime: '2030-05-06T13:05:00Z' })],
	])(
		'a correct client is refused, and not recorded: %s',
		async (_, status, request, options = {}) => {
			expect((await send(sandbox, request, options)).status).toBe(status);
			expect(sandbox.violations()).toEqual([]);
			expect(sandbox.appointments()).toEqual([]);
		},
	);

	it.each([
		['409 first', 409],
		['400 first', 400],
	] as const)(
		"with refusals in the order '%s', a slot that the contact has itself is refused with %d",
		async (refusalOrder, status) => {
			sandbox.setProfile({ refusalOrder });
			await send(sandbox, BOOK, booked({}));
			expect((await send(sandbox, BOOK, booked({}))).status).toBe(status);
		},
	);

	it.each([
		['timezone', ['2030-05-06']],
		['utc', []],
	] as const)('with dates of the kind %s, the days of free slots are %j', async (kind, days) => {
		sandbox.setProfile({ slotDates: kind });
		const { body } = await send(sandbox, SLOTS);
		expect(Object.keys((body as { _dates_: object })._dates_)).toEqual(days);
	});

	it('the changelog has the newest entry first', async () => {
		const { body } = await send(sandbox, 'GET /v1/changelog');
		const dates = (body as { results: Array<{ date: string }> }).results.map(({ date }) => date);
		expect(dates).toEqual([...dates].sort().reverse());
	});

	it.each([{ Origin: 'https://evil.example' }, { Origin: 'null' }])(
		'pages of other sites cannot act here: %j',
		async (headers) => {
			for (const path of ['/', '/__sandbox/reset', '/oauth/chooselocation/decision'])
				expect(await send(sandbox, `POST ${path}`, { headers })).toMatchObject({ status: 403 });
		},
	);
});

describe('a response that the description does not allow', () => {
	const [calendar] = defaultSeed.calendars;
	const broken = { ...calendar, name: 5 as never };
	const sandbox = useSandbox({ seed: { ...defaultSeed, calendars: [broken] }, mayViolate: true });

	it('is recorded', async () => {
		sandbox.setProfile('highLevel');
		await send(sandbox, `${CALENDARS}loc-harbor`);
		expect(sandbox.violations()).toMatchObject([
			{ violations: ["the sandbox's own response: /calendars/0/name must be string"] },
		]);
	});
});
