import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { PACK_FOLDER, REPOSITORY } from '../runtime/paths';
import { run } from '../runtime/process';
import { tarballPath, UNPACKED } from '../runtime/tarball';
import { step } from './step.mjs';

/** Notes what the tarball was built from. */
const BUILT_FROM = path.join(PACK_FOLDER, 'built-from.txt');

/** What the tarball is made from, and by. */
const SOURCES = [
	...['nodes', 'credentials', 'scripts/build.ts', 'scripts/checks'],
	...['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js', 'index.js'],
	...['README.md', 'LICENSE'],
];

/**
 * Builds and packs the package, unless the packed tarball was built from just these sources.
 * @returns path of the tarball
 * @throws Error with the build's output
 */
export async function buildPackage(): Promise<string> {
	const builtFrom = await readFile(BUILT_FROM, 'utf8').catch(() => '');
	if (builtFrom !== (await hashOfSources()) || !existsSync(tarballPath())) {
		await step('Building and packing the nodes', async () => {
			const gulp = path.join(REPOSITORY, 'node_modules', 'gulp', 'bin', 'gulp.js');
			await run(process.execPath, [gulp, 'build'], { cwd: REPOSITORY });
		});
	}
	return tarballPath();
}

/**
 * Packs the built package as npm would publish it, into `.runtime/pack/<name>-<version>.tgz`, and
 * unpacks it beside. Both are put in place by a rename, so that readers never see half a package.
 */
export async function packPackage(): Promise<void> {
	await mkdir(path.dirname(UNPACKED), { recursive: true });
	await rm(BUILT_FROM, { force: true });
	const scratch = await mkdtemp(path.join(PACK_FOLDER, 'packing-'));
	try {
		await run('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], { cwd: REPOSITORY });
		const packed = path.join(scratch, path.basename(tarballPath()));
		await run('tar', ['-xzf', packed, '-C', scratch]);
		await rename(packed, tarballPath());
		await rm(UNPACKED, { recursive: true, force: true });
		await rename(path.join(scratch, 'package'), UNPACKED);
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
	const { size } = await stat(tarballPath());
	console.log(`packed ${path.basename(tarballPath())}, ${(size / 1000).toFixed(1)} kB`);
}

/** The last part of the build: the tarball is what these sources give. */
export async function noteBuilt(): Promise<void> {
	await writeFile(BUILT_FROM, await hashOfSources());
}

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const below = await readdir(path.join(REPOSITORY, source), { recursive: true }).catch(() => ['']);
		for (const name of below.sort()) {
			const file = path.join(source, name);
			const content = await readFile(path.join(REPOSITORY, file)).catch(() => undefined);
			if (content) hash.update(`${file}\0${content.length}\0`).update(content);
		}
	}
	return hash.digest('hex');
}
