import type {
	Icon,
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** Contract: Authentication, Interface B: a private integration token belongs to one sub-account. */
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
			description: 'Address of the API',
		},
		{
			displayName: 'Location ID',
			name: 'locationId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
			description: 'The location (sub-account) that the token belongs to; it works for no other',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			required: true,
			default: '2021-07-28',
			description: 'Value of the Version header that goes with each request',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{ $credentials.accessToken.trim() }}',
				Version: '={{ $credentials.apiVersion.trim() }}',
			},
		},
	};

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
						"The platform does not accept the token. Check that 'Access Token' was copied completely and has not been deleted on the platform.",
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						"The token may not list the calendars of this location. Check 'Location ID', and that the token has the scope calendars.readonly.",
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
