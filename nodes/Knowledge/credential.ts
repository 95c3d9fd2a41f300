import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
} from 'n8n-workflow';

import type { RunScope } from '../shared/router';
import { parseBaseUrl } from './baseUrl';

const TYPE = 'knowledgeApi';

/** What every look-up of a run needs of the credential. */
export interface KnowledgeCredential {
	/** Without a slash at its end, so that a path can be appended. */
	baseUrl: string;
	/** The header's value, empty where there is none. */
	secret: string;
	/** As n8n's request helper takes it, in place of reading the credential itself. */
	decrypted: ICredentialsDecrypted;
}

/**
 * Reads the credential once a run. Left to itself, n8n's request helper reads, decrypts and evaluates
 * it again for each look-up, always with the first item's values, so nothing else comes of it.
 *
 * @throws NodeOperationError when the base URL is no plain http or https address
 */
export async function readCredential(
	this: IExecuteFunctions,
	run: RunScope,
): Promise<KnowledgeCredential> {
	return await run.once('credential', async () => {
		const data = await this.getCredentials<ICredentialDataDecryptedObject>(TYPE);
		const { id, name } = this.getNode().credentials?.[TYPE] ?? {};
		return {
			baseUrl: parseBaseUrl.call(this, data.baseUrl),
			secret: String(data.headerValue ?? '').trim(),
			decrypted: { id: id ?? '', name: name ?? '', type: TYPE, data },
		};
	});
}
