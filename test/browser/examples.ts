import type { Workflow } from '../../runtime/api';
import { EXAMPLES_FOLDER, listExamples } from '../../runtime/examples';
import { waitFor } from '../../runtime/polling';
import { createCredentials, importExamples } from '../../scripts/demo/prepare';
import { browser, editor, harness, step } from './person';
import { join } from 'node:path';

/** The examples that the first click runs, and their last node. The others wait for a chat, a visitor or an MCP client. */
const RUNS: Record<string, string> = {
	'app-uninstalled-deletes-credential.json': 'Of That Location',
	'appointment-created-playbook.json': 'Notify Team',
	'new-contact-books-onboarding-call.json': 'Notify Team',
	'nightly-changelog-digest.json': 'Remember',
	'offer-a-canceled-slot-to-the-waiting-list.json': 'Offer to Contact',
	'confirm-or-move-appointment.json': 'Send Reminder',
	'offer-slots-and-wait.json': 'Send Invitation',
	'watch-the-registrations.json': 'Tell the Team',
};
const WAIT_FOR_SOMEBODY = ['agent-with-human-review.json', 'ai-receptionist.json', 'booking-page-for-anybody.json', 'mcp-server.json'];
/** test/e2e/dialogue.test.ts runs them. */
const HIGHLEVEL_ONLY = ['email-to-booking.json', 'what-have-i-booked.json'];

/** The shipped workflows, as `npm start` imports them. */
export function examples(): void {
	describe('the examples', () => {
		let workflows: Map<string, Workflow>;
		beforeAll(async () => {
			// n8n chooses by name, where only one has it.
			for (const { id } of await harness.api.listCredentials()) await harness.api.deleteCredential(id);
			const credentials = await createCredentials(harness.n8n, harness.api, harness.sandbox);
			workflows = await importExamples(harness.api, credentials, harness.sandbox);
			expect(await listExamples()).toEqual([...Object.keys(RUNS), ...WAIT_FOR_SOMEBODY, ...HIGHLEVEL_ONLY].sort());
		});

		test.each(Object.entries(RUNS))('%s is green at the first click', async (file, last) => {
			await editor.openWorkflow(workflows.get(file)!.id);
			await browser.page.getByTestId('execute-workflow-button').first().click();
			await editor.node(last).getByTestId('canvas-node-status-success').waitFor();
			expect(await browser.page.getByTestId('node-issues').count()).toBe(0);
		});

		test('starts nothing that fails', async () => {
			const ended = async (file: string) => {
				const { id: workflowId } = workflows.get(file)!;
				return (await harness.api.listExecutions({ workflowId })).map(({ status }) => status).sort();
			};
			// The one that was clicked, and one for each contact of the waiting list.
			const list = 'offer-a-canceled-slot-to-the-waiting-list.json';
			await waitFor('both pages', async () => String(await ended(list)) === 'success,waiting,waiting');
			for (const file of Object.keys(RUNS)) {
				const bad = (await ended(file)).filter((status) => status !== 'success' && status !== 'waiting');
				expect([file, bad]).toEqual([file, []]);
			}
		});

		step('an example imports from its file, with every node known', async () => {
			await editor.newWorkflow();
			await browser.page.getByTestId('workflow-import-input').setInputFiles(join(EXAMPLES_FOLDER, 'ai-receptionist.json'));
			await editor.node('find_contact').waitFor();
			expect(await browser.page.getByTestId('node-not-installed').count()).toBe(0);
		});
	});
}
