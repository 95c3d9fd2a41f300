import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { UNPACKED } from '../../scripts/checks/pack';
import { builtInNodes } from './builtIn';

/** A package, or a part of one, that n8n loads. */
export interface Loadable {
	name: string;
	/** What n8n requires: nodes and credentials. */
	entries: string[];
	/** Bytes on disk, without what n8n never reads. */
	size: number;
	hasTrigger?: boolean;
}

/** Source maps, type declarations and texts: some packages ship them, others do not. */
const NEVER_READ = /\.(map|d\.ts|md|tsbuildinfo)$|^LICENSE/;

async function sizeOf(path: string): Promise<number> {
	const entry = await stat(path);
	if (!entry.isDirectory()) return NEVER_READ.test(basename(path)) ? 0 : entry.size;
	const names = (await readdir(path)).filter((name) => name !== 'node_modules');
	const sizes = await Promise.all(names.map(async (name) => await sizeOf(join(path, name))));
	return sizes.reduce((sum, size) => sum + size, 0);
}

async function packageAt(folder: string): Promise<Loadable> {
	const text = await readFile(join(folder, 'package.json'), 'utf8');
	const { name, n8n } = JSON.parse(text) as {
		name: string;
		n8n: { nodes?: string[]; credentials?: string[] };
	};
	const entries = [...(n8n.credentials ?? []), ...(n8n.nodes ?? [])];
	return { name, entries: entries.map((entry) => join(folder, entry)), size: await sizeOf(folder) };
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
export async function builtInPeers(): Promise<Loadable[]> {
	const dist = join(builtInNodes(), 'dist');
	return await Promise.all(
		BUILT_IN.map(async ({ name, folder, nodes, credentials }) => {
			const own = join(dist, 'nodes', folder);
			const shared = credentials.map((each) => join(dist, 'credentials', `${each}.credentials.js`));
			const sizes = await Promise.all([own, ...shared].map(sizeOf));
			return {
				name,
				hasTrigger: nodes.some((each) => each.endsWith('Trigger')),
				entries: [...shared, ...nodes.map((each) => join(own, `${each}.node.js`))],
				size: sizes.reduce((sum, size) => sum + size, 0),
			};
		}),
	);
}
