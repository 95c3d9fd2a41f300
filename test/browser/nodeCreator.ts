import { editor, KNOWLEDGE, PLATFORM } from './person';

/** Finding the nodes and their actions by typing. */
export function nodeCreator(): void {
	describe('the node panel', () => {
		beforeAll(async () => await editor.newWorkflow());

		test.each([
			['slot', PLATFORM],
			['reschedule', PLATFORM],
			['cancel', PLATFORM],
			['signature', PLATFORM],
			['new contact', PLATFORM],
			['book appointment', PLATFORM],
			['free slots', PLATFORM],
			['installed location', PLATFORM],
			['custom webhook', PLATFORM],
			['access token', PLATFORM],
			['api request', PLATFORM],
			['changelog', KNOWLEDGE],
			['glossary', KNOWLEDGE],
			['recipe', KNOWLEDGE],
			['use case', KNOWLEDGE],
			['feature', KNOWLEDGE],
		])('finds "%s"', async (words, app) => {
			const [best] = await editor.searchNodes(words);
			expect(best).toBe(app);
		});
	});
}
