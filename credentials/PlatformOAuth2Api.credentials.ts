import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { textField } from '../nodes/fields/declare';
import { apiVersionField, platformUrlField } from './PlatformTokenApi.credentials';

/** Everything the nodes of this package do. Older n8n versions ignore what a person types here. */
const DEFAULT_SCOPE = 'calendars.readonly calendars.write locations.readonly webhooks.readonly webhooks.write';

/** The authorization-code grant; sandbox/openapi.yaml, exchange_token. */
export class PlatformOAuth2Api implements ICredentialType {
	name = 'platformOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Platform OAuth2 API';

	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#platform-oauth2-api';

	icon: Icon = { light: 'file:icons/platform.svg', dark: 'file:icons/platform.dark.svg' };

	properties: INodeProperties[] = [
		platformUrlField,
		textField('Marketplace URL', 'marketplaceUrl', {
			required: true,
			placeholder: 'e.g. https://marketplace.platform.example.com',
			description: 'Address of the page where you choose a location and allow access',
		}),
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: '={{ $self["marketplaceUrl"].trim().replace(/\\/+$/, "") }}/oauth/chooselocation',
			required: true,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: '={{ $self["platformUrl"].trim().replace(/\\/+$/, "") }}/oauth/token',
			required: true,
		},
		textField('Scope', 'scope', {
			default: DEFAULT_SCOPE,
			description: 'Scopes to request, separated by spaces. Operations whose scope is missing are refused.',
		}),
		{ displayName: 'Auth URI Query Parameters', name: 'authQueryParameters', type: 'hidden', default: '' },
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
		textField('Expected Location ID', 'expectedLocationId', {
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
			description:
				'The location (sub-account) to connect to. If the credential is connected to another one, nothing is sent. Leave empty to accept any.',
		}),
		apiVersionField,
	];
}
