import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** A private integration token belongs to one sub-account. */
export class PlatformTokenApi implements ICredentialType {
	name = 'platformTokenApi';

	displayName = 'Platform Token API';

	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform#platform-token-api';

	icon: Icon = { light: 'file:icons/platform.svg', dark: 'file:icons/platform.dark.svg' };

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'A private integration token of the location',
		},
		{
			displayName: 'Platform URL',
			name: 'platformUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.platform.example.com',
			description: "Address of the platform's API",
		},
		{
			displayName: 'Location ID',
			name: 'locationId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
			description: 'The location (sub-account) that the token belongs to',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			required: true,
			default: '2021-07-28',
			description: 'Value of the Version header',
		},
	];

	/**
	 * No expressions: n8n evaluates them in an isolate, which it takes from a running poll when another
	 * poll of the same workflow ends.
	 */
	authenticate = async (
		{ accessToken, apiVersion }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => ({
		...request,
		headers: {
			...request.headers,
			Authorization: `Bearer ${String(accessToken).trim()}`,
			Version: String(apiVersion).trim(),
		},
	});

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.platformUrl.trim() }}',
			url: '/calendars/',
			qs: { locationId: '={{ $credentials.locationId.trim() }}' },
			json: true,
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						"The platform rejected the access token. Check that 'Access Token' is complete and was not deleted on the platform.",
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						"The token cannot list the calendars of this location. Check 'Location ID', and that the token has the scope calendars.readonly.",
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: "There is no such API at this address. Check 'Platform URL'.",
				},
			},
		],
	};
}
