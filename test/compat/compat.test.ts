import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as delay } from 'node:timers/promises';

import { nodeJson, nodeRuns } from '../../runtime/execution';
import { connectOAuth2 } from '../../runtime/oauthConnect';
import { deliver } from '../support/deliver';
import { credentialLike } from '../support/e2e/credentials';
import { bookAt, byId } from '../support/e2e/platformParameters';
import { dayFromNow, freeSlots, type Slot } from '../support/e2e/slots';
import { UNRECORDED_MS } from '../support/faults/kills';
import { createSigningKey } from '../support/keys';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { LOCATION, useHarness, type NodeRun } from '../support/harness';

const harness = useHarness({ release: '1.x' });
let slots: Slot[];
beforeAll(async () => (slots = await freeSlots(harness.sandbox, 'cal-onboarding')));

/** One run of the Platform node in the running n8n; signed in by OAuth2 unless told otherwise. */
const platform = async (parameters: INodeParameters, rest: Partial<NodeRun> = {}) =>
	await harness.runNode({
		type: 'platform',
		parameters: { authentication: 'oAuth2', ...parameters },
		credentials: ['platformOAuth2Api', 'platformTokenApi'],
		...rest,
	});

test('this is n8n 1.x', () => {
	expect(harness.n8n.log()).toMatch(/^Version: 1\./m);
});

test.each(['knowledgeApi', 'platformTokenApi', 'platformWebhookApi'] as const)('%s passes its test', async (type) => {
	expect(await harness.api.testCredential(harness.credentials[type])).toMatchObject({ status: 'OK' });
});

test('Knowledge: a lookup puts out what was found', async () => {
	const { json, failure } = await harness.runNode({
		type: 'knowledge',
		parameters: { resource: 'recipe', operation: 'search', query: 'free slot', limit: 1 },
		credentials: ['knowledgeApi'],
	});
	expect(failure).toBeUndefined();
	expect(json).toEqual([expect.objectContaining({ slug: 'book-appointment-into-free-slot' })]);
});

describe('Platform', () => {
	test.each(['oAuth2', 'accessToken'])('books a slot, signed in by %s', async (authentication) => {
		const [slot] = slots.splice(0, 4);
		const { json, failure } = await platform({ ...bookAt(slot), authentication });
		expect(failure).toBeUndefined();
		expect(json).toEqual([expect.objectContaining({ booked: true, contactId: 'contact-ada', ...slot })]);
		const appointments = harness.sandbox.control.appointments();
		expect(appointments.find(({ id }) => id === json[0].eventId)).toMatchObject(slot);
	});

	test('offers alternatives for a taken slot', async () => {
		const [slot] = slots.splice(0, 4);
		harness.sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slot });
		const { json } = await platform(bookAt(slot, { whenTaken: 'alternatives', maxAlternatives: 1 }));
		const alternatives = [{ startTime: expect.any(String) }];
		expect(json).toMatchObject([{ booked: false, reason: 'slotTaken', alternatives }]);
	});

	// n8n 1.x hands over its own error without the HTTP client's, which knows what happened.
	test('is in doubt about a booking whose response was lost, and books once', async () => {
		const [slot] = slots.splice(0, 4);
		const path = '/calendars/events/appointments';
		harness.sandbox.control.addFault({ method: 'POST', path, times: 1, drop: 'afterProcessing' });
		const { failure } = await platform(bookAt(slot));
		expect(failure).toContain('Outcome unknown: the connection ended before the platform responded');
		const { startTime } = slot;
		const booked = harness.sandbox.control.appointments().filter((one) => one.startTime === startTime);
		expect(booked).toHaveLength(1);
	});

	test('renews an access token that expired, for five items at once too', async () => {
		const { control } = harness.sandbox;
		control.expireTokens();
		const before = control.tokenRequests().length;
		const { json, failure } = await platform(
			{
				...{ resource: 'calendar', operation: 'getFreeSlots', calendarId: byId('cal-onboarding'), output: 'raw' },
				...{ startDate: '={{ $json.day }}', endDate: '={{ $json.day }}' },
			},
			{ items: [2, 3, 4, 5, 6].map((days) => ({ day: dayFromNow(days) })) },
		);
		expect(failure).toBeUndefined();
		expect(json).toHaveLength(5);
		const renewals = control.tokenRequests().slice(before);
		expect(renewals.map(({ outcome }) => outcome)).toEqual(['issued']);
	});

	test('asks to connect again when access was revoked', async () => {
		const credentials = await credentialLike(harness, 'oAuth2');
		await connectOAuth2(harness.api, String(credentials.platformOAuth2Api.id), { choice: 'loc-summit' });
		harness.sandbox.control.revoke({ locationId: 'loc-summit' });
		const parameters = { resource: 'calendar', operation: 'getAll' };
		const { failure } = await platform(parameters, { credentials: [], node: { credentials } });
		expect(failure).toContain('The platform no longer accepts this connection: access was revoked');
	});
});

describe('Platform Trigger', () => {
	let id: string;
	let url: string;

	beforeAll(async () => {
		const trigger = platformTrigger(
			{ registration: 'automatic', authentication: 'oAuth2', events: ['ContactCreate'] },
			harness.use('platformWebhookApi', 'platformOAuth2Api'),
		);
		const draft = workflow('On an event', [trigger, builtIn('noOp', 'Go on')]);
		const published = await publish(harness.api, draft);
		id = published.id;
		url = harness.n8n.url + published.path;
	});

	const executions = async () => await harness.api.countExecutions({ workflowId: id });
	const event = JSON.stringify({ type: 'ContactCreate', firstName: 'mallory' });

	test('registers its events once, also when it is activated again', async () => {
		const registrations = () => harness.sandbox.control.webhooks().map(({ url, actions }) => [url, actions]);
		expect(registrations()).toEqual([[url, ['ContactCreate']]]);
		await harness.api.deactivate(id);
		await harness.api.activate(id);
		await harness.api.waitForWebhook(url);
		expect(registrations()).toEqual([[url, ['ContactCreate']]]);
	});

	test('is started by a signed event, exactly once', async () => {
		const contact = harness.sandbox.control.createContact({ locationId: LOCATION, firstName: 'Noor' });
		await harness.sandbox.control.deliveriesSettled();
		const [started] = await harness.api.waitForExecutions(id, 1);
		const execution = await harness.api.waitForExecution(started.id);
		expect(nodeJson(execution, 'Go on')).toEqual([
			expect.objectContaining({ type: 'ContactCreate', contactId: contact.id, firstName: 'Noor' }),
		]);
		const repeat = await harness.sandbox.control.redeliver(contact.deliveryIds[0]);
		expect(repeat.attempts).toEqual([
			expect.objectContaining({ status: 200, response: expect.stringContaining('Already processed') }),
		]);
		expect(await executions()).toBe(1);
	});

	test.each([
		['signed by somebody else', event, createSigningKey().sign(event)],
		['that is not even JSON', `${event}}`, undefined],
	])('refuses a forged event %s with a bare 401, and is not started', async (_, body, signature) => {
		const before = await executions();
		expect(await deliver(url, body, { signature })).toMatchObject({ status: 401, body: '' });
		expect(await executions()).toBe(before);
		expect(harness.n8n.log()).toContain('refused a delivery with 401');
		expect(harness.n8n.log()).not.toMatch(/mallory/i);
	});

	test('knows what it has seen after a restart of n8n', async () => {
		const [{ id: deliveryId }] = harness.sandbox.control.deliveries();
		// A start counts as confirmed about a second after the response (docs/reliability.md).
		await delay(UNRECORDED_MS);
		await harness.n8n.restart();
		await harness.api.login(harness.owner);
		await harness.api.waitForWebhook(url);
		const before = await executions();
		const repeat = await harness.sandbox.control.redeliver(deliveryId);
		expect(repeat.attempts).toEqual([expect.objectContaining({ status: 200 })]);
		// The process has forgotten, n8n's record has not: the execution ends at the trigger.
		const [{ id: ended }] = await harness.api.waitForExecutions(id, before + 1);
		expect(nodeRuns(await harness.api.waitForExecution(ended), 'Go on')).toEqual([]);
	});
});
