import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	IRun,
	ITaskDataConnections,
	IWebhookResponseData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { contextOf } from './context';
import { CredentialStore } from './credentialStore';
import { additionalDataFor, buildWorkflow, hooksFor, type NodeUnderTest } from './engine';
import './processedData';
import { listen } from './listen';

export interface ReceiverOptions extends NodeUnderTest {
	mode?: WorkflowExecuteMode;
	/** Stands for n8n's creation of the execution; a rejection is a start that failed. */
	start?: (items: INodeExecutionData[][]) => Promise<void>;
	/** Called with n8n's request before the node sees it, to play another n8n. */
	prepare?: (request: WebhookRequest) => Promise<void> | void;
	/** Stands for whatever n8n does between the start and its response. */
	response?: () => Promise<void>;
	/** Takes the row to a worker, in queue mode. */
	elsewhere?: (row: string) => void;
}

export type WebhookRequest = IncomingMessage & {
	rawBody?: Buffer;
	readRawBody?: (() => Promise<void>) | undefined;
	body?: unknown;
};

/** A server that takes deliveries the way n8n 2.41 does, with the node in n8n-core's own context. */
export interface Receiver {
	url: string;
	/** The row of each execution that was created, in order: text, as in the database. */
	rows: string[];
	/** What the trigger put out in each execution that went on behind it. */
	executions: INodeExecutionData[][][];
	/** Executions that ended at the trigger. */
	repeats: IRun[];
	/** Runs a row as n8n does: at once, or when it takes it up again after a restart. */
	run(row: string, mode?: WorkflowExecuteMode): Promise<void>;
	/** Executions under way have ended. */
	settled(): Promise<void>;
	/** The workflow's static data column: JSON text, as in the database. */
	column: { text: string };
	logs: string[];
	/** Webhook calls under way, each of which holds an isolate in n8n. */
	held(): number;
	store: CredentialStore;
	options: ReceiverOptions;
	close(): Promise<void>;
}

/** n8n's own reading, of bodies that are not compressed. */
function attachRawBody(request: WebhookRequest): void {
	request.readRawBody = async () => {
		if (request.rawBody) return;
		if (request.destroyed) throw new Error('Request body stream was aborted or is not readable');
		request.rawBody = await buffer(request);
	};
}

/** What the database takes at least for a new execution: several queries. */
const DATABASE_MS = 3;

function send(response: ServerResponse, status: number, body: unknown): void {
	response.statusCode = status;
	response.setHeader('content-type', typeof body === 'string' ? 'text/html' : 'application/json');
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function receive(
	receiver: Receiver,
	request: WebhookRequest,
	response: ServerResponse,
): Promise<void> {
	const { options, column, store } = receiver;
	Object.assign(response, { json: (body: unknown) => send(response, response.statusCode, body) });
	const staticData = JSON.parse(column.text) as IDataObject;
	const { context, workflow, nodeType } = contextOf('webhook', {
		mode: 'webhook',
		...options,
		...{ active: true, staticData, store, run: null, log: (message: string) => receiver.logs.push(message) },
		additionalData: { httpRequest: request, httpResponse: response },
	});

	let result: IWebhookResponseData;
	try {
		result = (await nodeType.webhook?.call(context)) as IWebhookResponseData;
	} catch {
		send(response, 500, { message: 'failed' });
		return;
	}
	if (result.workflowData) {
		await pause(DATABASE_MS);
		await options.start?.(result.workflowData as INodeExecutionData[][]);
		const row = stringify(result.workflowData);
		receiver.rows.push(row);
		if (options.elsewhere) options.elsewhere(row);
		else void receiver.run(row);
	}
	if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged) {
		column.text = JSON.stringify(workflow.staticData);
	}
	if (result.noWebhookResponse) return;
	await options.response?.();
	send(response, 200, result.workflowData ? 'Workflow started' : result.webhookResponse);
}

/** An execution, in n8n-core's own engine. */
async function runRow(
	{ options, store, column }: Receiver,
	row: string,
	mode: WorkflowExecuteMode,
): Promise<{ data: ITaskDataConnections; result: IRun }> {
	const staticData = JSON.parse(column.text) as IDataObject;
	const workflow = buildWorkflow({ ...options, active: true, staticData });
	const node = workflow.getNode('Node')!;
	const additionalData = additionalDataFor(store);
	additionalData.hooks = hooksFor(workflow, mode);
	const execution = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{ node, data: { main: parse(row) as INodeExecutionData[][] }, source: null },
			],
		},
	});
	const engine = new WorkflowExecute(additionalData, mode, execution);
	const result = await engine.processRunExecutionData(workflow);
	const { error, runData } = result.data.resultData;
	if (error) throw error;
	return { data: runData.Node[0].data ?? { main: [] }, result };
}

/**
 * Starts a receiver on a free port of the loopback interface. What follows `webhook()` keeps the
 * order of n8n's: execution, static data, response; a start that fails gets 500 and saves
 * nothing.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
	let held = 0;
	const server = createServer((request, response) => {
		attachRawBody(request);
		void (async () => {
			held += 1;
			try {
				await options.prepare?.(request);
				await receive(receiver, request, response);
			} catch {
				if (!response.headersSent) send(response, 500, { message: 'failed' });
			} finally {
				held -= 1;
			}
		})();
	});
	const running = new Set<Promise<void>>();
	const run = async (row: string, mode: WorkflowExecuteMode): Promise<void> => {
		const { data, result } = await runRow(receiver, row, mode);
		if (data.main.some((items) => items?.length)) receiver.executions.push(data.main as never);
		else receiver.repeats.push(result);
	};
	const { url, close } = await listen(server);
	const receiver: Receiver = {
		url: `${url}/webhook`,
		rows: [],
		executions: [],
		repeats: [],
		run: async (row, mode = receiver.options.mode ?? 'webhook') => {
			const ending = run(row, mode).finally(() => running.delete(ending));
			running.add(ending);
			await ending;
		},
		settled: async () => {
			while (running.size > 0) await Promise.all(running);
		},
		column: { text: '{}' },
		logs: [],
		held: () => held,
		store: options.store ?? new CredentialStore(options.credentials ?? {}),
		options,
		close: async () => {
			await receiver.settled();
			await close();
		},
	};
	return receiver;
}
