import { sandboxCredentials } from '../../runtime/sandboxCredentials';
import type { Sandbox } from '../../sandbox/createSandbox';
import { defaultSeed } from '../../sandbox/seed';

/** What README's and docs/credentials.md's steps ask for, by the label of the field. */
export function valuesOf(sandbox: Sandbox): Record<string, string> {
	const { publicKeyPem } = sandbox.control.publicKey();
	const { oAuth2, accessToken, knowledge } = sandboxCredentials(sandbox, publicKeyPem);
	const [{ id: contactId, firstName }] = defaultSeed.contacts;
	const [{ id: calendarId, name }] = defaultSeed.calendars;
	const text = (value: unknown) => String(value);
	return {
		'Platform URL': sandbox.url,
		'Marketplace URL': text(oAuth2.data.marketplaceUrl),
		'Client ID': text(oAuth2.data.clientId),
		'Client Secret': text(oAuth2.data.clientSecret),
		'Access Token': text(accessToken.data.accessToken),
		'Location ID': text(accessToken.data.locationId),
		'Base URL': `${text(knowledge.data.baseUrl)} (of the knowledge API, without authentication)`,
		Calendar: `${name} (${calendarId})`,
		'Contact ID': `${contactId} (${firstName})`,
		'Public Keys': publicKeyPem,
	};
}

/** The value without what is said of it in parentheses. */
export const bare = (value: string) => value.replace(/ \(.*\)$/, '');
