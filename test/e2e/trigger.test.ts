import { failureText } from '../../runtime/execution';
import { deliver } from '../support/deliver';
import { createSigningKey } from '../support/keys';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { LOCATION, useHarness } from '../support/harness';

const TRIGGER = 'Platform Trigger';

// One of its own: it is restarted.
const harness = useHarness({ env: {} });

/** Platform Trigger -> nothing, signed in by OAuth2. */
function triggerWorkflow() {
	const parameters = { registration: 'automatic', authentication: 'oAuth2', events: ['ContactCreate'] };
	const trigger = platformTrigger(parameters, harness.use('platformWebhookApi', 'platformOAuth2Api'));
	return workflow('On an event', [trigger, builtIn('noOp', 'Go on')]);
}

const body = JSON.stringify({ type: 'ContactCreate' });

describe('a published workflow', () => {
	let id: string;
	let url: string;

	const registrations = () =>
		harness.sandbox.control.webhooks().filter((webhook) => webhook.url === url);
	const executions = async () => await harness.api.countExecutions({ workflowId: id });

	beforeAll(async () => {
		const published = await publish(harness.api, triggerWorkflow());
		id = published.id;
		url = harness.n8n.url + published.path;
	});

	test('is served again after a restart of n8n, registers nothing, and knows what it has seen', async () => {
		const before = await executions();
		const { deliveryIds } = harness.sandbox.control.createContact({ locationId: LOCATION });
		await harness.sandbox.control.deliveriesSettled();
		await harness.api.waitForExecutions(id, before + 1);

		await harness.n8n.restart();
		await harness.api.login(harness.owner);
		await harness.api.waitForWebhook(url);
		expect(registrations()).toHaveLength(1);

		const repeat = await harness.sandbox.control.redeliver(deliveryIds[0]);
		expect(repeat.attempts).toEqual([expect.objectContaining({ status: 200 })]);
		const [latest] = await harness.api.waitForExecutions(id, before + 2);
		const { data } = await harness.api.getExecution(latest.id);
		const { runData } = data.resultData;
		// It ended at the trigger: nothing was put out, and nothing behind it ran.
		expect(Object.keys(runData)).toEqual([TRIGGER]);
		expect(runData[TRIGGER][0].data?.main).toEqual([[]]);
		expect(runData[TRIGGER][0].hints?.map(({ message }) => message).join()).toContain('same payload started the workflow');

		harness.sandbox.control.emit({ type: 'ContactCreate', locationId: LOCATION });
		await harness.sandbox.control.deliveriesSettled();
		await harness.api.waitForExecutions(id, before + 3);
		expect(await executions()).toBe(before + 3);
	});
});

test('a refusal while the editor listens shows its reason there, and a bare 401 to the sender', async () => {
	const draft = triggerWorkflow();
	const { id } = await harness.api.createWorkflow(draft);
	await harness.api.listenForTestEvent(id, TRIGGER);
	const url = `${harness.n8n.url}/webhook-test/${draft.nodes[0].webhookId}/webhook`;
	const signature = createSigningKey().sign(body);
	expect(await deliver(url, body, { signature })).toMatchObject({ status: 401, body: '' });
	const [{ id: executionId }] = await harness.api.waitForExecutions(id, 1);
	const failure = failureText(await harness.api.getExecution(executionId));
	expect(failure).toContain('A delivery was refused with 401');
	expect(failure).toContain('The key may have been rotated');
});
