import { failureText } from '../../runtime/execution';
import { deliver } from '../support/deliver';
import { FORMS } from '../support/forms';
import { createSigningKey } from '../support/keys';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import { LOCATION, useHarness } from '../support/harness';

const TRIGGER = 'Platform Trigger';

describe("the contract's form", () => {
	const [{ profile, registration, signatureHeader }] = FORMS;
	const harness = useHarness({ profile });

	/** Platform Trigger -> nothing. */
	function triggerWorkflow() {
		const parameters = { ...registration, events: ['ContactCreate'] };
		const trigger = platformTrigger(
			parameters,
			harness.use('platformWebhookApi', 'platformOAuth2Api'),
		);
		return workflow('On an event', [trigger, builtIn('noOp', 'Go on')]);
	}

	test('a published workflow is served again after a restart of n8n, registers nothing, and knows what it has seen', async () => {
		const { api, n8n, owner, sandbox } = harness;
		const { id, path } = await publish(api, triggerWorkflow());
		const url = n8n.url + path;
		const { deliveryIds } = sandbox.control.createContact({ locationId: LOCATION });
		await sandbox.control.deliveriesSettled();
		await api.waitForExecutions(id, 1);

		// Verifying needs the public key only.
		sandbox.control.expireTokens({});
		await n8n.restart();
		await api.login(owner);
		await api.waitForWebhook(url);
		const registrations = sandbox.control.webhooks().filter((webhook) => webhook.url === url);
		expect(registrations).toHaveLength(1);

		const repeat = await sandbox.control.redeliver(deliveryIds[0]);
		expect(repeat.attempts).toEqual([expect.objectContaining({ status: 200 })]);
		const [latest] = await api.waitForExecutions(id, 2);
		const { runData } = (await api.getExecution(latest.id)).data.resultData;
		// It ended at the trigger: nothing was put out, and nothing behind it ran.
		expect(Object.keys(runData)).toEqual([TRIGGER]);
		expect(runData[TRIGGER][0].data?.main).toEqual([[]]);
		expect(runData[TRIGGER][0].hints?.map(({ message }) => message).join()).toContain(
			'started the workflow',
		);

		sandbox.control.createContact({ locationId: LOCATION });
		await sandbox.control.deliveriesSettled();
		await api.waitForExecutions(id, 3);
		expect(await api.countExecutions({ workflowId: id })).toBe(3);
	});

	test('a refusal while the editor listens shows its reason there, and a bare 401 to the sender', async () => {
		const draft = triggerWorkflow();
		const { id } = await harness.api.createWorkflow(draft);
		await harness.api.listenForTestEvent(id, TRIGGER);
		const url = `${harness.n8n.url}/webhook-test/${draft.nodes[0].webhookId}/webhook`;
		const body = JSON.stringify({ type: 'ContactCreate' });
		const forged = { header: signatureHeader, signature: createSigningKey().sign(body) };
		expect(await deliver(url, body, forged)).toMatchObject({ status: 401, body: '' });
		const [{ id: executionId }] = await harness.api.waitForExecutions(id, 1);
		const failure = failureText(await harness.api.getExecution(executionId));
		expect(failure).toContain('A delivery was refused with 401');
		expect(failure).toContain('The key may have been rotated');
	});
});
