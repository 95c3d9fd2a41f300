import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { useOpened, type Harness } from '../harness';
import { listen } from '../listen';

interface ChatMessage {
	content: string | Array<{ text?: string }> | null;
}

interface ToolDefinition {
	name: string;
	description: string;
	/** JSON Schema of the arguments. */
	parameters: {
		properties: Record<string, { type?: string; description?: string }>;
		required?: string[];
	};
}

/** What the agent asks the model. */
interface ModelRequest {
	messages: ChatMessage[];
	tools: ToolDefinition[];
}

/** What a message says, in whichever of the interface's forms. */
export function textOf(message: ChatMessage | undefined): string {
	const content = message?.content ?? '';
	return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

/** The model's turn in one run of an agent. */
export interface Turn {
	/** What the agent asked first. */
	request: ModelRequest;
	/** Calls a tool. @returns what the tool gave */
	call: (tool: string, args: object) => Promise<string>;
}

/**
 * A stand-in for a language model behind the OpenAI chat completions interface, on loopback: a test does its
 * thinking. With the credential that the examples name.
 */
export const useModelServer = (harness: Harness) =>
	useOpened(async () => {
		const model = await startModelServer();
		const data = { apiKey: 'sk-scripted', url: `${model.url}/v1` };
		await harness.api.createCredential({ name: 'OpenAi account', type: 'openAiApi', data });
		return model;
	});

async function startModelServer() {
	const turns = new EventEmitter();
	const server = createServer((request, response) => void respond(request, response));

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { messages, tools = [] } = JSON.parse(await text(request)) as {
			messages: ChatMessage[];
			tools?: Array<{ function: ToolDefinition }>;
		};
		const replied = once(turns, 'reply');
		turns.emit('asked', { messages, tools: tools.map((tool) => tool.function) });
		const [message] = (await replied) as [object];
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(completion(message)));
	}

	/**
	 * Takes the model's part in one run of an agent.
	 *
	 * @param begin makes the agent ask the model
	 * @param think @returns what it says in the end
	 * @returns what `begin` does @throws what `begin` does
	 */
	async function play<Begun>(
		begin: () => Promise<Begun>,
		think: (turn: Turn) => Promise<string>,
	): Promise<Begun> {
		let begun: Promise<Begun> | undefined;
		const next = async (act: () => void) => {
			const asked = once(turns, 'asked');
			act();
			// A run that fails asks no more.
			const [request] = await Promise.race([asked, begun!.then(async () => await asked)]);
			return request as ModelRequest;
		};
		const request = await next(() => (begun = begin()));
		const turn: Turn = {
			request,
			async call(tool, args) {
				const { messages } = await next(() => turns.emit('reply', callOf(tool, args)));
				return textOf(messages.at(-1));
			},
		};
		let content = 'The test has failed.';
		try {
			content = await think(turn);
		} finally {
			turns.emit('reply', { content });
			await begun;
		}
		return await begun!;
	}

	return { ...(await listen(server)), play };
}

const callOf = (name: string, args: object) => ({
	content: null,
	tool_calls: [
		{ id: randomUUID(), type: 'function', function: { name, arguments: JSON.stringify(args) } },
	],
});

const completion = (message: object) => ({
	id: randomUUID(),
	object: 'chat.completion',
	created: Math.floor(Date.now() / 1000),
	model: 'scripted',
	choices: [
		{
			index: 0,
			message: { role: 'assistant', ...message },
			finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop',
		},
	],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
