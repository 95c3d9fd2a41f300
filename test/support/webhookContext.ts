/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run on a developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip, createInflate } from 'node:zlib';
import { WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	IWebhookData,
	IWebhookResponseData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { CredentialStore } from './credentialStore';
import { additionalDataFor, buildWorkflow, PACKAGE } from './engine';
import type { NodeUnderTest } from './engine';

export interface ReceiverOptions extends NodeUnderTest {
	mode?: WorkflowExecuteMode;
	/** Stands for n8n's creation of the execution; a rejection is a start that failed. */
	start?: (items: INodeExecutionData[][]) => Promise<void>;
	/** Stands for the write of the static data column; runs before the text is kept. */
	save?: () => Promise<void>;
	/** Called with n8n's request before the node sees it, to play another n8n. */
	prepare?: (request: WebhookRequest) => Promise<void> | void;
	workflowId?: string;
}

export type WebhookRequest = IncomingMessage & {
	rawBody?: Buffer;
	readRawBody?: (() => Promise<void>) | undefined;
	body?: unknown;
};

/** A server that takes deliveries the way n8n 2.41 does, with the node in n8n-core's own context. */
export interface Receiver {
	url: string;
	/** The items of each execution that was created, in order. */
	executions: INodeExecutionData[][][];
	/** What webhook() threw, which n8n turns into a failed (test) execution. */
	failures: Error[];
	/** The workflow's static data column: JSON text, as in the database. */
	column: { text: string };
	logs: string[];
	store: CredentialStore;
	options: ReceiverOptions;
	close(): Promise<void>;
}

/** n8n's own reading: gzip and deflate undone, everything else as it came. */
export function attachRawBody(request: WebhookRequest): void {
	request.readRawBody = async () => {
		if (request.rawBody) return;
		const encoding = request.headers['content-encoding'];
		const decoder =
			encoding === 'gzip' ? createGunzip() : encoding === 'deflate' ? createInflate() : undefined;
		if (request.destroyed) throw new Error('Request body stream was aborted or is not readable');
		request.rawBody = await buffer(decoder ? request.pipe(decoder) : request);
	};
}

/** What the database takes at least for a new execution: several queries. */
const DATABASE_MS = 3;

function send(response: ServerResponse, status: number, body: unknown): void {
	response.statusCode = status;
	response.setHeader('content-type', typeof body === 'string' ? 'text/html' : 'application/json');
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Making the node classes anew for each of thousands of requests would take most of the time. */
const bases = new WeakMap<ReceiverOptions, Workflow>();

/** n8n-core's own context for one request, over a workflow loaded afresh as n8n does. */
export function webhookContext(
	options: ReceiverOptions,
	store: CredentialStore,
	request: IncomingMessage,
	response: ServerResponse,
	staticData: IDataObject = {},
): { context: WebhookContext; workflow: Workflow; nodeType: INodeType } {
	const base = bases.get(options) ?? buildWorkflow(options);
	bases.set(options, base);
	const workflow = new Workflow({
		id: options.workflowId ?? base.id,
		name: base.name,
		nodes: Object.values(base.nodes),
		connections: base.connectionsBySourceNode,
		active: true,
		nodeTypes: base.nodeTypes,
		staticData,
	});
	const node = workflow.getNode('Node');
	if (!node) throw new Error('The workflow has no node under test');
	const nodeType = workflow.nodeTypes.getByNameAndVersion(`${PACKAGE}.${options.type}`);
	const additionalData = additionalDataFor(store);
	Object.assign(additionalData, { httpRequest: request, httpResponse: response });
	const context = new WebhookContext(
		workflow,
		node,
		additionalData,
		options.mode ?? 'webhook',
		{ webhookDescription: nodeType.description.webhooks?.[0] } as IWebhookData,
		[],
		null,
	);
	return { context, workflow, nodeType };
}

async function receive(
	receiver: Receiver,
	request: WebhookRequest,
	response: ServerResponse,
): Promise<void> {
	const { options, column, store } = receiver;
	Object.assign(response, { json: (body: unknown) => send(response, response.statusCode, body) });
	const staticData = JSON.parse(column.text) as IDataObject;
	const { context, workflow, nodeType } = webhookContext(
		options,
		store,
		request,
		response,
		staticData,
	);
	const log = (message: string) => receiver.logs.push(message);
	Object.defineProperty(context, 'logger', {
		value: { debug: log, info: log, warn: log, error: log },
	});

	let result: IWebhookResponseData;
	try {
		result = (await nodeType.webhook?.call(context)) as IWebhookResponseData;
	} catch (error) {
		receiver.failures.push(error as Error);
		response.statusCode = 500;
		(response as ServerResponse & { json: (body: unknown) => void }).json({ message: 'failed' });
		return;
	}
	if (result.workflowData) {
		// n8n builds a second workflow over the same data before it writes the execution, in some
		// turns of the event loop. It takes away the mark that static data has been changed.
		webhookContext(options, store, request, response, staticData);
		await pause(DATABASE_MS);
		await options.start?.(result.workflowData as INodeExecutionData[][]);
		receiver.executions.push(result.workflowData as INodeExecutionData[][]);
	}
	if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged) {
		const text = JSON.stringify(workflow.staticData);
		await options.save?.();
		column.text = text;
	}
	if (result.noWebhookResponse) return;
	send(response, 200, result.workflowData ? 'Workflow started' : result.webhookResponse);
}

/**
 * Starts a receiver on a free port of the loopback interface. What follows `webhook()` keeps the
 * order of n8n's: execution, static data, answer; a start that fails is answered 500 and saves
 * nothing.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
	const server: Server = createServer((request, response) => {
		attachRawBody(request);
		void (async () => {
			try {
				await options.prepare?.(request);
				await receive(receiver, request, response);
			} catch {
				if (!response.headersSent) send(response, 500, { message: 'failed' });
			}
		})();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const receiver: Receiver = {
		url: `http://127.0.0.1:${port}/webhook`,
		executions: [],
		failures: [],
		column: { text: '{}' },
		logs: [],
		store: options.store ?? new CredentialStore(options.credentials ?? {}),
		options,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
	return receiver;
}
