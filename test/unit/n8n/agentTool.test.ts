import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createEmptyRunExecutionData, Workflow, type IExecuteFunctions, type INode, type INodeType } from 'n8n-workflow';

import { dropsFailures, runsAsTool } from '../../../nodes/n8n/agentTool';
import { CredentialStore } from '../../support/credentialStore';
import { additionalDataFor } from '../../support/engine';

const TOOL = 'n8n-nodes-crm-platform.platformTool';
const AGENT = '@n8n/n8n-nodes-langchain.agent';
const nodeType = {
	description: { name: 'tool', version: 1, inputs: ['main'], outputs: ['main'], properties: [] },
} as unknown as INodeType;

/** n8n-core's own context of `execute()`; of a tool that another node calls outside the engine, where one is given. */
function contextOf(parentNode?: Partial<INode>): IExecuteFunctions {
	const node: INode = { id: '1', name: 'Node', type: TOOL, typeVersion: 1, position: [0, 0], parameters: {} };
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const [given, state] = [additionalDataFor(new CredentialStore({})), createEmptyRunExecutionData()];
	const run = { node, data: {}, source: null };
	if (!parentNode) return new ExecuteContext(workflow, node, given, 'trigger', state, 0, [], {}, run, []);
	const more = [run, [] as never[], undefined, parentNode as INode] as const;
	return new SupplyDataContext(workflow, node, given, 'trigger', state, 0, [], {}, 'ai_tool', ...more) as unknown as IExecuteFunctions;
}

it.each([[TOOL, true], ['n8n-nodes-crm-platform.platform', false]])('%s is a tool: %s', (type, isTool) => {
	expect(runsAsTool({ type } as INode)).toBe(isTool);
});

it('is still needed: n8n does not say that the engine runs a tool', () => {
	expect(contextOf().isToolExecution()).toBe(false);
});

it.each<[string, number, boolean]>([
	[AGENT, 2.2, true],
	[`${AGENT}Tool`, 2.2, true],
	[AGENT, 3, false],
	['@n8n/n8n-nodes-langchain.agentOfSomebodyElse', 1, false],
])('%s %d drops what a tool throws: %s', (type, typeVersion, drops) => {
	expect(dropsFailures(contextOf({ type, typeVersion }))).toBe(drops);
});

it('an unknown caller hands failures on', () => {
	expect(dropsFailures(contextOf())).toBe(false);
});
