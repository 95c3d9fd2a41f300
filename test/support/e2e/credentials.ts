import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { sandboxCredentials } from '../../../runtime/sandboxCredentials';
import type { Harness } from '../harness';

export type NodeCredentials = NonNullable<INode['credentials']>;

/**
 * One more credential like the harness's, with some fields changed. An OAuth2 one is not connected.
 * @returns it as a node refers to it
 */
export async function credentialLike(
	{ api, sandbox }: Harness,
	kind: 'accessToken' | 'oAuth2' | 'webhook',
	change: ICredentialDataDecryptedObject = {},
): Promise<NodeCredentials> {
	const draft = sandboxCredentials(sandbox, sandbox.control.publicKey().publicKeyPem)[kind];
	const data = { ...draft.data, ...change };
	const { id, name } = await api.createCredential({ ...draft, data });
	return { [draft.type]: { id, name } };
}
