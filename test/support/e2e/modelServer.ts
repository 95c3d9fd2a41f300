import type { IDataObject } from 'n8n-workflow';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { useOpened, type Harness } from '../harness';
import { listen } from '../listen';

export interface ChatMessage {
	role: 'assistant' | 'system' | 'tool' | 'user';
	content: string | Array<{ text?: string }> | null;
	tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>;
	tool_call_id?: string;
}

export interface ToolDefinition {
	name: string;
	description: string;
	/** JSON Schema of the arguments. */
	parameters: {
		properties: Record<string, { type?: string; description?: string }>;
		required?: string[];
	};
}

/** What the agent asks the model. */
export interface ModelRequest {
	messages: ChatMessage[];
	tools: ToolDefinition[];
}

/** Says something to the user, or calls one tool. */
export type ModelReply = { say: string } | { call: string; arguments: Record<string, unknown> };

/** What a message says, in whichever of the interface's forms. */
export function textOf(message: ChatMessage | undefined): string {
	const content = message?.content ?? '';
	return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

/** The tool that was just called, and the records that it gave, none where it says why not; undefined in the user's turn. */
export function toolResult({
	messages,
}: ModelRequest): { tool: string; text: string; records: IDataObject[] } | undefined {
	const last = messages.at(-1);
	if (last?.role !== 'tool') return undefined;
	const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
	const call = calls.find(({ id }) => id === last.tool_call_id);
	const text = textOf(last);
	const records = text.startsWith('[') ? (JSON.parse(text) as IDataObject[]) : [];
	return { tool: String(call?.function.name), text, records };
}

/**
 * A stand-in for a language model behind the OpenAI chat completions interface, on loopback: it thinks what the
 * test scripts. With the credential that the examples name.
 */
export const useModelServer = (harness: Harness) =>
	useOpened(async () => {
		const model = await startModelServer();
		const data = { apiKey: 'sk-scripted', url: `${model.url}/v1` };
		await harness.api.createCredential({ name: 'OpenAi account', type: 'openAiApi', data });
		return model;
	});

async function startModelServer() {
	const requests: ModelRequest[] = [];
	let think: (request: ModelRequest) => ModelReply = () => ({ say: 'Nothing is scripted.' });
	const server = createServer((request, response) => {
		void respond(request, response).catch((error: Error) => {
			// 400 is not repeated by clients, and its message is shown.
			send(response, 400, { error: { message: error.message, type: 'invalid_request_error' } });
		});
	});

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (request.url !== '/v1/chat/completions') throw new Error(`No such path: ${request.url}`);
		const body = JSON.parse(await text(request)) as {
			messages: ChatMessage[];
			tools?: Array<{ function: ToolDefinition }>;
			stream?: boolean;
		};
		if (body.stream) throw new Error('Streaming is not played');
		const asked = {
			messages: body.messages,
			tools: (body.tools ?? []).map((tool) => tool.function),
		};
		requests.push(asked);
		const reply = think(asked);
		send(response, 200, completion(reply, requests.length));
	}

	return {
		...(await listen(server)),
		/** All that the agent has sent, oldest first. */
		requests,
		/** What it replies from now on. What it throws ends the agent's run, with its message. */
		script(thinking: typeof think) {
			think = thinking;
		},
	};
}

function send(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

function completion(reply: ModelReply, number: number) {
	const says = 'say' in reply;
	const called = says
		? undefined
		: { name: reply.call, arguments: JSON.stringify(reply.arguments) };
	const message = says
		? { role: 'assistant', content: reply.say }
		: {
				role: 'assistant',
				content: null,
				tool_calls: [{ id: `call_${number}`, type: 'function', function: called }],
			};
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: says ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
