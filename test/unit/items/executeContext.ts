import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import { CredentialStore } from '../../support/credentialStore';
import { additionalDataFor } from '../../support/engine';

/** A node on its own in a workflow, with its input. */
interface NodeWithInput {
	nodeType: INodeType;
	parameters: INodeParameters;
	items?: IDataObject[];
	node?: Partial<INode>;
	timezone?: string;
	executionId?: string;
}

function inWorkflow(given: NodeWithInput) {
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
	const additionalData = Object.assign(additionalDataFor(new CredentialStore({})), { executionId: given.executionId });
	return { items, node, workflow, additionalData };
}

/** n8n-core's own context of `execute()`, for modules that are called with it as `this`. */
export function executeContext(given: NodeWithInput): ExecuteContext {
	const { items, node, workflow, additionalData } = inWorkflow(given);
	const inputData = { main: [items] };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'trigger',
		createEmptyRunExecutionData(),
		0,
		items,
		inputData,
		{ node, data: inputData, source: null },
		[],
	);
}

/** The one that `execute()` gets where another node calls it as a tool, outside the engine. */
export function toolContext(given: NodeWithInput, parentNode?: INode): IExecuteFunctions {
	const { items, node, workflow, additionalData } = inWorkflow(given);
	const inputData = { ai_tool: [items] };
	const context = new SupplyDataContext(
		workflow,
		node,
		additionalData,
		'trigger',
		createEmptyRunExecutionData(),
		0,
		items,
		inputData,
		'ai_tool',
		{ node, data: inputData, source: null },
		[],
		undefined,
		parentNode,
	);
	// So does n8n-core, whose tools are nodes with nothing but an `execute()`.
	return context as unknown as IExecuteFunctions;
}
