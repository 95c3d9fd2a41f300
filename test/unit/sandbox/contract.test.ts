import {
	MONDAY,
	booking,
	send,
	tokenRequest,
	type Refusal,
	type SendOptions,
} from './sandboxClient';
import { DESCRIPTIONS } from '../../../sandbox/http/contract';
import { handlers } from '../../../sandbox/http/dispatch';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

const CALENDARS = 'GET /calendars/?locationId=';
const SLOTS = 'GET /calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06';
const BOOK = 'POST /calendars/events/appointments';

const requestToBook = (change: Record<string, unknown>): SendOptions => ({ json: booking(change) });
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

it('what a client leaves out has the default that the descriptions name', () => {
	const operations = Object.values(DESCRIPTIONS).flatMap((one) =>
		Object.values(one.paths as object).flatMap((path: object) => Object.values(path)),
	) as Array<{ operationId?: string; parameters?: Array<{ name?: string; schema?: object }> }>;
	const defaults = operations.flatMap(({ operationId, parameters = [] }) =>
		parameters.flatMap(({ name, schema }) =>
			schema && 'default' in schema ? [`${operationId} ${name}: ${String(schema.default)}`] : [],
		),
	);
	expect(defaults).toEqual([
		'search_recipes limit: 10',
		'search-users skip: 0',
		'search-users limit: 25',
		'get-forms-submissions page: 1',
		'get-forms-submissions limit: 20',
		'search-conversation limit: 20',
		'export-messages-by-location limit: 100',
		'get-messages limit: 20',
		'search-opportunity page: 1',
		'search-opportunity limit: 20',
		'get-lost-reason deleted: false',
		'get-lost-reason skip: 0',
		'get-lost-reason limit: 100',
		'get-installed-location skip: 0',
		'get-installed-location limit: 20',
	]);
});

describe('contract', () => {
	const sandbox = useSandbox({ mayViolate: true });

	describe('what breaks the contract is refused and recorded', () => {
		it.each<Refusal>([
			{ what: 'an unknown path', status: 404, says: 'unknown path', request: 'GET /v2/anything' },
			{
				what: 'a path without its slash',
				status: 404,
				says: 'unknown path',
				request: CALENDARS.replace('/?', '?'),
			},
			{
				what: 'a method that a path does not have',
				status: 405,
				says: 'method not allowed',
				request: 'PATCH /v1/use-cases',
			},
			{
				what: 'broken percent-encoding',
				status: 400,
				says: 'percent-encoding',
				request: 'GET /v1/glossary/%E0%A4%A',
			},
			{
				what: 'an unknown parameter',
				status: 400,
				says: 'sort',
				request: 'GET /v1/use-cases?sort=title',
			},
			{
				what: 'since that is no day',
				status: 400,
				says: '/query/since',
				request: 'GET /v1/changelog?since=2026-02-30',
			},
			{
				what: 'an unknown time zone',
				status: 400,
				says: '/query/timezone',
				request: `${SLOTS}&timezone=Mars/Olympus`,
			},
			{
				what: 'no Version header',
				status: 400,
				says: "property 'version'",
				request: SLOTS,
				options: withHeader('Version'),
			},
			{
				what: 'no Bearer token',
				status: 401,
				says: 'Bearer',
				request: SLOTS,
				options: withHeader('Authorization'),
			},
			{
				what: 'a body on DELETE',
				status: 400,
				says: 'not allowed',
				request: 'DELETE /calendars/events/a',
				options: { json: {} },
			},
			{
				what: 'malformed JSON',
				status: 422,
				says: 'body is not JSON',
				request: BOOK,
				options: { body: '{"calendarId"' },
			},
			{
				what: 'an unknown field',
				status: 422,
				says: 'notes',
				request: BOOK,
				options: requestToBook({ notes: 'x' }),
			},
			...[
				'2030-05-06 13:00',
				'2030-05-06T13:00:00',
				'2030-05-06T09:00:00-04:00',
				'2030-13-06T13:00:00Z',
			].map(
				(startTime): Refusal => ({
					what: `a start that is no time in UTC: ${startTime}`,
					status: 422,
					says: '/startTime',
					request: BOOK,
					options: requestToBook({ startTime }),
				}),
			),
			{
				what: 'a wrong content type',
				status: 400,
				says: 'content type',
				request: BOOK,
				options: { ...requestToBook({}), ...withHeader('Content-Type', 'text/plain') },
			},
			{
				what: 'no refresh token',
				status: 400,
				says: "'refresh_token'",
				request: 'POST /oauth/token',
				options: tokenRequest({ grant_type: 'refresh_token' }),
			},
			...['GET /locations/loc-summit/customWebhooks', `${CALENDARS}loc-summit`].map(
				(request): Refusal => ({
					what: `a token for another location: ${request}`,
					status: 403,
					says: 'used for another',
					request,
					options: { grant: { locationId: 'loc-harbor' } },
				}),
			),
			{
				what: 'a booking in another location',
				status: 403,
				says: 'used for another',
				request: BOOK,
				options: {
					...requestToBook({ locationId: 'loc-summit' }),
					grant: { locationId: 'loc-harbor' },
				},
			},
		])('$what', async ({ status, says, request, options }) => {
			const response = await send(sandbox, request, options);

			expect(response.status).toBe(status);
			expect(sandbox.violations()).toHaveLength(1);
			const [{ violations }] = sandbox.violations();
			expect(violations.join('\n')).toContain(says);
			expect(sandbox.requests()[0]).toMatchObject({ status, violations });
		});

		it.each([
			['password', 'unsupported_grant_type'],
			['refresh_token', 'invalid_request'],
		])('the token endpoint says so by a code: %s', async (grant_type, error) => {
			const response = await send(sandbox, 'POST /oauth/token', tokenRequest({ grant_type }));
			expect(response).toMatchObject({ status: 400, body: { error } });
		});

		it('also where a fault meets it', async () => {
			sandbox.addFault({ status: 500 });
			await send(sandbox, 'GET /v1/recipes/search');
			expect(sandbox.violations()).toHaveLength(1);
		});
	});

	it.each<Omit<Refusal, 'says'>>([
		{ what: 'a calendar of another location', status: 404, request: 'GET /calendars/cal-trial' },
		{
			what: 'a booking for a contact of one',
			status: 404,
			request: BOOK,
			options: requestToBook({ contactId: 'contact-cleo' }),
		},
		{ what: 'a private token with one', status: 403, request: `${CALENDARS}loc-summit` },
		{
			what: 'a wrong token',
			status: 401,
			request: `${CALENDARS}loc-harbor`,
			options: { token: 'gone' },
		},
		...['ftp://n8n.example.com', 'https://', 'n8n.example.com'].map((url) => ({
			what: `a webhook whose address takes no events: ${url}`,
			status: 400,
			request: 'POST /locations/loc-harbor/customWebhooks',
			options: { json: { name: 'Test', url, actions: ['ContactCreate'] } },
		})),
		{
			what: 'a booking that takes no time',
			status: 400,
			request: BOOK,
			options: requestToBook({ endTime: booking().startTime }),
		},
		{
			what: 'a slot that is not offered',
			status: 400,
			request: BOOK,
			options: requestToBook({ startTime: '2030-05-06T13:05:00Z' }),
		},
	])(
		'a correct client is refused, and not recorded: $what',
		async ({ status, request, options }) => {
			const response = await send(sandbox, request, options);

			expect(response.status).toBe(status);
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
			await send(sandbox, BOOK, requestToBook({}));
			expect((await send(sandbox, BOOK, requestToBook({}))).status).toBe(status);
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

	it.each([{ Origin: 'https://evil.example' }, { Origin: 'null' }])(
		'pages of other sites cannot act here: %j',
		async (headers) => {
			for (const path of ['/', '/__sandbox/reset', '/oauth/chooselocation/decision'])
				expect(await send(sandbox, `POST ${path}`, { headers })).toMatchObject({ status: 403 });
		},
	);
});

describe('a fault of the local platform itself', () => {
	const [calendar] = defaultSeed.calendars;
	const broken = { ...calendar, workingHours: undefined as never };
	const sandbox = useSandbox({ seed: { ...defaultSeed, calendars: [broken] }, mayViolate: true });

	it('is answered with 500, and recorded', async () => {
		expect((await send(sandbox, SLOTS)).status).toBe(500);
		expect(sandbox.violations()).toMatchObject([
			{ violations: [expect.stringContaining('the sandbox failed: TypeError') as string] },
		]);
	});
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
