import { editor } from './person';

/** Finding the nodes and their actions by typing. */
export function nodeCreator(): void {
	describe('the node panel', () => {
		beforeAll(async () => await editor.newWorkflow());

		test.each([
			['slot', 'Platform'],
			['reschedule', 'Platform'],
			['cancel', 'Platform'],
			['signature', 'Platform'],
			['new contact', 'Platform'],
			['book appointment', 'Platform'],
			['free slots', 'Platform'],
			['installed location', 'Platform'],
			['custom webhook', 'Platform'],
			['access token', 'Platform'],
			['changelog', 'Knowledge'],
			['glossary', 'Knowledge'],
			['recipe', 'Knowledge'],
			['use case', 'Knowledge'],
			['feature', 'Knowledge'],
		])('finds "%s"', async (words, app) => {
			const [best] = await editor.searchNodes(words);
			expect(best).toBe(app);
		});
		});
}
