import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CredentialStore, type CredentialSet } from '../../test/support/credentialStore';

/**
 * Credentials that are ready to be handed out. What n8n itself spends on reading one (a query, the
 * decryption, its expressions) belongs to n8n; the measurements in a running n8n include it.
 */
export class KeptCredentials extends CredentialStore {
	constructor(private readonly kept: CredentialSet) {
		super(kept);
	}

	override async getDecrypted(
		_additionalData: unknown,
		_details: unknown,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		return { ...this.kept[type] };
	}
}
