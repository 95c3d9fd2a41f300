import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { node, rejection } from './fakePlatform';
import {
	accountKeyOf,
	chooseLocation,
	readCredential,
	secretsOf,
	type Authentication,
	type PlatformCredential,
} from '../../../nodes/platformApi/credential';
import { DIALECTS, type Dialect } from '../../../nodes/platformApi/dialect';

const read = async (decrypted: IDataObject, authentication: Authentication = 'accessToken') => {
	const getCredentials = jest.fn(async () => decrypted);
	const context = { getNode: () => node, getCredentials } as unknown as IExecuteFunctions;
	const credential = await readCredential(context, authentication);
	expect(getCredentials.mock.calls).toEqual([[credential.type]]);
	return credential;
};

describe('a credential', () => {
	const platformUrl = 'https://api.example.com';

	it('with OAuth2 has the location of its token, which may be a number', async () => {
		const oauthTokenData = { access_token: 'a', locationId: 42 };
		const credential = await read(
			{ platformUrl, locationId: 'loc-1', expectedLocationId: '42', oauthTokenData },
			'oAuth2',
		);
		expect(credential).toMatchObject({
			type: 'platformOAuth2Api',
			label: 'CRM Platform (GoHighLevel) OAuth2 API',
			locationId: '42',
			tokenData: oauthTokenData,
		});
	});

	it('without an address is refused by its name, with what to enter', async () => {
		expect(await rejection(read({ accessToken: 'a' }))).toMatchObject({
			message: "'Platform URL' of the CRM Platform (GoHighLevel) Token API credential is empty",
			description:
				"Enter the address of the API. If this is a HighLevel account, set 'API' of the credential to 'HighLevel'.",
		});
	});

	it.each([undefined, {}, { access_token: ' ' }])(
		'with OAuth2 is not connected with the token response %j',
		async (oauthTokenData) => {
			expect(
				(await rejection(read({ platformUrl, oauthTokenData }, 'oAuth2'))).description,
			).toContain("select 'Connect'");
		},
	);

	it('with an access token is never one to connect, also where that is empty', async () => {
		const credential = { platformUrl, accessToken: '' };

		expect(await read(credential, 'accessToken')).toMatchObject({ token: '' });
	});

	it.each([
		[
			'loc-2',
			{ access_token: 'a', locationId: 'loc-1' },
			"is connected to the location 'loc-1', but its 'Expected Location ID' is 'loc-2'",
		],
		[
			'loc-2',
			{ access_token: 'a' },
			"is connected to an agency, but its 'Expected Location ID' is 'loc-2'",
		],
	])(
		'that expects %s is refused with the token response %j',
		async (expectedLocationId, oauthTokenData, message) => {
			const refused = await rejection(
				read({ platformUrl, expectedLocationId, oauthTokenData }, 'oAuth2'),
			);
			expect(refused.message).toBe(
				`The CRM Platform (GoHighLevel) OAuth2 API credential ${message}`,
			);
			expect(refused.description).toBe(
				"Nothing was sent. Create a new credential and connect it to 'loc-2', or correct 'Expected Location ID'.",
			);
		},
	);

	it('leaves out the scheme, and characters without width, that a private token was copied with', async () => {
		const pasted = await read({ platformUrl, accessToken: ' bearer  pi\nt\u200B-1\n' });
		expect([pasted.token, secretsOf(pasted)]).toEqual(['pit-1', ['pit-1']]);
	});

	it('has as secrets what it holds of tokens and keys, as they are sent', async () => {
		const fixed = await read({ platformUrl, accessToken: ' a\n' });
		const oauthTokenData = { access_token: 'b', refresh_token: ' c' };
		const oAuth2 = await read(
			{ platformUrl, clientId: 'id', clientSecret: 'd', oauthTokenData },
			'oAuth2',
		);
		expect([secretsOf(fixed), secretsOf(oAuth2).sort()]).toStrictEqual([['a'], ['b', 'c', 'd']]);
	});

	it('is told apart in memory by its location, else by its token, which is not kept', async () => {
		const ofLocation = await read({ platformUrl, accessToken: 'pit-1', locationId: 'loc-1' });
		const first = await read({ platformUrl, accessToken: 'pit-1' });
		const second = await read({ platformUrl, accessToken: 'pit-2' });
		expect(accountKeyOf(ofLocation)).toBe('https://api.example.com loc-1');
		expect(accountKeyOf(first)).not.toContain('pit-1');
		expect(accountKeyOf(first)).not.toBe(accountKeyOf(second));
	});

	it('is told apart in memory from another location of its company', async () => {
		const [first, second] = await Promise.all(
			['loc-1', 'loc-2'].map(async (locationId) => {
				const oauthTokenData = { access_token: 'a', companyId: 'company-1', locationId };
				return await read({ platformUrl, oauthTokenData }, 'oAuth2');
			}),
		);
		expect(accountKeyOf(first)).not.toBe(accountKeyOf(second));
	});

	it.each(['', ' '])('expects no location where the field holds %j', async (expectedLocationId) => {
		const oauthTokenData = { access_token: 'a', locationId: 'loc-1' };
		const credential = await read({ platformUrl, expectedLocationId, oauthTokenData }, 'oAuth2');
		expect(credential.locationId).toBe('loc-1');
	});
});

const ofType =
	(authentication: Authentication, label: string) =>
	(locationId?: string, dialect: Dialect = DIALECTS.contract) =>
		({ authentication, label, locationId, dialect }) as PlatformCredential;
const oAuth2 = ofType('oAuth2', 'CRM Platform (GoHighLevel) OAuth2 API');
const fixed = ofType('accessToken', 'CRM Platform (GoHighLevel) Token API');

it.each([
	{
		what: 'another one',
		credential: oAuth2('loc-1'),
		asked: 'loc-2',
		message: "belongs to the location 'loc-1', so it cannot be used for the location 'loc-2'",
		whatToDo: "Leave the location empty to use 'loc-1'",
	},
	{
		what: "any, with an agency's token",
		credential: oAuth2(),
		asked: 'loc-1',
		message: "so it has no token of the location 'loc-1'",
		whatToDo: 'Create a new credential',
	},
	{
		what: "none, with an agency's token",
		credential: oAuth2(),
		asked: '',
		message:
			'The CRM Platform (GoHighLevel) OAuth2 API credential was connected for an agency, so it has no token of a location',
		whatToDo: 'Create a new credential',
	},
	{
		what: "none, with an agency's token that can be exchanged",
		credential: oAuth2(undefined, DIALECTS.highLevel),
		asked: '',
		message: 'No location is known',
		whatToDo:
			"Choose 'Location \\(Sub-Account\\)' under 'Options', or use a credential of the location\\.$",
	},
	{
		what: 'none, with a fixed token that does not say its own',
		credential: fixed(),
		asked: '',
		message: 'the CRM Platform (GoHighLevel) Token API credential names none',
		whatToDo:
			"Choose 'Location \\(Sub-Account\\)' under 'Options', or enter 'Location ID' in the credential\\.$",
	},
])('$what is refused before anything is sent', ({ credential, asked, message, whatToDo }) => {
	const description = expect.stringMatching(`^Nothing was sent\\. .*${whatToDo}`);
	const refusal = { message: expect.stringContaining(message), description };
	expect(() => chooseLocation(node, credential, asked)).toThrow(expect.objectContaining(refusal));
});
