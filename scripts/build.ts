import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY } from '../runtime/paths';
import { run } from '../runtime/process';
import { packedTarball, tarballPath } from '../runtime/tarball';
import { BUILT_FROM } from './checks/pack';
import { step } from './lib/step.mjs';

/** What the tarball is made from, and by. */
const SOURCES = [
	...['nodes', 'credentials', 'scripts/checks'],
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
	if (builtFrom === (await hashOfSources()) && existsSync(tarballPath())) return tarballPath();
	await step('Building and packing the nodes', async () => {
		const gulp = join(REPOSITORY, 'node_modules', 'gulp', 'bin', 'gulp.js');
		await run(process.execPath, [gulp, 'build'], { cwd: REPOSITORY });
	});
	return packedTarball();
}

/** The last part of the build: the tarball is what these sources give. */
export async function noteBuilt(): Promise<void> {
	await writeFile(BUILT_FROM, await hashOfSources());
}

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of SOURCES) {
		const below = await readdir(join(REPOSITORY, source), { recursive: true }).catch(() => ['']);
		for (const name of below.sort()) {
			const file = join(source, name);
			const content = await readFile(join(REPOSITORY, file)).catch(() => undefined);
			if (content) hash.update(`${file}\0${content.length}\0`).update(content);
		}
	}
	return hash.digest('hex');
}
