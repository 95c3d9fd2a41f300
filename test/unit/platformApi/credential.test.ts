import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { node, rejection } from './fakePlatform';
import { readCredential, secretsOf, type Authentication } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';

const read = async (decrypted: IDataObject, authentication: Authentication = 'accessToken') => {
	const getCredentials = jest.fn(async () => await Promise.resolve(decrypted));
	const context = { getNode: () => node, getCredentials } as unknown as IExecuteFunctions;
	const credential = await readCredential(context, authentication);
	expect(getCredentials.mock.calls).toEqual([[credential.type]]);
	return credential;
};

describe('a credential', () => {
	const platformUrl = 'https://api.example.com';

	it('needs an address', async () => {
		const { message } = await rejection(read({ platformUrl: 'the API' }));
		expect(message).toBe("'Platform URL' of the Platform Token API credential is not a web address");
	});

	it('with a fixed token names its own location', async () => {
		const decrypted = { platformUrl: `${platformUrl}/`, accessToken: 'a', locationId: ' loc-1 ', apiVersion: ' 2024-01-01 ' };
		expect(await read(decrypted)).toEqual({
			authentication: 'accessToken',
			type: 'platformTokenApi',
			label: 'Platform Token API',
			dialect: DIALECTS.contract,
			platformUrl,
			apiVersion: '2024-01-01',
			locationId: 'loc-1',
			token: 'a',
			tokenData: {},
			decrypted,
		});
	});

	it('with OAuth2 has the location of its token', async () => {
		const oauthTokenData = { access_token: 'a', locationId: 'loc-2' };
		expect(await read({ platformUrl, locationId: 'loc-1', oauthTokenData }, 'oAuth2')).toMatchObject({
			type: 'platformOAuth2Api',
			label: 'Platform OAuth2 API',
			locationId: 'loc-2',
			tokenData: oauthTokenData,
		});
	});

	it('with OAuth2 may have a number for its location', async () => {
		const { locationId } = await read({ platformUrl, expectedLocationId: '42', oauthTokenData: { access_token: 'a', locationId: 42 } }, 'oAuth2');
		expect(locationId).toBe('42');
	});

	it.each([undefined, '', '  '])('with %j in its fields has no location, and the version of the contract', async (empty) => {
		const { apiVersion, locationId } = await read({ platformUrl, apiVersion: empty, locationId: empty });
		expect([apiVersion, locationId]).toEqual(['2021-07-28', undefined]);
	});

	it.each([undefined, {}, { access_token: ' ' }])('with OAuth2 is not connected with the token response %j', async (oauthTokenData) => {
		expect(await rejection(read({ platformUrl, oauthTokenData }, 'oAuth2'))).toMatchObject({
			message: 'The credential has not been connected to an account yet',
			description: "Open the credential and select 'Connect'.",
		});
	});

	it.each([
		['loc-2', { access_token: 'a', locationId: 'loc-1' }, "is connected to the location 'loc-1', but its 'Expected Location ID' is 'loc-2'"],
		['loc-2', { access_token: 'a' }, "is connected to an agency, but its 'Expected Location ID' is 'loc-2'"],
	])('that expects %s is refused with the token response %j', async (expectedLocationId, oauthTokenData, message) => {
		const refused = await rejection(read({ platformUrl, expectedLocationId, oauthTokenData }, 'oAuth2'));
		expect(refused.message).toBe(`The Platform OAuth2 API credential ${message}`);
		expect(refused.description).toContain('Create a new credential');
	});

	it('leaves out the scheme, and characters without width, that a private token was copied with', async () => {
		const pasted = await read({ platformUrl, accessToken: ' bearer  pi\nt\u200B-1\n' });
		expect([pasted.token, secretsOf(pasted)]).toEqual(['pit-1', ['pit-1']]);
	});

	it('has as secrets what it holds of tokens and keys, as they are sent', async () => {
		const fixed = await read({ platformUrl, accessToken: ' a\n' });
		const oauthTokenData = { access_token: 'b', refresh_token: ' c' };
		const oAuth2 = await read({ platformUrl, clientId: 'id', clientSecret: 'd', oauthTokenData }, 'oAuth2');
		expect([secretsOf(fixed), secretsOf(oAuth2).sort()]).toStrictEqual([['a'], ['b', 'c', 'd', 'id:d']]);
	});
});
