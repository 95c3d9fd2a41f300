import { readExample, withChoices } from '../../../runtime/examples';
import type { Workflow } from '../../../runtime/api';
import type { Harness } from '../harness';

/**
 * Imports an example as it is shipped, and chooses from the lists that it leaves empty, as its note
 * says. n8n chooses the credentials by type and name; the harness has them under the examples' names.
 * @throws Error when a node is left without one of its credentials
 */
export async function importExample(
	{ api }: Harness,
	fileName: string,
	choices: Record<string, string> = {},
): Promise<Workflow> {
	const draft = withChoices(await readExample(fileName), choices);
	const workflow = await api.createWorkflow(draft);
	const missing = workflow.nodes.flatMap(({ name, credentials = {} }) =>
		Object.entries(credentials).flatMap(([type, { id }]) => (id ? [] : [`${name}: ${type}`])),
	);
	expect(missing).toEqual([]);
	return workflow;
}
