import type { ICredentialType } from 'n8n-workflow';

import { KnowledgeApi } from '../../../credentials/KnowledgeApi.credentials';
import { PlatformOAuth2Api } from '../../../credentials/PlatformOAuth2Api.credentials';
import { PlatformTokenApi } from '../../../credentials/PlatformTokenApi.credentials';
import { PlatformWebhookApi } from '../../../credentials/PlatformWebhookApi.credentials';

/** What a person must fill in, and what the editor does not show again. */
const fieldsOf = ({ properties }: ICredentialType) =>
	properties.map(({ name, type, required, typeOptions }) =>
		[name, type, required && 'required', typeOptions?.password && 'secret'].filter(Boolean).join(' '),
	);

it.each([
	[KnowledgeApi, ['baseUrl string required', 'headerName string', 'headerValue string secret']],
	[
		PlatformOAuth2Api,
		[
			...['platformUrl string required', 'marketplaceUrl string required', 'grantType hidden'],
			...['authUrl hidden required', 'accessTokenUrl hidden required', 'scope string'],
			...['authQueryParameters hidden', 'authentication hidden', 'expectedLocationId string'],
			'apiVersion string required',
		],
	],
	[
		PlatformTokenApi,
		[
			...['accessToken string required secret', 'platformUrl string required', 'locationId string required'],
			'apiVersion string required',
		],
	],
	// Shown again, so that the next key can be added to the one that is there.
	[PlatformWebhookApi, ['publicKeys string required']],
])('%p: fields', (Credential: new () => ICredentialType, fields) => {
	const credential = new Credential();
	expect(fieldsOf(credential)).toEqual(fields);
	expect(credential.icon).toEqual({ light: expect.stringMatching(/\.svg$/), dark: expect.stringMatching(/\.dark\.svg$/) });
});

it("only the OAuth2 credential builds on n8n's own", () => {
	expect(new PlatformOAuth2Api().extends).toEqual(['oAuth2Api']);
});
