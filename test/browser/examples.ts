import type { Workflow } from '../../runtime/api';
import { EXAMPLES_FOLDER } from '../../runtime/examples';
import { createCredentials, importExamples, PUBLISHED } from '../../scripts/demo/prepare';
import { browser, editor, harness, step } from './person';
import { join } from 'node:path';

/** The shipped workflows, as `npm start` imports them; test/e2e/firstClick.test.ts runs each. */
export function examples(): void {
	describe('the examples', () => {
		let workflows: Map<string, Workflow>;
		beforeAll(async () => {
			// n8n chooses by name, where only one has it.
			for (const { id } of await harness.api.listCredentials())
				await harness.api.deleteCredential(id);
			const credentials = await createCredentials(harness.n8n, harness.api, harness.sandbox);
			workflows = await importExamples(harness.api, credentials, harness.sandbox);
		});

		step('the first is green at the first click, without a warning', async () => {
			await editor.openWorkflow(workflows.get(PUBLISHED.contract)!.id);
			await browser.page.getByTestId('execute-workflow-button').first().click();
			await editor.node('Tell the Team').getByTestId('canvas-node-status-success').waitFor();
			expect(await browser.page.getByTestId('node-issues').count()).toBe(0);
		});

		step('an example imports from its file, with every node known', async () => {
			await editor.newWorkflow();
			await browser.page
				.getByTestId('workflow-import-input')
				.setInputFiles(join(EXAMPLES_FOLDER, 'ai-receptionist.json'));
			await editor.node('find_contact').waitFor();
			expect(await browser.page.getByTestId('node-not-installed').count()).toBe(0);
		});
	});
}
