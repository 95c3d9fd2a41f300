import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { packageJson, ROOT } from './packageClasses';
import { placesOf, sourceFiles } from './sourceFiles';

const filesEnding = (folder: string, ending: string) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => `dist/${folder}/${file.split(path.sep).join('/').replace(/\.ts$/, '.js')}`)
		.sort();

describe('package.json', () => {
	it('lists every node and credential', () => {
		expect([...packageJson.n8n.nodes].sort()).toEqual(filesEnding('nodes', '.node.ts'));
		expect([...packageJson.n8n.credentials].sort()).toEqual(
			filesEnding('credentials', '.credentials.ts'),
		);
	});

	it('has what n8n verifies', () => {
		expect(packageJson.n8n.strict).toBe(true);
		expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(packageJson.dependencies ?? {}).toEqual({});
	});
});

describe('index.js', () => {
	it('requires each file that package.json lists, and no other', () => {
		const text = readFileSync(path.join(ROOT, packageJson.main), 'utf8');
		const required = [...text.matchAll(/require\('\.\/([^']+)'\)/g)].map(([, file]) => file);
		expect(required.sort()).toEqual(
			[...packageJson.n8n.nodes, ...packageJson.n8n.credentials].sort(),
		);
	});
});

describe('the sources', () => {
	it('have no `any`', () => {
		const folders = ['nodes', 'credentials', 'sandbox', 'runtime', 'scripts', 'test', 'bench'];
		const places = sourceFiles(...folders).flatMap((file) =>
			placesOf(file, (node) => node.kind === ts.SyntaxKind.AnyKeyword),
		);
		expect(places).toEqual([]);
	});

	it('have no disabled lint rule in what ships: the scanner ignores such comments', () => {
		const disabling = sourceFiles('nodes', 'credentials').filter((file) =>
			/eslint-disable|@ts-(ignore|expect-error|nocheck)/.test(file.text),
		);
		expect(disabling.map(({ fileName }) => fileName)).toEqual([]);
	});

	it('have no focused or switched-off test', () => {
		const places = sourceFiles('test').flatMap((file) => placesOf(file, isFocusedOrOff));
		expect(places).toEqual([]);
	});
});

/** `it.only`, `describe.skip`, `test.todo`, also with `.each` behind; `xit`, `fdescribe`, … */
function isFocusedOrOff(node: ts.Node): boolean {
	if (ts.isPropertyAccessExpression(node)) {
		const { expression, name } = node;
		return (
			ts.isIdentifier(expression) &&
			['it', 'test', 'describe'].includes(expression.text) &&
			['only', 'skip', 'todo'].includes(name.text)
		);
	}
	return (
		ts.isCallExpression(node) &&
		ts.isIdentifier(node.expression) &&
		/^[xf](it|test|describe)$/.test(node.expression.text)
	);
}
