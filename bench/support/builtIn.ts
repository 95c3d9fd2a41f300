/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { IVersionedNodeType } from 'n8n-workflow';

import { n8nScript } from '../../runtime/paths';

/** Folder of n8n's own nodes, of the pinned n8n. */
export function builtInNodes(): string {
	const manifest = createRequire(realpathSync(n8nScript('2.x'))).resolve('n8n-nodes-base/package.json');
	return dirname(manifest);
}

/** n8n's HTTP Request node. */
export function httpRequestNode(): IVersionedNodeType {
	const file = join(builtInNodes(), 'dist', 'nodes', 'HttpRequest', 'HttpRequest.node.js');
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- a path that is known at run time only
	const { HttpRequest } = require(file) as { HttpRequest: new () => IVersionedNodeType };
	return new HttpRequest();
}
