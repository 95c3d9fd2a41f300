import { text } from '../nodes/fields/valueKinds';
import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { fieldOf } from '../nodes/fields/parameters';
import { type DialectName, DIALECTS } from '../nodes/platformApi/dialect';

/*
 * n8n evaluates the hidden fields of OAuth2 as expressions, which can call nothing of ours: so they are built here as texts.
 * `$self` has the fields of the dialog. What each expression gives, test/unit/credentials shows.
 */

/** The properties of a dialect that differ between the forms of the API, and that an expression needs. */
type FormValue = 'marketplacePath' | 'marketplaceUrl' | 'platformUrl' | 'versionParameter';

/** An expression for the value of the chosen form of the API: `({"contract":"","highLevel":"/v2"})[$self["api"]]`. */
function valueOfForm(name: FormValue): string {
	const values: Record<string, string> = {};
	for (const [form, dialect] of Object.entries(DIALECTS)) values[form] = dialect[name];
	return `(${JSON.stringify(values)})[$self["api"]]`;
}

/** A part of an expression: people paste an app's whole installation link, of which the host and the path are needed. */
const WITHOUT_QUERY = '.replace(/[?#].*/, "")';

/** A part of an expression: people paste a host alone. An empty text stays empty. */
const WITH_SCHEME = '.replace(/^(?!$|[a-z][a-z0-9+.-]*:\\/)/i, "https://")';

const WITHOUT_SLASH_AT_END = '.replace(/\\/+$/, "")';

/** An expression for the address in a field, read as `readAddress` reads one; the form's own where the field is empty. */
function addressIn(field: 'marketplaceUrl' | 'platformUrl'): string {
	const typedAddress = `$self["${field}"].trim()${WITHOUT_QUERY}${WITH_SCHEME}`;
	return `(${typedAddress} || ${valueOfForm(field)})${WITHOUT_SLASH_AT_END}`;
}

/** A part of an expression: an address without a path gets that of the form, such as `/v2`. */
const WITH_PATH_OF_FORM = `.replace(/^(https?:\\/\\/[^/]+)$/i, "$1" + ${valueOfForm('marketplacePath')})`;

/** A part of an expression: the page on which a person consents, unless the address leads there already. */
const WITH_CONSENT_PAGE = '.replace(/(\\/oauth\\/chooselocation)?$/i, "/oauth/chooselocation")';

/** An expression for the version of the app: the one in a pasted link, else what stands before the hyphen of the client ID. */
const APP_VERSION =
	'(/[?&]version_?id=([^&#]+)/i.exec($self["marketplaceUrl"]) || ["", String($self["clientId"]).split("-")[0]])[1]';

/** An expression for the query of the page, such as `?version_id=6a1b`; empty for a form that needs none. */
const VERSION_QUERY = `(${valueOfForm('versionParameter')} && "?" + ${valueOfForm('versionParameter')} + "=" + ${APP_VERSION})`;

/** Such as `https://marketplace.gohighlevel.com/v2/oauth/chooselocation?version_id=6a1b`. */
const AUTH_URL = `={{ ${addressIn('marketplaceUrl')}${WITH_PATH_OF_FORM}${WITH_CONSENT_PAGE} + ${VERSION_QUERY} }}`;

/** Such as `https://services.leadconnectorhq.com/oauth/token`. */
const ACCESS_TOKEN_URL = `={{ ${addressIn('platformUrl')} }}/oauth/token`;

/** The fields for the scopes, of which each form of the API has its own. */
const SCOPE_FIELDS: Record<DialectName, string> = {
	contract: 'platformScope',
	highLevel: 'highLevelScope',
};

const SCOPE_OF_EACH_FORM = Object.entries(SCOPE_FIELDS)
	.map(([form, field]) => `"${form}": $self["${field}"]`)
	.join(', ');

/** An expression for the scopes that are typed for the chosen form. */
const SCOPE = `={{ ({${SCOPE_OF_EACH_FORM}})[$self["api"]] }}`;

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
			default: AUTH_URL,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: ACCESS_TOKEN_URL,
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
			default: SCOPE,
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
