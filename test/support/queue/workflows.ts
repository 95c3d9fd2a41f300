import type { INode, INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import type { N8nApi, WorkflowDraft } from '../../../runtime/api';
import { PACKAGE_NAME } from '../../../runtime/paths';

type NodeDraft = Pick<INode, 'name' | 'type' | 'parameters'> &
	Partial<Pick<INode, 'typeVersion' | 'credentials' | 'webhookId' | 'onError'>>;

/** A node of n8n itself, e.g. `builtIn('noOp', 'Done')`. */
export function builtIn(
	type: string,
	name: string,
	parameters: INodeParameters = {},
	rest: Partial<NodeDraft> = {},
): NodeDraft {
	return { name, type: `n8n-nodes-base.${type}`, parameters, ...rest };
}

/** Platform Trigger with a path of its own. */
export function platformTrigger(
	parameters: INodeParameters,
	credentials: INode['credentials'],
): NodeDraft {
	return {
		name: 'Platform Trigger',
		type: `${PACKAGE_NAME}.platformTrigger`,
		parameters,
		credentials,
		webhookId: randomUUID(),
	};
}

/** The same trigger, entered on the platform by hand: it registers nothing. */
export function manualTrigger(
	credentials: INode['credentials'],
	events: readonly string[],
	settings: INodeParameters = {},
): NodeDraft {
	const named = { additionalEvents: [...events], ...settings };
	return platformTrigger({ registration: 'manual', events: [], settings: named }, credentials);
}

/** Platform node, one operation. */
export function platform(
	name: string,
	parameters: INodeParameters,
	credentials: INode['credentials'],
): NodeDraft {
	return { name, type: `${PACKAGE_NAME}.platform`, parameters, credentials };
}

/** Nodes one after the other. */
export function workflow(name: string, chain: NodeDraft[]): WorkflowDraft {
	const nodes = chain.map(
		(draft, index): INode => ({
			id: randomUUID(),
			typeVersion: 1,
			position: [220 * index, 0],
			...draft,
		}),
	);
	const connections: WorkflowDraft['connections'] = Object.fromEntries(
		chain
			.slice(1)
			.map(({ name: node }, n) => [chain[n].name, { main: [[{ node, type: 'main', index: 0 }]] }]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Creates and publishes a workflow that begins with a webhook. @returns when it is served; the path as `/webhook/<uuid>/webhook` */
export async function publish(api: N8nApi, draft: WorkflowDraft) {
	const { id } = await api.createWorkflow(draft);
	await api.activate(id);
	const url = api.webhookUrl(draft.nodes[0].webhookId ?? '');
	await api.waitForWebhook(url);
	return { id, path: new URL(url).pathname };
}
