import { book, booking, send, startSandbox } from './support';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { openapi } from '../../../sandbox/http/contract';
import { handlers } from '../../../sandbox/http/dispatch';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(async () => await sandbox.reset());

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** Method, path and options of `send` */
type Request = Tail<Parameters<typeof send>>;

const problems = () => sandbox.control.violations().flatMap(({ violations }) => violations);

describe('openapi.yaml', () => {
	const paths = openapi.paths as Record<
		string,
		Record<string, { operationId?: string; security?: unknown; responses: object }>
	>;
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([method]) => method !== 'parameters')
			.map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
	);

	it('is OpenAPI 3.1 and lists the operations of the contract and a contact, each with a handler', () => {
		expect(openapi.openapi).toBe('3.1.0');
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
			'GET /contacts/{contactId} get_contact',
			'GET /oauth/chooselocation choose_location',
			'POST /oauth/token exchange_token',
			'GET /oauth/installedLocations list_installed_locations',
			'GET /locations/{locationId}/customWebhooks list_custom_webhooks',
			'POST /locations/{locationId}/customWebhooks create_custom_webhook',
		]);
		expect(Object.keys(handlers).sort()).toEqual(operations.map((one) => one.split(' ')[2]).sort());
	});

	it('names the refusals that the contract names', () => {
		const refusals = Object.values(paths)
			.flatMap((methods) => Object.values(methods))
			.filter(({ operationId }) => operationId !== undefined)
			.map(({ operationId, security, responses }) => ({
				operationId,
				secured: security !== undefined,
				statuses: Object.keys(responses).filter((status) => status.startsWith('4')),
			}));
		for (const { operationId, secured, statuses } of refusals) {
			expect(statuses.includes('401')).toBe(secured && operationId !== 'get_contact');
		}
		const of = (name: string) =>
			refusals.find(({ operationId }) => operationId === name)?.statuses;
		expect(of('create_appointment')).toEqual(['400', '401', '404', '409', '422']);
		expect(of('reschedule_appointment')).toEqual(['400', '401', '404', '409', '422']);
		expect(of('cancel_appointment')).toEqual(['401', '404']);
	});
});

describe('requests that break the contract are refused and recorded', () => {
	const slots = '/calendars/cal-onboarding/free-slots?startDate=2030-05-06&endDate=2030-05-06';
	const appointments = '/calendars/events/appointments';

	it.each<[string, number, string, Request]>([
		['an unknown path', 404, 'unknown path', ['GET', '/v2/anything']],
		['a path without its slash', 404, 'unknown path', ['GET', '/calendars?locationId=loc-harbor']],
		['a method that a path does not have', 405, 'method not allowed', ['PATCH', '/v1/use-cases']],
		['broken percent-encoding', 400, 'percent-encoding', ['GET', '/v1/glossary/%E0%A4%A']],
		['a missing q', 400, "required property 'q'", ['GET', '/v1/recipes/search']],
		['a limit of 51', 400, '/query/limit', ['GET', '/v1/recipes/search?q=a&limit=51']],
		['a limit in words', 400, '/query/limit', ['GET', '/v1/recipes/search?q=a&limit=ten']],
		['an unknown parameter', 400, 'sort', ['GET', '/v1/use-cases?sort=title']],
		['since that is no day', 400, '/query/since', ['GET', '/v1/changelog?since=2026-02-30']],
		['a missing locationId', 400, "required property 'locationId'", ['GET', '/calendars/']],
		['an unknown time zone', 400, '/query/timezone', ['GET', `${slots}&timezone=Mars/Olympus`]],
		['no Version header', 400, "property 'version'", ['GET', slots, { headers: { Version: undefined } }]],
		['no Bearer token', 401, 'Bearer', ['GET', slots, { headers: { Authorization: undefined } }]],
		['a body on DELETE', 400, 'body is not allowed', ['DELETE', '/calendars/events/a', { json: { a: 1 } }]],
		['malformed JSON', 422, 'body is not JSON', ['POST', appointments, { body: '{"calendarId"' }]],
		['a body that is no object', 422, 'must be object', ['POST', appointments, { json: [1] }]],
		['no body at all', 400, 'requestBody', ['POST', appointments]],
		['an unknown field', 422, 'notes', ['POST', appointments, { json: booking({ notes: 'x' }) }]],
		['a wrong content type', 400, 'content type', ['POST', appointments, { json: booking(), headers: { 'Content-Type': 'text/plain' } }]],
		['actions that are no list', 400, '/actions', ['POST', '/locations/loc-harbor/customWebhooks', { json: { name: 'a', url: 'http://localhost/', actions: 'ContactCreate' } }]],
	])('%s', async (_, status, problem, request) => {
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

	it.each(['2030-05-06 13:00', '2030-05-06T09:00:00-04:00', '2030-13-06T13:00:00Z'])(
		'422 for the time %s, which is not ISO 8601 in UTC',
		async (startTime) => {
			expect((await book(sandbox, { startTime })).status).toBe(422);
			expect(problems().join()).toContain('/startTime');
		},
	);

	it('records an OAuth token that is used for another location than its own', async () => {
		const { access_token } = sandbox.control.issueToken({ locationId: 'loc-harbor' });
		const path = '/calendars/?locationId=loc-summit';
		expect((await send(sandbox, 'GET', path, { token: access_token })).status).toBe(403);
		expect(problems()).toEqual(['OAuth token used for another location']);
	});
});

describe('requests that are refused without breaking the contract', () => {
	it.each<[string, number, Request]>([
		['an unknown slug', 404, ['GET', '/v1/glossary/nothing']],
		['an unknown calendar', 404, ['GET', '/calendars/cal-none']],
		['a contact of another location', 404, ['GET', '/contacts/contact-cleo']],
		['an unknown appointment', 404, ['DELETE', '/calendars/events/appt-none']],
		['an expired or wrong token', 401, ['GET', '/calendars/cal-trial', { token: 'gone' }]],
		['a private token with another location', 403, ['GET', '/calendars/?locationId=loc-summit']],
		['a missing scope', 403, ['DELETE', '/calendars/events/a', { token: 'pit-harbor-readonly' }]],
		['a slot that is not offered', 400, ['POST', '/calendars/events/appointments', { json: booking({ startTime: '2030-05-06T13:05:00Z' }) }]],
	])('%s', async (_, status, request) => {
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
