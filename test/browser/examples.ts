/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { EXAMPLES_FOLDER, listExamples, readExample, withCredentials } from '../../runtime/examples';
import { browser, editor, picture, stage, step } from './person';

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

		test.each([
			['new-contact-books-onboarding-call.json', 'demo-workflow'],
			['ai-receptionist.json', 'ai-receptionist'],
		])('%s looks as in the picture', async (file, name) => {
			const draft = await readExample(file);
			const model = { name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'none' } };
			const credentials = [
				...(await stage.api.listCredentials()),
				await stage.api.createCredential(model),
			];
			const { id } = await stage.api.createWorkflow(withCredentials(draft, credentials));
			await editor.openWorkflow(id);
			await open();
			// A button in the middle of the lower edge would lie over the tools.
			if (name === 'ai-receptionist') await browser.page.getByTestId('zoom-out-button').click();
			await picture(name);
		});
	});
}
