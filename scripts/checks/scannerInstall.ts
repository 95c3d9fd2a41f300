/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** npm warns at length; Node's default of 1 MiB would end it. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Its versions are pinned here; it is installed apart, since its peers clash with the project's. */
const PINNED_FILES = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs n8n's scanner into `.runtime/scanner` from `runtime/scanner`, unless the same versions
 * are there already.
 *
 * @returns the folder that holds its node_modules
 * @throws Error when npm cannot install it
 */
export async function installScanner(root: string): Promise<string> {
	const pinned = path.join(root, 'runtime', 'scanner');
	const folder = path.join(root, '.runtime', 'scanner');
	// Written last, so that an interrupted installation is done again.
	const stamp = path.join(folder, 'installed-lock.json');
	const lock = await readFile(path.join(pinned, 'package-lock.json'), 'utf8');
	if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return folder;

	console.log("installing n8n's scanner …");
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const file of PINNED_FILES) await copyFile(path.join(pinned, file), path.join(folder, file));
	// Named as prefix, since npm tells its scripts the project's own folder by the environment.
	await run('npm', ['ci', '--ignore-scripts', '--prefix', folder], {
		cwd: folder,
		maxBuffer: MAX_OUTPUT_BYTES,
	});
	await writeFile(stamp, lock);
	return folder;
}
