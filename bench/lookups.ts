import type { ICredentialType, IDataObject, IVersionedNodeType } from 'n8n-workflow';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { N8N_SCRIPT } from '../runtime/paths';
import { waitFor } from '../runtime/polling';
import { freePorts } from '../runtime/ports';
import { startProcess } from '../runtime/process';
import { runNode, type RunRequest } from '../test/support/engine';
import { compared, seconds, type Line } from './report';
import { alternate, timed, type Scale } from './support/rounds';
import { KeptCredentials } from './support/keptCredentials';

const RESPONSE_AFTER_MS = 20;
/** The node's default. */
const IN_FLIGHT = 10;
const SLUGS = 50;
const WARM_UPS = 3;

const HTTP_REQUEST = 'HTTP Request, defaults';

/** The key that all lookups send. */
const HEADER = { name: 'X-Key', value: 'a-key-of-the-knowledge-api' };

/** An object of the class that a file of the pinned n8n's own nodes exports. */
function builtIn<Type>(file: string, name: string): Type {
	const exported = createRequire(realpathSync(N8N_SCRIPT))(`n8n-nodes-base/dist/${file}`) as Record<
		string,
		new () => Type
	>;
	return new exported[name]();
}

/** Look-ups of many items by a server in a process of its own: what it does is not counted as ours. */
export async function benchLookUps(scale: Scale): Promise<Line[]> {
	const [port] = await freePorts(1);
	const url = `http://127.0.0.1:${port}`;
	const args = [
		'--import',
		'tsx',
		join(__dirname, 'support', 'lookUpServer.ts'),
		String(port),
		String(RESPONSE_AFTER_MS),
	];
	const server = await startProcess({
		name: 'the server',
		command: process.execPath,
		args,
		env: process.env,
	});
	try {
		await waitFor(
			'the server',
			async () =>
				await requestsSeen(url).then(
					() => true,
					() => false,
				),
		);
		return [...(await benchDistinct(url, scale)), ...(await benchSame(url, scale))];
	} finally {
		await server.kill();
	}
}

/** How many it got since it was last asked. */
const requestsSeen = async (url: string) => Number(await (await fetch(`${url}/seen`)).text());

/** Knowledge > Glossary Term > Get, and n8n's HTTP Request node, which by default sends the requests of all items at once. */
function waysOf(baseUrl: string, count: number, slugs: number) {
	const items: IDataObject[] = Array.from({ length: count }, (_, index) => ({
		slug: `term-${index % slugs}`,
	}));
	const lookUp = (request: Omit<RunRequest, 'items'>) => async () => {
		const { json, error } = await runNode({ ...request, items });
		if (error) throw error;
		if (json.length !== count) throw new Error(`${json.length} of ${count} lookups got a response`);
	};
	const knowledgeApi = { baseUrl, headerName: HEADER.name, headerValue: HEADER.value };
	const nodeType = builtIn<IVersionedNodeType>(
		'nodes/HttpRequest/HttpRequest.node.js',
		'HttpRequest',
	);
	const { properties } = builtIn<ICredentialType>(
		'credentials/HttpHeaderAuth.credentials.js',
		'HttpHeaderAuth',
	);
	return {
		ours: lookUp({
			type: 'knowledge',
			parameters: { resource: 'glossaryTerm', operation: 'get', slug: '={{ $json.slug }}' },
			credentials: { knowledgeApi },
			store: new KeptCredentials({ knowledgeApi }),
		}),
		theirs: lookUp({
			type: 'httpRequest',
			nodeType,
			typeVersion: nodeType.description.defaultVersion,
			// n8n allows credentials of any type to its own node only, which it knows by this name.
			node: { type: 'n8n-nodes-base.httpRequest' },
			parameters: {
				url: `=${baseUrl}/v1/glossary/{{ $json.slug }}`,
				...{
					authentication: 'genericCredentialType',
					genericAuthType: 'httpHeaderAuth',
					options: {},
				},
			},
			credentials: { httpHeaderAuth: HEADER },
			store: new KeptCredentials({ httpHeaderAuth: HEADER }, { httpHeaderAuth: properties }),
		}),
	};
}

async function benchDistinct(url: string, { lookUps, rounds }: Scale): Promise<Line[]> {
	const { ours, theirs } = waysOf(url, lookUps, lookUps);
	// V8 needs a few thousand lookups to compile the code for speed.
	for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
		await ours();
		await theirs();
	}
	const turns = await alternate(
		{ ours: async () => await timed(ours), theirs: async () => await timed(theirs) },
		rounds,
	);
	const what = `${lookUps} distinct lookups, ${IN_FLIGHT} in flight`;
	return [compared({ what, beside: HTTP_REQUEST }, turns.ours, turns.theirs, seconds)];
}

async function benchSame(url: string, { lookUps, rounds }: Scale): Promise<Line[]> {
	const { ours, theirs } = waysOf(url, lookUps, SLUGS);
	const sent = { ours: 0, theirs: 0 };
	const counted = (side: keyof typeof sent, lookUp: () => Promise<void>) => async () => {
		await requestsSeen(url);
		const ms = await timed(lookUp);
		sent[side] = await requestsSeen(url);
		return ms;
	};
	const turns = await alternate(
		{ ours: counted('ours', ours), theirs: counted('theirs', theirs) },
		rounds,
	);
	const slugs = Math.min(SLUGS, lookUps);
	if (sent.ours !== slugs)
		throw new Error(`Knowledge sent ${sent.ours} requests for ${slugs} slugs`);
	const what = `${lookUps} items that ask for ${slugs} slugs: ${sent.ours} and ${sent.theirs} requests`;
	return [
		compared(
			{ what, beside: HTTP_REQUEST, bound: { atMost: 1 } },
			turns.ours,
			turns.theirs,
			seconds,
		),
	];
}
