import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** The contexts in which this package calls the knowledge API. */
export type KnowledgeContext = IExecuteFunctions | ILoadOptionsFunctions;

const TYPE = 'knowledgeApi';

/** What every lookup of a run needs of the credential. */
export interface KnowledgeCredential {
	/** Without a slash at its end, so that a path can be appended. */
	baseUrl: string;
	/** The header's value, empty where there is none. */
	secret: string;
	/** As n8n's request helper takes it, in place of reading the credential itself. */
	decrypted: ICredentialsDecrypted;
}

/** @throws NodeOperationError when the base URL is no plain http or https address */
export async function readCredential(context: KnowledgeContext): Promise<KnowledgeCredential> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
	const { id, name } = context.getNode().credentials?.[TYPE] ?? {};
	return {
		baseUrl: parseBaseUrl(context, data.baseUrl),
		secret: String(data.headerValue ?? '').trim(),
		decrypted: { id: id ?? '', name: name ?? '', type: TYPE, data },
	};
}

function parseBaseUrl(context: KnowledgeContext, baseUrl: unknown): string {
	const text = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw refuse(
			"'Base URL' of the credential is not a web address",
			"Enter the whole address in 'Base URL', such as https://knowledge.example.com",
		);
	}
	// The value itself stays out of the message: it may hold a password or a key.
	if (url.username || url.password || url.search || url.hash) {
		throw refuse(
			"'Base URL' of the credential contains more than an address",
			"Remove any user name or password, and everything from '?' or '#' on, from 'Base URL'. A key belongs in 'Header Value'.",
		);
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
