import {
	appointmentId,
	book,
	fixedClock,
	send,
	startAt,
	startReceiver,
	type Answer,
	type Receiver,
} from './support';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { SWITCHES, type SwitchName } from '../../../sandbox/profiles/switches';
import { defaultSeed } from '../../../sandbox/seed';

/** An evening calendar, so that its dates are not those of UTC. */
const seed = {
	...defaultSeed,
	calendars: [
		...defaultSeed.calendars,
		{
			...defaultSeed.calendars[0],
			id: 'cal-evening',
			workingHours: [{ weekdays: [1, 2, 3], start: '18:00', end: '22:00' }],
		},
	],
};

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
	[sandbox, receiver] = await Promise.all([
		createSandbox({ clock: fixedClock, seed }),
		startReceiver(),
	]);
});
afterAll(async () => {
	await Promise.all([sandbox.close(), receiver.close()]);
});

const get = async (path: string, token?: string) => await send(sandbox, 'GET', path, { token });
const calendars = async () => await get('/calendars/?locationId=loc-harbor');
const calendar = async () => await get('/calendars/cal-checkup');
const HOOKS = '/locations/loc-harbor/customWebhooks';
const statusOf = async (answer: Promise<Answer>) => (await answer).status;
const bodyOf = async (answer: Promise<Answer>) => (await answer).body;

const cancel = async (id = 'appt-1') => await send(sandbox, 'DELETE', `/calendars/events/${id}`);
const move = async (startTime: string, endTime: string) =>
	await send(sandbox, 'PUT', '/calendars/events/appointments/appt-1', {
		json: { startTime, endTime },
	});
const slots = async (query: string, id = 'cal-evening') =>
	await get(`/calendars/${id}/free-slots?${query}`);
const twoDays = 'startDate=2030-05-06&endDate=2030-05-07&timezone=Asia/Tokyo';

async function refresh(refresh_token: string, client_secret = 'demo-client-secret') {
	const client_id = 'demo-client';
	const form = { client_id, client_secret, grant_type: 'refresh_token', refresh_token };
	return await send(sandbox, 'POST', '/oauth/token', { form });
}

async function register(): Promise<Answer> {
	const json = { name: 'One', url: receiver.url, actions: ['ContactCreate'] };
	return await send(sandbox, 'POST', HOOKS, { json });
}

/** What a receiver gets of a new contact, attempt by attempt. */
async function deliveredEvent(...answers: number[]): Promise<string[]> {
	await register();
	receiver.received.length = 0;
	receiver.answers = answers;
	sandbox.control.setDelivery({ backoffMs: [1], maxAttempts: 3 });
	sandbox.control.createContact({ locationId: 'loc-harbor', id: 'contact-new' });
	await sandbox.control.deliveriesSettled();
	return receiver.received.map(({ body }) => body.toString('utf8'));
}

async function deletedApp(): Promise<Receiver['received'][number]> {
	receiver.received.length = 0;
	sandbox.control.setNotificationUrl(receiver.url);
	sandbox.control.uninstallApp({ locationId: 'loc-harbor' });
	await sandbox.control.deliveriesSettled();
	return receiver.received[0];
}

async function decideConsent(): Promise<string | null> {
	const form = {
		client_id: 'demo-client',
		redirect_uri: 'http://127.0.0.1:1/callback',
		scope: 'calendars.readonly',
		state: 'given',
		choice: 'loc-harbor',
		decision: 'allow',
	};
	const { headers } = await send(sandbox, 'POST', '/oauth/chooselocation/decision', { form });
	return new URL(headers.get('location') ?? '').searchParams.get('state');
}

/** For each switch, something that a client sees and that depends on it. */
const PROBES: Record<SwitchName, () => Promise<unknown>> = {
	listBody: async () => await bodyOf(calendars()),
	emptyList: async () => await get(HOOKS),
	recordBody: async () => await bodyOf(calendar()),
	records: async () => await bodyOf(calendar()),
	createdStatus: async () => await statusOf(book(sandbox)),
	doneStatus: async () => (await book(sandbox), await statusOf(cancel())),
	doneBody: async () => (await book(sandbox), await bodyOf(cancel())),
	listOrder: async () => await bodyOf(calendars()),
	pages: async () => await bodyOf(calendars()),
	contentType: async () => (await calendar()).headers.get('content-type'),
	errorBody: async () => await bodyOf(get('/calendars/cal-nowhere')),
	async expiredTokenStatus() {
		const { access_token } = sandbox.control.issueToken({});
		sandbox.control.expireTokens();
		return await statusOf(get('/calendars/cal-checkup', access_token));
	},
	missingScopeStatus: async () =>
		await statusOf(book(sandbox, {}, 'pit-harbor-readonly')),
	otherLocationStatus: async () => await statusOf(get('/calendars/?locationId=loc-summit')),
	unknownAppointmentStatus: async () => await statusOf(cancel('appt-9')),
	unknownContact: async () => await statusOf(book(sandbox, { contactId: 'nobody' })),
	unknownUser: async () => await statusOf(book(sandbox, { assignedUserId: 'nobody' })),
	unknownStatus: async () => await statusOf(book(sandbox, { appointmentStatus: 'odd' })),
	async rateLimit() {
		for (let count = 1; count < 10; count++) await calendar();
		const { status, headers } = await calendar();
		return [status, headers.get('retry-after')];
	},
	async latencyMs() {
		await calendar();
		const [{ durationMs = 0 }] = sandbox.control.requests();
		return [10, 55].filter((ms) => durationMs >= ms);
	},
	slotDates: async () => await bodyOf(slots(twoDays)),
	slotEndDate: async () => await bodyOf(slots(twoDays)),
	slotOrder: async () => await bodyOf(slots(twoDays)),
	slotStep: async () => await bodyOf(slots(twoDays)),
	slotTimes: async () => await bodyOf(slots(twoDays)),
	async pastSlots() {
		sandbox.control.advanceClock(8 * 3_600_000);
		return await bodyOf(slots('startDate=2030-05-06&endDate=2030-05-06', 'cal-onboarding'));
	},
	slotRangeDays: async () => [
		await statusOf(slots('startDate=2030-05-01&endDate=2030-06-15')),
		await statusOf(slots('startDate=2030-05-01&endDate=2030-07-15')),
	],
	async bookable() {
		const spans = [
			['13:00', '13:30'],
			['14:00', '15:00'],
			['15:10', '15:20'],
		];
		const statuses: number[] = [];
		for (const [start, end] of spans) {
			const times = { startTime: startAt(start), endTime: startAt(end) };
			statuses.push(await statusOf(book(sandbox, times)));
		}
		return statuses;
	},
	refusalOrder: async () => (await book(sandbox), await statusOf(book(sandbox))),
	async conflictTime() {
		await book(sandbox, { startTime: startAt('13:30'), endTime: startAt('14:00') });
		return await statusOf(book(sandbox, { endTime: startAt('14:00') }));
	},
	rescheduledToSame: async () => (
		await book(sandbox), await statusOf(move(startAt('13:00'), startAt('13:30')))
	),
	async rescheduledStatus() {
		await book(sandbox, { appointmentStatus: 'new' });
		await move(startAt('14:00'), startAt('14:30'));
		return sandbox.control.appointments()[0].appointmentStatus;
	},
	async canceledAgain() {
		const id = appointmentId(await book(sandbox));
		await cancel(id);
		return await statusOf(cancel(id));
	},
	oauthErrorStatus: async () => [
		await statusOf(refresh('no token')),
		await statusOf(refresh('no token', 'no secret')),
	],
	oauthErrorBody: async () => await bodyOf(refresh('no token')),
	refusedRefresh: async () => await bodyOf(refresh('no token')),
	tokenType: async () => sandbox.control.issueToken({}).token_type,
	tokenLifetimeSeconds: async () => sandbox.control.issueToken({}).expires_in,
	async oldRefreshToken() {
		const { refresh_token } = sandbox.control.issueToken({});
		await refresh(refresh_token);
		return await statusOf(refresh(refresh_token));
	},
	async oldAccessToken() {
		const { refresh_token, access_token } = sandbox.control.issueToken({});
		await refresh(refresh_token);
		return await statusOf(get('/calendars/cal-checkup', access_token));
	},
	stateParameter: decideConsent,
	async installedLocations() {
		const { access_token } = sandbox.control.issueToken({ level: 'agency' });
		return await bodyOf(get('/oauth/installedLocations', access_token));
	},
	installedLocationId: async () => await bodyOf(get('/oauth/installedLocations')),
	webhookEvents: async () => (await register(), await bodyOf(get(HOOKS))),
	webhookUrl: async () => (await register(), await bodyOf(get(HOOKS))),
	webhookTwin: async () => [
		await statusOf(register()),
		await statusOf(register()),
		sandbox.control.webhooks().length,
	],
	async eventIdField() {
		const [body] = await deliveredEvent();
		return Object.keys(JSON.parse(body) as object);
	},
	async eventFields() {
		const [body] = await deliveredEvent();
		return Object.keys(JSON.parse(body) as object);
	},
	async eventText() {
		const [body] = await deliveredEvent();
		return body.split('\n').length;
	},
	async retryBytes() {
		const bodies = await deliveredEvent(500);
		return bodies.map((body) => Object.keys(JSON.parse(body) as object));
	},
	retrySchedule: async () => sandbox.control.setDelivery({}),
	retriedAnswers: async () => [
		(await deliveredEvent(400)).length,
		(await deliveredEvent(204)).length,
	],
	deliveryTimeoutMs: async () => sandbox.control.setDelivery({}),
	async unsignedEvents() {
		const isSigned = ({ headers }: Receiver['received'][number]) =>
			'x-platform-signature' in headers;
		await deliveredEvent();
		return [isSigned(receiver.received[0]), isSigned(await deletedApp())];
	},
	async appDeletedBody() {
		const payload = JSON.parse((await deletedApp()).body.toString()) as object;
		return Object.keys(payload);
	},
	knowledgeHeader: async () => await statusOf(get('/v1/use-cases')),
	nothingFound: async () => await get('/v1/use-cases?vertical=none'),
};

describe('each value of a switch makes a difference that a client sees', () => {
	it.each(Object.keys(SWITCHES) as SwitchName[])('%s', async (name) => {
		const seen: string[] = [];
		for (const value of SWITCHES[name]) {
			await sandbox.reset();
			receiver.answers = [];
			sandbox.control.setProfile({ [name]: value });
			seen.push(JSON.stringify((await PROBES[name]()) ?? null));
		}
		expect(new Set(seen).size).toBe(seen.length);
	});
});

it('gives out the addresses of further pages, which are no violation', async () => {
	sandbox.control.setProfile({ pages: 'nextUrl' });
	await sandbox.reset();
	sandbox.control.setProfile({ pages: 'nextUrl' });
	const names: string[] = [];
	let path: string | undefined = '/calendars/?locationId=loc-harbor';
	while (path !== undefined) {
		const body = (await bodyOf(get(path))) as {
			calendars: Array<{ id: string }>;
			nextPageUrl?: string;
		};
		names.push(...body.calendars.map(({ id }) => id));
		path = body.nextPageUrl?.slice(sandbox.url.length);
	}
	expect(names).toEqual(['cal-onboarding', 'cal-checkup', 'cal-evening']);
	expect(sandbox.control.violations()).toEqual([]);
	await get('/calendars/?locationId=loc-harbor&page=7');
	expect(sandbox.control.violations()).toHaveLength(1);

	sandbox.control.setProfile({ listBody: 'bare' });
	const { headers } = await calendars();
	expect(headers.get('link')).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/calendars\/.*>; rel="next"$/);
});
