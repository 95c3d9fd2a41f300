import type { CredentialDraft } from './api';

/**
 * This package's credentials for a local platform, one of each type, under the names that the
 * example workflows use. The OAuth2 one is still to be connected: see `oauthConnect.ts`.
 * @param publicKeyPem the platform's signing key, `sandbox.control.publicKey().publicKeyPem`
 */
export function sandboxCredentials(
	{ url, control }: { url: string; control: { form(): 'contract' | 'highLevel' } },
	publicKeyPem: string,
): Record<'oAuth2' | 'accessToken' | 'webhook' | 'knowledge', CredentialDraft> {
	const api = control.form();
	return {
		oAuth2: {
			name: 'Platform account',
			type: 'platformOAuth2Api',
			data: {
				api,
				platformUrl: url,
				marketplaceUrl: url,
				clientId: 'demo-client',
				clientSecret: 'demo-client-secret',
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
			data: { publicKeys: publicKeyPem, locationIds: api === 'highLevel' ? 'loc-harbor' : '' },
		},
		knowledge: { name: 'Knowledge account', type: 'knowledgeApi', data: { baseUrl: url } },
	};
}
