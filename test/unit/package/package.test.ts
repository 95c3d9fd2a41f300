import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { packageJson, ROOT, sourceFiles } from './packageClasses';

const filesEnding = (folder: string, ending: string) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => `dist/${folder}/${file.split(path.sep).join('/').replace(/\.ts$/, '.js')}`)
		.sort();

describe('package.json', () => {
	it.each([
		['nodes', '.node.ts'],
		['credentials', '.credentials.ts'],
	] as const)('lists all %s', (kind, ending) => {
		const listed = packageJson.n8n[kind];
		const found = filesEnding(kind, ending);
		expect([
			...found
				.filter((file) => !listed.includes(file))
				.map((file) => `Add "${file}" to n8n.${kind} in package.json`),
			...listed
				.filter((file) => !found.includes(file))
				.map((file) => `Remove "${file}" from n8n.${kind} in package.json`),
		]).toEqual([]);
	});
});

describe('the sources', () => {
	// Texts for a contact on a page are no failures of an execution.
	const rooms = readdirSync(path.join(ROOT, 'nodes')).filter((room) => room !== 'bookingPage');

	it.each([
		[
			'disabled lint rule, which the scanner ignores',
			['nodes', 'credentials'],
			/eslint-disable|@ts-(ignore|expect-error|nocheck)/,
		],
		// n8n-core, workflow-execute.js: an execution whose failure says so ends as canceled by a person, and n8n's insights skip it.
		[
			'message with the word "canceled"',
			rooms.map((room) => `nodes/${room}`),
			/^(?!.*'canceled').*['"`].*canceled.*['"`]/,
		],
	])('there is no %s', (_what, where, pattern) => {
		const places = where
			.flatMap(sourceFiles)
			.flatMap(({ file, text }) =>
				text
					.split('\n')
					.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
			);
		expect(places).toEqual([]);
	});
});

it('index.js gives the class of each node and credential by its name', () => {
	const { nodes, credentials } = packageJson.n8n;
	const given: Record<string, unknown> = {};
	// Before the build there is no compiled file: each stands for its class here.
	const require = (file: string) =>
		file === './package.json' ? packageJson : { [path.basename(file).split('.')[0]]: file };

	runInNewContext(readFileSync(path.join(ROOT, 'index.js'), 'utf8'), { require, exports: given });

	const missing = [...nodes, ...credentials].filter(
		(file) => !Object.values(given).includes(`./${file}`),
	);
	expect(missing.map((file) => `Let index.js export the class of ${file}`)).toEqual([]);
});
