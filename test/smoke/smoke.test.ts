import type { IDataObject } from 'n8n-workflow';

import { nodeJson } from '../../runtime/execution';
import {
	after,
	workflowThatAsks,
	book,
	workflowThatOffers,
	open,
	publishPage,
	send,
} from '../support/e2e/bookingPage';
import { deliver } from '../support/deliver';
import { byId } from '../support/e2e/platformParameters';
import { freeSlots } from '../support/e2e/slots';
import { FORMS, inHarborZone } from '../support/forms';
import {
	LOCATION,
	shareN8n,
	useHarness,
	type Harness,
	type HarnessCredentials,
} from '../support/harness';
import { createSigningKey } from '../support/keys';
import {
	allRuns,
	FIRST_APPOINTMENT,
	HIGH_LEVEL_RUNS,
	RUNS,
	type Run,
} from '../support/operationRuns';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { packageJson } from '../unit/package/packageClasses';

/** The package in a real n8n, in a minute or two: everything once. The details are for the other suites. */
shareN8n();

const calendarId = byId('cal-onboarding');

async function run(
	harness: Harness,
	operation: string,
	[parameters, item]: Run,
	authentication: 'accessToken' | 'oAuth2' = 'oAuth2',
): Promise<IDataObject> {
	const [resource, name] = operation.split('.');
	const isKnowledge = operation in RUNS.knowledge;
	const { json, failure } = await harness.runNode({
		type: isKnowledge ? 'knowledge' : 'platform',
		parameters: {
			resource,
			operation: name,
			...(!isKnowledge && { authentication }),
			...parameters,
		},
		credentials: isKnowledge
			? ['knowledgeApi']
			: [authentication === 'oAuth2' ? 'platformOAuth2Api' : 'platformTokenApi'],
	});
	expect(failure).toBeUndefined();
	expect(json[0]).toMatchObject(item);
	return json[0];
}

describe.each(FORMS)('$form', (form) => {
	const harness = useHarness({ profile: form.profile });

	test('a contact books on the page of Offer Slots and Wait', async () => {
		const draft = workflowThatOffers(harness.use('platformOAuth2Api'));
		const begin = await publishPage(harness, draft);
		const wait = await begin('contact-ben');
		const page = await open(wait.url);
		expect((await book(wait.url, page.slots[5])).title).toMatch(/^Booked/);
		expect(await after(harness.api, wait)).toMatchObject([
			{ booked: true, contactId: 'contact-ben' },
		]);
	});

	test('a contact confirms on the page of Ask to Confirm and Wait', async () => {
		const slots = freeSlots(harness.sandbox);
		const draft = workflowThatAsks(harness.use('platformOAuth2Api'), slots[7]);
		const begin = await publishPage(harness, draft);
		const wait = await begin('contact-ada');
		expect((await send(wait.url, { do: 'confirm' })).html).toContain(
			'Your appointment is confirmed',
		);
		// As the platform has it.
		const [startTime, endTime] = [slots[7].startTime, slots[7].endTime].map(inHarborZone);
		expect(await after(harness.api, wait)).toMatchObject([
			{ outcome: 'confirmed', startTime, endTime },
		]);
	});

	test('the credential by token passes its test', async () => {
		expect(await harness.api.testCredential(harness.credentials.platformTokenApi)).toMatchObject({
			status: 'OK',
		});
	});

	test('a published trigger is started by a signed event once, and by no forged one', async () => {
		const parameters = { ...form.registration, events: ['OpportunityCreate'] };
		const trigger = platformTrigger(
			parameters,
			harness.use('platformWebhookApi', 'platformOAuth2Api'),
		);
		const { id, path } = await publish(
			harness.api,
			workflow('On an event', [trigger, builtIn('noOp', 'Go on')]),
		);
		const url = harness.n8n.url + path;
		const registered = harness.sandbox.webhooks().some((webhook) => webhook.url === url);
		expect(registered).toBe(form.registration.registration === 'automatic');

		const header = form.signatureHeader;
		const body = JSON.stringify({
			type: 'OpportunityCreate',
			name: 'Braces',
			locationId: LOCATION,
			id: 'opportunity-1',
			[form.eventIdField]: 'event-1',
		});
		const signature = harness.sandbox.sign(body);
		const forged = createSigningKey().sign(body);
		expect(await deliver(url, body, { header, signature: forged })).toMatchObject({
			status: 401,
			body: '',
		});
		expect(await deliver(url, body, { header, signature })).toMatchObject({ status: 200 });
		const [{ id: started }] = await harness.api.waitForExecutions(id, 1);
		expect(nodeJson(await harness.api.getExecution(started), 'Go on')).toMatchObject([
			{ name: 'Braces' },
		]);
		expect(await deliver(url, body, { header, signature })).toMatchObject({ status: 200 });
		expect(await harness.api.countExecutions({ workflowId: id })).toBe(1);
	});

	test('a test run of the Slot Trigger polls once', async () => {
		const trigger = {
			name: 'Slots',
			type: 'n8n-nodes-crm-platform.slotTrigger',
			parameters: { authentication: 'accessToken', calendars: { values: [{ calendarId }] } },
			credentials: harness.use('platformTokenApi'),
		};
		const { id } = await harness.api.createWorkflow(
			workflow('On a slot', [trigger, builtIn('noOp', 'Go on')]),
		);
		const execution = await harness.api.runToEnd(id, { trigger: 'Slots' });
		expect(nodeJson(execution, 'Go on')).toHaveLength(10);
	});
});

describe('highLevel alone', () => {
	const harness = useHarness({ profile: 'highLevel' });
	beforeAll(() => void harness.sandbox.takeSlot(FIRST_APPOINTMENT));

	// By token: n8n 2.0 requests the default scopes, whatever a person types.
	test.each(Object.entries(HIGH_LEVEL_RUNS))('%s', async (operation, given) => {
		await run(harness, operation, given, 'accessToken');
	});
});

describe('highLevel, what the contract has, too', () => {
	const harness = useHarness({ profile: 'highLevel' });
	beforeAll(() => void harness.sandbox.takeSlot(FIRST_APPOINTMENT));

	// Only an agency may list its locations.
	const ofLocation = Object.entries(RUNS.platform).filter(
		([operation]) => operation !== 'installedLocation.getAll',
	);

	test.each(ofLocation)('%s', async (operation, given) => {
		await run(harness, operation, given, 'accessToken');
	});
});

describe('contract', () => {
	const harness = useHarness();
	beforeAll(() => void harness.sandbox.takeSlot(FIRST_APPOINTMENT));

	test.each(allRuns)('%s of %s', async (operation, _, given) => {
		await run(harness, operation, given);
	});

	test('a webhook is registered, read and listed', async () => {
		const created = { name: 'Ledger', url: 'http://127.0.0.1:9/', actions: ['FormSubmitted'] };
		const { id } = await run(harness, 'webhook.create', [created, { name: 'Ledger' }]);
		await run(harness, 'webhook.get', [{ webhookId: byId(String(id)) }, { id }]);
		await run(harness, 'webhook.getAll', [{}, { id }]);
	});

	test('a signature is verified', async () => {
		const rawBody = '{"type":"ContactCreate"}';
		const signatureHeader = harness.sandbox.sign(rawBody);
		const { publicKeyPem } = harness.sandbox.publicKey();
		const parameters = { rawBodySource: 'text', rawBody, signatureHeader, publicKeyPem };
		await run(harness, 'webhookSignature.verify', [parameters, { valid: true }]);
	});

	describe('credentials', () => {
		const tested = ['knowledgeApi', 'platformWebhookApi'] as const;

		test('are all in the package; the one by OAuth2 was connected, the one by token tested before', () => {
			expect(packageJson.n8n.credentials).toHaveLength(tested.length + 2);
		});

		test.each(tested)('%s passes its test', async (type: keyof HarnessCredentials) => {
			expect(await harness.api.testCredential(harness.credentials[type])).toMatchObject({
				status: 'OK',
			});
		});
	});
});
