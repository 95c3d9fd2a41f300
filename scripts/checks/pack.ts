import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PACK_FOLDER, REPOSITORY } from '../../runtime/paths';
import { run } from '../../runtime/process';
import { PACKAGE_NAME } from '../../runtime/tarball';

/**
 * The unpacked package, for the checks, the scanner and the measurements. Below `node_modules`,
 * as it lies at a user's, and where the linter does not take it for sources.
 */
export const UNPACKED = path.join(PACK_FOLDER, 'node_modules', PACKAGE_NAME);

/** Notes what the tarball was built from (scripts/build.ts). */
export const BUILT_FROM = path.join(PACK_FOLDER, 'built-from.txt');

interface PackReport {
	filename: string;
	size: number;
	unpackedSize: number;
	entryCount: number;
}

/**
 * Packs the built package as npm would publish it, into `.runtime/pack/<name>-<version>.tgz`, and
 * unpacks it beside. Both are put in place by a rename, so that readers never see half a package.
 * @returns the tarball's path
 */
export async function packPackage(): Promise<string> {
	await mkdir(PACK_FOLDER, { recursive: true });
	await rm(BUILT_FROM, { force: true });
	const scratch = await mkdtemp(path.join(PACK_FOLDER, 'packing-'));
	try {
		const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch];
		const report = firstReport(await run('npm', args, { cwd: REPOSITORY }));
		await run('tar', ['-xzf', path.join(scratch, report.filename), '-C', scratch]);

		const tarball = path.join(PACK_FOLDER, report.filename);
		await rename(path.join(scratch, report.filename), tarball);
		await rm(UNPACKED, { recursive: true, force: true });
		await mkdir(path.dirname(UNPACKED), { recursive: true });
		await rename(path.join(scratch, 'package'), UNPACKED);
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
