import type { Sandbox } from '../sandbox/createSandbox';
import { DECISION_PATH } from '../sandbox/oauth/consent';
import { defaultSeed, SCOPES_OF } from '../sandbox/seed';
import type { CredentialDraft, N8nApi } from './api';

type Kind = 'oAuth2' | 'accessToken' | 'webhook' | 'knowledge';

/**
 * This package's credentials for a local platform, one of each type, under the names that the
 * example workflows use. The OAuth2 one is still to be connected: see `connectOAuth2`.
 * @param hasAllScopes in place of those that the credential asks for by default
 */
export function sandboxCredentials(
	{ url, form, publicKey }: Sandbox,
	hasAllScopes = false,
): Record<Kind, CredentialDraft> {
	const api = form();
	const scope = SCOPES_OF[api].filter((each) => !each.startsWith('oauth')).join(' ');
	const { publicKeyPem: publicKeys } = publicKey();
	const { clientId, clientSecret } = defaultSeed.app;
	return {
		oAuth2: {
			name: 'Platform account',
			type: 'platformOAuth2Api',
			data: {
				...{ api, platformUrl: url, marketplaceUrl: url, clientId, clientSecret },
				...(hasAllScopes && { [api === 'contract' ? 'platformScope' : 'highLevelScope']: scope }),
			},
		},
		accessToken: {
			name: 'Platform token account',
			type: 'platformTokenApi',
			data: { api, platformUrl: url, accessToken: 'pit-harbor', locationId: 'loc-harbor' },
		},
		webhook: {
			name: 'Platform Webhook account',
			type: 'platformWebhookApi',
			// One key signs for all accounts of HighLevel.
			data: { api, publicKeys, locationIds: api === 'highLevel' ? 'loc-harbor' : '' },
		},
		knowledge: { name: 'Knowledge account', type: 'knowledgeApi', data: { baseUrl: url } },
	};
}

/** Texts of n8n's callback page; the second one in the first n8n 2. */
const CONNECTED = /Connection successful|Account connected/;

/**
 * Connects an OAuth2 credential: n8n's "Connect" button, the form of the platform's consent page, whose hidden fields
 * are what the page was opened with, and n8n's callback.
 * @param consent `choice` on the page: a location's id, or `agency`; `decision`: which button to press
 * @throws Error with what the page said when n8n does not report the account as connected
 */
export async function connectOAuth2(
	api: N8nApi,
	credentialId: string,
	{ choice, decision = 'allow' }: { choice: string; decision?: 'allow' | 'deny' },
): Promise<void> {
	const opened = await api.call<string>({
		path: '/oauth2-credential/auth',
		query: { id: credentialId },
	});
	const page = new URL(opened);
	const shown = await fetch(page);
	if (!shown.ok) throw new Error(`The consent page does not open: ${await shown.text()}`);
	const body = new URLSearchParams([
		...page.searchParams,
		['choice', choice],
		['decision', decision],
	]);
	const submitted = await fetch(new URL(DECISION_PATH, page), {
		method: 'POST',
		redirect: 'manual',
		body,
	});
	const target = submitted.headers.get('location');
	if (target === null)
		throw new Error(`The consent page did not redirect: ${await submitted.text()}`);
	// With n8n's cookies: it binds the callback to the browser that pressed "Connect".
	const callback = await api.fetch(new URL(target, page).href);
	const said = await callback.text();
	if (callback.ok && CONNECTED.test(said)) return;
	const text = said.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
	throw new Error(`n8n did not connect the account (${callback.status}): ${text.slice(0, 500)}`);
}
