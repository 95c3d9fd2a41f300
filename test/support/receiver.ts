import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'flatted';
import type {
	IDataObject,
	INodeExecutionData,
	IWebhookResponseData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { contextOf } from './context';
import { CredentialStore } from './credentialStore';
import { buildWorkflow, execute, type NodeUnderTest } from './engine';
import './processedData';
import { listen } from './listen';

export interface ReceiverOptions extends NodeUnderTest {
	mode?: WorkflowExecuteMode;
	/** Stands for n8n's creation of the execution. */
	start?: () => Promise<void>;
	/** Takes the row to a worker, in queue mode. */
	elsewhere?: (row: string) => void;
}

/** A server that takes deliveries the way n8n 2.41 does, with the node in n8n-core's own context. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** What the database takes at least for a new execution: several queries. */
const DATABASE_MS = 3;

function send(response: ServerResponse, status: number, body: unknown): void {
	response.statusCode = status;
	response.setHeader('content-type', typeof body === 'string' ? 'text/html' : 'application/json');
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/**
 * Starts a receiver on a free port of the loopback interface. What follows `webhook()` keeps the
 * order of n8n's: execution, static data, response; a start that fails gets 500 and saves
 * nothing.
 */
export async function startReceiver(options: ReceiverOptions) {
	const store = options.store ?? new CredentialStore(options.credentials ?? {});
	const running = new Set<Promise<void>>();

	async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		Object.assign(response, { json: (body: unknown) => send(response, response.statusCode, body) });
		// n8n's own reading, of bodies that are not compressed.
		const read = async () => void Object.assign(request, { rawBody: await buffer(request) });
		Object.assign(request, { readRawBody: read });
		const { context, workflow, nodeType } = contextOf('webhook', {
			mode: 'webhook',
			...options,
			active: true,
			store,
			run: null,
			staticData: JSON.parse(receiver.column.text) as IDataObject,
			log: (message) => receiver.logs.push(message),
			additionalData: { httpRequest: request, httpResponse: response },
		});
		const result = (await nodeType.webhook?.call(context)) as IWebhookResponseData;
		if (result.workflowData) {
			await pause(DATABASE_MS);
			await options.start?.();
			const row = stringify(result.workflowData);
			receiver.rows.push(row);
			if (options.elsewhere) options.elsewhere(row);
			else void receiver.run(row);
		}
		if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged) {
			receiver.column.text = JSON.stringify(workflow.staticData);
		}
		if (result.noWebhookResponse) return;
		send(response, 200, result.workflowData ? 'Workflow started' : result.webhookResponse);
	}

	/** An execution, in n8n-core's own engine. */
	async function run(row: string): Promise<void> {
		const staticData = JSON.parse(receiver.column.text) as IDataObject;
		const workflow = buildWorkflow({ ...options, active: true, staticData });
		const { mode = 'webhook' } = options;
		const { data } = await execute(workflow, parse(row) as INodeExecutionData[][], store, mode);
		const { error, runData } = data.resultData;
		if (error) throw error;
		const { main = [] } = runData.Node[0].data ?? {};
		if (main.some((items) => items?.length))
			receiver.executions.push(main as INodeExecutionData[][]);
	}

	const server = createServer((request, response) => {
		void receive(request, response).catch(
			() => response.headersSent || send(response, 500, { message: 'failed' }),
		);
	});
	const { url, close } = await listen(server);
	const receiver = {
		url: `${url}/webhook`,
		/** The row of each execution that was created, in order: text, as in the database. */
		rows: [] as string[],
		/** What the trigger put out in each execution that went on behind it. */
		executions: [] as INodeExecutionData[][][],
		/** Runs a row as n8n does: at once, or when it takes it up again after a restart. */
		async run(row: string) {
			const ending = run(row).finally(() => running.delete(ending));
			running.add(ending);
			await ending;
		},
		/** Executions under way have ended. */
		async settled() {
			while (running.size > 0) await Promise.all(running);
		},
		/** The workflow's static data column: JSON text, as in the database. */
		column: { text: '{}' },
		logs: [] as string[],
		options,
		async close() {
			await receiver.settled();
			await close();
		},
	};
	return receiver;
}
