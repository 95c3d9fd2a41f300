import {
	type INode,
	type INodeCredentialDescription,
	type INodeParameters,
	NodeHelpers,
} from 'n8n-workflow';

import type { Credential, N8nApi, WorkflowDraft } from './api';

export interface MissingCredential {
	/** The node's name */
	node: string;
	/** Such as `smtp` */
	type: string;
}

/** The nodes for which the editor chooses nothing. */
const LEFT_OUT = ['n8n-nodes-base.httpRequest', 'n8n-nodes-base.httpRequestTool'];

/**
 * Chooses credentials as the editor does when somebody imports a workflow: a node that names none gets those that are
 * there, by type. n8n's REST interface leaves such nodes alone.
 *
 * @param available of two with one type, the first is taken
 * @returns the workflow, and the nodes that a person still has to open, with the type that they need
 */
export async function chooseCredentials(
	api: N8nApi,
	draft: WorkflowDraft,
	available: Credential[],
): Promise<{ draft: WorkflowDraft; missing: MissingCredential[] }> {
	const missing: MissingCredential[] = [];
	const nodes: INode[] = [];
	for (const node of draft.nodes) {
		const isLeftOut = LEFT_OUT.includes(node.type) || node.credentials !== undefined;
		const types = isLeftOut ? [] : await shownCredentials(api, node);
		const credentials: INode['credentials'] = {};
		for (const { name: type } of types) {
			const chosen = available.find((credential) => credential.type === type);
			if (chosen) credentials[type] = { id: chosen.id, name: chosen.name };
			else missing.push({ node: node.name, type });
		}
		nodes.push(Object.keys(credentials).length === 0 ? node : { ...node, credentials });
	}
	return { draft: { ...draft, nodes }, missing };
}

/** The credentials that a node asks for with the parameters that it has. */
async function shownCredentials(api: N8nApi, node: INode): Promise<INodeCredentialDescription[]> {
	const description = await api.getNodeType(node);
	if (description?.credentials === undefined) return [];
	const parameters: INodeParameters =
		NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			true,
			false,
			node,
			description,
		) ?? {};
	return description.credentials.filter((credential) =>
		NodeHelpers.displayParameter(parameters, credential, node, description),
	);
}
