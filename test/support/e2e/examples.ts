import type { INodeParameters } from 'n8n-workflow';

import { readExample, withChoices } from '../../../runtime/examples';
import type { Workflow } from '../../../runtime/api';
import { formOf } from '../forms';
import type { Harness } from '../harness';

/**
 * Imports an example as it is shipped, and chooses from the lists that it leaves empty, as its note
 * says: HighLevel has no registrations. n8n chooses the credentials by type and name; the harness has
 * them under the examples' names.
 * @param filledIn further parameters, by the names of the nodes
 * @throws Error when a node is left without one of its credentials
 */
export async function importExample(
	{ api, sandbox }: Pick<Harness, 'api' | 'sandbox'>,
	fileName: string,
	choices: Record<string, string> = {},
	filledIn: Record<string, INodeParameters> = {},
): Promise<Workflow> {
	const draft = withChoices(await readExample(fileName), choices);
	for (const { name, type, parameters } of draft.nodes) {
		const isRegistered =
			type.endsWith('.platformTrigger') && parameters.registration === 'automatic';
		Object.assign(parameters, filledIn[name], isRegistered && formOf(sandbox).registration);
	}
	const workflow = await api.createWorkflow(draft);
	const missing = workflow.nodes.flatMap(({ name, credentials = {} }) =>
		Object.entries(credentials).flatMap(([type, { id }]) => (id ? [] : [`${name}: ${type}`])),
	);
	expect(missing).toEqual([]);
	return workflow;
}

/** Publishes an example that begins with an event, and enters its address in the app's settings. @returns the address */
export async function publishExample(
	{ api, sandbox }: Harness,
	{ id, nodes }: Workflow,
): Promise<string> {
	await api.activate(id);
	const url = api.webhookUrl(
		String(nodes.find(({ type }) => type.endsWith('.platformTrigger'))?.webhookId),
	);
	await api.waitForWebhook(url);
	// The contract sends app.deleted there, HighLevel every event.
	sandbox.setNotificationUrl(url);
	return url;
}
