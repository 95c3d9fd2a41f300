import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { book, booking, send, startSandbox, type Answer } from './support';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { loadContract, type ContractRouter } from '../../../sandbox/http/contract';
import { operationHandlers } from '../../../sandbox/http/operationHandlers';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(async () => await sandbox.reset());

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

interface Case {
	what: string;
	status: number;
	problem?: string;
	/** Method, path and options of `send` */
	request: Tail<Parameters<typeof send>>;
}

const problems = () => sandbox.control.violations().flatMap(({ violations }) => violations);

describe('openapi.yaml', () => {
	const document = parse(
		readFileSync(join(__dirname, '../../../sandbox/openapi.yaml'), 'utf8'),
	) as {
		openapi: string;
		paths: Record<
			string,
			Record<string, { operationId?: string; security?: unknown; responses: object }>
		>;
	};

	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([method]) => method !== 'parameters')
			.map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
	);

	it('is OpenAPI 3.1 and lists exactly the operations of the contract', () => {
		expect(document.openapi).toBe('3.1.0');
		expect(operations).toEqual([
			'GET /v1/recipes/search search_recipes',
			'GET /v1/glossary/{slug} get_glossary_term',
			'GET /v1/use-cases list_use_cases_by_vertical',
			'GET /v1/changelog get_changelog_since',
			'GET /v1/features/{slug} lookup_ghl_feature',
			'GET /calendars/ list_calendars',
			'GET /calendars/{calendarId} get_calendar',
			'GET /calendars/{calendarId}/free-slots get_free_slots',
			'POST /calendars/events/appointments create_appointment',
			'PUT /calendars/events/appointments/{eventId} reschedule_appointment',
			'DELETE /calendars/events/{eventId} cancel_appointment',
			'GET /oauth/chooselocation choose_location',
			'POST /oauth/token exchange_token',
			'GET /oauth/installedLocations list_installed_locations',
			'GET /locations/{locationId}/customWebhooks list_custom_webhooks',
			'POST /locations/{locationId}/customWebhooks create_custom_webhook',
		]);
	});

	it('names the refusals that the contract names', () => {
		const refusals = Object.values(document.paths)
			.flatMap((methods) => Object.values(methods))
			.filter(({ operationId }) => operationId !== undefined)
			.map(({ operationId, security, responses }) => ({
				operationId,
				secured: security !== undefined,
				statuses: Object.keys(responses).filter((status) => status.startsWith('4')),
			}));
		for (const { secured, statuses } of refusals) expect(statuses.includes('401')).toBe(secured);
		const of = (name: string) =>
			refusals.find(({ operationId }) => operationId === name)?.statuses;
		expect(of('create_appointment')).toEqual(['400', '401', '404', '409', '422']);
		expect(of('reschedule_appointment')).toEqual(['400', '401', '404', '409', '422']);
		expect(of('cancel_appointment')).toEqual(['401', '404']);
	});
});

describe('answers', () => {
	let contract: ContractRouter;
	beforeAll(async () => {
		contract = await loadContract(operationHandlers);
	});

	it('keep to the schemas of openapi.yaml', async () => {
		const webhook = { name: 'a', url: 'http://localhost/', actions: ['ContactCreate'] };
		const { refresh_token } = sandbox.control.issueToken({});
		const form = {
			client_id: 'demo-client',
			client_secret: 'demo-client-secret',
			grant_type: 'refresh_token',
			refresh_token,
		};
		const dates = 'startDate=2030-05-06&endDate=2030-05-12';
		const answers: Array<[string, Promise<Answer>]> = [
			['search_recipes', send(sandbox, 'GET', '/v1/recipes/search?q=book')],
			['get_glossary_term', send(sandbox, 'GET', '/v1/glossary/access-token')],
			['list_use_cases_by_vertical', send(sandbox, 'GET', '/v1/use-cases')],
			['get_changelog_since', send(sandbox, 'GET', '/v1/changelog')],
			['lookup_ghl_feature', send(sandbox, 'GET', '/v1/features/calendars')],
			['get_free_slots', send(sandbox, 'GET', `/calendars/cal-checkup/free-slots?${dates}`)],
			['create_appointment', book(sandbox)],
			['exchange_token', send(sandbox, 'POST', '/oauth/token', { form })],
			[
				'create_custom_webhook',
				send(sandbox, 'POST', '/locations/loc-harbor/customWebhooks', { json: webhook }),
			],
		];
		for (const [operationId, sent] of answers) {
			const { status, body } = await sent;
			expect({ operationId, status }).toEqual({ operationId, status: 200 });
			const { errors } = contract.validateResponse(body, operationId, status);
			expect({ operationId, errors }).toEqual({ operationId, errors: null });
		}
		const wrong = contract.validateResponse({ _dates_: { today: [] } }, 'get_free_slots', 200);
		expect(wrong.valid).toBe(false);
	});
});

describe('requests that break the contract are refused and recorded', () => {
	const slots = '/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06';
	const appointments = '/calendars/events/appointments';

	it.each<Case>([
		{
			what: 'an unknown path',
			status: 404,
			problem: 'unknown path',
			request: ['GET', '/v2/anything'],
		},
		{
			what: 'a path without its slash',
			status: 404,
			problem: 'unknown path',
			request: ['GET', '/calendars?locationId=loc-harbor'],
		},
		{
			what: 'a method that a path does not have',
			status: 405,
			problem: 'method not allowed',
			request: ['PATCH', '/v1/use-cases'],
		},
		{
			what: 'broken percent-encoding',
			status: 400,
			problem: 'percent-encoding',
			request: ['GET', '/v1/glossary/%E0%A4%A'],
		},
		{
			what: 'a missing q',
			status: 400,
			problem: "required property 'q'",
			request: ['GET', '/v1/recipes/search'],
		},
		{
			what: 'a limit of 0',
			status: 400,
			problem: '/query/limit',
			request: ['GET', '/v1/recipes/search?q=a&limit=0'],
		},
		{
			what: 'a limit of 51',
			status: 400,
			problem: '/query/limit',
			request: ['GET', '/v1/recipes/search?q=a&limit=51'],
		},
		{
			what: 'a limit in words',
			status: 400,
			problem: '/query/limit',
			request: ['GET', '/v1/recipes/search?q=a&limit=ten'],
		},
		{
			what: 'a parameter given twice',
			status: 400,
			problem: '/query/q',
			request: ['GET', '/v1/recipes/search?q=a&q=b'],
		},
		{
			what: 'an unknown parameter',
			status: 400,
			problem: 'sort',
			request: ['GET', '/v1/use-cases?sort=title'],
		},
		{
			what: 'since with a time',
			status: 400,
			problem: '/query/since',
			request: ['GET', '/v1/changelog?since=2026-01-01T00:00:00Z'],
		},
		{
			what: 'since that is no day',
			status: 400,
			problem: '/query/since',
			request: ['GET', '/v1/changelog?since=2026-02-30'],
		},
		{
			what: 'a missing locationId',
			status: 400,
			problem: "required property 'locationId'",
			request: ['GET', '/calendars/'],
		},
		{
			what: 'an unknown time zone',
			status: 400,
			problem: '/query/timezone',
			request: ['GET', `${slots}&timezone=Mars/Olympus`],
		},
		{
			what: 'no Version header',
			status: 400,
			problem: "property 'version'",
			request: ['GET', slots, { headers: { Version: undefined } }],
		},
		{
			what: 'another Version',
			status: 400,
			problem: '/header/version',
			request: ['GET', slots, { headers: { Version: '2024-01-01' } }],
		},
		{
			what: 'no Bearer token',
			status: 401,
			problem: 'Bearer',
			request: ['GET', slots, { headers: { Authorization: undefined } }],
		},
		{
			what: 'a token of another scheme',
			status: 401,
			problem: 'Bearer',
			request: ['GET', slots, { headers: { Authorization: 'Basic YQ==' } }],
		},
		{
			what: 'a body on DELETE',
			status: 400,
			problem: 'body is not allowed',
			request: ['DELETE', '/calendars/events/a', { json: { a: 1 } }],
		},
		{
			what: 'malformed JSON',
			status: 422,
			problem: 'body is not JSON',
			request: ['POST', appointments, { body: '{"calendarId"' }],
		},
		{
			what: 'a body that is no object',
			status: 422,
			problem: 'must be object',
			request: ['POST', appointments, { json: [1] }],
		},
		{
			what: 'no body at all',
			status: 400,
			problem: 'requestBody',
			request: ['POST', appointments],
		},
		{
			what: 'an unknown field',
			status: 422,
			problem: 'notes',
			request: ['POST', appointments, { json: booking({ notes: 'x' }) }],
		},
		{
			what: 'a number for a string',
			status: 422,
			problem: '/title',
			request: ['POST', appointments, { json: booking({ title: 7 }) }],
		},
		{
			what: 'a wrong content type',
			status: 400,
			problem: 'content type',
			request: [
				'POST',
				appointments,
				{ json: booking(), headers: { 'Content-Type': 'text/plain' } },
			],
		},
		{
			what: 'a token request in JSON',
			status: 400,
			problem: 'content type',
			request: ['POST', '/oauth/token', { json: { grant_type: 'refresh_token' } }],
		},
		{
			what: 'actions that are no list',
			status: 400,
			problem: '/actions',
			request: [
				'POST',
				'/locations/loc-harbor/customWebhooks',
				{ json: { name: 'a', url: 'http://localhost/', actions: 'ContactCreate' } },
			],
		},
		{
			what: 'an unknown webhook field',
			status: 400,
			problem: 'secret',
			request: [
				'POST',
				'/locations/loc-harbor/customWebhooks',
				{ json: { name: 'a', url: 'http://localhost/', actions: [], secret: 's' } },
			],
		},
	])('$what', async ({ status, problem, request }) => {
		const answer = await send(sandbox, ...request);
		expect(answer.status).toBe(status);
		expect(sandbox.control.violations()).toHaveLength(1);
		expect(problems().join('\n')).toContain(problem);
		expect(sandbox.control.requests()[0]).toMatchObject({ status, violations: problems() });
	});

	it.each(['calendarId', 'locationId', 'contactId', 'startTime', 'endTime'])(
		'422 for an appointment without %s',
		async (field) => {
			const answer = await book(sandbox, { [field]: undefined });
			expect(answer.status).toBe(422);
			expect(problems().join()).toContain(`'${field}'`);
		},
	);

	it.each([
		'2030-05-06 13:00',
		'2030-05-06T09:00:00-04:00',
		'1904302800000',
		'2030-13-06T13:00:00Z',
	])('422 for the time %s, which is not ISO 8601 in UTC', async (startTime) => {
		expect((await book(sandbox, { startTime })).status).toBe(422);
		expect(problems().join()).toContain('/startTime');
	});

	it('records an OAuth token that is used for another location than its own', async () => {
		const { access_token } = sandbox.control.issueToken({ locationId: 'loc-harbor' });
		const path = '/calendars/?locationId=loc-summit';
		expect((await send(sandbox, 'GET', path, { token: access_token })).status).toBe(403);
		expect(problems()).toEqual(['OAuth token used for another location']);
	});
});

describe('requests that are refused without breaking the contract', () => {
	it.each<Case>([
		{ what: 'an unknown slug', status: 404, request: ['GET', '/v1/glossary/nothing'] },
		{ what: 'an unknown calendar', status: 404, request: ['GET', '/calendars/cal-none'] },
		{
			what: 'an unknown appointment',
			status: 404,
			request: ['DELETE', '/calendars/events/appt-none'],
		},
		{
			what: 'an expired or wrong token',
			status: 401,
			request: ['GET', '/calendars/cal-trial', { token: 'gone' }],
		},
		{
			what: 'a private token with another location',
			status: 403,
			request: ['GET', '/calendars/?locationId=loc-summit'],
		},
		{
			what: 'a missing scope',
			status: 403,
			request: ['DELETE', '/calendars/events/a', { token: 'pit-harbor-readonly' }],
		},
		{
			what: 'a slot that is not offered',
			status: 400,
			request: [
				'POST',
				'/calendars/events/appointments',
				{ json: booking({ startTime: '2030-05-06T13:05:00Z' }) },
			],
		},
	])('$what', async ({ status, request }) => {
		expect((await send(sandbox, ...request)).status).toBe(status);
		expect(sandbox.control.violations()).toEqual([]);
	});
});

describe('the request log', () => {
	it('shows method, path, query, headers, body, status and time, and no secrets', async () => {
		await book(sandbox);
		await send(sandbox, 'POST', '/oauth/token', {
			form: {
				client_id: 'demo-client',
				client_secret: 'very-secret',
				grant_type: 'refresh_token',
				refresh_token: 'rt-secret',
			},
		});
		const [booked, refreshed] = sandbox.control.requests();
		expect(booked).toMatchObject({
			method: 'POST',
			path: '/calendars/events/appointments',
			operationId: 'create_appointment',
			body: booking(),
			status: 200,
			inFlight: 1,
		});
		expect(booked.durationMs).toBeGreaterThan(0);
		expect(booked.headers.version).toBe('2021-07-28');
		expect(booked.headers.authorization).toMatch(/^Bearer sha256:[0-9a-f]{12}$/);
		expect(refreshed.body).toMatchObject({ client_id: 'demo-client' });
		const log = JSON.stringify([booked, refreshed]);
		for (const secret of ['pit-harbor', 'very-secret', 'rt-secret'])
			expect(log).not.toContain(secret);
	});

	it('keeps the last requests and all violations', async () => {
		const small = await startSandbox({ requestLogLimit: 3 });
		try {
			for (let n = 1; n <= 5; n++) await send(small, 'GET', `/unknown/${n}`);
			expect(small.control.requests().map(({ path }) => path)).toEqual([
				'/unknown/3',
				'/unknown/4',
				'/unknown/5',
			]);
			expect(small.control.violations()).toHaveLength(5);
		} finally {
			await small.close();
		}
	});

	it('filters by operation and by what came before', async () => {
		await send(sandbox, 'GET', '/v1/use-cases');
		await send(sandbox, 'GET', '/v1/changelog');
		await send(sandbox, 'GET', '/v1/use-cases');
		const operationId = 'list_use_cases_by_vertical';
		const all = sandbox.control.requests({ operationId });
		expect(all.map(({ id }) => id)).toEqual([1, 3]);
		expect(sandbox.control.requests({ operationId, afterId: 1 })).toEqual([all[1]]);
	});
});
