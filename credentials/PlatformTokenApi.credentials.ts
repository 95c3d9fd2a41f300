import { text } from '../nodes/fields/valueKinds';
import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { choiceOf, fieldOf } from '../nodes/fields/parameters';
import { apiVersionOf, bareToken, DEFAULT_API_VERSION } from '../nodes/platformApi/credential';
import { type DialectName, dialectOf, DIALECTS } from '../nodes/platformApi/dialect';

/** What people call the platforms. */
const KNOWN_AS: Record<DialectName, string> = {
	contract: 'A CRM platform at an address of its own',
	highLevel: 'Also called GoHighLevel or LeadConnector, or a white label of it',
};

const FORMS = Object.keys(DIALECTS) as DialectName[];

export const apiField = choiceOf({
	displayName: 'API',
	name: 'api',
	type: 'options',
	default: 'contract' satisfies DialectName,
	description: 'The platform that your account is on',
	options: FORMS.map((form) => ({
		name: DIALECTS[form].label,
		value: form,
		description: KNOWN_AS[form],
	})),
});

/** n8n merges the fields of OAuth2 credentials by name, so one field serves both forms, and is not required. */
const platformUrlField = fieldOf(text, {
	displayName: 'Platform URL',
	name: 'platformUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://api.platform.example.com',
	description: "Address of the platform's API",
	hint: 'Leave empty for HighLevel',
});

const apiVersionField = fieldOf(text, {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'string',
	description: 'Value of the Version header',
	required: true,
	default: DEFAULT_API_VERSION,
	displayOptions: { show: { api: ['contract' satisfies DialectName] } },
});

/** A private integration token belongs to one sub-account. The Platform node tests it: `testPlatformToken`. */
export class PlatformTokenApi implements ICredentialType {
	name = 'platformTokenApi';
	// n8n's list of credentials is searched by this name alone.
	displayName = 'CRM Platform (GoHighLevel) Token API';
	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#crm-platform-gohighlevel-token-api';
	icon: Icon = { light: 'file:icons/platform.svg', dark: 'file:icons/platform.dark.svg' };

	properties: INodeProperties[] = [
		apiField,
		fieldOf(text, {
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			default: '',
			description:
				"A private integration token of the location, from its settings under 'Private Integrations', with the scopes of the operations that you use",
			typeOptions: { password: true },
			required: true,
		}),
		fieldOf(text, {
			displayName: 'Location ID',
			name: 'locationId',
			type: 'string',
			default: '',
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
			description:
				'The location (sub-account) that the token belongs to. HighLevel shows it in the settings of the sub-account, under Business Profile.',
			required: true,
		}),
		platformUrlField,
		apiVersionField,
	];

	/** A function in place of expressions: n8n takes their isolate from a running poll when another poll of the workflow ends. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const path = URL.canParse(request.url) ? new URL(request.url).pathname : '';
		// For the HTTP Request node; the nodes of this package send their own.
		const Version = dialectOf(credentials.api).versionOf(path, apiVersionOf(credentials));
		const headers = {
			Version,
			...request.headers,
			Authorization: `Bearer ${bareToken(credentials.accessToken)}`,
		};
		return { ...request, headers };
	};
}
