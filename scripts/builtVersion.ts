import { REPOSITORY } from '../runtime/paths';
import { run } from '../runtime/process';

/** The sources of the tarball, and the programs that make it. */
export const SOURCES = [
	...['nodes', 'credentials', 'scripts/build.ts', 'scripts/builtVersion.ts', 'scripts/checks'],
	...['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js', 'index.js'],
	...['README.md', 'LICENSE'],
];

/**
 * The version that a build gets: that of package.json where its tag stands on the commit and nothing has
 * been changed since. Otherwise that with the last commit that changed what is packed, such as
 * `1.2.3-g1a2b3c4`, with `.changed` where something has been changed since; without git `1.2.3-local`.
 */
export async function builtVersion(version: string, folder = REPOSITORY): Promise<string> {
	// CI checks out as one user and builds as another, which git refuses.
	const git = async (...args: string[]) =>
		await run('git', ['-c', 'safe.directory=*', ...args], { cwd: folder });
	try {
		const isChanged = (await git('status', '--porcelain', '--', ...SOURCES)) !== '';
		const tags = (await git('tag', '--points-at', 'HEAD')).split('\n');
		if (!isChanged && tags.includes(`v${version}`)) return version;
		const commit = await git('log', '-1', '--format=%h', '--abbrev=7', '--', ...SOURCES);
		return `${version}-${commit === '' ? 'local' : `g${commit}`}${isChanged ? '.changed' : ''}`;
	} catch {
		return `${version}-local`;
	}
}
