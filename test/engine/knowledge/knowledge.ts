import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/createSandbox';
import { runNode, type RunRequest, type RunResult } from '../../support/engine';

/**
 * Runs one lookup, `<resource>.<operation>`, of the Knowledge node in n8n's engine against a sandbox.
 * `credential` has its fields beside or instead of the base URL, and is not read where a store is given.
 */
export async function lookUp(
	sandbox: Pick<Sandbox, 'url'>,
	name: string,
	parameters: IDataObject,
	{ items, credential, store }: Partial<RunRequest> & { credential?: Record<string, string> } = {},
): Promise<RunResult> {
	const [resource, operation] = name.split('.');
	return await runNode({
		type: 'knowledge',
		parameters: { resource, operation, ...parameters } as never,
		credentials: { knowledgeApi: { baseUrl: sandbox.url, ...credential } },
		store,
		items,
	});
}
