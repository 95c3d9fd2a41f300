import { editor, KNOWLEDGE, PLATFORM } from './person';

/** Finding the nodes by typing: an action's words, and words of the codex file. */
export function nodeCreator(): void {
	describe('the node panel', () => {
		beforeAll(async () => await editor.newWorkflow());

		test.each([
			['slot', PLATFORM],
			['new contact', PLATFORM],
			['api request', PLATFORM],
			['changelog', KNOWLEDGE],
		])('finds "%s"', async (words, app) => {
			const [best] = await editor.searchNodes(words);
			expect(best).toBe(app);
		});
	});
}
