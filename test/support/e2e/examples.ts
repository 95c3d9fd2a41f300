import { readExample } from '../../../runtime/examples';
import type { Workflow } from '../../../runtime/api';
import type { Stage } from '../stage';

/**
 * Imports an example as it is shipped. n8n chooses the credentials by type and name; the stage has
 * them under the names that the examples use.
 * @throws Error when a node is left without one of its credentials
 */
export async function importExample({ api }: Stage, fileName: string): Promise<Workflow> {
	const draft = await readExample(fileName);
	const workflow = await api.createWorkflow(draft);
	const missing = workflow.nodes.flatMap(({ name, credentials = {} }) =>
		Object.entries(credentials).flatMap(([type, { id }]) => (id ? [] : [`${name}: ${type}`])),
	);
	expect(missing).toEqual([]);
	return workflow;
}
