import type { IContextObject, IExecuteFunctions, INode, INodeType } from 'n8n-workflow';

import { dropsFailures, runsAsTool } from '../../../nodes/n8n/execution';
import { parametersOf, readWaiting, rememberWait } from '../../../nodes/n8n/waitingExecution';
import { contextOf, SOURCE, type ContextRequest } from '../../support/context';

const TOOL = 'n8n-nodes-crm-platform.platformTool';
const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** n8n-core's own context of `execute()`; of a tool that another node calls outside the engine, where one is given. */
const contextOfCall = (parentNode?: Partial<INode>) =>
	contextOf(parentNode ? 'tool' : 'execute', {
		type: 'platformTool',
		parameters: {},
		parentNode: parentNode as INode,
	}).context as IExecuteFunctions;

it.each([
	[TOOL, true],
	['n8n-nodes-crm-platform.platform', false],
])('%s is a tool: %s', (type, isTool) => {
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

const properties = ['title', 'count'].map((name) => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
}));
const nodeType = {
	description: { name: 'page', version: 1, inputs: ['main'], outputs: ['main'], properties },
} as unknown as INodeType;

type Wait = Partial<ContextRequest> & { executionId?: string; nodeId?: string };

/** n8n-core's context of a request to a node that waits with an item. */
function waiting({ parameters = {}, executionId = 'e-1', nodeId = 'n-1', ...wait }: Wait) {
	return contextOf('webhook', {
		...{
			type: 'page',
			nodeType,
			parameters,
			node: { id: nodeId },
			settings: { timezone: 'Europe/Lisbon' },
		},
		...{
			items: [{ json: { name: 'Ada' } }],
			additionalData: { executionId, httpRequest: { method: 'GET', headers: {} } as never },
			mode: 'webhook',
			...wait,
		},
	}).context;
}

it('the parameters of a node that waits are those of its run, with the item that it waits with', () => {
	const parameters = { title: '={{ $json.name }} is welcome', count: '7' };
	const { getNode, getTimezone, getNodeParameter } = parametersOf(waiting({ parameters }));
	expect(getNodeParameter('title', 0)).toBe('Ada is welcome');
	expect(getNodeParameter('absent', 0, 'fallback')).toBe('fallback');
	expect(getNodeParameter('count', 0, 0, { ensureType: 'number' })).toBe(7);
	expect(getNode()).toMatchObject({ id: 'n-1', name: 'Node' });
	expect(getTimezone()).toBe('Europe/Lisbon');
});

describe('the name of a wait', () => {
	it('is the same for each request to it', () => {
		expect(readWaiting(waiting({})).wait).toBe(readWaiting(waiting({})).wait);
	});

	it.each<[string, Wait]>([
		['execution', { executionId: 'e-2' }],
		['node', { nodeId: 'n-2' }],
		['round of a loop', { source: { ...SOURCE, previousNodeRun: 1 } }],
		['output before it', { source: { ...SOURCE, previousNodeOutput: 1 } }],
		['node before it', { source: { ...SOURCE, previousNode: 'Other' } }],
	])('is another one for another %s', (_what, wait) => {
		expect(readWaiting(waiting(wait)).wait).not.toBe(readWaiting(waiting({})).wait);
	});
});

it('are still needed: n8n gives a request no item to read for, no run of a loop and no end of the wait', () => {
	const runs = [{ startTime: 0, executionTime: 0, executionIndex: 0, source: [SOURCE] }];
	const context = waiting({ runs });
	// The second argument is a fallback.
	expect(context.getNodeParameter('absent', 0)).toBe(0);
	expect(context.evaluateExpression('{{ $runIndex }}')).toBe(0);
	const offered = [];
	for (let at: object = context; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
		offered.push(...Object.getOwnPropertyNames(at));
	expect(offered.filter((name) => /wait/i.test(name))).toEqual([]);
});

it('the times of a wait are kept for requests, those of the last round', () => {
	const kept: IContextObject = {};
	expect(readWaiting(waiting({ kept }))).toMatchObject({ began: NaN, ends: NaN });
	for (const began of [0, 1_000]) {
		rememberWait({ getContext: () => kept } as never, new Date(began), new Date(began + 9));
	}
	expect(readWaiting(waiting({ kept }))).toMatchObject({ began: 1_000, ends: 1_009 });
});
