import type { INode, INodeType } from 'n8n-workflow';

import { dropsFailures, runsAsTool } from '../../../nodes/n8n/agentTool';
import { executeContext, toolContext } from '../items/executeContext';

const nodeType = {
	description: { name: 'tool', version: 1, inputs: ['main'], outputs: ['main'], properties: [] },
} as unknown as INodeType;
const given = {
	nodeType,
	parameters: {},
	node: { type: 'n8n-nodes-crm-platform.platformTool' },
};
const agent = (typeVersion: number) =>
	({ name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion }) as INode;

it('tells a tool by its type', () => {
	expect(runsAsTool(executeContext(given).getNode())).toBe(true);
	const node = { type: 'n8n-nodes-crm-platform.platform' };
	expect(runsAsTool(executeContext({ ...given, node }).getNode())).toBe(false);
});

it('is still needed: n8n does not say that the engine runs a tool', () => {
	expect(executeContext(given).isToolExecution()).toBe(false);
});

it.each([
	[2.2, true],
	[3, false],
])('takes an agent of version %d for one that drops failures: %s', (typeVersion, drops) => {
	expect(dropsFailures(toolContext(given, agent(typeVersion)))).toBe(drops);
	expect(dropsFailures(toolContext(given))).toBe(false);
});
