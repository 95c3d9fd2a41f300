import { text } from '../nodes/fields/valueKinds';
import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { fieldOf } from '../nodes/fields/parameters';
import { withKey } from '../nodes/knowledgeApi/client';

/** A header is optional, since no document says whether the API asks for authentication. The Knowledge node tests it. */
export class KnowledgeApi implements ICredentialType {
	name = 'knowledgeApi';
	// n8n's list of credentials is searched by this name alone.
	displayName = 'CRM Platform Knowledge API';
	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#crm-platform-knowledge-api';
	icon: Icon = {
		light: 'file:../nodes/Knowledge/knowledge.svg',
		dark: 'file:../nodes/Knowledge/knowledge.dark.svg',
	};

	properties: INodeProperties[] = [
		fieldOf(text, {
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://knowledge.example.com',
			description:
				'Address of the knowledge API, without /v1. Ask whoever runs it for your company: HighLevel itself has no such API.',
			required: true,
		}),
		fieldOf(text, {
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-API-Key',
			description: 'Header to send with each request. Leave empty if the API needs none.',
		}),
		fieldOf(text, {
			displayName: 'Header Value',
			name: 'headerValue',
			type: 'string',
			default: '',
			placeholder: 'e.g. kb_live_4f7a…',
			description: 'Value of that header',
			typeOptions: { password: true },
		}),
	];

	/** Adds the header, where one is given. @throws UserError as {@link withKey} does */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...request,
		headers: withKey(credentials, request.headers),
	});
}
