import { WebhookContext } from 'n8n-core';
import type { IContextObject, INode, INodeParameters, INodeType, ISourceData, ITaskData, IWebhookData } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { endOfWait, parametersOf, rememberEnd, waitOf } from '../../../nodes/n8n/waitingExecution';
import { CredentialStore } from '../../support/credentialStore';
import { additionalDataFor } from '../../support/engine';

interface Wait {
	parameters?: INodeParameters;
	executionId?: string;
	nodeId?: string;
	/** Where the items come from. */
	source?: ISourceData;
	/** Earlier runs of the node, in a loop. */
	runs?: ITaskData[];
	/** What the node has kept. */
	kept?: IContextObject;
}

const SOURCE = { previousNode: 'Before', previousNodeOutput: 0, previousNodeRun: 0 };

/** n8n-core's context of a request to a node that waits with an item. */
function waiting({ parameters = {}, executionId = 'e-1', nodeId = 'n-1', source = SOURCE, ...wait }: Wait) {
	const { kept = {}, runs = [] } = wait;
	const properties = ['title', 'count'].map((name) => ({ displayName: name, name, type: 'string', default: '' }));
	const description = { name: 'page', version: 1, inputs: ['main'], outputs: ['main'], properties };
	const nodeType = { description } as unknown as INodeType;
	const at = { type: 'page', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const node: INode = { ...at, id: nodeId, name: 'Page', parameters };
	const workflow = new Workflow({
		id: 'w-1',
		nodes: [{ ...at, id: 'before', name: 'Before' }, { ...at, id: 'other', name: 'Other' }, node],
		connections: { Before: { main: [[{ node: 'Page', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'Europe/Lisbon' },
	});
	const run = createRunExecutionData({
		resultData: { runData: { Page: runs } },
		executionData: {
			contextData: { 'node:Page': kept },
			nodeExecutionStack: [{ node, data: { main: [[{ json: { name: 'Ada' } }]] }, source: { main: [source] } }],
		},
	});
	const additionalData = Object.assign(additionalDataFor(new CredentialStore({})), { executionId });
	return new WebhookContext(workflow, node, additionalData, 'webhook', {} as IWebhookData, [], run);
}

it('the parameters of a node that waits are those of its run, with the item that it waits with', () => {
	const parameters = { title: '={{ $json.name }} is welcome', count: '7' };
	const { getNode, getTimezone, getNodeParameter } = parametersOf(waiting({ parameters }));
	expect(getNodeParameter('title', 0)).toBe('Ada is welcome');
	expect(getNodeParameter('absent', 0, 'fallback')).toBe('fallback');
	expect(getNodeParameter('count', 0, 0, { ensureType: 'number' })).toBe(7);
	expect(getNode()).toMatchObject({ id: 'n-1', name: 'Page' });
	expect(getTimezone()).toBe('Europe/Lisbon');
});

describe('the name of a wait', () => {
	it('is the same for each request to it', () => {
		expect(waitOf(waiting({}))).toBe(waitOf(waiting({})));
	});

	it.each<[string, Wait]>([
		['execution', { executionId: 'e-2' }],
		['node', { nodeId: 'n-2' }],
		['round of a loop', { source: { ...SOURCE, previousNodeRun: 1 } }],
		['output before it', { source: { ...SOURCE, previousNodeOutput: 1 } }],
		['node before it', { source: { ...SOURCE, previousNode: 'Other' } }],
	])('is another one for another %s', (_what, wait) => {
		expect(waitOf(waiting(wait))).not.toBe(waitOf(waiting({})));
	});
});

it('are still needed: n8n gives a request no item to read for, no run of a loop and no end of the wait', () => {
	const runs = [{ startTime: 0, executionTime: 0, executionIndex: 0, source: [SOURCE] }];
	const context = waiting({ runs });
	// The second argument is a fallback.
	expect(context.getNodeParameter('absent', 0)).toBe(0);
	expect(context.evaluateExpression('{{ $runIndex }}')).toBe(0);
	const offered = [];
	for (let at: object = context; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) offered.push(...Object.getOwnPropertyNames(at));
	expect(offered.filter((name) => /wait/i.test(name))).toEqual([]);
});

it.each([new Date('2026-03-02T09:00:00Z'), undefined])('the end of a wait (%p) is kept for requests', (end) => {
	const kept: IContextObject = {};
	rememberEnd({ getContext: () => kept } as never, end);
	expect(endOfWait(waiting({ kept }))).toBe(end?.getTime());
});
