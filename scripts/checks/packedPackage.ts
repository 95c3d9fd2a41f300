import { REPOSITORY } from '../../runtime/paths';
import { checkClassesLoad } from './classesLoad';
import { checkPackageFiles } from './packageFiles';
import { UNPACKED } from './pack';
import { checkRuntimeImports } from './runtimeImports';

/** A check answers with one line a finding; none means that it holds. */
type Check = () => Promise<string[]>;

const CHECKS: Record<string, Check> = {
	'holds exactly what it must': async () => await checkPackageFiles(REPOSITORY, UNPACKED),
	'requires only n8n-workflow and node:crypto': async () => await checkRuntimeImports(UNPACKED),
	'loads in n8n, and require() gives every class': async () => await checkClassesLoad(UNPACKED),
};

/**
 * Runs every check on the unpacked tarball and prints one line each.
 *
 * @throws Error when a check has findings, after all have run
 */
export async function checkPackedPackage(): Promise<void> {
	let broken = 0;
	for (const [title, check] of Object.entries(CHECKS)) {
		const findings = await check();
		console.log(`${findings.length === 0 ? '✓' : '✗'} the package ${title}`);
		for (const finding of findings) console.log(`    ${finding}`);
		if (findings.length > 0) broken++;
	}
	if (broken > 0)
		throw new Error(`${broken} of ${Object.keys(CHECKS).length} package checks failed`);
}
