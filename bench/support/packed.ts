import { existsSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { REPOSITORY, UNPACKED } from '../../runtime/paths';

type Resolve = (request: string, parent?: { filename?: string }, ...rest: unknown[]) => string;

const loader = Module as unknown as { _resolveFilename: Resolve };
const resolveAsUsual = loader._resolveFilename;

/** Path in the packed package of a module that a relative import finds in `nodes/` or `credentials/`. */
function inPackage(request: string, parent?: { filename?: string }): string | undefined {
	if (!request.startsWith('.') || !parent?.filename) return undefined;
	const source = relative(REPOSITORY, resolve(dirname(parent.filename), request));
	if (!/^(nodes|credentials)[\\/]/.test(source)) return undefined;
	const compiled = join(UNPACKED, 'dist', `${source}.js`);
	if (!existsSync(compiled)) throw new Error(`The packed package has no ${compiled}`);
	return compiled;
}

/**
 * Importing this module makes all later imports from `nodes/` and `credentials/` load the packed
 * package instead of the sources: what is measured is what users get, and the loader that translates
 * TypeScript has no part in it.
 */
loader._resolveFilename = (request, parent, ...rest) =>
	inPackage(request, parent) ?? resolveAsUsual(request, parent, ...rest);
