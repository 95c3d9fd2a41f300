import type { Workflow } from '../../runtime/api';
import { nodeRuns } from '../../runtime/execution';
import { listExamples } from '../../runtime/examples';
import { waitFor } from '../../runtime/polling';
import { createCredentials, importExamples } from '../../scripts/demo/prepare';
import { useHarness } from '../support/harness';

/** The examples that the first click runs: where they begin, and their last node. */
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
/** They wait for a chat, a visitor or an MCP client; or are for HighLevel (dialogue.test.ts, examples.test.ts). */
const OTHERS = [
	'agent-with-human-review',
	'ai-receptionist',
	'booking-page-for-anybody',
	'contact-created-starts-follow-up',
	'mcp-server',
	'email-to-booking',
	'highlevel-workflow-webhook',
	'no-show-gets-a-message',
	'what-have-i-booked',
];

/** The shipped workflows, as `npm start` imports them, and as the editor runs them by hand. */
describe('the examples of the demo', () => {
	const harness = useHarness({ connect: false });
	let workflows: Map<string, Workflow>;

	beforeAll(async () => {
		const { api, n8n, sandbox } = harness;
		// n8n chooses by name, where only one has it.
		for (const { id } of await api.listCredentials()) await api.deleteCredential(id);
		workflows = await importExamples(api, await createCredentials(n8n, api, sandbox), sandbox);
		expect(await listExamples()).toEqual(
			[...Object.keys(RUNS), ...OTHERS.map((name) => `${name}.json`)].sort(),
		);
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

	test('the waiting list starts a page for each of its contacts, and nothing that fails', async () => {
		const { id: workflowId } = workflows.get('offer-a-canceled-slot-to-the-waiting-list.json')!;
		const ended = await waitFor('both pages', async () => {
			const statuses = (await harness.api.listExecutions({ workflowId }))
				.map(({ status }) => status)
				.sort();
			return (
				statuses.length === 3 &&
				!statuses.includes('new') &&
				!statuses.includes('running') &&
				statuses
			);
		});
		expect(ended).toEqual(['success', 'waiting', 'waiting']);
	});
});
