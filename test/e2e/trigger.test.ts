import { setTimeout as delay } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';

import { failureText, nodeJson } from '../../runtime/execution';
import { connectOAuth2 } from '../../runtime/oauthConnect';
import { credentialLike } from '../support/e2e/credentials';
import type { NodeCredentials } from '../support/e2e/credentials';
import { deliver } from '../support/e2e/deliver';
import { requestsDuring } from '../support/e2e/requests';
import { createSigningKey } from '../support/keys';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness } from '../support/harness';
import { UNRECORDED_MS } from '../support/faults/kills';

const TRIGGER = 'Platform Trigger';

let harness: Harness;

beforeAll(async () => {
	// One of its own: it is restarted.
	harness = await openHarness({ env: {} });
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

/** Platform Trigger -> nothing, signed in by OAuth2 unless told otherwise. */
function triggerWorkflow(parameters: INodeParameters, credentials: NodeCredentials = {}) {
	const key = { id: harness.credentials.platformWebhookApi, name: 'Key' };
	const defaults = { registration: 'automatic', authentication: 'oAuth2', events: ['ContactCreate'] };
	const used = { ...harness.use('platformOAuth2Api', 'platformTokenApi'), ...credentials };
	const trigger = platformTrigger(key, { ...defaults, ...parameters }, used);
	return workflow('On an event', [trigger, builtIn('noOp', 'Go on')]);
}

const contactEvent = (fields: object = {}) =>
	JSON.stringify({ type: 'ContactCreate', webhookEventId: `evt-${Math.random()}`, ...fields });

const signatureOf = (body: string) => harness.sandbox.control.sign(body);

describe('a published workflow', () => {
	let id: string;
	let url: string;
	let node: INode;

	const registrations = () =>
		harness.sandbox.control.webhooks().filter((webhook) => webhook.url === url);
	const executions = async () => await harness.api.countExecutions({ workflowId: id });

	beforeAll(async () => {
		const draft = triggerWorkflow({});
		[node] = draft.nodes;
		const published = await publish(harness.api, draft);
		id = published.id;
		url = harness.n8n.url + published.path;
	});

	test('has registered its events on the platform once', () => {
		expect(harness.sandbox.control.webhooks()).toEqual([
			expect.objectContaining({ locationId: LOCATION, url, actions: ['ContactCreate'] }),
		]);
	});

	test('is started by a signed event, exactly once', async () => {
		const contact = harness.sandbox.control.createContact({
			locationId: LOCATION,
			email: 'noor@example.com',
			firstName: 'Noor',
		});
		await harness.sandbox.control.deliveriesSettled();
		const [started] = await harness.api.waitForExecutions(id, 1);
		const execution = await harness.api.getExecution(started.id);
		expect(nodeJson(execution, 'Go on')).toEqual([
			expect.objectContaining({
				type: 'ContactCreate',
				contactId: contact.id,
				email: 'noor@example.com',
				firstName: 'Noor',
			}),
		]);

		const repeat = await harness.sandbox.control.redeliver(contact.deliveryIds[0]);
		expect(repeat.attempts).toEqual([
			expect.objectContaining({ status: 200, response: expect.stringContaining('Already processed') }),
		]);
		expect(await executions()).toBe(1);
	});

	test('refuses a forged event with a bare 401, and is not started', async () => {
		const before = await executions();
		const body = `${contactEvent({ firstName: 'mallory' })}}`;
		expect(await deliver(url, body, createSigningKey().sign(body))).toEqual({ status: 401, text: '' });
		expect(await executions()).toBe(before);
		expect(harness.n8n.log()).toContain('refused a delivery with 401');
		expect(harness.n8n.log()).not.toMatch(/mallory/i);
	});

	test('leaves its registration when it is unpublished, says so, and adopts it again', async () => {
		await harness.api.deactivate(id);
		const body = contactEvent();
		expect(await deliver(url, body, signatureOf(body))).toMatchObject({ status: 404 });
		expect(harness.n8n.log()).toContain(`for ${url} stays on the platform`);

		await harness.api.activate(id);
		await harness.api.waitForWebhook(url);
		expect(registrations()).toHaveLength(1);
	});

	test('registers nothing twice when it is published again, and only what is new', async () => {
		await harness.api.updateWorkflow(id, { name: 'On an event, renamed' });
		await harness.api.activate(id);
		expect(registrations()).toHaveLength(1);

		const { nodes } = await harness.api.getWorkflow(id);
		const events = ['ContactCreate', 'OpportunityCreate'];
		const changed = nodes.map((each) =>
			each.name === TRIGGER ? { ...each, parameters: { ...each.parameters, events } } : each,
		);
		await harness.api.updateWorkflow(id, { nodes: changed });
		await harness.api.activate(id);
		expect(registrations().map(({ actions }) => actions)).toEqual([
			['ContactCreate'],
			['OpportunityCreate'],
		]);
	});

	test('is served again after a restart of n8n, registers nothing, and knows what it has seen', async () => {
		const before = await executions();
		const { deliveryIds } = harness.sandbox.control.createContact({ locationId: LOCATION });
		await harness.sandbox.control.deliveriesSettled();
		await harness.api.waitForExecutions(id, before + 1);
		// A start counts as confirmed about a second after the response (docs/reliability.md).
		await delay(UNRECORDED_MS);

		await harness.n8n.restart();
		await harness.api.login(harness.owner);
		await harness.api.waitForWebhook(url);
		expect(registrations()).toHaveLength(2);

		const repeat = await harness.sandbox.control.redeliver(deliveryIds[0]);
		expect(repeat.attempts).toEqual([expect.objectContaining({ status: 200 })]);
		const [latest] = await harness.api.waitForExecutions(id, before + 2);
		const { data } = await harness.api.getExecution(latest.id);
		const { runData } = data.resultData;
		// It ended at the trigger: nothing was put out, and nothing behind it ran.
		expect(Object.keys(runData)).toEqual([TRIGGER]);
		expect(runData[TRIGGER][0].data?.main).toEqual([[]]);
		expect(runData[TRIGGER][0].hints?.map(({ message }) => message).join()).toContain('sent this event again');

		harness.sandbox.control.emit({ type: 'OpportunityCreate', locationId: LOCATION, value: 900 });
		await harness.sandbox.control.deliveriesSettled();
		await harness.api.waitForExecutions(id, before + 3);
		expect(await executions()).toBe(before + 3);
		expect(node.typeVersion).toBe(1);
	});
});

test('publishing is refused with what to do, and nothing is registered', async () => {
	const before = harness.sandbox.control.webhooks().length;
	const credentials = await credentialLike(harness, 'oAuth2');
	await connectOAuth2(harness.api, String(credentials.platformOAuth2Api.id), { choice: 'agency' });
	const { id } = await harness.api.createWorkflow(triggerWorkflow({}, credentials));
	await expect(harness.api.activate(id)).rejects.toThrow('belongs to no location');
	await harness.api.deactivate(id);
	expect(harness.sandbox.control.webhooks()).toHaveLength(before);
}, 60_000);

test('registered by hand, the trigger needs no account on the platform and asks it nothing', async () => {
	const key = { id: harness.credentials.platformWebhookApi, name: 'Key' };
	const byHand = workflow('By hand', [
		platformTrigger(key, { registration: 'manual', events: ['app.deleted'] }),
		builtIn('noOp', 'Go on'),
	]);
	const { result, requests } = await requestsDuring(
		harness.sandbox,
		async () => await publish(harness.api, byHand),
	);
	expect(requests).toEqual([]);

	const body = JSON.stringify({ type: 'app.deleted', locationId: LOCATION });
	expect(await deliver(harness.n8n.url + result.path, body, signatureOf(body))).toMatchObject({
		status: 200,
	});
	const [{ id: executionId }] = await harness.api.waitForExecutions(result.id, 1);
	const execution = await harness.api.getExecution(executionId);
	expect(nodeJson(execution, 'Go on')).toEqual([{ type: 'app.deleted', locationId: LOCATION }]);
});

describe('listening for a test event', () => {
	async function listen() {
		const draft = triggerWorkflow({});
		const { id } = await harness.api.createWorkflow(draft);
		await harness.api.listenForTestEvent(id, TRIGGER);
		return { id, url: `${harness.n8n.url}/webhook-test/${draft.nodes[0].webhookId}/webhook` };
	}

	test('receives one, without registering the test address', async () => {
		const before = harness.sandbox.control.webhooks();
		const { id, url } = await listen();
		const body = contactEvent({ firstName: 'Tess' });
		expect(await deliver(url, body, signatureOf(body))).toMatchObject({ status: 200 });
		const [{ id: executionId, mode }] = await harness.api.waitForExecutions(id, 1);
		expect(mode).toBe('manual');
		const execution = await harness.api.getExecution(executionId);
		expect(nodeJson(execution, 'Go on')).toEqual([expect.objectContaining({ firstName: 'Tess' })]);
		expect(harness.sandbox.control.webhooks()).toEqual(before);
	});

	test('shows the reason of a refusal where the person looks, and a bare 401 to the sender', async () => {
		const { id, url } = await listen();
		const body = contactEvent();
		const response = await deliver(url, body, createSigningKey().sign(body));
		expect(response).toEqual({ status: 401, text: '' });
		const [{ id: executionId }] = await harness.api.waitForExecutions(id, 1);
		const failure = failureText(await harness.api.getExecution(executionId));
		expect(failure).toContain('A delivery was refused with 401');
		expect(failure).toContain('The key may have been rotated');
	});
});
