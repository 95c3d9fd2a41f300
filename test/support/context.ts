import {
	ExecuteContext,
	HookContext,
	LoadOptionsContext,
	PollContext,
	WebhookContext,
} from 'n8n-core';
import type {
	IContextObject,
	INodeExecutionData,
	IRunExecutionData,
	ISourceData,
	ITaskData,
	IWebhookData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { CredentialStore } from './credentialStore';
import { additionalDataFor, buildWorkflow, type NodeUnderTest } from './engine';

export interface ContextRequest extends NodeUnderTest {
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	/** The items that the execution gives the node; one empty item by default. */
	items?: INodeExecutionData[];
	/** Where the items come from. */
	source?: ISourceData;
	/** Earlier runs of the node, in a loop. */
	runs?: ITaskData[];
	/** The node's data in the execution. */
	kept?: IContextObject;
	/** In place of an execution with all this; null where there is none. */
	run?: IRunExecutionData | null;
	/** Over what n8n hands to its engine: the execution's ID, a request, a response. */
	additionalData?: object;
	/** Called with what is logged. */
	log?: (message: string, about?: object) => void;
	emitError?: (error: Error) => void;
}

export const SOURCE: ISourceData = {
	previousNode: 'Items',
	previousNodeOutput: 0,
	previousNodeRun: 0,
};

function partsOf({
	items = [{ json: {} }],
	source = SOURCE,
	runs = [],
	kept = {},
	mode = 'trigger',
	...request
}: ContextRequest) {
	const workflow = buildWorkflow(request);
	const node = workflow.getNode('Node')!;
	const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const store = request.store ?? new CredentialStore(request.credentials ?? {});
	const data = { node, data: { main: [items] }, source: { main: [source] } };
	const run =
		request.run === undefined
			? createRunExecutionData({
					resultData: { runData: { Node: runs } },
					executionData: { contextData: { 'node:Node': kept }, nodeExecutionStack: [data] },
				})
			: request.run;
	return {
		workflow,
		node,
		nodeType,
		mode,
		run,
		data,
		items,
		additionalData: Object.assign(additionalDataFor(store), request.additionalData),
		webhook: {
			webhookDescription: nodeType.description.webhooks?.[0],
			isTest: mode === 'manual',
		} as IWebhookData,
	};
}

const KINDS = {
	execute: ({ workflow, node, additionalData, mode, run, items, data }, _) =>
		new ExecuteContext(workflow, node, additionalData, mode, run!, 0, items, data.data, data, []),
	hook: ({ workflow, node, additionalData, mode, webhook }, { activation = 'activate' }) =>
		new HookContext(workflow, node, additionalData, mode, activation, webhook),
	loadOptions: ({ workflow, node, additionalData }, { parameters }) =>
		new LoadOptionsContext(
			workflow,
			node,
			Object.assign(additionalData, { currentNodeParameters: parameters }),
			'',
		),
	poll: ({ workflow, node, additionalData, mode }, { activation = 'activate', emitError }) =>
		new PollContext(workflow, node, additionalData, mode, activation, undefined, emitError),
	webhook: ({ workflow, node, additionalData, mode, run, webhook }, _) =>
		new WebhookContext(workflow, node, additionalData, mode, webhook, [], run),
} satisfies Record<string, (parts: ReturnType<typeof partsOf>, request: ContextRequest) => object>;

/** n8n-core's own context of a kind, for a node in a workflow that is loaded afresh as n8n does. */
export function contextOf<Kind extends keyof typeof KINDS>(kind: Kind, request: ContextRequest) {
	const parts = partsOf(request);
	const context = KINDS[kind](parts, request) as ReturnType<(typeof KINDS)[Kind]>;
	const { log } = request;
	if (log)
		Object.defineProperty(context, 'logger', {
			// n8n's own, which also has the configuration. A context keeps the logger that was read first.
			value: Object.assign(Object.create(Reflect.get(context, 'logger', {}) as object), {
				debug: log,
				info: log,
				warn: log,
				error: log,
			}),
		});
	return { context, ...parts };
}
