import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { PackageDirectoryLoader } from 'n8n-core';
import os from 'node:os';
import path from 'node:path';

import { run } from '../../runtime/process';
import { PACKAGE_NAME } from '../../runtime/tarball';

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/** Prints the names of the exported classes that can be constructed. */
const LIST_CLASSES = `
	const classes = Object.entries(require(process.argv[1]));
	for (const [, constructor] of classes) new constructor();
	console.log(JSON.stringify(classes.map(([name]) => name)));
`;

/**
 * Loads the unpacked package in two ways: by n8n's own loader, and by `require` from a folder that
 * has nothing installed but the package and its peer.
 *
 * @returns one line for each node or credential that does not load as it should
 */
export async function checkClassesLoad(unpacked: string): Promise<string[]> {
	const manifest = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as Manifest;
	const files = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	const expected = files.map((file) => path.basename(file).split('.')[0]).sort();
	const byN8n = loadedByN8n(unpacked, manifest).catch((error: unknown) => [
		`n8n's loader refuses the package: ${String(error)}`,
	]);
	const byRequire = loadedByRequire(unpacked, expected).catch((error: unknown) => [
		`require('${PACKAGE_NAME}') does not work: ${String(error)}`,
	]);
	return [...(await byN8n), ...(await byRequire)];
}

/** n8n silently drops a codex file or an icon that it cannot use; here it is a finding. */
async function loadedByN8n(unpacked: string, { n8n }: Manifest): Promise<string[]> {
	const loader = new PackageDirectoryLoader(unpacked);
	await loader.loadAll();
	const { nodes, credentials } = loader.types;
	const loaded = `${nodes.length} nodes and ${credentials.length} credentials`;
	const isComplete = nodes.length === n8n.nodes.length && credentials.length === n8n.credentials.length;
	const noCodex = nodes.filter(({ codex }) => !codex?.categories?.length);
	const icons = [...nodes, ...credentials].map(async ({ name, iconUrl }) => {
		if (typeof iconUrl !== 'object') return [`${name}: no pair of light and dark icons`];
		// n8n's editor asks for `icons/<package>/<file in the package>`.
		const [light, dark] = await Promise.all(
			[iconUrl.light, iconUrl.dark].map(
				async (url) => await readFile(path.join(unpacked, url.replace(`icons/${PACKAGE_NAME}/`, ''))),
			),
		);
		return light.equals(dark) ? [`${name}: the light and the dark icon are the same`] : [];
	});
	return [
		...(isComplete ? [] : [`n8n loads only ${loaded}`]),
		...noCodex.map(({ name }) => `${name}: n8n finds no codex`),
		...(await Promise.all(icons)).flat(),
	];
}

async function loadedByRequire(unpacked: string, expected: string[]): Promise<string[]> {
	const consumer = await mkdtemp(path.join(os.tmpdir(), 'package-consumer-'));
	try {
		const modules = path.join(consumer, 'node_modules');
		await mkdir(modules);
		await cp(unpacked, path.join(modules, PACKAGE_NAME), { recursive: true });
		// The peer only: a devDependency that slipped into the code is not found here.
		const peer = path.dirname(require.resolve('n8n-workflow/package.json'));
		await symlink(peer, path.join(modules, 'n8n-workflow'), 'junction');
		const args = ['-e', LIST_CLASSES, PACKAGE_NAME];
		const exported = JSON.parse(await run(process.execPath, args, { cwd: consumer })) as string[];
		return exported.sort().join() === expected.join()
			? []
			: [`require('${PACKAGE_NAME}') gives ${exported.join(', ')} instead of ${expected.join(', ')}`];
	} finally {
		await rm(consumer, { recursive: true, force: true });
	}
}
