import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/createSandbox';
import { runNode, type RunResult } from '../../support/engine';

/**
 * Runs one lookup, `<resource>.<operation>`, of the Knowledge node in n8n's engine against a sandbox.
 * `credential` has its fields beside or instead of the base URL.
 */
export async function lookUp(
	{ url: baseUrl }: Pick<Sandbox, 'url'>,
	name: string,
	parameters: IDataObject,
	credential: Record<string, string> = {},
): Promise<RunResult> {
	const [resource, operation] = name.split('.');
	const credentials = { knowledgeApi: { baseUrl, ...credential } };
	return await runNode({ type: 'knowledge', parameters: { resource, operation, ...parameters } as never, credentials });
}
