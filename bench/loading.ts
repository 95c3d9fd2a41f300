import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../runtime/process';
import { UNPACKED } from '../runtime/tarball';
import { compared, milliseconds, type Line } from './report';
import type { Scale } from './scale';
import { alternate } from './support/alternate';
import { builtInNodes } from './support/builtIn';

/** Nodes of n8n's for this platform, and for two others of the kind that have a trigger as well. */
const BUILT_IN: Record<string, string[]> = {
	'the built-in HighLevel node, without a trigger': [
		'credentials/HighLevelApi.credentials.js',
		'credentials/HighLevelOAuth2Api.credentials.js',
		'nodes/HighLevel/HighLevel.node.js',
	],
	'the built-in HubSpot nodes': [
		'credentials/HubspotApi.credentials.js',
		'credentials/HubspotAppToken.credentials.js',
		'credentials/HubspotDeveloperApi.credentials.js',
		'credentials/HubspotOAuth2Api.credentials.js',
		'nodes/Hubspot/Hubspot.node.js',
		'nodes/Hubspot/HubspotTrigger.node.js',
	],
	'the built-in Pipedrive nodes': [
		'credentials/PipedriveApi.credentials.js',
		'credentials/PipedriveOAuth2Api.credentials.js',
		'nodes/Pipedrive/Pipedrive.node.js',
		'nodes/Pipedrive/PipedriveTrigger.node.js',
	],
};

/** In a process of its own, since a module is loaded once. */
const loadingTime = (folder: string, files: readonly string[]) => async () => {
	const script = join(__dirname, 'support', 'requireTime.cjs');
	return Number(await run(process.execPath, [script, ...files.map((file) => join(folder, file))]));
};

/** How long n8n takes to load the package, beside others of its kind. */
export async function benchLoading({ rounds }: Scale): Promise<Line[]> {
	const manifest = await readFile(join(UNPACKED, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as { n8n: { nodes: string[]; credentials: string[] } };
	const dist = join(builtInNodes(), 'dist');
	const peers = Object.entries(BUILT_IN).map(([name, files]) => [name, loadingTime(dist, files)] as const);
	const own = loadingTime(UNPACKED, [...n8n.credentials, ...n8n.nodes]);
	const times = await alternate<string>({ own, ...Object.fromEntries(peers) }, rounds);
	return Object.entries(BUILT_IN).map(([beside, files]) => {
		const bound = files.some((file) => file.includes('Trigger')) ? { atMost: 1 } : undefined;
		return compared({ what: 'loading all nodes and credentials', beside, bound }, times.own, times[beside], milliseconds);
	});
}
