import { CredentialStore } from '../../support/credentialStore';
import { PlatformOAuth2Api } from '../../../credentials/PlatformOAuth2Api.credentials';
import { isDueForRefresh } from '../../../nodes/platformApi/account';

const resolved = async (platformUrl: string, marketplaceUrl: string) =>
	await new CredentialStore({
		platformOAuth2Api: { platformUrl, marketplaceUrl },
	}).getDecrypted({} as never, {} as never, 'platformOAuth2Api', 'internal');

describe('Platform OAuth2 API', () => {
	it.each([
		['https://api.example.com', 'https://market.example.com'],
		['https://api.example.com/', 'https://market.example.com//'],
		[' https://api.example.com/ ', ' https://market.example.com'],
	])('derives the addresses from %j and %j', async (platformUrl, marketplaceUrl) => {
		expect(await resolved(platformUrl, marketplaceUrl)).toMatchObject({
			authUrl: 'https://market.example.com/oauth/chooselocation',
			accessTokenUrl: 'https://api.example.com/oauth/token',
			grantType: 'authorizationCode',
			authentication: 'body',
			apiVersion: '2021-07-28',
			scope:
				'calendars.readonly calendars.write locations.readonly webhooks.readonly webhooks.write',
		});
	});

	it('shows the scope, since n8n uses a typed scope only from a visible field', () => {
		const scope = new PlatformOAuth2Api().properties.find(({ name }) => name === 'scope');
		expect(scope?.type).toBe('string');
	});
});

describe('isDueForRefresh', () => {
	const now = 1_800_000_000_000;
	const token = (remainingSeconds: number, expires_in: unknown = 3600) => ({
		refresh_token: 'r',
		expires_in: expires_in as number,
		n8n_expires_at: String(now + remainingSeconds * 1000),
	});
	it.each([
		['five minutes left', token(300), false],
		['a second less', token(299), true],
		['expired', token(-1), true],
		['expired at birth', token(-1, 0), true],
		['no lifetime known', token(100, undefined), true],
		['born within the five minutes, just now', token(115, 120), false],
		['born within the five minutes, a while ago', token(110, 120), true],
		['no refresh token', { ...token(10), refresh_token: '' }, false],
		['no expiry noted', { refresh_token: 'r' }, false],
		['an expiry that is no number', { refresh_token: 'r', n8n_expires_at: 'soon' }, false],
	])('%s', (_, tokenData, expected) => {
		expect(isDueForRefresh(tokenData, now)).toBe(expected);
	});
});
