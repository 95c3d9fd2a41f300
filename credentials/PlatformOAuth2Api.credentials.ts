import { text } from '../nodes/fields/valueKinds';
import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { fieldOf } from '../nodes/fields/parameters';
import { type DialectName, DIALECTS } from '../nodes/platformApi/dialect';

type Named = 'marketplacePath' | 'marketplaceUrl' | 'platformUrl' | 'versionParameter';

/** An expression for a value of the chosen form of the API. */
const ofForm = (name: Named) => {
	const values = Object.entries(DIALECTS).map(([api, dialect]) => [api, dialect[name]]);
	return `(${JSON.stringify(Object.fromEntries(values))})[$self["api"]]`;
};

/** The steps of an expression that reads a typed address as `readAddress` does: people paste a host, or an app's whole installation link. */
const withoutQuery = '.replace(/[?#].*/, "")';
const withScheme = '.replace(/^(?!$|[a-z][a-z0-9+.-]*:\\/)/i, "https://")';
const withoutSlashAtEnd = '.replace(/\\/+$/, "")';

/** An expression for the address that is typed; where none is, that of the form. */
const address = (name: 'marketplaceUrl' | 'platformUrl') =>
	`($self["${name}"].trim()${withoutQuery}${withScheme} || ${ofForm(name)})${withoutSlashAtEnd}`;

/** The steps to the page where a person consents: a host alone gets the path of the form, and a path that is there stays. */
const withPathOfForm = `.replace(/^(https?:\\/\\/[^/]+)$/i, "$1" + ${ofForm('marketplacePath')})`;
const withPathOfPage = '.replace(/(\\/oauth\\/chooselocation)?$/i, "/oauth/chooselocation")';

/** What stands before the hyphen of the client ID, unless a pasted link names another version of the app. */
const version =
	'(/[?&]version_?id=([^&#]+)/i.exec($self["marketplaceUrl"]) || ["", String($self["clientId"]).split("-")[0]])[1]';

/** The query of that page, for the form that needs one. */
const versionQuery = `(${ofForm('versionParameter')} && "?" + ${ofForm('versionParameter')} + "=" + ${version})`;

const authUrl = `={{ ${address('marketplaceUrl')}${withPathOfForm}${withPathOfPage} + ${versionQuery} }}`;

/** The fields for the scopes, of which each form of the API has its own. */
const SCOPE_FIELDS: Record<DialectName, string> = {
	contract: 'platformScope',
	highLevel: 'highLevelScope',
};

/** An expression for the scopes that are typed for the chosen form. */
const scopesOfForm = `({${Object.entries(SCOPE_FIELDS)
	.map(([form, field]) => `"${form}": $self["${field}"]`)
	.join(', ')}})[$self["api"]]`;

/** HighLevel's scopes beside those that are requested by default, without those of an agency. */
const otherScopes = Object.values(DIALECTS.highLevel.scopes)
	.filter((scope) => !scope.startsWith('oauth.'))
	.filter((scope) => !DIALECTS.highLevel.defaultScope.split(' ').includes(scope))
	.sort();

/** The authorization-code grant; sandbox/openapi.yaml, exchange_token. */
export class PlatformOAuth2Api implements ICredentialType {
	name = 'platformOAuth2Api';
	// n8n shows the fields of parents first, so 'API', on which all others depend, comes before the client ID.
	extends = ['platformTokenApi', 'oAuth2Api'];
	// n8n's list of credentials is searched by this name alone.
	displayName = 'CRM Platform (GoHighLevel) OAuth2 API';
	documentationUrl =
		'https://github.com/n8n-nodes-crm-platform/n8n-nodes-crm-platform/blob/main/docs/credentials.md#crm-platform-gohighlevel-oauth2-api';
	icon: Icon = { light: 'file:icons/platform.svg', dark: 'file:icons/platform.dark.svg' };

	properties: INodeProperties[] = [
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			default: '',
			typeOptions: { password: true },
		},
		{ displayName: 'Location ID', name: 'locationId', type: 'hidden', default: '' },
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
			name: SCOPE_FIELDS.contract,
			type: 'string',
			default: DIALECTS.contract.defaultScope,
			description:
				'Scopes to request, separated by spaces. These are all that the operations need. The app must have them, too.',
			displayOptions: { show: { api: ['contract' satisfies DialectName] } },
		}),
		fieldOf(text, {
			displayName: 'Scope',
			name: SCOPE_FIELDS.highLevel,
			type: 'string',
			default: DIALECTS.highLevel.defaultScope,
			description:
				'Scopes to request, separated by spaces. These are for calendars, appointments and contacts. The app must have them, too.',
			hint: `For the other operations: ${otherScopes.join(', ')}. For an agency, also oauth.readonly and oauth.write.`,
			displayOptions: { show: { api: ['highLevel' satisfies DialectName] } },
		}),
		{
			// n8n reads this field. It ignores what a person types into it, in some versions.
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: `={{ ${scopesOfForm} }}`,
		},
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
	];
}
