import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { dropsFailures, runsAsTool } from '../../../nodes/n8n/execution';
import { contextOf } from '../../support/context';

const TOOL = 'n8n-nodes-crm-platform.platformTool';
const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** n8n-core's own context of `execute()`; of a tool that another node calls outside the engine, where one is given. */
const contextOfCall = (parentNode?: Partial<INode>) =>
	contextOf(parentNode ? 'tool' : 'execute', { type: 'platformTool', parameters: {}, parentNode: parentNode as INode }).context as IExecuteFunctions;

it.each([[TOOL, true], ['n8n-nodes-crm-platform.platform', false]])('%s is a tool: %s', (type, isTool) => {
	expect(runsAsTool({ type } as INode)).toBe(isTool);
});

it('is still needed: n8n does not say that the engine runs a tool', () => {
	expect(contextOfCall().isToolExecution()).toBe(false);
});

it.each<[string, number, boolean]>([
	[AGENT, 2.2, true],
	[`${AGENT}Tool`, 2.2, true],
	[AGENT, 3, false],
	['@n8n/n8n-nodes-langchain.agentOfSomebodyElse', 1, false],
])('%s %d drops what a tool throws: %s', (type, typeVersion, drops) => {
	expect(dropsFailures(contextOfCall({ type, typeVersion }))).toBe(drops);
});

it('an unknown caller hands failures on', () => {
	expect(dropsFailures(contextOfCall())).toBe(false);
});
