import type { CredentialDraft } from './api';

/**
 * This package's credentials for a local platform, one of each type, under the names that the
 * example workflows use. The OAuth2 one is still to be connected: see `oauthConnect.ts`.
 * @param publicKeyPem the platform's signing key, `sandbox.control.publicKey().publicKeyPem`
 */
export function sandboxCredentials(
	{ url }: { url: string },
	publicKeyPem: string,
): Record<'oAuth2' | 'accessToken' | 'webhook' | 'knowledge', CredentialDraft> {
	return {
		oAuth2: {
			name: 'Platform account',
			type: 'platformOAuth2Api',
			data: {
				platformUrl: url,
				marketplaceUrl: url,
				clientId: 'demo-client',
				clientSecret: 'demo-client-secret',
			},
		},
		accessToken: {
			name: 'Platform token account',
			type: 'platformTokenApi',
			data: { platformUrl: url, accessToken: 'pit-harbor', locationId: 'loc-harbor' },
		},
		webhook: {
			name: 'Platform Webhook account',
			type: 'platformWebhookApi',
			data: { publicKeys: publicKeyPem },
		},
		knowledge: { name: 'Knowledge account', type: 'knowledgeApi', data: { baseUrl: url } },
	};
}
