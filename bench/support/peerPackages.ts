/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
	/** Bytes on disk. */
	size: number;
}

async function sizeOf(path: string): Promise<number> {
	const entry = await stat(path);
	if (!entry.isDirectory()) return entry.size;
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

/** n8n's own node for the platform, a part of its package of all nodes. */
export async function builtInNode(): Promise<Loadable> {
	const dist = join(builtInNodes(), 'dist');
	const node = join(dist, 'nodes', 'HighLevel');
	const credentials = ['HighLevelApi', 'HighLevelOAuth2Api'].map((name) =>
		join(dist, 'credentials', `${name}.credentials.js`),
	);
	const parts = [node, ...credentials];
	const sizes = await Promise.all(parts.map(sizeOf));
	return {
		name: 'the built-in HighLevel node',
		entries: [...credentials, join(node, 'HighLevel.node.js')],
		size: sizes.reduce((sum, size) => sum + size, 0),
	};
}

/**
 * Community packages of the same kind, in the pinned versions, installed below `.runtime/bench`
 * without running their scripts.
 *
 * @returns those that the registry has; the others are named in `missing`
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
		} catch {
			missing.push(`${name}@${version}`);
		}
	}
	return { found, missing };
}

async function install(home: string, what: string): Promise<void> {
	await mkdir(home, { recursive: true });
	await writeFile(join(home, 'package.json'), JSON.stringify({ private: true }));
	console.log(`  installing ${what} below ${dirname(home)} …`);
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await run('npm', ['install', ...options, what], { cwd: home });
}
