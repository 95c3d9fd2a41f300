import type { IDataObject } from 'n8n-workflow';

import { nodeJson } from '../../runtime/execution';
import { after, asking, book, offering, open, published, send } from '../support/e2e/bookingPage';
import { deliver } from '../support/deliver';
import { byId } from '../support/e2e/platformParameters';
import { freeSlots } from '../support/e2e/slots';
import { useHarness, type HarnessCredentials } from '../support/harness';
import { createSigningKey } from '../support/keys';
import { allRuns, RUNS, type Run } from '../support/operationRuns';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { packageJson } from '../unit/package/packageClasses';

/** The package in a real n8n, in a minute: everything once. The details are for the other suites. */
const harness = useHarness();

const calendarId = byId('cal-onboarding');

async function run(operation: string, [parameters, item]: Run): Promise<IDataObject> {
	const [resource, name] = operation.split('.');
	const isKnowledge = operation in RUNS.knowledge;
	const { json, failure } = await harness.runNode({
		type: isKnowledge ? 'knowledge' : 'platform',
		parameters: { resource, operation: name, ...(!isKnowledge && { authentication: 'oAuth2' }), ...parameters },
		credentials: isKnowledge ? ['knowledgeApi'] : ['platformOAuth2Api'],
	});
	expect(failure).toBeUndefined();
	expect(json[0]).toMatchObject(item);
	return json[0];
}

test.each(allRuns)('%s of %s', async (operation, _, given) => {
	await run(operation, given);
});

test('an appointment is booked, moved and canceled', async () => {
	const [slot, later] = await freeSlots(harness.sandbox, 'cal-onboarding');
	const at = { calendarId, slotSource: 'startEnd' };
	const booking = { ...at, contactId: 'contact-ada', ...slot };
	const { appointmentId } = await run('appointment.book', [booking, { booked: true, ...slot }]);
	await run('appointment.reschedule', [{ ...at, appointmentId: String(appointmentId), ...later }, { rescheduled: true, ...later }]);
	await run('appointment.cancel', [{ appointmentId: String(appointmentId) }, { canceled: true }]);
});

test('a webhook is registered, read and listed', async () => {
	const created = { name: 'Ledger', url: 'http://127.0.0.1:9/', actions: ['FormSubmitted'] };
	const { id } = await run('webhook.create', [created, { name: 'Ledger' }]);
	await run('webhook.get', [{ webhookId: byId(String(id)) }, { id }]);
	await run('webhook.getAll', [{}, { id }]);
});

test('a signature is verified', async () => {
	const rawBody = '{"type":"ContactCreate"}';
	const signatureHeader = harness.sandbox.control.sign(rawBody);
	const { publicKeyPem } = harness.sandbox.control.publicKey();
	const parameters = { rawBodySource: 'text', rawBody, signatureHeader, publicKeyPem };
	await run('webhookSignature.verify', [parameters, { valid: true }]);
});

test('a contact books on the page of Offer Slots and Wait', async () => {
	const draft = offering(harness.use('platformOAuth2Api'));
	const { begin } = await published(harness.api, harness.n8n.url, draft);
	const wait = await begin('contact-ben');
	const page = await open(wait.url);
	expect((await book(wait.url, page.slots[5], page)).title).toMatch(/^Booked/);
	expect(await after(harness.api, wait)).toMatchObject([{ booked: true, contactId: 'contact-ben' }]);
});

test('a contact confirms on the page of Ask to Confirm and Wait', async () => {
	const slots = await freeSlots(harness.sandbox, 'cal-onboarding');
	const draft = asking(harness.use('platformOAuth2Api'), slots[7]);
	const { begin } = await published(harness.api, harness.n8n.url, draft);
	const wait = await begin('contact-ada');
	expect((await send(wait.url, { do: 'confirm' })).html).toContain('Your appointment is confirmed');
	expect(await after(harness.api, wait)).toMatchObject([{ outcome: 'confirmed', ...slots[7] }]);
});

describe('credentials', () => {
	const tested = ['knowledgeApi', 'platformTokenApi', 'platformWebhookApi'] as const;

	test('are all in the package; the one by OAuth2 was connected before', () => {
		expect(packageJson.n8n.credentials).toHaveLength(tested.length + 1);
	});

	test.each(tested)('%s passes its test', async (type: keyof HarnessCredentials) => {
		expect(await harness.api.testCredential(harness.credentials[type])).toMatchObject({ status: 'OK' });
	});
});

test('a published trigger is started by a signed event once, and by no forged one', async () => {
	const parameters = { registration: 'automatic', authentication: 'oAuth2', events: ['OpportunityCreate'] };
	const trigger = platformTrigger(parameters, harness.use('platformWebhookApi', 'platformOAuth2Api'));
	const { id, path } = await publish(harness.api, workflow('On an event', [trigger, builtIn('noOp', 'Go on')]));
	const url = harness.n8n.url + path;
	expect(harness.sandbox.control.webhooks().map((webhook) => webhook.url)).toContain(url);

	const body = JSON.stringify({ type: 'OpportunityCreate', name: 'Braces' });
	const signature = harness.sandbox.control.sign(body);
	const forged = createSigningKey().sign(body);
	expect(await deliver(url, body, { signature: forged })).toMatchObject({ status: 401, body: '' });
	expect(await deliver(url, body, { signature })).toMatchObject({ status: 200 });
	const [{ id: started }] = await harness.api.waitForExecutions(id, 1);
	expect(nodeJson(await harness.api.getExecution(started), 'Go on')).toMatchObject([{ name: 'Braces' }]);
	expect(await deliver(url, body, { signature })).toMatchObject({ status: 200 });
	expect(await harness.api.countExecutions({ workflowId: id })).toBe(1);
});

test('a test run of the Slot Trigger polls once', async () => {
	const trigger = {
		name: 'Slots',
		type: 'n8n-nodes-crm-platform.slotTrigger',
		parameters: { authentication: 'accessToken', calendars: { values: [{ calendarId }] } },
		credentials: harness.use('platformTokenApi'),
	};
	const { id } = await harness.api.createWorkflow(workflow('On a slot', [trigger, builtIn('noOp', 'Go on')]));
	const execution = await harness.api.runToEnd(id, { trigger: 'Slots' });
	expect(nodeJson(execution, 'Go on')).toHaveLength(10);
});
