import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/createSandbox';
import type { CredentialStore } from '../../support/credentialStore';
import { runNode, type RunResult } from '../../support/engine';

/** `<resource>.<operation>` */
export type LookUpName = `${string}.${string}`;

export interface LookUpRun {
	items?: IDataObject[];
	/** Fields of the credential beside or instead of the base URL of the sandbox. */
	credential?: Record<string, string>;
	/** Overrides what is stored: `credential` then only says that the node has one. */
	store?: CredentialStore;
}

/** Runs one lookup of the Knowledge node in n8n's engine against a sandbox. */
export async function lookUp(
	sandbox: Pick<Sandbox, 'url'>,
	name: LookUpName,
	parameters: IDataObject,
	{ items, credential, store }: LookUpRun = {},
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
