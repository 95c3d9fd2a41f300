/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error, no-console -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { RUNTIME, REPOSITORY } from '../../runtime/paths';
import { unpackedFolder } from '../../scripts/checks/pack';
import peers from '../peerPackages.json';
import { builtInNodes } from './builtIn';

const run = promisify(execFile);

/** A package, or a part of one, that n8n loads. */
export interface Loadable {
	name: string;
	/** What n8n requires: nodes and credentials. */
	entries: string[];
	/** Bytes on disk, without what n8n never reads. */
	size: number;
	/** What it lacks, where that explains why it is both smaller and faster. */
	lacks?: string;
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

export const ownPackage = async (): Promise<Loadable> => await packageAt(unpackedFolder(REPOSITORY));

interface BuiltIn {
	name: string;
	/** Below `dist/nodes`. */
	folder: string;
	nodes: string[];
	credentials: string[];
	lacks?: string;
}

/** Nodes of n8n's for this platform, and for two others of the kind that have a trigger as well. */
const BUILT_IN: BuiltIn[] = [
	{
		name: 'the built-in HighLevel node',
		lacks: 'it is a dozen files without a trigger; see our own, bundled',
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
		BUILT_IN.map(async ({ name, folder, nodes, credentials, lacks }) => {
			const own = join(dist, 'nodes', folder);
			const shared = credentials.map((each) => join(dist, 'credentials', `${each}.credentials.js`));
			const sizes = await Promise.all([own, ...shared].map(sizeOf));
			return {
				name,
				lacks,
				entries: [...shared, ...nodes.map((each) => join(own, `${each}.node.js`))],
				size: sizes.reduce((sum, size) => sum + size, 0),
			};
		}),
	);
}

/**
 * Community packages of the same kind, in the pinned versions, installed below `.runtime/bench`
 * without running their scripts.
 *
 * @returns those that the registry has; the others are named in `missing`
 * @throws Error when one could not be installed for any other reason
 */
export async function communityPackages(): Promise<{ found: Loadable[]; missing: string[] }> {
	const found: Loadable[] = [];
	const missing: string[] = [];
	for (const [name, version] of Object.entries(peers)) {
		const home = join(RUNTIME, 'bench', name);
		const folder = join(home, 'node_modules', name);
		try {
			if (!existsSync(join(folder, 'package.json'))) await install(home, `${name}@${version}`);
			found.push(await packageAt(folder));
		} catch (error) {
			if (!isUnknownToRegistry(error)) throw error;
			missing.push(`${name}@${version}`);
		}
	}
	return { found, missing };
}

/** npm's codes for a package, and for a version, that the registry does not have. */
function isUnknownToRegistry(error: unknown): boolean {
	const { stderr } = error as { stderr?: string };
	return /npm error code (E404|ETARGET)\b/.test(stderr ?? '');
}

async function install(home: string, what: string): Promise<void> {
	await mkdir(home, { recursive: true });
	await writeFile(join(home, 'package.json'), JSON.stringify({ private: true }));
	console.log(`  installing ${what} below ${dirname(home)} …`);
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await run('npm', ['install', ...options, what], { cwd: home });
}
