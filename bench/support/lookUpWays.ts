import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../test/support/engine';
import { builtInCredential, httpRequestNode } from './builtIn';
import { KeptCredentials } from './keptCredentials';

/** Input items with so many slugs in turn. */
export const itemsWith = (items: number, slugs: number): IDataObject[] =>
	Array.from({ length: items }, (_, index) => ({ slug: `term-${index % slugs}` }));

function expectAll(found: number, items: readonly unknown[], error?: Error): void {
	if (error) throw error;
	if (found !== items.length) throw new Error(`${found} of ${items.length} lookups got a response`);
}

/** The key that all lookups send. */
const HEADER = { name: 'X-Key', value: 'a-key-of-the-knowledge-api' };

/** Knowledge > Glossary Term > Get in n8n's engine. */
export async function withKnowledge(baseUrl: string, items: IDataObject[]): Promise<void> {
	const credentials = {
		knowledgeApi: { baseUrl, headerName: HEADER.name, headerValue: HEADER.value },
	};
	const { json, error } = await runNode({
		type: 'knowledge',
		parameters: { resource: 'glossaryTerm', operation: 'get', slug: '={{ $json.slug }}' },
		credentials,
		store: new KeptCredentials(credentials),
		items,
	});
	expectAll(json.length, items, error);
}

const nodeType = httpRequestNode();
const { properties } = builtInCredential('HttpHeaderAuth');

/** n8n's HTTP Request node in the same engine; by default it sends the requests of all items at once. */
export async function withHttpRequest(baseUrl: string, items: IDataObject[]): Promise<void> {
	const url = `=${baseUrl}/v1/glossary/{{ $json.slug }}`;
	const credentials = { httpHeaderAuth: { ...HEADER } };
	const { json, error } = await runNode({
		type: 'httpRequest',
		nodeType,
		typeVersion: nodeType.description.defaultVersion,
		// n8n allows credentials of any type to its own node only, which it knows by this name.
		node: { type: 'n8n-nodes-base.httpRequest' },
		parameters: {
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			options: {},
		},
		credentials,
		store: new KeptCredentials(credentials, { httpHeaderAuth: properties }),
		items,
	});
	expectAll(json.length, items, error);
}
