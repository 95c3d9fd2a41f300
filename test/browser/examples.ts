import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EXAMPLES_FOLDER, readExample, withChoices, withCredentials } from '../../runtime/examples';
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

		/** All of them run in a real n8n in test/e2e; two ways in are enough here. */
		step('import from their files and by pasting their text', async () => {
			const demo = 'new-contact-books-onboarding-call.json';
			const { nodes } = await readExample(demo);
			const names = nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);
			await editor.importFile(join(EXAMPLES_FOLDER, demo));
			expect(await open()).toEqual(expect.arrayContaining(names));
			await editor.paste(await readFile(join(EXAMPLES_FOLDER, demo), 'utf8'));
			expect(await open()).toEqual(expect.arrayContaining(names));
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
