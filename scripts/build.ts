import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
	cp,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';

import { PACKAGE_NAME, PACK_FOLDER, REPOSITORY, TARBALL, UNPACKED } from '../runtime/paths';
import { run } from '../runtime/process';
import { step } from '../runtime/step.mjs';

/** Notes what the tarball was built from. */
const BUILT_FROM = path.join(PACK_FOLDER, 'built-from.txt');

/** The sources of the tarball, and the programs that make it. */
const SOURCES = [
	...['nodes', 'credentials', 'scripts/build.ts'],
	...['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js', 'index.js'],
	...['README.md', 'LICENSE'],
];

/** The sources that become files of the package. Nothing else may ship. */
const SHIPPED = /(?<!\.test|\.d)\.ts$|\.node\.json$|\.(svg|png)$|\/__schema__\/.*\.json$/;

/** The files that are packed, beside package.json. */
const PACKED = ['dist', 'index.js', 'README.md', 'LICENSE'];

/**
 * Builds and packs the package, unless the packed tarball was built from just these sources.
 * @returns path of the tarball
 * @throws Error with the build's output
 */
export async function buildPackage(): Promise<string> {
	const builtFrom = await readFile(BUILT_FROM, 'utf8').catch(() => '');
	if (builtFrom !== (await hashOfSources()) || !existsSync(TARBALL)) {
		await step('Building and packing the nodes', async () => {
			const gulp = path.join(REPOSITORY, 'node_modules', 'gulp', 'bin', 'gulp.js');
			await run(process.execPath, [gulp, 'build'], { cwd: REPOSITORY });
		});
	}
	return TARBALL;
}

/**
 * `n8n-node build`, the build that n8n's verification knows: TypeScript and codex by tsc, pictures and output schemas by
 * copying. It copies every picture of the repository, those of the documentation too, which are not packed.
 */
export async function compile(): Promise<void> {
	const dist = path.join(REPOSITORY, 'dist');
	await rm(dist, { recursive: true, force: true });
	await mkdir(dist);
	const cli = path.join(REPOSITORY, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	// The CLI draws an animation unless it believes to be in CI, even into a file.
	const env = process.stdout.isTTY ? {} : { CI: 'true' };
	await run(process.execPath, [cli, 'build'], {
		cwd: REPOSITORY,
		env,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
}

/**
 * Packs the built package as npm would publish it, and unpacks it beside, both in `.runtime/pack`. They
 * are put in place by a rename, so that readers never see half a package.
 */
export async function packPackage(): Promise<void> {
	await mkdir(path.dirname(UNPACKED), { recursive: true });
	await rm(BUILT_FROM, { force: true });
	// Below node_modules, which the linter leaves out: it may run at the same time.
	const scratch = await mkdtemp(path.join(path.dirname(UNPACKED), '.packing-'));
	const source = path.join(scratch, 'source');
	try {
		for (const name of PACKED)
			await cp(path.join(REPOSITORY, name), path.join(source, name), { recursive: true });
		const manifest = await readManifest();
		manifest.version = await builtVersion(manifest.version);
		await writeFile(path.join(source, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
		await run('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch, source], {
			cwd: scratch,
		});
		const packed = path.join(scratch, `${PACKAGE_NAME}-${manifest.version}.tgz`);
		await run('tar', ['-xzf', packed, '-C', scratch]);
		await rename(packed, TARBALL);
		await rm(UNPACKED, { recursive: true, force: true });
		await rename(path.join(scratch, 'package'), UNPACKED);
		const { size } = await stat(TARBALL);
		console.log(`packed ${PACKAGE_NAME} ${manifest.version}, ${(size / 1000).toFixed(1)} kB`);
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

/**
 * The version that a build gets: that of package.json at its tag. Otherwise that with the commit, such as
 * `1.2.3-g1a2b3c4`, and with `-changed` where something has been changed since; without git `1.2.3-local`.
 */
async function builtVersion(version: string): Promise<string> {
	// CI checks out as one user and builds as another, which git refuses.
	const describe = ['-c', 'safe.directory=*', 'describe', '--always', '--tags', '--abbrev=7'];
	const options = ['--dirty=-changed', `--match=v${version}`];
	return await run('git', [...describe, ...options], { cwd: REPOSITORY }).then(
		(found) => (found.startsWith('v') ? found.slice(1) : `${version}-g${found}`),
		() => `${version}-local`,
	);
}

/** @throws Error with the files that the unpacked tarball lacks, or has beyond what the sources call for */
export async function checkPacked(): Promise<void> {
	const sources = (
		await Promise.all(['nodes', 'credentials'].map((folder) => filesIn(folder)))
	).flat();
	const made = sources
		.filter((file) => SHIPPED.test(file))
		.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
	const expected = ['LICENSE', 'README.md', 'index.js', 'package.json', ...made];
	const packed = await filesIn('.', UNPACKED);
	const findings = [
		...expected.filter((file) => !packed.includes(file)).map((file) => `missing: ${file}`),
		...packed.filter((file) => !expected.includes(file)).map((file) => `not expected: ${file}`),
	];
	if (findings.length > 0) throw new Error(`The packed package:\n${findings.join('\n')}`);
}

const readManifest = async () =>
	JSON.parse(await readFile(path.join(REPOSITORY, 'package.json'), 'utf8')) as { version: string };

/** The last part of the build: the tarball is what these sources give. */
export async function noteBuilt(): Promise<void> {
	await writeFile(BUILT_FROM, await hashOfSources());
}

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256').update(await builtVersion((await readManifest()).version));
	for (const file of (await Promise.all(SOURCES.map((source) => filesIn(source)))).flat()) {
		const content = await readFile(path.join(REPOSITORY, file));
		hash.update(`${file}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
}

/** The files below a folder, relative to `base`, with forward slashes; of a file, itself. */
async function filesIn(source: string, base = REPOSITORY): Promise<string[]> {
	const options = { recursive: true, withFileTypes: true } as const;
	const entries = await readdir(path.join(base, source), options).catch(() => undefined);
	if (!entries) return [source];
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)))
		.map((file) => file.replaceAll('\\', '/'))
		.sort();
}
