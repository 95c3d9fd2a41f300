import { OutboundHttp } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Agent, request } from 'undici';

import { runNode } from '../../test/support/engine';
import { builtInCredential, httpRequestNode } from './builtIn';
import { KeptCredentials } from './keptCredentials';

/** Input items with so many slugs in turn. */
export const itemsWith = (items: number, slugs: number): IDataObject[] =>
	Array.from({ length: items }, (_, index) => ({ slug: `term-${index % slugs}` }));

function expectAll(found: number, items: readonly unknown[], error?: Error): void {
	if (error) throw error;
	if (found !== items.length) throw new Error(`${found} of ${items.length} look-ups were answered`);
}

/** The key that all look-ups send. */
const HEADER = { name: 'X-Key', value: 'a-key-of-the-knowledge-api' };

/** Knowledge > Glossary Term > Get in n8n's engine. */
export async function withKnowledge(
	baseUrl: string,
	items: IDataObject[],
	options: INodeParameters = {},
): Promise<void> {
	const credentials = {
		knowledgeApi: { baseUrl, headerName: HEADER.name, headerValue: HEADER.value },
	};
	const { json, error } = await runNode({
		type: 'knowledge',
		parameters: { resource: 'glossaryTerm', operation: 'get', slug: '={{ $json.slug }}', options },
		credentials,
		store: new KeptCredentials(credentials),
		items,
	});
	expectAll(json.length, items, error);
}

export interface Batching {
	batchSize: number;
	/** Milliseconds between the beginnings of two batches. */
	batchInterval: number;
}

const nodeType = httpRequestNode();
const { properties } = builtInCredential('HttpHeaderAuth');

/** n8n's HTTP Request node in the same engine; by default it sends the requests of all items at once. */
export async function withHttpRequest(
	baseUrl: string,
	items: IDataObject[],
	batch?: Batching,
): Promise<void> {
	const url = `=${baseUrl}/v1/glossary/{{ $json.slug }}`;
	const options = batch ? { batching: { batch: { ...batch } } } : {};
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
			options,
		},
		credentials,
		store: new KeptCredentials(credentials, { httpHeaderAuth: properties }),
		items,
	});
	expectAll(json.length, items, error);
}

/** Sends one look-up. @returns what was found */
type Send = (url: string, headers: Record<string, string>) => Promise<unknown>;

async function withWorkers(
	baseUrl: string,
	items: IDataObject[],
	inFlight: number,
	send: Send,
): Promise<void> {
	const found = new Array<unknown>(items.length);
	const headers = { [HEADER.name]: HEADER.value };
	let next = 0;
	const work = async () => {
		while (next < items.length) {
			const index = next++;
			found[index] = await send(`${baseUrl}/v1/glossary/${String(items[index].slug)}`, headers);
		}
	};
	await Promise.all(Array.from({ length: inFlight }, work));
	expectAll(found.filter(Boolean).length, items);
}

/** The bare client, with connections that are kept: the limit of what a node could reach. */
export async function withUndici(
	baseUrl: string,
	items: IDataObject[],
	inFlight: number,
): Promise<void> {
	const dispatcher = new Agent({ connections: inFlight });
	await withWorkers(baseUrl, items, inFlight, async (url, headers) => {
		const { body } = await request(url, { dispatcher, headers });
		return await body.json();
	});
	await dispatcher.close();
}

/**
 * What n8n's request helper comes to when the credential is known and no expression evaluated: the
 * limit of what a node can reach in n8n, which opens a connection for each request.
 */
export async function withRequestHelper(
	baseUrl: string,
	items: IDataObject[],
	inFlight: number,
): Promise<void> {
	const requests = Container.get(OutboundHttp).requests();
	await withWorkers(baseUrl, items, inFlight, async (url, headers) => {
		return await requests.request({ url, headers, json: true, disableFollowRedirect: true });
	});
}
