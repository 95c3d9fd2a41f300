import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { textField } from '../nodes/fields/declare';
import { apiVersionOf, bareToken, DEFAULT_API_VERSION } from '../nodes/platformApi/credential';

export const platformUrlField = textField('Platform URL', 'platformUrl', {
	required: true,
	placeholder: 'e.g. https://api.platform.example.com',
	description: "Address of the platform's API",
});

export const apiVersionField = textField('API Version', 'apiVersion', {
	required: true,
	default: DEFAULT_API_VERSION,
	description: 'Value of the Version header',
});

/** A private integration token belongs to one sub-account. The Platform node tests it: `testPlatformToken`. */
export class PlatformTokenApi implements ICredentialType {
	name = 'platformTokenApi';

	displayName = 'Platform Token API';

	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#platform-token-api';

	icon: Icon = { light: 'file:icons/platform.svg', dark: 'file:icons/platform.dark.svg' };

	properties: INodeProperties[] = [
		textField('Access Token', 'accessToken', {
			typeOptions: { password: true },
			required: true,
			description: 'A private integration token of the location, with the scopes calendars.readonly and calendars.write',
		}),
		platformUrlField,
		textField('Location ID', 'locationId', {
			required: true,
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
			description: 'The location (sub-account) that the token belongs to',
		}),
		apiVersionField,
	];

	/**
	 * No expressions: n8n evaluates them in an isolate, which it takes from a running poll when another
	 * poll of the same workflow ends.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...request,
		headers: {
			...request.headers,
			Authorization: `Bearer ${bareToken(credentials.accessToken)}`,
			Version: apiVersionOf(credentials),
		},
	});
}
