import { ExecuteContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import { CredentialStore } from '../../support/credentialStore';
import { additionalDataFor } from '../../support/engine';

/** n8n-core's own context of `execute()`, for modules that are called with it as `this`. */
export function executeContext(given: {
	nodeType: INodeType;
	parameters: INodeParameters;
	items?: IDataObject[];
	node?: Partial<INode>;
	timezone?: string;
}): ExecuteContext {
	const items: INodeExecutionData[] = (given.items ?? [{}]).map((json) => ({ json }));
	const node: INode = {
		id: 'node-under-test',
		name: 'Node',
		type: 'n8n-nodes-crm-platform.knowledge',
		typeVersion: 1,
		position: [0, 0],
		parameters: given.parameters,
		...given.node,
	};
	const workflow = new Workflow({
		id: 'workflow-under-test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => given.nodeType,
			getByNameAndVersion: () => given.nodeType,
			getKnownTypes: () => ({}),
		},
		settings: { timezone: given.timezone ?? 'UTC' },
	});
	const inputData = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		additionalDataFor(new CredentialStore({})),
		'trigger',
		createEmptyRunExecutionData(),
		0,
		items,
		inputData,
		{ node, data: inputData, source: null },
		[],
	);
}
