import type { INodeParameters } from 'n8n-workflow';

import { chooseCredentials } from '../../../runtime/chooseCredentials';
import {
	readExample,
	withChoices,
	withoutHighLevelTools,
	withRegistration,
} from '../../../runtime/examples';
import type { N8nApi, Workflow, WorkflowDraft } from '../../../runtime/api';
import { formOf } from '../forms';
import type { Harness } from '../harness';

/**
 * Imports an example as it is shipped, and chooses from the lists that it leaves empty, as its note says. Its platform
 * nodes get the token credential; where the form of the API has registrations, its trigger registers its event; without
 * HighLevel, the tools are disabled that need it.
 * @param filledIn further parameters, by the names of the nodes
 */
export async function importExample(
	{ api, sandbox }: Pick<Harness, 'api' | 'sandbox'>,
	fileName: string,
	choices: Record<string, string> = {},
	filledIn: Record<string, INodeParameters> = {},
): Promise<Workflow> {
	const chosen = withChoices(await readExample(fileName), choices);
	const shipped = sandbox.form() === 'highLevel' ? chosen : withoutHighLevelTools(chosen);
	for (const { name, parameters } of shipped.nodes) Object.assign(parameters, filledIn[name]);
	const isRegistered = formOf(sandbox).registration.registration === 'automatic';
	return await createWithCredentials(api, isRegistered ? withRegistration(shipped) : shipped);
}

/**
 * Creates a workflow of nodes from examples, with the credentials that are there, as the editor chooses them.
 * @throws Error when a node is left without one
 */
export async function createWithCredentials(
	api: N8nApi,
	shipped: WorkflowDraft,
): Promise<Workflow> {
	const { draft, missing } = await chooseCredentials(api, shipped, await api.listCredentials());
	expect(missing).toEqual([]);
	return await api.createWorkflow(draft);
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
