import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { withLock } from './lock.mjs';
import { runLogged } from './runLogged.mjs';

/** What the tarball is made from, and by. */
const SOURCES = [
	'nodes',
	'credentials',
	'scripts/checks',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'gulpfile.js',
	'index.js',
	'README.md',
	'LICENSE',
];

/**
 * Builds and packs the package, unless the packed tarball was built from just these sources.
 * @param {string} root the clone's folder
 * @returns {Promise<string>} path of the tarball
 * @throws Error with the end of the build's output
 */
export async function buildPackage(root) {
	const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
	const folder = path.join(root, '.runtime', 'pack');
	const tarball = path.join(folder, `${name}-${version}.tgz`);
	const stamp = path.join(folder, 'built-from.txt');
	const isFresh = async () =>
		existsSync(tarball) &&
		(await readFile(stamp, 'utf8').catch(() => '')) === (await stampText(root, tarball));
	if (await isFresh()) return tarball;
	await withLock(path.join(root, '.runtime', 'build.lock'), async () => {
		// Another process may have built it while this one waited.
		if (await isFresh()) return;
		await runLogged({
			title: 'Building and packing the nodes',
			command: process.execPath,
			args: [path.join(root, 'node_modules', 'gulp', 'bin', 'gulp.js'), 'build'],
			cwd: root,
			logFile: path.join(root, '.runtime', 'logs', 'build.log'),
		});
		await mkdir(folder, { recursive: true });
		await writeFile(stamp, await stampText(root, tarball));
	});
	return tarball;
}

/** The tarball's own hash is part of it: others build and pack too, perhaps from other sources. */
async function stampText(root, tarball) {
	const sources = createHash('sha256');
	for (const source of SOURCES) await addToHash(sources, root, source);
	const packed = createHash('sha256').update(await readFile(tarball));
	return `sources ${sources.digest('hex')}\ntarball ${packed.digest('hex')}\n`;
}

async function addToHash(hash, root, relative) {
	const entries = await readdir(path.join(root, relative), { withFileTypes: true }).catch(() => []);
	if (entries.length === 0) {
		const content = await readFile(path.join(root, relative)).catch(() => undefined);
		if (content) hash.update(`${relative}\0${content.length}\0`).update(content);
		return;
	}
	const names = entries.map(({ name }) => name).sort();
	for (const name of names) await addToHash(hash, root, `${relative}/${name}`);
}
