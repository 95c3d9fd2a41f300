/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { PackageDirectoryLoader } from 'n8n-core';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readManifest, type Manifest } from './pack';

const run = promisify(execFile);

/**
 * Loads the unpacked package in two ways: by n8n's own loader, and by `require` from a folder that
 * has nothing installed but the package and its peer.
 *
 * @returns one line for each node or credential that does not load as it should
 */
export async function checkClassesLoad(unpacked: string): Promise<string[]> {
	const manifest = await readManifest(unpacked);
	return [
		...(await loadedByN8n(unpacked, manifest)),
		...(await loadedByRequire(unpacked, manifest)),
	];
}

/** n8n drops a codex file or an icon that it cannot use without a word; here it is a finding. */
async function loadedByN8n(unpacked: string, manifest: Manifest): Promise<string[]> {
	const loader = new PackageDirectoryLoader(unpacked);
	try {
		await loader.loadAll();
	} catch (error) {
		return [`n8n's loader refuses the package: ${String(error)}`];
	}
	const findings: string[] = [];
	if (loader.types.nodes.length !== manifest.n8n.nodes.length) {
		findings.push(`n8n loads ${loader.types.nodes.length} of ${manifest.n8n.nodes.length} nodes`);
	}
	if (loader.types.credentials.length !== manifest.n8n.credentials.length) {
		findings.push(
			`n8n loads ${loader.types.credentials.length} of ${manifest.n8n.credentials.length} credentials`,
		);
	}
	for (const node of loader.types.nodes) {
		if (!node.codex?.categories?.length) findings.push(`${node.name}: n8n finds no codex`);
		findings.push(...(await iconFindings(unpacked, manifest.name, node.name, node.iconUrl)));
	}
	for (const credential of loader.types.credentials) {
		findings.push(
			...(await iconFindings(unpacked, manifest.name, credential.name, credential.iconUrl)),
		);
	}
	return findings;
}

type IconUrl = string | { light: string; dark: string } | undefined;

/** n8n's editor asks for `icons/<package>/<file in the package>`. */
async function iconFindings(
	unpacked: string,
	packageName: string,
	owner: string,
	iconUrl: IconUrl,
): Promise<string[]> {
	if (typeof iconUrl !== 'object') return [`${owner}: no pair of light and dark icons`];
	const read = async (url: string) =>
		await readFile(path.join(unpacked, url.replace(`icons/${packageName}/`, '')));
	try {
		const [light, dark] = await Promise.all([read(iconUrl.light), read(iconUrl.dark)]);
		return light.equals(dark) ? [`${owner}: the light and the dark icon are the same`] : [];
	} catch (error) {
		return [`${owner}: an icon is not in the package: ${String(error)}`];
	}
}

/** Prints the names of the exported classes that can be constructed. */
const LIST_CLASSES = `
	const classes = Object.entries(require(process.argv[1]));
	for (const [, constructor] of classes) new constructor();
	console.log(JSON.stringify(classes.map(([name]) => name)));
`;

async function loadedByRequire(unpacked: string, manifest: Manifest): Promise<string[]> {
	const consumer = await mkdtemp(path.join(os.tmpdir(), 'package-consumer-'));
	try {
		const modules = path.join(consumer, 'node_modules');
		await mkdir(modules);
		await cp(unpacked, path.join(modules, manifest.name), { recursive: true });
		// The peer only: a devDependency that slipped into the code is not found here.
		const peer = path.dirname(require.resolve('n8n-workflow/package.json'));
		await symlink(peer, path.join(modules, 'n8n-workflow'), 'junction');
		const { stdout } = await run(process.execPath, ['-e', LIST_CLASSES, manifest.name], {
			cwd: consumer,
		});
		const expected = [...manifest.n8n.nodes, ...manifest.n8n.credentials]
			.map((file) => path.basename(file).split('.')[0])
			.sort();
		const exported = (JSON.parse(stdout) as string[]).sort();
		return exported.join() === expected.join()
			? []
			: [
					`require('${manifest.name}') gives ${exported.join(', ')} instead of ${expected.join(', ')}`,
				];
	} catch (error) {
		return [`require('${manifest.name}') does not work: ${String(error)}`];
	} finally {
		await rm(consumer, { recursive: true, force: true });
	}
}
