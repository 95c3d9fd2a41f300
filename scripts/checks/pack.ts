/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the tarball and its unpacked copy lie; `npm start` and the end-to-end tests install from here. */
export const packFolder = (root: string) => path.join(root, '.runtime', 'pack');

/**
 * The unpacked package, for the checks, the scanner and the measurements. Below `node_modules`,
 * as it lies at a user's, and where the linter does not take it for sources.
 */
export const unpackedFolder = (root: string) =>
	path.join(packFolder(root), 'node_modules', 'n8n-nodes-crm-platform');

interface PackReport {
	filename: string;
	size: number;
	unpackedSize: number;
	entryCount: number;
}

/**
 * Packs the built package as npm would publish it, into `.runtime/pack/<name>-<version>.tgz`, and
 * unpacks it beside. No script of the package runs. Both are put in place by a rename, so that
 * whoever reads the folder meanwhile sees the old or the new package, not half of one.
 *
 * @returns the tarball's path
 */
export async function packPackage(root: string): Promise<string> {
	const folder = packFolder(root);
	await mkdir(folder, { recursive: true });
	const scratch = await mkdtemp(path.join(folder, 'packing-'));
	try {
		const { stdout } = await run(
			'npm',
			['pack', '--ignore-scripts', '--json', '--pack-destination', scratch],
			{ cwd: root },
		);
		const report = firstReport(stdout);
		await run('tar', ['-xzf', path.join(scratch, report.filename), '-C', scratch]);

		const tarball = path.join(folder, report.filename);
		await rename(path.join(scratch, report.filename), tarball);
		const unpacked = unpackedFolder(root);
		await rm(unpacked, { recursive: true, force: true });
		await mkdir(path.dirname(unpacked), { recursive: true });
		await rename(path.join(scratch, 'package'), unpacked);
		console.log(
			`packed ${report.filename}: ${report.entryCount} files, ` +
				`tarball ${kilobytes(report.size)}, unpacked ${kilobytes(report.unpackedSize)}`,
		);
		return tarball;
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

/** npm prints an array; newer versions print an object keyed by package name. */
function firstReport(stdout: string): PackReport {
	const [report] = Object.values(JSON.parse(stdout) as Record<string, PackReport>);
	if (!report) throw new Error('npm pack reported no tarball');
	return report;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The parts of package.json that the checks read. */
export interface Manifest {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
}

export async function readManifest(folder: string): Promise<Manifest> {
	return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}
