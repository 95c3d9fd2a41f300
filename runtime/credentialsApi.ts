import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { OwnerApi } from './ownerApi';
import type { Credential, CredentialDraft, CredentialTest } from './restTypes';

/** Credentials: kept, changed and tested as in their dialog. */
export class CredentialsApi extends OwnerApi {
	async createCredential(draft: CredentialDraft): Promise<Credential> {
		return await this.session.call({ method: 'POST', path: '/credentials', body: draft });
	}

	async getCredential(id: string): Promise<Credential & { data: ICredentialDataDecryptedObject }> {
		const query = { includeData: 'true' };
		return await this.session.call({ path: `/credentials/${encodeURIComponent(id)}`, query });
	}

	async listCredentials(): Promise<Credential[]> {
		return await this.session.call({ path: '/credentials' });
	}

	/** Changes the given fields and keeps the others, connected OAuth tokens included. */
	async updateCredential(id: string, data: ICredentialDataDecryptedObject): Promise<Credential> {
		const { name, type, data: before } = await this.getCredential(id);
		const body = { name, type, data: { ...before, ...data } };
		const path = `/credentials/${encodeURIComponent(id)}`;
		return await this.session.call({ method: 'PATCH', path, body });
	}

	async deleteCredential(id: string): Promise<void> {
		const path = `/credentials/${encodeURIComponent(id)}`;
		await this.session.call({ method: 'DELETE', path });
	}

	/** What the button "Test" of the credential's dialog does. */
	async testCredential(id: string): Promise<CredentialTest> {
		const { name, type, data } = await this.getCredential(id);
		const body = { credentials: { id, name, type, data } };
		return await this.session.call({ method: 'POST', path: '/credentials/test', body });
	}
}
