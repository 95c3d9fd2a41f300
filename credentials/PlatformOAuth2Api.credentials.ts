import { text } from '../nodes/fields/kinds';
import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { fieldOf } from '../nodes/fields/parameters';
import { DIALECTS } from '../nodes/platformApi/dialect';
import { apiField, apiVersionField, platformUrlField } from './PlatformTokenApi.credentials';

type Named =
	| 'defaultScope'
	| 'marketplacePath'
	| 'marketplaceUrl'
	| 'platformUrl'
	| 'versionParameter';

/** An expression for a value of the chosen form of the API. */
const ofForm = (name: Named) => {
	const values = Object.entries(DIALECTS).map(([api, dialect]) => [api, dialect[name]]);
	return `(${JSON.stringify(Object.fromEntries(values))})[$self["api"]]`;
};

/** An expression for an address, as `readAddress` reads what is typed, without a query; else that of the form. */
const address = (name: 'marketplaceUrl' | 'platformUrl') =>
	`($self["${name}"].trim().replace(/[?#].*/, "").replace(/^(?!$|[a-z][a-z0-9+.-]*:\\/)/i, "https://") || ${ofForm(name)}).replace(/\\/+$/, "")`;

/** What stands before the hyphen of the client ID, unless a pasted link names another version of the app. */
const version =
	'(/[?&]version_?id=([^&#]+)/i.exec($self["marketplaceUrl"]) || ["", String($self["clientId"]).split("-")[0]])[1]';

/** People paste a host, a host with a path, or an app's whole installation link. */
const authUrl = `={{ ${address('marketplaceUrl')}.replace(/^(https?:\\/\\/[^/]+)$/i, "$1" + ${ofForm('marketplacePath')}).replace(/(\\/oauth\\/chooselocation)?$/i, "/oauth/chooselocation") + (${ofForm('versionParameter')} && "?" + ${ofForm('versionParameter')} + "=" + ${version}) }}`;

/** The authorization-code grant; sandbox/openapi.yaml, exchange_token. */
export class PlatformOAuth2Api implements ICredentialType {
	name = 'platformOAuth2Api';
	extends = ['oAuth2Api'];
	displayName = 'Platform OAuth2 API';
	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#platform-oauth2-api';
	icon: Icon = { light: 'file:icons/platform.svg', dark: 'file:icons/platform.dark.svg' };

	properties: INodeProperties[] = [
		apiField,
		platformUrlField,
		fieldOf(text, {
			displayName: 'Marketplace URL',
			name: 'marketplaceUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://marketplace.platform.example.com',
			description:
				"Address of the page where you choose a location and allow access, or your app's installation link. Leave empty for HighLevel, unless your app is a white label.",
		}),
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: authUrl,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: `={{ ${address('platformUrl')} }}/oauth/token`,
		},
		fieldOf(text, {
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			description:
				'Scopes to request, separated by spaces. The expression stands for those of calendars, appointments, contacts and webhooks. For HighLevel, add those of opportunities, messages, users, workflows and tags, and for an agency, oauth.readonly and oauth.write. Operations whose scope is missing are refused.',
			default: `={{ ${ofForm('defaultScope')} }}`,
		}),
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
		fieldOf(text, {
			displayName: 'Expected Location ID',
			name: 'expectedLocationId',
			type: 'string',
			default: '',
			placeholder: 'e.g. C2QujeCh8ZnC7al2InWR',
			description:
				'The location (sub-account) to connect to. If the credential is connected to another one, nothing is sent. Leave empty to accept any.',
		}),
		apiVersionField,
	];
}
