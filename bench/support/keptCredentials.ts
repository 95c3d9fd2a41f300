import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { CredentialStore, type CredentialSet } from '../../test/support/credentialStore';

/**
 * Credentials that are ready to be handed out. What n8n itself spends on reading one (a query, the
 * decryption, its expressions) belongs to n8n; the measurements in a running n8n include it.
 */
export class KeptCredentials extends CredentialStore {
	/** @param foreign properties of credential types that are not this package's */
	constructor(
		private readonly kept: CredentialSet,
		private readonly foreign: Record<string, INodeProperties[]> = {},
	) {
		super(kept);
	}

	override getCredentialsProperties(type: string): INodeProperties[] {
		return this.foreign[type] ?? super.getCredentialsProperties(type);
	}

	override async getDecrypted(
		_additionalData: unknown,
		_details: unknown,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		return { ...this.kept[type] };
	}
}
