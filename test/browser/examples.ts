import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EXAMPLES_FOLDER, listExamples, readExample, withChoices, withCredentials } from '../../runtime/examples';
import { LOCATION } from '../support/harness';
import { browser, editor, picture, harness, step } from './person';

/** The shipped workflows, imported as a person does. */
export function examples(): void {
	describe('the examples', () => {
		const open = async () => {
			await editor.zoomToFit();
			expect(await browser.page.getByTestId('node-not-installed').count()).toBe(0);
			return await editor.nodeNames();
		};

		step('import from their files, with every node known', async () => {
			for (const file of await listExamples()) {
				await editor.importFile(join(EXAMPLES_FOLDER, file));
				const { nodes } = await readExample(file);
				const names = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);
				expect(await open()).toEqual(expect.arrayContaining(names));
			}
		});

		step('import by pasting their text', async () => {
			const [file] = await listExamples();
			await editor.paste(await readFile(join(EXAMPLES_FOLDER, file), 'utf8'));
			expect((await open()).length).toBeGreaterThan(1);
		});

		const openExample = async (file: string) => {
			const draft = withChoices(await readExample(file), { calendarId: 'cal-onboarding' });
			const credentials = await harness.api.listCredentials();
			const { id } = await harness.api.createWorkflow(withCredentials(draft, credentials));
			await editor.openWorkflow(id);
			return draft;
		};

		step('the demo runs with its pinned contact', async () => {
			const { nodes, pinData } = (await openExample('new-contact-books-onboarding-call.json')) as {
				nodes: Array<{ type: string }>;
				pinData?: Record<string, Array<{ json: { contactId: string } }>>;
			};
			const id = String(pinData?.['Contact Created'][0].json.contactId);
			harness.sandbox.control.createContact({ locationId: LOCATION, id });
			await browser.page.getByTestId('execute-workflow-button').first().click();
			const ran = browser.page.getByTestId('canvas-node-status-success');
			const all = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).length;
			// The trigger's mark says that its data is pinned.
			await ran.nth(all - 2).waitFor();
			await open();
			await picture('demo-workflow');
			const booked = harness.sandbox.control.appointments().filter(({ contactId }) => contactId === id);
			expect(booked).toMatchObject([{ appointmentStatus: 'new' }]);
		});

		step('the receptionist has its tools', async () => {
			const model = { name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'none' } };
			await harness.api.createCredential(model);
			await openExample('ai-receptionist.json');
			await open();
			// A button in the middle of the lower edge would lie over the tools.
			await browser.page.getByTestId('zoom-out-button').click();
			await picture('ai-receptionist');
		});
	});
}
