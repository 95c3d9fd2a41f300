/* eslint-disable no-console -- runs on a developer's machine, never inside n8n */
import { checkClassesLoad } from './classesLoad';
import { checkPackageFiles } from './packageFiles';
import { unpackedFolder } from './pack';
import { checkRuntimeImports } from './runtimeImports';

/** A check answers with one line a finding; none means that it holds. */
type Check = (root: string, unpacked: string) => Promise<string[]>;

const CHECKS: Record<string, Check> = {
	'holds exactly what it must': async (root, unpacked) => await checkPackageFiles(root, unpacked),
	'requires only n8n-workflow and node:crypto': async (_root, unpacked) =>
		await checkRuntimeImports(unpacked),
	'loads in n8n, and require() gives every class': async (_root, unpacked) =>
		await checkClassesLoad(unpacked),
};

/**
 * Runs every check on the unpacked tarball and prints one line each.
 *
 * @throws Error when a check has findings, after all have run
 */
export async function checkPackedPackage(root: string): Promise<void> {
	let broken = 0;
	for (const [title, check] of Object.entries(CHECKS)) {
		const findings = await check(root, unpackedFolder(root));
		console.log(`${findings.length === 0 ? '✓' : '✗'} the package ${title}`);
		for (const finding of findings) console.log(`    ${finding}`);
		if (findings.length > 0) broken++;
	}
	if (broken > 0)
		throw new Error(`${broken} of ${Object.keys(CHECKS).length} package checks failed`);
}
