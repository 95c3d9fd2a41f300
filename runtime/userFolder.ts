import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { run } from './process';

/** A fresh, empty user folder in the system's folder for temporary files. */
export async function createUserFolder(): Promise<string> {
	return await mkdtemp(join(tmpdir(), 'n8n-crm-platform-'));
}

/**
 * Installs a packed community package where n8n's own installer puts it:
 * `<user folder>/.n8n/nodes/node_modules/<name>`. Runtime dependencies are not installed.
 * @param tarball path of the `.tgz` that `npm pack` wrote
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodesFolder, { recursive: true });
	const unpacked = await mkdtemp(join(nodesFolder, '.unpacking-'));
	await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
	const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as { name: string };
	const target = join(nodesFolder, 'node_modules', manifest.name);
	await mkdir(dirname(target), { recursive: true });
	await rm(target, { recursive: true, force: true });
	await rename(unpacked, target);
}
