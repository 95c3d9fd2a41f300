import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { nodeJson } from '../../runtime/execution';
import { after, asking, book, offering, open, published, send } from '../support/e2e/bookingPage';
import { deliver } from '../support/deliver';
import { byId } from '../support/e2e/platformParameters';
import { dayFromNow, freeSlots } from '../support/e2e/slots';
import { LOCATION, useHarness, type HarnessCredentials } from '../support/harness';
import { createSigningKey } from '../support/keys';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { isTrigger, nodes, packageJson, pairsOf } from '../unit/package/packageClasses';

/** The package in a real n8n, in a minute: everything once. The details are for the other suites. */
const harness = useHarness();

/** What an operation is given, and what the first of its items must hold. */
type Run = [parameters: INodeParameters, item: IDataObject];

const calendarId = byId('cal-onboarding');
const days = { startDate: dayFromNow(2), endDate: dayFromNow(9) };

/** `resource.operation`; the appointments and the signature follow below. */
const RUNS: Record<string, Run> = {
	'recipe.search': [{ query: 'free slot' }, { slug: 'book-appointment-into-free-slot' }],
	'glossaryTerm.get': [{ slug: 'sub-account' }, { term: 'Sub-account' }],
	'useCase.getAll': [{ vertical: 'dental' }, { vertical: 'dental' }],
	'changelogEntry.getAll': [{ since: '2020-01-01' }, { date: expect.any(String) }],
	'feature.get': [{ slug: 'calendars' }, { name: 'Calendars' }],
	'accessToken.get': [{}, { locationId: LOCATION, level: 'location' }],
	'apiRequest.send': [{ path: '/calendars/cal-onboarding' }, {}],
	'calendar.get': [{ calendarId }, { id: 'cal-onboarding' }],
	'calendar.getAll': [{}, { id: 'cal-onboarding' }],
	'calendar.getFreeSlots': [{ calendarId, ...days }, { startTime: expect.any(String) }],
	'installedLocation.getAll': [{}, { id: LOCATION }],
};
const FOLLOWING = ['webhook.create', 'webhook.get', 'webhook.getAll', 'appointment.book', 'appointment.reschedule', 'appointment.cancel', 'appointment.offerSlots', 'appointment.askToConfirm', 'webhookSignature.verify'];

async function run(operation: string, [parameters, item]: Run): Promise<IDataObject> {
	const [resource, name] = operation.split('.');
	const isKnowledge = nodeOf(operation) === 'knowledge';
	const { json, failure } = await harness.runNode({
		type: isKnowledge ? 'knowledge' : 'platform',
		parameters: { resource, operation: name, ...(!isKnowledge && { authentication: 'oAuth2' }), ...parameters },
		credentials: isKnowledge ? ['knowledgeApi'] : ['platformOAuth2Api'],
	});
	expect(failure).toBeUndefined();
	expect(json[0]).toMatchObject(item);
	return json[0];
}

const operations = nodes
	.filter((node) => !isTrigger(node))
	.flatMap((node) =>
		pairsOf(node).map(({ resource, operation }) => ({
			node: node.instance.description.name,
			name: `${String(resource.value)}.${String(operation.value)}`,
		})),
	);
const nodeOf = (operation: string) => operations.find(({ name }) => name === operation)?.node;

test('every operation has a run here', () => {
	expect([...Object.keys(RUNS), ...FOLLOWING].sort()).toEqual(operations.map(({ name }) => name).sort());
});

test.each(Object.keys(RUNS))('%s', async (operation) => {
	await run(operation, RUNS[operation]);
});

test('an appointment is booked, moved and canceled', async () => {
	const [slot, later] = await freeSlots(harness.sandbox, 'cal-onboarding');
	const at = { calendarId, slotSource: 'startEnd' };
	const booking = { ...at, contactId: 'contact-ada', ...slot };
	const { eventId } = await run('appointment.book', [booking, { booked: true, ...slot }]);
	await run('appointment.reschedule', [{ ...at, eventId: String(eventId), ...later }, { rescheduled: true, ...later }]);
	await run('appointment.cancel', [{ eventId: String(eventId) }, { deleted: true }]);
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
