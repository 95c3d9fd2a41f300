import type { Workflow } from '../../runtime/api';
import { nodeRuns } from '../../runtime/execution';
import { waitFor } from '../../runtime/polling';
import { createCredentials, importExamples } from '../../scripts/demo/prepare';
import { useHarness } from '../support/harness';

/**
 * The examples that the first click runs: where they begin, and their last node. The others wait for a chat, a visitor or
 * an MCP client, or are for HighLevel.
 */
const RUNS: Record<string, [trigger: string, last: string]> = {
	'app-uninstalled-deletes-credential.json': ['App Uninstalled', 'Of That Location'],
	'appointment-created-playbook.json': ['Appointment Created', 'Tell the Team'],
	'new-contact-books-onboarding-call.json': ['Contact Created', 'Tell the Team'],
	'nightly-changelog-digest.json': ['Every Night', 'Remember'],
	'offer-a-canceled-slot-to-the-waiting-list.json': ['Slot Opened', 'Offer to Contact'],
	'confirm-or-move-appointment.json': ['Appointment Created', 'Send Reminder'],
	'offer-slots-and-wait.json': ['Contact Created', 'Send Invitation'],
	'watch-the-registrations.json': ['Every Hour', 'Tell the Team'],
};
/** The shipped workflows, as `npm start` imports them, and as the editor runs them by hand. */
describe('the examples of the demo', () => {
	const harness = useHarness({ connect: false });
	let workflows: Map<string, Workflow>;

	beforeAll(async () => {
		const { api, n8n, sandbox } = harness;
		// n8n chooses by name, where only one has it.
		for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
		workflows = await importExamples(api, await createCredentials(n8n, api, sandbox), sandbox);
	}, 60_000);

	test.each(Object.entries(RUNS))(
		'%s is green at the first click',
		async (file, [trigger, last]) => {
			const { api } = harness;
			const execution = await api.run(workflows.get(file)!.id, { trigger });
			const ran = await waitFor(`'${last}'`, async () => {
				const seen = await api.getExecution(execution);
				return seen.status !== 'new' && seen.status !== 'running' && seen;
			});
			expect([ran.status, ran.data.resultData.error]).toEqual([
				expect.stringMatching(/^(success|waiting)$/),
				undefined,
			]);
			expect(nodeRuns(ran, last)).not.toEqual([]);
			for (const run of Object.values(ran.data.resultData.runData).flat())
				expect(run.error).toBeUndefined();
		},
	);
});
