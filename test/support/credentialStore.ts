import {
	NodeHelpers,
	Workflow as WorkflowClass,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';
import { KnowledgeApi } from '../../credentials/KnowledgeApi.credentials';
import { PlatformOAuth2Api } from '../../credentials/PlatformOAuth2Api.credentials';
import { PlatformTokenApi } from '../../credentials/PlatformTokenApi.credentials';
import { PlatformWebhookApi } from '../../credentials/PlatformWebhookApi.credentials';

/** Decrypted credential data by credential type name, as a person would have filled the form in. */
export type CredentialSet = Record<string, ICredentialDataDecryptedObject>;

/** The fields of n8n's own base type that our OAuth2 credential builds on. */
const OAUTH2_BASE: INodeProperties[] = [
	{ displayName: 'Client ID', name: 'clientId', type: 'string', default: '' },
	{ displayName: 'Client Secret', name: 'clientSecret', type: 'string', default: '' },
	{ displayName: 'Token Data', name: 'oauthTokenData', type: 'json', default: {} },
];

const CARRIER: INode = {
	id: 'credential',
	name: 'Credential',
	type: 'test.items',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * Credentials kept in memory, in place of n8n's database table. n8n-core is handed this through
 * `additionalData.credentialsHelper`; defaults and `$self` expressions are resolved with
 * n8n-workflow's own functions.
 */
export class CredentialStore {
	/** Made anew for each store: what is made before a test runs is no part of it for the mutation tests. */
	private readonly ownTypes: ICredentialType[] = [
		new KnowledgeApi(),
		new PlatformOAuth2Api(),
		new PlatformTokenApi(),
		new PlatformWebhookApi(),
	];

	constructor(private readonly stored: CredentialSet) {}

	/** The data as stored now, for assertions (after a token refresh, say). */
	read(type: string): ICredentialDataDecryptedObject {
		return this.stored[type];
	}

	/** Replaces what is stored, as a person who edits and saves the credential does. */
	write(type: string, data: ICredentialDataDecryptedObject): void {
		this.stored[type] = data;
	}

	getParentTypes(name: string): string[] {
		return this.typeOf(name).extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	) {
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate === 'object')
			throw new Error(`${typeName} authenticates by expressions`);
		return authenticate ? await authenticate(credentials, request) : request;
	}

	async preAuthentication(): Promise<void> {}

	async runPreAuthentication(): Promise<void> {}

	async getDecrypted(
		...given: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const [, , type, mode, , raw] = given;
		const stored = this.stored[type];
		if (!stored) throw new Error(`No credential of type "${type}" is stored for this test`);
		if (raw) return structuredClone(stored);

		const properties = this.getCredentialsProperties(type);
		const typed = structuredClone(stored) as INodeParameters;
		const filled = NodeHelpers.getNodeParameters(
			properties,
			typed,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (stored.oauthTokenData) filled.oauthTokenData = structuredClone(stored.oauthTokenData);
		const nodeTypes = {
			getByName: NO_TYPE,
			getByNameAndVersion: NO_TYPE,
			getKnownTypes: () => ({}),
		};
		const { expression } = new WorkflowClass({
			nodes: [CARRIER],
			connections: {},
			active: false,
			nodeTypes,
		});
		const values = filled as INodeParameters;
		const resolved = expression.getComplexParameterValue(
			CARRIER,
			values,
			mode,
			{},
			undefined,
			undefined,
			filled,
		);
		return resolved as ICredentialDataDecryptedObject;
	}

	async updateCredentialsOauthTokenData(
		_details: unknown,
		type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	) {
		this.stored[type] = { ...this.stored[type], oauthTokenData: structuredClone(oauthTokenData) };
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		if (type === 'oAuth2Api') return structuredClone(OAUTH2_BASE);
		const credentialType = this.typeOf(type);
		// As n8n does: only with parents are fields of one name merged.
		if (!credentialType.extends) return credentialType.properties;
		const properties: INodeProperties[] = [];
		for (const parent of credentialType.extends)
			NodeHelpers.mergeNodeProperties(properties, this.getCredentialsProperties(parent));
		NodeHelpers.mergeNodeProperties(properties, credentialType.properties);
		return properties;
	}

	private typeOf(name: string): ICredentialType {
		const found = this.ownTypes.find((type) => type.name === name);
		if (!found) throw new Error(`"${name}" is not a credential type of this package`);
		return found;
	}
}

const NO_TYPE = () => ({ description: { properties: [] } }) as never;
