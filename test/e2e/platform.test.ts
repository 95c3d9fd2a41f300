import type { INodeParameters } from 'n8n-workflow';

import { nodeItems, nodeJson } from '../../runtime/execution';
import { credentialLike } from '../support/e2e/credentials';
import { bookAt, byId, moveTo } from '../support/e2e/platformParameters';
import { requestsDuring } from '../support/e2e/requests';
import { dayFromNow, freeSlots } from '../support/e2e/slots';
import type { Slot } from '../support/e2e/slots';
import { LOCATION, openStage } from '../support/stage';
import type { Stage, StageRun } from '../support/stage';

let stage: Stage;
let slots: Slot[];

beforeAll(async () => {
	stage = await openStage();
	slots = await freeSlots(stage.sandbox, 'cal-onboarding');
}, 180_000);

afterAll(async () => await stage?.close(), 60_000);

/** One run of the node in the running n8n; signed in by OAuth2 unless told otherwise. */
const run = async (parameters: INodeParameters, rest: Partial<StageRun> = {}) =>
	await stage.runNode({
		type: 'platform',
		parameters: { authentication: 'oAuth2', ...parameters },
		credentials: ['platformOAuth2Api', 'platformTokenApi'],
		...rest,
	});

/** Each test takes slots of its own, so that none depends on what another has booked. */
const nextSlot = () => slots.splice(0, 4)[0];

const during = async <T>(work: () => Promise<T>) => await requestsDuring(stage.sandbox, work);

/** A run with another private token than the stage's. */
const runWithToken = async (accessToken: string, parameters: INodeParameters) =>
	await run(
		{ authentication: 'accessToken', ...parameters },
		{ node: { credentials: await credentialLike(stage, 'accessToken', { accessToken }) } },
	);

const booked = async (slot: Slot, rest: INodeParameters = {}) => {
	const { json, failure } = await run(bookAt(slot, rest));
	expect(failure).toBeUndefined();
	return String(json[0].eventId);
};

const appointment = (id: string) =>
	stage.sandbox.control.appointments().find((one) => one.id === id);

describe('Access Token > Get', () => {
	const get = { resource: 'accessToken', operation: 'get' };

	test('describes the token, and keeps it to itself', async () => {
		const { json } = await run(get);
		expect(json).toEqual([
			expect.objectContaining({
				locationId: LOCATION,
				userId: 'user-riley',
				level: 'location',
				scopes: expect.arrayContaining(['calendars.write', 'webhooks.write']),
				apiVersion: '2021-07-28',
			}),
		]);
		expect(json[0].expiresInSeconds).toBeGreaterThan(3_000);
		expect(json[0]).not.toHaveProperty('accessToken');
	});

	test('is refused for another location, before anything is sent', async () => {
		const { result, requests } = await during(async () =>
			await run({ ...get, locationId: byId('loc-summit') }),
		);
		expect(result.failure).toContain(
			"The Platform OAuth2 API credential belongs to the location 'loc-harbor', so it cannot be used for the location 'loc-summit'",
		);
		expect(requests).toEqual([]);
	});
});

describe('Appointment > Book', () => {
	test('books the slot, and says what was booked', async () => {
		const slot = nextSlot();
		const { json } = await run(bookAt(slot, { title: 'First call' }));
		expect(json).toEqual([
			expect.objectContaining({ booked: true, locationId: LOCATION, title: 'First call', ...slot }),
		]);
		expect(appointment(String(json[0].eventId))).toMatchObject({
			...slot,
			contactId: 'contact-ada',
			appointmentStatus: 'confirmed',
		});
	});

	test('stops at a taken slot with the nearest free ones in the message', async () => {
		const slot = nextSlot();
		const [nearest] = slots;
		stage.sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slot });
		const { failure } = await run(bookAt(slot, { timezone: byId('UTC') }));
		expect(failure).toMatch(/^The slot from .* is not available\. Nearest free starts: /);
		expect(failure).toContain(nearest.startTime.slice(0, 10));
		expect(failure).toContain('The platform says: "The slot is not available"');
	});

	test('hands out alternatives instead, where it is told to', async () => {
		const slot = nextSlot();
		stage.sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slot });
		const { json } = await run(bookAt(slot, { whenTaken: 'alternatives', maxAlternatives: 2 }));
		expect(json).toEqual([
			expect.objectContaining({
				booked: false,
				reason: 'slotTaken',
				alternatives: [expect.objectContaining({ startTime: expect.any(String) }), expect.anything()],
			}),
		]);
	});

	test('keeps items apart: what fails goes to the error output, paired to its item', async () => {
		const [first, taken, last] = [nextSlot(), nextSlot(), nextSlot()];
		stage.sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...taken });
		const parameters = bookAt(first, {
			startTime: '={{ $json.startTime }}',
			endTime: '={{ $json.endTime }}',
		});
		const items = [first, taken, last].map((slot) => ({ ...slot }));
		const { execution } = await run(parameters, { items, node: { onError: 'continueErrorOutput' } });
		const done = nodeItems(execution, 'Node', 0);
		expect(done.map(({ json, pairedItem }) => [json.startTime, pairedItem])).toEqual([
			[first.startTime, { item: 0 }],
			[last.startTime, { item: 2 }],
		]);
		expect(nodeItems(execution, 'Node', 1)).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({
					error: expect.stringMatching(/is not available.*\[Item 1\]$/),
				}),
				pairedItem: { item: 1 },
			}),
		]);
	});

	test('reports a lost answer as unknown, and does not send the booking again', async () => {
		const slot = nextSlot();
		stage.sandbox.control.addFault({ method: 'POST', path: '/calendars', drop: 'afterProcessing' });
		const { result, requests } = await during(async () => await run(bookAt(slot)));
		expect(result.failure).toContain(
			'Outcome unknown: the connection ended before the platform answered',
		);
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});

describe('Appointment > Reschedule', () => {
	test('moves the appointment and leaves its status alone', async () => {
		const eventId = await booked(nextSlot(), { options: { appointmentStatus: 'new' } });
		const later = nextSlot();
		const { json } = await run(moveTo(eventId, later));
		expect(json).toEqual([expect.objectContaining({ rescheduled: true, eventId, ...later })]);
		expect(appointment(eventId)).toMatchObject({ ...later, appointmentStatus: 'new' });
	});

	test('names the appointment that is not there', async () => {
		const { failure } = await run(moveTo('appt-0/none', nextSlot()));
		expect(failure).toContain("The appointment 'appt-0/none' was not found: it was cancelled");
	});
});

describe('Appointment > Cancel', () => {
	const cancel = { resource: 'appointment', operation: 'cancel' };

	test('cancels, and says so when it is asked again', async () => {
		const eventId = await booked(nextSlot());
		const { json } = await run({ ...cancel, eventId });
		expect(json).toEqual([{ deleted: true, eventId }]);
		expect(appointment(eventId)?.appointmentStatus).toBe('cancelled');

		const { failure } = await run({ ...cancel, eventId });
		expect(failure).toContain(`The appointment '${eventId}' is not there to be cancelled`);
		const again = await run({ ...cancel, eventId, options: { whenAlreadyCancelled: 'done' } });
		expect(again.json).toEqual([{ deleted: true, eventId, alreadyCancelled: true }]);
	});
});

describe('Calendar > Get', () => {
	const get = { resource: 'calendar', operation: 'get' };

	test('puts out the calendar', async () => {
		const { json } = await run({ ...get, calendarId: byId('cal-checkup') });
		expect(json[0]).toMatchObject({ id: 'cal-checkup', name: 'Dental check-up' });
	});

	test('explains a calendar of another location', async () => {
		const { failure } = await run({ ...get, calendarId: byId('cal-trial') });
		expect(failure).toContain(
			"The calendar 'cal-trial' was not found in the location of the credential",
		);
		expect(failure).toContain('A calendar ID is not a location ID.');
	});
});

describe('Calendar > Get Many', () => {
	const getAll = { resource: 'calendar', operation: 'getAll' };
	const ids = ['cal-onboarding', 'cal-checkup'];

	test.each(['oAuth2', 'accessToken'])('lists those of the location (%s)', async (authentication) => {
		const { json } = await run({ ...getAll, authentication });
		expect(json.map(({ id }) => id)).toEqual(ids);
	});

	test('explains a token that the platform does not know', async () => {
		const { failure } = await runWithToken('pit-harbo', getAll);
		expect(failure).toContain('The platform does not accept the token of the credential');
		expect(failure).toContain("enter it again under 'Access Token'");
		expect(failure).not.toContain('pit-harbo');
	});
});

describe('Calendar > Get Free Slots', () => {
	const getFreeSlots = {
		resource: 'calendar',
		operation: 'getFreeSlots',
		calendarId: byId('cal-onboarding'),
		timezone: byId('America/New_York'),
	};

	test('puts out one item a slot, in UTC and in the zone', async () => {
		const dates = { startDate: dayFromNow(2), endDate: dayFromNow(9) };
		const { items } = await run({ ...getFreeSlots, ...dates });
		expect(items.length).toBeGreaterThan(50);
		const { startTime, startLocal } = items[0].json;
		expect(startTime).toMatch(/\+00:00$/);
		expect(startLocal).toMatch(/T\d\d:[03]0:00-0[45]:00$/);
		expect(new Date(String(startLocal))).toEqual(new Date(String(startTime)));
		expect(items.filter(({ pairedItem }) => !pairedItem)).toEqual([]);
	});

	test('refuses an end before the start, and sends nothing', async () => {
		const dates = { startDate: dayFromNow(9), endDate: dayFromNow(2) };
		const { result, requests } = await during(async () =>
			await run({ ...getFreeSlots, ...dates }),
		);
		expect(result.failure).toMatch(/'End Date' \(.*\) is before 'Start Date' \(.*\)/);
		expect(requests).toEqual([]);
	});
});

describe('Installed Location > Get Many', () => {
	const getAll = { resource: 'installedLocation', operation: 'getAll' };

	test('lists where the app is installed', async () => {
		const { json } = await run(getAll);
		expect(json[0]).toMatchObject({ id: LOCATION, name: 'Harbor Dental' });
	});

	test('names the scope that the token lacks', async () => {
		const { failure } = await runWithToken('pit-harbor-readonly', getAll);
		expect(failure).toContain("it lacks the scope 'locations.readonly'");
	});
});

describe('Webhook > Create and Get Many', () => {
	const create = { resource: 'webhook', operation: 'create', name: 'To the ledger' };
	const getAll = { resource: 'webhook', operation: 'getAll' };
	const url = 'http://127.0.0.1:9/ledger';

	test('creates one, which is then listed', async () => {
		const actions = ['OpportunityCreate'];
		const created = await run({ ...create, url, actions, otherActions: ['InvoicePaid'] });
		const webhook = { name: 'To the ledger', url, actions: [...actions, 'InvoicePaid'] };
		expect(created.json).toEqual([{ id: 'hook-1', locationId: LOCATION, ...webhook }]);
		const { json } = await run(getAll);
		expect(json).toEqual([expect.objectContaining({ id: 'hook-1', ...webhook })]);
	});

	test('refuses an address that is none, and sends nothing', async () => {
		const { result, requests } = await during(async () =>
			await run({ ...create, url: 'localhost:5678', actions: ['FormSubmitted'] }),
		);
		expect(result.failure).toContain("'URL' is not a web address: 'localhost:5678'");
		expect(requests).toEqual([]);
	});

	test('names the scope that the token lacks for the list', async () => {
		const { failure } = await runWithToken('pit-harbor-readonly', getAll);
		expect(failure).toContain("'webhooks.readonly'");
	});
});

describe('Webhook Signature > Verify', () => {
	test('tells a signed body from a changed one', async () => {
		const { publicKeyPem } = stage.sandbox.control.publicKey();
		const rawBody = '{"type":"ContactCreate", "contactId":"contact-ada"}';
		const { execution } = await run(
			{
				resource: 'webhookSignature',
				operation: 'verify',
				rawBodySource: 'text',
				rawBody: '={{ $json.rawBody }}',
				signatureHeader: stage.sandbox.control.sign(rawBody),
				publicKeyPem,
			},
			{
				credentials: [],
				items: [{ rawBody }, { rawBody: JSON.stringify(JSON.parse(rawBody)) }],
			},
		);
		expect(nodeJson(execution, 'Node')).toEqual([
			expect.objectContaining({ valid: true, reason: null }),
			expect.objectContaining({ valid: false, reason: 'signatureMismatch' }),
		]);
	});
});
