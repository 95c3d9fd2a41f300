/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The parts of a package.json that matter for installing it into n8n. */
interface PackageManifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** A fresh, empty user folder in the system's folder for temporary files. */
export async function createUserFolder(): Promise<string> {
	return await mkdtemp(join(tmpdir(), 'n8n-crm-platform-'));
}

/**
 * Installs a packed community package the way n8n's own installer leaves it: unpacked into
 * `<user folder>/.n8n/nodes/node_modules/<name>`, without its development and peer dependencies,
 * and noted in the `package.json` that n8n keeps beside.
 *
 * n8n then downloads runtime dependencies; a package that has some is refused here, since nothing
 * is to be downloaded.
 * @param tarball path of the `.tgz` that `npm pack` wrote
 * @throws Error when the file is no package, or has runtime dependencies
 */
export async function installPackage(userFolder: string, tarball: string): Promise<string> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodesFolder, { recursive: true });
	const unpacked = await mkdtemp(join(nodesFolder, '.unpacking-'));
	try {
		await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		const manifestFile = join(unpacked, 'package.json');
		const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as PackageManifest;
		if (Object.keys(manifest.dependencies ?? {}).length > 0) {
			throw new Error(`${manifest.name} has runtime dependencies, which are not installed here`);
		}
		delete manifest.devDependencies;
		delete manifest.peerDependencies;
		delete manifest.optionalDependencies;
		await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
		const target = join(nodesFolder, 'node_modules', manifest.name);
		await mkdir(dirname(target), { recursive: true });
		await rm(target, { recursive: true, force: true });
		await rename(unpacked, target);
		await noteInstalled(nodesFolder, manifest);
		return target;
	} finally {
		await rm(unpacked, { recursive: true, force: true });
	}
}

async function noteInstalled(nodesFolder: string, manifest: PackageManifest): Promise<void> {
	const file = join(nodesFolder, 'package.json');
	const empty = { name: 'installed-nodes', private: true, dependencies: {} };
	const text = await readFile(file, 'utf8').catch(() => JSON.stringify(empty));
	const ledger = JSON.parse(text) as { dependencies: Record<string, string> };
	ledger.dependencies[manifest.name] = manifest.version;
	await writeFile(file, JSON.stringify(ledger, null, 2));
}
