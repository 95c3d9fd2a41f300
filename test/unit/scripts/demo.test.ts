import { listExamples, readExample, withCredentials } from '../../../runtime/examples';
import { withDemoNote } from '../../../scripts/demo/prepare';

const typesOf = (draft: Awaited<ReturnType<typeof readExample>>) =>
	new Set(draft.nodes.flatMap(({ credentials = {} }) => Object.keys(credentials)));

/** The note of an example in the demo, which has a credential of every type but those of models. */
async function noteOf(file: string, isPublished = false): Promise<string> {
	const draft = await readExample(file);
	const given = [...typesOf(draft)].filter((type) => type !== 'openAiApi').map((type) => ({ id: type, name: type, type }));
	const shown = withDemoNote(withCredentials(draft, given as never), isPublished);
	return String(shown.nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content);
}

describe("the demo's notes", () => {
	it('say of each example that it is filled in, before what to fill in elsewhere', async () => {
		for (const file of await listExamples()) {
			expect([file, await noteOf(file)]).toEqual([
				file,
				expect.stringMatching(/\*\*In this demo, this is filled in\*\*.*\n\n\*\*In your own n8n, fill in three things\*\*\n1\. /),
			]);
		}
	});

	it('say which credential is missing, and which workflow is published', async () => {
		expect(await noteOf('ai-receptionist.json')).toContain('filled in**, but for the credential of **Chat Model**. It is not published');
		expect(await noteOf('offer-slots-and-wait.json', true)).toContain("It is published: create a contact on the platform's page");
	});
});
