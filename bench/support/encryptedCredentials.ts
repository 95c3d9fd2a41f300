import { randomBytes } from 'node:crypto';
import { Cipher, type EncryptionKeyProxy, type InstanceSettings } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	INodeProperties,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CredentialStore, type CredentialSet } from '../../test/support/credentialStore';

/** A key of n8n's, itself encrypted with the key of the instance, as n8n 2.x keeps it. */
function cipherOfAnInstance(): Cipher {
	const key = { id: 'key', algorithm: 'aes-256-gcm', format: 'prefixed', value: '' };
	const keys = { getActiveKey: async () => key, getKeyById: async () => key };
	const cipher = new Cipher(
		{ encryptionKey: 'instance' } as InstanceSettings,
		keys as unknown as EncryptionKeyProxy,
	);
	key.value = cipher.encryptDEKWithInstanceKey(randomBytes(32).toString('hex'));
	return cipher;
}

/**
 * Credentials that are read as n8n reads one for a node of an execution: decrypted, filled up with
 * their type's defaults, and their expressions evaluated. The row is in memory; in n8n it takes a
 * query of the database more.
 */
export class EncryptedCredentials extends CredentialStore {
	private readonly cipher = cipherOfAnInstance();
	private readonly rows = new Map<string, Promise<string>>();

	/** @param foreign properties of credential types that are not this package's */
	constructor(
		credentials: CredentialSet,
		private readonly foreign: Record<string, INodeProperties[]> = {},
	) {
		super(credentials);
		for (const [type, data] of Object.entries(credentials)) {
			this.rows.set(type, this.cipher.encryptV2(data));
		}
	}

	override getCredentialsProperties(type: string): INodeProperties[] {
		return this.foreign[type] ?? super.getCredentialsProperties(type);
	}

	override async getDecrypted(
		_additionalData: unknown,
		_details: unknown,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const row = await this.rows.get(type);
		if (row === undefined || !values) throw new Error(`Nothing to decrypt for "${type}"`);
		const filled = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			JSON.parse(await this.cipher.decryptV2(row)),
			true,
			false,
			null,
			null,
		);
		return values.workflow.expression.getParameterValue(
			filled as never,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			executeData,
			false,
			filled as never,
		) as ICredentialDataDecryptedObject;
	}
}
