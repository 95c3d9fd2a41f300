import type { IContextObject, INodeType } from 'n8n-workflow';

import {
	type ExpressResponse,
	holdResponse,
	readWaitingRequest,
	rememberWait,
} from '../../../nodes/n8n/waitingExecution';
import { parametersOf } from '../../../nodes/n8n/parameters';
import { contextOf, SOURCE, type ContextRequest } from '../../support/context';

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
		type: 'page',
		nodeType,
		parameters,
		node: { id: nodeId },
		settings: { timezone: 'Europe/Lisbon' },
		items: [{ json: { name: 'Ada' } }],
		additionalData: { executionId, httpRequest: { method: 'GET', headers: {} } as never },
		mode: 'webhook',
		...wait,
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

it.each<[string, Wait]>([
	['execution', { executionId: 'e-2' }],
	['node', { nodeId: 'n-2' }],
	['round of a loop', { source: { ...SOURCE, previousNodeRun: 1 } }],
	['output of the node before', { source: { ...SOURCE, previousNodeOutput: 1 } }],
])('each request to a wait names it alike, and one for another %s otherwise', (_what, other) => {
	const [first, second, third] = [{}, {}, other].map(
		(wait) => readWaitingRequest(waiting(wait)).wait,
	);
	expect([second === first, third === first]).toEqual([true, false]);
});

it('the times of a wait are kept for requests, those of the last round', () => {
	const kept: IContextObject = {};
	expect(readWaitingRequest(waiting({ kept }))).toMatchObject({ beganAt: NaN, endsAt: NaN });
	for (const began of [0, 1_000]) {
		rememberWait({ getContext: () => kept } as never, new Date(began), new Date(began + 9));
	}
	expect(readWaitingRequest(waiting({ kept }))).toMatchObject({ beganAt: 1_000, endsAt: 1_009 });
});

it('the times of a wait are found under any name of the node', () => {
	const context = waiting({});
	const evaluate = jest.spyOn(context, 'evaluateExpression').mockReturnValue('');
	jest.spyOn(context, 'getNode').mockReturnValue({ ...context.getNode(), name: "Ada's page" });

	readWaitingRequest(context);

	expect(evaluate).toHaveBeenCalledWith(`{{ $node["Ada's page"].context.waitBegan }}`);
});

it("the contact gets the page, and nothing of n8n's own response, whether that comes before or after it", async () => {
	const ends: unknown[] = [];
	const response: ExpressResponse = {
		status: () => response,
		set: () => response,
		end: (html) => ends.push(html),
		setHeader: () => response,
		setHeaders: () => response,
		removeHeader: () => response,
		send: (body) => ends.push(body),
		json: (body) => ends.push(body),
	};
	const set = jest.fn(() => response);
	Object.assign(response, { setHeader: set, setHeaders: set, removeHeader: set });
	const held = holdResponse(response);
	response.setHeader('x-n8n', '1');
	response.setHeaders(new Map());
	response.removeHeader('content-type');
	expect(set).not.toHaveBeenCalled();
	response.json({ message: 'Workflow was started' });
	held.send({ html: 'the page', headers: {} });
	response.setHeader('x-n8n', '2');
	response.json({ message: 'Workflow was started' });
	expect(set).not.toHaveBeenCalled();
	expect(ends).toEqual(['the page']);
	expect(await held.isItemSaved).toBe(true);
});

it.each([200, 300, 404, 500])(
	'the item is saved unless n8n responds with a failure: %d',
	async (status) => {
		const response = {} as ExpressResponse;
		const { isItemSaved } = holdResponse(response);
		response.status(status);
		response.send('');
		expect(await isItemSaved).toBe(status === 200);
	},
);
