import { MONDAY, booking, send as sendTo, type SendOptions } from './sandboxClient';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* Faults: what a test has the platform do to the next requests. */

const sandbox = useSandbox();

const send = async (request: string, options?: SendOptions) =>
	await sendTo(sandbox, request, options);

const LIST = 'GET /calendars/?locationId=loc-harbor';
const READ = 'GET /calendars/cal-onboarding';
const BOOK = 'POST /calendars/events/appointments';
const BOOKING = { json: booking() };
/** The statuses of these requests, one after another. */
async function statusesOf(...requests: string[]): Promise<number[]> {
	const statuses: number[] = [];
	for (const request of requests)
		statuses.push((await send(request, request === BOOK ? BOOKING : {})).status);
	return statuses;
}

it.each([
	['any request', {}, [503, 200, 200]],
	['a method', { method: 'POST' }, [200, 200, 503]],
	['a path', { path: '/calendars/cal-' }, [200, 503, 200]],
	['an operation', { operationId: 'create_appointment' }, [200, 200, 503]],
	['two requests', { times: 2 }, [503, 503, 200]],
	['all requests', { times: 'always' }, [503, 503, 503]],
] as const)('a fault meets %s', async (_, which, statuses) => {
	sandbox.addFault({ status: 503, ...which });
	expect(await statusesOf(LIST, READ, BOOK)).toEqual(statuses);
});

it('faults are used in their order, until they are cleared', async () => {
	sandbox.addFault({ status: 503 });
	sandbox.addFault({ status: 429, times: 'always' });
	expect(await statusesOf(LIST, LIST)).toEqual([503, 429]);
	sandbox.clearFaults();
	expect(await statusesOf(LIST)).toEqual([200]);
});

it.each([
	['is not carried out', { status: 500 }, 0],
	['is carried out where it says so', { status: 500, isCarriedOut: true }, 1],
])('a write that is answered with another status %s', async (_, fault, count) => {
	sandbox.addFault({ ...fault, headers: { 'retry-after': '1' }, body: { message: 'Busy' } });
	const { status, headers, body } = await send(BOOK, BOOKING);
	expect([status, headers.get('retry-after'), body]).toEqual([500, '1', { message: 'Busy' }]);
	expect(sandbox.appointments()).toHaveLength(count);
});

it.each([
	['beforeProcessing', 0],
	['afterProcessing', 1],
] as const)('a connection is closed %s', async (drop, count) => {
	sandbox.addFault({ drop });
	await expect(send(BOOK, BOOKING)).rejects.toThrow('fetch failed');
	expect(sandbox.appointments()).toHaveLength(count);
	expect(sandbox.requests()).toMatchObject([{ status: 0 }]);
});

it('a response is held back after the request was carried out', async () => {
	sandbox.addFault({ delayMs: 100 });
	const response = send(BOOK, BOOKING);
	while (sandbox.appointments().length === 0) await new Promise((go) => setTimeout(go, 2));
	expect(sandbox.requests()).toMatchObject([{ operationId: 'create_appointment' }]);
	expect(sandbox.requests()[0]).not.toHaveProperty('status');
	expect((await response).status).toBe(200);
	expect(sandbox.requests()).toMatchObject([{ status: 200 }]);
});

it('a contact is created by staff with the fields that they give, in a location that there is', () => {
	expect(sandbox.createContact({ firstName: 'Zoë' })).toMatchObject({
		firstName: 'Zoë',
		locationId: 'loc-harbor',
		email: expect.stringMatching(/^contact-.+@example\.com$/) as string,
	});
	for (const act of ['createContact', 'uninstallApp', 'issueToken'] as const)
		expect(() => sandbox[act]({ locationId: 'loc-gone' })).toThrow('There is no location loc-gone');
	const span = { from: '2030-05-06', until: '2030-05-07' };
	expect(() => sandbox.freeSlots({ calendarId: 'cal-gone', ...span })).toThrow(
		'There is no calendar',
	);
	const event = { type: 'ContactUpdate', locationId: 'loc-gone' };
	expect(() => sandbox.emit(event)).toThrow('There is no location loc-gone');
});

it('a test asks for the requests of an operation', async () => {
	await statusesOf(LIST, READ);
	expect(sandbox.requests().map(({ id }) => id)).toEqual([1, 2]);
	expect(sandbox.requests({ operationId: 'get_calendar' })).toMatchObject([
		{ method: 'GET', path: '/calendars/cal-onboarding' },
	]);
});

it('a large body is not kept', async () => {
	await send(BOOK, { json: booking({ title: 'x'.repeat(9_000) }) });
	expect(sandbox.requests()[0].body).toMatch(/^\(9\d{3} bytes, not kept\)$/);
});

it("HighLevel's operations go by the contract's names, where it has them too", async () => {
	sandbox.setProfile('highLevel');
	sandbox.addFault({ operationId: 'get_calendar', status: 503 });
	sandbox.addFault({ operationId: 'get-location', status: 503 });

	expect(await statusesOf(LIST, 'GET /locations/loc-harbor')).toEqual([200, 503]);
	expect((await send(READ, { headers: { Version: '2021-04-15' } })).status).toBe(503);
	expect(sandbox.requests({ operationId: 'get_calendar' })).toHaveLength(1);
});

it('staff change a webhook, or delete it', async () => {
	const path = '/locations/loc-harbor/customWebhooks';
	const json = { name: 'Test', url: 'https://n8n.example.com/', actions: ['ContactCreate'] };
	for (let hook = 0; hook < 2; hook++) await send(`POST ${path}`, { json });

	sandbox.changeWebhook('hook-1', { more: { status: 'disabled' } });
	sandbox.changeWebhook('hook-2', null);

	expect((await send(`GET ${path}`)).body).toMatchObject({
		webhooks: [{ id: 'hook-1', ...json, status: 'disabled' }],
	});
	expect(sandbox.webhooks()).toHaveLength(1);
	expect(() => sandbox.changeWebhook('hook-2', null)).toThrow('There is no webhook hook-2');
});

it('a reset brings back the seed', async () => {
	await send(BOOK, BOOKING);
	sandbox.createContact();
	sandbox.setProfile({ pastSlots: 'listed' });
	const { publicKeyPem } = sandbox.publicKey();
	const { access_token: token } = sandbox.issueToken({});

	await sandbox.reset();

	expect(sandbox.appointments()).toEqual([]);
	expect(sandbox.contacts()).toHaveLength(3);
	expect(sandbox.setProfile({}).pastSlots).toBe('absent');
	expect(sandbox.publicKey().publicKeyPem).not.toBe(publicKeyPem);
	expect((await send(LIST, { token })).status).toBe(401);
});
