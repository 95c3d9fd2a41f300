import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UNPACKED } from '../../scripts/checks/pack';
import { builtInNodes } from './builtIn';

/** A package, or a part of one, that n8n loads. */
export interface Loadable {
	name: string;
	/** What n8n requires: nodes and credentials. */
	entries: string[];
	hasTrigger?: boolean;
}

async function packageAt(folder: string): Promise<Loadable> {
	const text = await readFile(join(folder, 'package.json'), 'utf8');
	const { name, n8n } = JSON.parse(text) as {
		name: string;
		n8n: { nodes?: string[]; credentials?: string[] };
	};
	const entries = [...(n8n.credentials ?? []), ...(n8n.nodes ?? [])];
	return { name, entries: entries.map((entry) => join(folder, entry)) };
}

export const ownPackage = async (): Promise<Loadable> => await packageAt(UNPACKED);

interface BuiltIn {
	name: string;
	/** Below `dist/nodes`. */
	folder: string;
	nodes: string[];
	credentials: string[];
}

/** Nodes of n8n's for this platform, and for two others of the kind that have a trigger as well. */
const BUILT_IN: BuiltIn[] = [
	{
		name: 'the built-in HighLevel node, without a trigger',
		folder: 'HighLevel',
		nodes: ['HighLevel'],
		credentials: ['HighLevelApi', 'HighLevelOAuth2Api'],
	},
	{
		name: 'the built-in HubSpot nodes',
		folder: 'Hubspot',
		nodes: ['Hubspot', 'HubspotTrigger'],
		credentials: ['HubspotApi', 'HubspotAppToken', 'HubspotDeveloperApi', 'HubspotOAuth2Api'],
	},
	{
		name: 'the built-in Pipedrive nodes',
		folder: 'Pipedrive',
		nodes: ['Pipedrive', 'PipedriveTrigger'],
		credentials: ['PipedriveApi', 'PipedriveOAuth2Api'],
	},
];

/** Parts of n8n's package of all nodes. */
export function builtInPeers(): Loadable[] {
	const dist = join(builtInNodes(), 'dist');
	return BUILT_IN.map(({ name, folder, nodes, credentials }) => ({
		name,
		hasTrigger: nodes.some((each) => each.endsWith('Trigger')),
		entries: [
			...credentials.map((each) => join(dist, 'credentials', `${each}.credentials.js`)),
			...nodes.map((each) => join(dist, 'nodes', folder, `${each}.node.js`)),
		],
	}));
}
