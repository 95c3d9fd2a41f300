/* eslint-disable import-x/no-unresolved -- the rule does not read the map of exports of @modelcontextprotocol/sdk */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { Harness } from '../harness';

const MCP_TOKEN = 'bearer-of-the-test';

export type McpClient = Client;

/** The credential of the MCP server, by the name that the example has. */
export const createBearer = async ({ api }: Harness) =>
	await api.createCredential({
		name: 'Bearer Auth account',
		type: 'httpBearerAuth',
		data: { token: MCP_TOKEN },
	});

/** A session of its own with the MCP server of an active workflow. @throws Error where the token is not the server's */
export async function connectMcp({ n8n }: Harness, token = MCP_TOKEN): Promise<McpClient> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	const url = new URL(`${n8n.url}/mcp/crm-platform`);
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return client;
}

/** What a model gets of a call. */
export const textIn = ({ content }: Awaited<ReturnType<McpClient['callTool']>>) =>
	(content as Array<{ text: string }>).map(({ text }) => text).join('\n');
