import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../runtime/process';
import { UNPACKED } from '../runtime/tarball';
import { compared, milliseconds, type Line } from './report';
import type { Scale } from './scale';
import { alternate } from './support/alternate';
import { builtInNodes } from './support/builtIn';

/** Nodes of n8n's for another platform of the kind, with a trigger as this package has one. */
const HUBSPOT = [
	'credentials/HubspotApi.credentials.js',
	'credentials/HubspotAppToken.credentials.js',
	'credentials/HubspotDeveloperApi.credentials.js',
	'credentials/HubspotOAuth2Api.credentials.js',
	'nodes/Hubspot/Hubspot.node.js',
	'nodes/Hubspot/HubspotTrigger.node.js',
];

/** In a process of its own, since a module is loaded once. */
const loadingTime = (folder: string, files: readonly string[]) => async () => {
	const script = join(__dirname, 'support', 'requireTime.cjs');
	return Number(await run(process.execPath, [script, ...files.map((file) => join(folder, file))]));
};

/** How long n8n takes to load the package, beside another of its kind. Without a bound: a start of n8n takes seconds. */
export async function benchLoading({ rounds }: Scale): Promise<Line[]> {
	const manifest = await readFile(join(UNPACKED, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as { n8n: { nodes: string[]; credentials: string[] } };
	const ours = loadingTime(UNPACKED, [...n8n.credentials, ...n8n.nodes]);
	const theirs = loadingTime(join(builtInNodes(), 'dist'), HUBSPOT);
	const times = await alternate({ ours, theirs }, rounds);
	const line = { what: 'loading all nodes and credentials', beside: 'the built-in HubSpot nodes' };
	return [compared(line, times.ours, times.theirs, milliseconds)];
}
