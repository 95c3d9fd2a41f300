/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- runs on a developer's machine, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Files that npm ships beside what the build makes. */
const ROOT_FILES = ['LICENSE', 'README.md', 'index.js', 'package.json'];

/** What becomes a file of the package, by the name of its source. Nothing else may ship. */
const KINDS: ReadonlyArray<{ kind: string; matches: RegExp; shipsAs: (file: string) => string[] }> = [
	{
		kind: 'compiled module',
		matches: /^(nodes|credentials)\/.*(?<!\.test|\.d)\.ts$/,
		shipsAs: (file) => [file.replace(/\.ts$/, '.js')],
	},
	{
		kind: 'codex',
		matches: /^nodes\/.*\.node\.json$/,
		shipsAs: (file) => [file],
	},
	{
		kind: 'icon',
		matches: /^(nodes|credentials)\/.*\.(svg|png)$/,
		shipsAs: (file) => [file],
	},
	{
		kind: 'schema',
		matches: /^nodes\/.*\/__schema__\/.*\.json$/,
		shipsAs: (file) => [file],
	},
];

/**
 * Compares the package's files with those that its sources call for: each node, credential, codex
 * file, icon and schema; no test, no sandbox, no source map, no build info.
 *
 * @param root     the repository
 * @param unpacked the package as unpacked from the tarball
 * @returns one line for each file that is missing or that should not be there
 */
export async function checkPackageFiles(root: string, unpacked: string): Promise<string[]> {
	const expected = new Set(ROOT_FILES);
	const declarations = await emitsDeclarations(root);
	const counts = new Map<string, number>();
	for (const source of [...(await filesIn(root, 'nodes')), ...(await filesIn(root, 'credentials'))]) {
		const rule = KINDS.find(({ matches }) => matches.test(source));
		if (!rule) continue;
		for (const shipped of rule.shipsAs(source)) {
			expected.add(`dist/${shipped}`);
			if (declarations && source.endsWith('.ts')) {
				expected.add(`dist/${shipped.replace(/\.js$/, '.d.ts')}`);
			}
		}
		counts.set(rule.kind, (counts.get(rule.kind) ?? 0) + 1);
	}
	console.log([...counts].map(([kind, count]) => `${kind}: ${count}`).join(', '));

	const actual = new Set(await filesIn(unpacked, '.'));
	return [
		...[...expected].filter((file) => !actual.has(file)).map((file) => `missing: ${file}`),
		...[...actual].filter((file) => !expected.has(file)).map((file) => `not expected: ${file}`),
	].sort();
}

async function emitsDeclarations(root: string): Promise<boolean> {
	const config = JSON.parse(await readFile(path.join(root, 'tsconfig.json'), 'utf8')) as {
		compilerOptions: { declaration?: boolean };
	};
	return config.compilerOptions.declaration === true;
}

/** Every file below `folder`, relative to `base`, with forward slashes. */
async function filesIn(base: string, folder: string): Promise<string[]> {
	const entries = await readdir(path.join(base, folder), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'));
}
