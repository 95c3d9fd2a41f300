import { print } from '../support/print';
import { builtIn, platformTrigger, publish, workflow } from '../support/queue/workflows';
import type { Harness } from './harness';

const EVENT = 'OpportunityCreate';

/** Registrations cannot be removed by program, so a second one would stay for good. */
export function registration(harness: () => Harness): void {
	it('main restarted, workflow published again, processors restarted: one registration', async () => {
		const { api, credentials, sandbox, main, webhookProcessors, workers, executions } = harness();
		const trigger = platformTrigger(
			credentials.key,
			{ registration: 'automatic', authentication: 'accessToken', events: [EVENT] },
			{ platformTokenApi: credentials.token },
		);
		const draft = workflow('Registered once', [trigger, builtIn('noOp', 'Done')]);
		const published = await publish(api, draft);
		const counts: Record<string, number> = { 'first published': registrations() };

		await main.restart();
		await api.waitForWebhook(`${harness().url}${published.path}`);
		counts['main restarted'] = registrations();

		await api.updateWorkflow(published.id, { nodes: draft.nodes, connections: draft.connections });
		await api.activate(published.id);
		counts['published again'] = registrations();

		await api.deactivate(published.id);
		await api.activate(published.id);
		counts['unpublished and published'] = registrations();

		await Promise.all([...webhookProcessors, ...workers].map(async (n8n) => await n8n.restart()));
		counts['processors and workers restarted'] = registrations();

		sandbox.control.createOpportunity({ locationId: 'loc-harbor', name: 'Once' });
		await sandbox.control.deliveriesSettled();
		await executions.settled(published.id);
		const started = await executions.count(published.id);
		const list = Object.entries(counts).map(([when, count]) => `${when}: ${count}`);
		print(`registrations of one trigger: ${list.join(', ')}; one event then started ${started}`);
		expect(Object.values(counts)).toEqual([1, 1, 1, 1, 1]);
		expect(started).toBe(1);

		function registrations(): number {
			return sandbox.control.webhooks().filter(({ url }) => url.endsWith(published.path)).length;
		}
	}, 180_000);
}
