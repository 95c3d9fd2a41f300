/* eslint-disable import-x/no-unresolved -- the rule does not read the map of exports of @modelcontextprotocol/sdk */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { print } from '../support/print';
import type { Harness } from './harness';

const TOOL = 'search_recipes';
const SERVER = 'MCP Server';

const SERVED_WITHIN_MS = 30_000;
const POLL_MS = 250;

/** MCP servers are production webhooks too: main does not serve them here. */
export function mcp(harness: () => Harness): void {
	it('an MCP server behind nginx lists and calls its tool', async () => {
		const { api, sandbox, url } = harness();
		const data = { baseUrl: sandbox.url };
		const { id } = await api.createCredential({ name: 'Knowledge', type: 'knowledgeApi', data });
		const path = randomUUID();
		const position: INode['position'] = [0, 0];
		const created = await api.createWorkflow({
			name: 'MCP',
			nodes: [
				{
					id: randomUUID(),
					name: SERVER,
					type: '@n8n/n8n-nodes-langchain.mcpTrigger',
					typeVersion: 2,
					position,
					parameters: { path },
					webhookId: path,
				},
				{
					id: randomUUID(),
					name: TOOL,
					type: 'n8n-nodes-crm-platform.knowledgeTool',
					typeVersion: 1,
					position,
					parameters: {
						resource: 'recipe',
						operation: 'search',
						descriptionType: 'manual',
						toolDescription: 'Searches recipes.',
						query: "={{ $fromAI('query', 'Words to search for', 'string') }}",
					},
					credentials: { knowledgeApi: { id, name: 'Knowledge' } },
				},
			],
			connections: { [TOOL]: { ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		await api.activate(created.id);

		const client = await connect(new URL(`${url}/mcp/${path}`));
		try {
			const { tools } = await client.listTools();
			const result = await client.callTool({ name: TOOL, arguments: { query: 'book' } });
			const text = JSON.stringify(result.content);
			print(`MCP through nginx: ${tools.length} tool, one call answered with ${text.length} characters`);
			expect(tools.map(({ name }) => name)).toEqual([TOOL]);
			expect(result.isError ?? false).toBe(false);
			expect(text).toContain('title');
		} finally {
			await client.close();
		}
	}, 120_000);
}

/** A path is served some moments after its workflow was published. */
async function connect(url: URL): Promise<Client> {
	const deadline = Date.now() + SERVED_WITHIN_MS;
	for (;;) {
		const client = new Client({ name: 'queue-mode', version: '1.0.0' });
		try {
			await client.connect(new StreamableHTTPClientTransport(url));
			return client;
		} catch (cause) {
			await client.close();
			if (Date.now() > deadline) throw new Error('The MCP server was not served', { cause });
			await delay(POLL_MS);
		}
	}
}
