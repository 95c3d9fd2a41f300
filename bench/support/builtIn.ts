import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ICredentialType, IVersionedNodeType } from 'n8n-workflow';

import { n8nScript } from '../../runtime/paths';

/** Folder of n8n's own nodes, of the pinned n8n. */
export function builtInNodes(): string {
	const manifest = createRequire(realpathSync(n8nScript('2.x'))).resolve('n8n-nodes-base/package.json');
	return dirname(manifest);
}

/** An object of the class that a file of n8n's exports under its own name. */
function load<Type>(folder: string, name: string, kind: string): Type {
	const file = join(builtInNodes(), 'dist', folder, `${name}.${kind}.js`);
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- a path that is known at run time only
	const exported = require(file) as Record<string, new () => Type>;
	return new exported[name]();
}

/** n8n's HTTP Request node. */
export const httpRequestNode = (): IVersionedNodeType =>
	load(join('nodes', 'HttpRequest'), 'HttpRequest', 'node');

/** @param name of the class, such as `HttpHeaderAuth` */
export const builtInCredential = (name: string): ICredentialType =>
	load('credentials', name, 'credentials');
