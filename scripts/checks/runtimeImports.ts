/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

/** n8n brings the first, Node the second. n8n Cloud allows a package nothing else. */
const ALLOWED = new Set(['n8n-workflow', 'node:crypto']);

/**
 * Reads every script of the unpacked package for what it requires at run time. The linter cannot
 * answer this: it lets a devDependency pass, which is then missing in the user's n8n.
 *
 * @returns one line for each import that is not relative, n8n-workflow or node:crypto
 */
export async function checkRuntimeImports(unpacked: string): Promise<string[]> {
	const entries = await readdir(unpacked, { recursive: true });
	const findings: string[] = [];
	for (const file of entries.filter((entry) => /\.[cm]?js$/.test(entry))) {
		const text = await readFile(path.join(unpacked, file), 'utf8');
		for (const specifier of runtimeImports(text)) {
			if (specifier === undefined) {
				findings.push(`${file}: requires a module whose name is only known at run time`);
			} else if (!specifier.startsWith('.') && !ALLOWED.has(specifier)) {
				findings.push(`${file}: requires ${specifier}`);
			}
		}
	}
	return findings;
}

/** The module names that a script requires or imports; undefined for one that is computed. */
export function runtimeImports(text: string): Array<string | undefined> {
	const found: Array<string | undefined> = [];
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node) && loadsModule(node.expression)) {
			found.push(literalText(node.arguments[0]));
		} else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
			if (node.moduleSpecifier) found.push(literalText(node.moduleSpecifier));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('script.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
	return found;
}

/** `require(…)`, `module.require(…)`, `require.resolve(…)` and `import(…)`. */
function loadsModule(callee: ts.Expression): boolean {
	if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
	if (ts.isPropertyAccessExpression(callee)) {
		return callee.name.text === 'require' || loadsModule(callee.expression);
	}
	return ts.isIdentifier(callee) && callee.text === 'require';
}

const literalText = (node: ts.Expression | undefined) =>
	node && ts.isStringLiteralLike(node) ? node.text : undefined;
