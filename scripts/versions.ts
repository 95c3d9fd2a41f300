/**
 * `npm test -- versions`: the smoke suite in n8n 2.x from the first version on, one after the other, each without a
 * lock file of its own. A version that cannot be installed is named; the run fails if a suite fails, or if no
 * version could be installed. `npx tsx scripts/versions.ts 2.20.12` tries one.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';

import { REPOSITORY, RUNTIME } from '../runtime/paths';
import { run } from '../runtime/process';

/** The first 2.x, and one in the middle. Each was installed once from npm's registry; some others lack parts there. */
const VERSIONS = ['2.0.3', '2.20.12'];

/** @returns how it ended */
async function tryVersion(version: string): Promise<'cannot be installed' | 'passed' | 'FAILED'> {
	const node = async (...args: string[]) =>
		await run(process.execPath, args, {
			cwd: REPOSITORY,
			env: { N8N_RELEASE: version },
			stdio: ['ignore', 'inherit', 'inherit'],
		}).then(
			() => true,
			() => false,
		);
	if (!(await node('scripts/setup.mjs', version))) return 'cannot be installed';
	const smoke = ['--runInBand', '--selectProjects', 'smoke'];
	return (await node('node_modules/jest/bin/jest.js', ...smoke)) ? 'passed' : 'FAILED';
}

async function main(named: readonly string[]): Promise<void> {
	const newest = async () => await run('npm', ['view', 'n8n', 'version'], { cwd: REPOSITORY });
	const outcomes = new Map<string, string>();
	for (const version of named.length > 0 ? named : [...VERSIONS, await newest()]) {
		console.log(`\n── n8n ${version} ──`);
		outcomes.set(version, await tryVersion(version));
		// 1.8 GB each.
		if (named.length === 0)
			await rm(path.join(RUNTIME, `n8n-${version}`), { recursive: true, force: true });
	}
	console.log();
	for (const [version, outcome] of outcomes) console.log(`n8n ${version}: ${outcome}`);
	const all = [...outcomes.values()];
	process.exitCode = all.includes('FAILED') || !all.includes('passed') ? 1 : 0;
}

void main(process.argv.slice(2));
