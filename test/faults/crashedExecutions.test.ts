import { nodeJson } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { importExample } from '../support/e2e/examples';
import { useFaultHarness } from '../support/faults/faultHarness';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';

const harness = useFaultHarness();

it('what n8n was killed with is retried once by the example, and a second run finds nothing', async () => {
	const { api, n8n, use } = harness;
	const apiKey = await api.createApiKey('Retry', [
		'workflow:list',
		'execution:list',
		'execution:retry',
	]);
	await api.createCredential({
		name: 'n8n account',
		type: 'n8nApi',
		data: { apiKey, baseUrl: `${n8n.url}/api/v1` },
	});
	const example = await importExample(harness, 'retry-crashed-executions.json');
	const trigger = platformTrigger(
		{ registration: 'manual', events: ['ContactCreate'] },
		use('platformWebhookApi'),
	);
	const slow = builtIn('wait', 'Slowly', { amount: 8, unit: 'seconds' }, { typeVersion: 1.1 });
	const { id, path } = await publish(api, workflow('Slow', [trigger, slow]));
	const body = JSON.stringify({
		type: 'ContactCreate',
		locationId: 'loc-harbor',
		webhookEventId: 'evt-slow',
	});
	const response = await fetch(n8n.url + path, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'x-platform-signature': harness.sandbox.sign(body),
		},
		body,
	});
	expect(response.status).toBe(200);
	await n8n.kill();
	await n8n.restart();
	const statuses = async () => (await harness.executions.of(id)).map(({ status }) => status);
	await waitFor('the crashed execution', async () => (await statuses()).includes('crashed'));

	const first = await api.runToEnd(example.id, { trigger: 'Every Ten Minutes' });
	expect(first.data.resultData.error).toBeUndefined();
	expect(nodeJson(first, 'Tell the Team')).toEqual([
		{
			text: expect.stringMatching(/^Execution \d+ crashed\. Its retry: success, execution \d+\.$/),
		},
	]);
	expect(await statuses()).toEqual(['crashed', 'success']);
	await api.runToEnd(example.id, { trigger: 'Every Ten Minutes' });
	expect(await statuses()).toEqual(['crashed', 'success']);
}, 200_000);
