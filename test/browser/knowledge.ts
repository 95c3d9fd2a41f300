import { dialog, editor, KNOWLEDGE, panel, picture, harness, step } from './person';

/** Look-ups, and what stops one. */
export function knowledge(): void {
	describe('the Knowledge node', () => {
		beforeAll(async () => await editor.newWorkflow());

		step("its credential says that an address is not the knowledge API's, and tests the right one", async () => {
			await editor.addNode('changelog', KNOWLEDGE, 'Search recipes');
			await dialog.create();
			await dialog.fill({ baseUrl: harness.n8n.url });
			expect(await dialog.saveAndRead()).toContain("Check 'Base URL'");
			await dialog.fill({ baseUrl: harness.sandbox.url });
			await dialog.saveAndPass();
		});

		step('finds recipes', async () => {
			await panel.fill('query', 'book appointment');
			await panel.fill('limit', '3');
			await panel.execute();
			const recipes = await panel.outputItems();
			await picture('knowledge');
			expect(recipes).toHaveLength(3);
			expect(recipes[0].title).toMatch(/book/i);
		});

		step('says in words that a term is unknown', async () => {
			await panel.choose('resource', 'Glossary Term');
			await panel.fill('slug', 'no-such-term');
			await panel.execute();
			expect(await panel.failure.innerText()).toContain('no-such-term');
			await editor.closeNode();
			expect(await editor.issuesOf('Get the definition of a term')).toContain('no-such-term');
		});
	});
}
