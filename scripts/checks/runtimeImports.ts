import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** n8n brings the first, Node the second. n8n Cloud allows a package nothing else. */
const ALLOWED = ["'n8n-workflow'", "'node:crypto'"];

/** `require(…)`, `require.resolve(…)`, `import(…)`; `import … from …` and `export … from …` in a line of their own. */
const IMPORTS = /\b(?:require(?:\.\w+)?|import)\(([^)]*)\)|^\s*(?:import|export)\b[^'"\n]*(['"][^'"]+['"])/gm;

/**
 * Reads every script of the unpacked package for what it requires at run time. The linter cannot
 * answer this: it lets a devDependency pass, which is then missing in the user's n8n.
 *
 * @returns one line for each import that is not relative, n8n-workflow or node:crypto
 */
export async function checkRuntimeImports(unpacked: string): Promise<string[]> {
	const scripts = (await readdir(unpacked, { recursive: true })).filter((file) => /\.[cm]?js$/.test(file));
	const findings = scripts.map(async (file) => {
		const text = await readFile(path.join(unpacked, file), 'utf8');
		const code = text.replace(/^\s*\/\*[^]*?\*\//gm, '');
		const imports = [...code.matchAll(IMPORTS)].map(([, called, named]) =>
			(called ?? named).replace(/["`]/g, "'"),
		);
		return imports.filter((name) => !isAllowed(name)).map((name) => `${file}: requires ${name}`);
	});
	return (await Promise.all(findings)).flat();
}

/** A name that is computed is none of them. */
const isAllowed = (name: string) => /^'\.{1,2}\/[^'$+]*'$/.test(name) || ALLOWED.includes(name);
