import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { PACKAGE_NAME, REPOSITORY, UNPACKED } from '../../runtime/paths';
import { run } from '../../runtime/process';

/** Files that npm ships beside what the build makes. */
const ROOT_FILES = ['LICENSE', 'README.md', 'index.js', 'package.json'];

/** The sources that become files of the package. Nothing else may ship. */
const SHIPPED = [
	/^(nodes|credentials)\/.*(?<!\.test|\.d)\.ts$/,
	/^nodes\/.*\.node\.json$/,
	/^(nodes|credentials)\/.*\.(svg|png)$/,
	/^nodes\/.*\/__schema__\/.*\.json$/,
];

/** n8n brings the first, Node the second. n8n Cloud allows a package nothing else. */
const ALLOWED = ['n8n-workflow', 'node:crypto'];

/** Prints the classes that can be constructed, and what the package's own modules required for it. */
const LOAD = `
	const Module = require('node:module');
	const [name] = process.argv.slice(1);
	const own = require('node:path').join(process.cwd(), 'node_modules', name);
	const required = new Set();
	const load = Module._load;
	Module._load = function (request, parent, ...rest) {
		if (parent?.filename?.startsWith(own) && !request.startsWith('.')) required.add(request);
		return load.call(this, request, parent, ...rest);
	};
	const classes = Object.entries(require(name));
	for (const [, constructor] of classes) new constructor();
	console.log(JSON.stringify({ classes: classes.map(([className]) => className), required: [...required] }));
`;

/**
 * Checks the unpacked tarball: it holds what its sources call for and nothing else, and loads with its peer alone.
 *
 * @throws Error with a line for each finding
 */
export async function checkPackedPackage(root = REPOSITORY, unpacked = UNPACKED): Promise<void> {
	const sources = [...(await filesIn(root, 'nodes')), ...(await filesIn(root, 'credentials'))];
	const shipped = sources.filter((source) => SHIPPED.some((kind) => kind.test(source)));
	const expected = [
		...ROOT_FILES,
		...shipped.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`),
	];
	const actual = await filesIn(unpacked, '.');
	const findings = [
		...expected.filter((file) => !actual.includes(file)).map((file) => `missing: ${file}`),
		...actual.filter((file) => !expected.includes(file)).map((file) => `not expected: ${file}`),
		...(await wrongLoading(sources, unpacked)),
	];
	if (findings.length > 0) throw new Error(`The packed package:\n${findings.join('\n')}`);
	console.log('✓ the package holds what it must, loads with its peer alone, and gives every class');
}

/** The linter does not see this: it lets a devDependency pass, which is then missing in the user's n8n. */
async function wrongLoading(sources: string[], unpacked: string): Promise<string[]> {
	const wanted = sources.flatMap(
		(file) => /(\w+)\.(?:node|credentials)\.ts$/.exec(file)?.[1] ?? [],
	);
	const consumer = await mkdtemp(path.join(os.tmpdir(), 'package-consumer-'));
	try {
		const modules = path.join(consumer, 'node_modules');
		await cp(unpacked, path.join(modules, PACKAGE_NAME), { recursive: true });
		const peer = path.dirname(require.resolve('n8n-workflow/package.json'));
		await symlink(peer, path.join(modules, 'n8n-workflow'), 'junction');
		const output = await run(process.execPath, ['-e', LOAD, PACKAGE_NAME], { cwd: consumer });
		const { classes, required } = JSON.parse(output) as { classes: string[]; required: string[] };
		const [given, expected] = [classes, wanted].map((names) => names.sort().join(', '));
		return [
			...(given === expected ? [] : [`require gives ${given} instead of ${expected}`]),
			...required.filter((name) => !ALLOWED.includes(name)).map((name) => `requires ${name}`),
		];
	} catch (error) {
		return [`does not load: ${String(error)}`];
	} finally {
		await rm(consumer, { recursive: true, force: true });
	}
}

/** Every file below `folder`, relative to `base`, with forward slashes. */
async function filesIn(base: string, folder: string): Promise<string[]> {
	const entries = await readdir(path.join(base, folder), { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)))
		.map((file) => file.replaceAll('\\', '/'))
		.sort();
}
