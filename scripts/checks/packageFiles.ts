import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files that npm ships beside what the build makes. */
const ROOT_FILES = ['LICENSE', 'README.md', 'index.js', 'package.json'];

/** What becomes a file of the package, by the name of its source. Nothing else may ship. */
const KINDS: ReadonlyArray<{ kind: string; matches: RegExp }> = [
	{ kind: 'compiled module', matches: /^(nodes|credentials)\/.*(?<!\.test|\.d)\.ts$/ },
	{ kind: 'codex', matches: /^nodes\/.*\.node\.json$/ },
	{ kind: 'icon', matches: /^(nodes|credentials)\/.*\.(svg|png)$/ },
	{ kind: 'schema', matches: /^nodes\/.*\/__schema__\/.*\.json$/ },
];

/**
 * Compares the package's files with those that its sources call for: each node, credential, codex
 * file, icon and schema; no test, no sandbox, no source map, no build info.
 *
 * @param root     the repository
 * @param unpacked the package as unpacked from the tarball
 * @param print    takes one line that says how much of each kind there is
 * @returns one line for each file that is missing or that should not be there
 */
export async function checkPackageFiles(
	root: string,
	unpacked: string,
	print: (line: string) => void = console.log,
): Promise<string[]> {
	const sources = [...(await filesIn(root, 'nodes')), ...(await filesIn(root, 'credentials'))];
	const byKind = KINDS.map(({ kind, matches }) => ({
		kind,
		files: sources.filter((source) => matches.test(source)),
	}));
	print(byKind.map(({ kind, files }) => `${kind}: ${files.length}`).join(', '));

	const shipped = byKind
		.flatMap(({ files }) => files)
		.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
	const expected = new Set([...ROOT_FILES, ...shipped]);
	const actual = new Set(await filesIn(unpacked, '.'));
	return [
		...[...expected].filter((file) => !actual.has(file)).map((file) => `missing: ${file}`),
		...[...actual].filter((file) => !expected.has(file)).map((file) => `not expected: ${file}`),
	].sort();
}

/** Every file below `folder`, relative to `base`, with forward slashes. */
async function filesIn(base: string, folder: string): Promise<string[]> {
	const entries = await readdir(path.join(base, folder), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'));
}
