import path from 'node:path';
import {
	NodeHelpers,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { KnowledgeApi } from '../../../credentials/KnowledgeApi.credentials';
import { PlatformOAuth2Api } from '../../../credentials/PlatformOAuth2Api.credentials';
import { PlatformTokenApi } from '../../../credentials/PlatformTokenApi.credentials';
import { PlatformWebhookApi } from '../../../credentials/PlatformWebhookApi.credentials';
import { testKnowledge } from '../../../nodes/knowledgeApi/client';
import { type PlatformCredential, secretsOf } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { sandboxCredentials } from '../../../runtime/credentials';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { tokenCredential } from '../../engine/platform/platform';
import { CredentialStore } from '../../support/credentialStore';
import { credentials, ROOT, sourceFiles } from '../package/packageClasses';
import { PRIVATE_TOKEN } from '../platform/nodeOnPlatform';
import { PLATFORM_URL as BASE_URL, platform, pressTest } from '../platformApi/fakePlatform';

it('secrets are masked, what is needed is required, and each has a picture for each theme', () => {
	const types: ICredentialType[] = [
		new KnowledgeApi(),
		new PlatformTokenApi(),
		new PlatformWebhookApi(),
		new PlatformOAuth2Api(),
	];
	const namesOf = (isMeant: (field: INodeProperties) => unknown) =>
		types.flatMap(({ properties }) => properties.filter(isMeant).map(({ name }) => name));
	const masked = namesOf(({ typeOptions }) => typeOptions?.password);
	expect(masked).toEqual(expect.arrayContaining(['headerValue', 'accessToken']));
	expect(namesOf(({ required }) => required)).toEqual(
		expect.arrayContaining([
			'baseUrl',
			'accessToken',
			'locationId',
			'apiVersion',
			'publicKeys',
			'locationIds',
		]),
	);
	const pictures = types.map(({ icon }) => Object.keys(icon!));
	expect(pictures).toEqual(Array(4).fill(['light', 'dark']));
});

it.each(['platformTokenApi', 'platformOAuth2Api'])(
	'no secret of %s gets into a message',
	(type) => {
		const secretFields = new CredentialStore({})
			.getCredentialsProperties(type)
			.filter(({ typeOptions }) => typeOptions?.password);
		const valueOf = ({ name }: INodeProperties) => `secret-in-${name}`;
		const decrypted = Object.fromEntries(secretFields.map((field) => [field.name, valueOf(field)]));

		const secrets = secretsOf({
			token: decrypted.accessToken,
			decrypted,
			tokenData: {},
		} as unknown as PlatformCredential);

		expect(secretFields.length).toBeGreaterThan(0);
		const missing = secretFields.filter((field) => !secrets.includes(valueOf(field)));
		expect(
			missing.map(({ name }) => `Add '${name}' to secretsOf in nodes/platformApi/credential.ts`),
		).toEqual([]);
	},
);

/** Fields of the token's credential that OAuth2's, which extends it, shows as well. */
const IN_BOTH = ['api', 'platformUrl', 'apiVersion'];

it("a field of the token's credential does not show in the dialog of OAuth2 by accident", () => {
	const own = new PlatformOAuth2Api().properties.map(({ name }) => name);
	const shownByAccident = new PlatformTokenApi().properties.filter(
		({ name }) => !own.includes(name) && !IN_BOTH.includes(name),
	);

	expect(
		shownByAccident.map(
			({ name, displayName }) =>
				`Hide '${name}' in credentials/PlatformOAuth2Api.credentials.ts, which extends the token's credential, by { displayName: '${displayName}', name: '${name}', type: 'hidden', default: '' }; or, where OAuth2 is to have it, add it to IN_BOTH of test/unit/credentials/credentials.test.ts`,
		),
	).toEqual([]);
});

describe('each field of a credential', () => {
	const fields = credentials.flatMap(({ source, instance }) =>
		instance.properties
			.filter(({ type }) => type !== 'hidden' && type !== 'notice')
			.map((field) => ({ file: `${path.relative(ROOT, source)}.ts`, type: instance.name, field })),
	);

	it('has a description', () => {
		const missing = fields.filter(({ field }) => !field.description);
		expect(fields.length).toBeGreaterThan(10);
		expect(missing.map(({ file, field }) => `Describe '${field.name}' in ${file}`)).toEqual([]);
	});

	it('that is required is filled in where tests and npm start make credentials', () => {
		const sandbox = {
			url: 'https://api.example.com',
			form: () => 'contract',
			publicKey: () => ({ publicKeyPem: 'key' }),
		} as unknown as Sandbox;
		const made = [
			...Object.values(sandboxCredentials(sandbox)).map(({ type, data }) => ({
				file: 'runtime/credentials.ts',
				type,
				data,
			})),
			{
				file: 'PRIVATE_TOKEN of test/unit/platform/nodeOnPlatform.ts',
				type: 'platformTokenApi',
				data: PRIVATE_TOKEN as IDataObject,
			},
			{
				file: 'tokenCredential of test/engine/platform/platform.ts',
				type: 'platformTokenApi',
				data: tokenCredential(sandbox).platformTokenApi as IDataObject,
			},
		];

		const advice: string[] = [];
		for (const { file, type, data } of made) {
			const values = { api: 'contract', ...data } as INodeParameters;
			const needed = fields
				.filter((each) => each.type === type)
				.map(({ field }) => field)
				.filter(({ required, default: value }) => required && !value)
				.filter((field) => NodeHelpers.displayParameter(values, field, null, null));
			for (const { name } of needed)
				if (!values[name]) advice.push(`Fill in '${name}' of ${type} in ${file}`);
		}
		expect(advice).toEqual([]);
	});
});

it('each field that a person fills in is read, and what is read is used', () => {
	const sources = [...sourceFiles('nodes'), ...sourceFiles('credentials')].map(({ text }) => text);
	const isUsed = (name: string) => {
		// Such a line hands a field on under its own name, or says that there is one.
		const handsOn = new RegExp(`^\\s*${name}\\??: .*$`, 'gm');
		const mention = new RegExp(`(?<!name: ')\\b${name}\\b`);
		return sources.some((text) => mention.test(text.replace(handsOn, '')));
	};

	const unread = credentials.flatMap(({ className, instance }) =>
		instance.properties
			.filter(({ type, name }) => !['hidden', 'notice'].includes(type) && !isUsed(name))
			.map(
				({ name }) =>
					`Read '${name}' of ${className} where the credential is read (platformApi/credential.ts, PlatformTrigger/signingCredential.ts or knowledgeApi/client.ts of nodes/), and use it where it is to matter`,
			),
	);

	expect(unread).toEqual([]);
});

/** What a credential becomes when it is read. */
const READ_CREDENTIALS = [
	{ file: 'nodes/platformApi/credential.ts', name: 'PlatformCredential' },
	{ file: 'nodes/PlatformTrigger/signingCredential.ts', name: 'SigningCredential' },
];

it.each(READ_CREDENTIALS)('each property of $name has a reader in another file', (read) => {
	const sources = sourceFiles('nodes');
	const declaring = sources.find(({ file }) => file === read.file)!;
	const [, body = ''] = new RegExp(`interface ${read.name} [^]*?\\{\n([^]*?)\n\\}`).exec(
		declaring.text,
	)!;
	const properties = [...body.matchAll(/^\t(\w+)\??:/gm)].map(([, property]) => property);
	const others = sources.filter(({ file, text }) => file !== read.file && /credential/i.test(text));

	const unread = properties.filter((property) => {
		const reader = new RegExp(`\\.${property}\\b|\\{[^{}]*\\b${property}\\b[^{}]*\\}`);
		return !others.some(({ text }) => reader.test(text));
	});

	expect(properties.length).toBeGreaterThan(0);
	expect(
		unread.map(
			(property) =>
				`Use '${property}' of ${read.name} (${read.file}): nobody reads it. What goes with each request of the nodes belongs into headersOf of nodes/platformApi/client.ts; for n8n's HTTP Request node, also into authenticate of the credential's class`,
		),
	).toEqual([]);
});

it.each([
	['highlevel', 3],
	['gohighlevel', 3],
	['crm', 4],
])("n8n's list of credentials finds ours by '%s', a part of their names: %i", (words, count) => {
	const names = [KnowledgeApi, PlatformTokenApi, PlatformWebhookApi, PlatformOAuth2Api].map(
		(type) => new type().displayName.toLowerCase(),
	);
	expect(names.filter((name) => name.includes(words))).toHaveLength(count);
});

it("each scope of HighLevel that is not requested by default is named below 'Scope'", () => {
	const field = new PlatformOAuth2Api().properties.find(({ name }) => name === 'highLevelScope');
	const named = `${String(field?.default)} ${field?.hint}`.match(/[\w/.]+\.(readonly|write)/g);

	expect(new Set(named)).toEqual(new Set(Object.values(DIALECTS.highLevel.scopes)));
	expect(named).toHaveLength(new Set(named).size);
});

it('every form of the API has the fields that differ between them', () => {
	const different = {
		PlatformOAuth2Api: ['Scope'],
		PlatformWebhookApi: ['Public Keys', 'Location IDs'],
	};

	const advice: string[] = [];
	for (const [className, labels] of Object.entries(different)) {
		const { instance } = credentials.find((credential) => credential.className === className)!;
		for (const form of Object.keys(DIALECTS))
			for (const label of labels) {
				const shown = instance.properties.filter(
					({ displayName, type, displayOptions }) =>
						displayName === label && type !== 'hidden' && displayOptions?.show?.api?.includes(form),
				);
				if (shown.length !== 1)
					advice.push(
						`Show '${label}' once for ${form} in credentials/${className}.credentials.ts`,
					);
			}
	}

	expect(advice).toEqual([]);
});

it("'API' comes first in each dialog of the platform, each choice described", () => {
	for (const type of ['platformTokenApi', 'platformWebhookApi', 'platformOAuth2Api']) {
		const [first] = new CredentialStore({}).getCredentialsProperties(type);
		expect(first).toMatchObject({
			displayName: 'API',
			options: [
				{ name: 'Platform', description: expect.any(String) as string },
				{ name: 'HighLevel', description: expect.stringContaining('GoHighLevel') as string },
			],
		});
	}
});

it.each(['contract', 'highLevel'])(
	'the scope of %s is a plain text, and no field that a person sees has an expression',
	(api) => {
		const properties = new CredentialStore({}).getCredentialsProperties('platformOAuth2Api');
		const seen = properties.filter(
			(property) =>
				property.type !== 'hidden' && NodeHelpers.displayParameter({ api }, property, null, null),
		);
		expect(seen.map(({ displayName }) => displayName)).toContain('Scope');
		for (const { default: value } of seen) expect(String(value)).not.toMatch(/^=|undefined/);
	},
);

const oAuth2 = async (fields: object) =>
	await new CredentialStore({ platformOAuth2Api: fields as never }).getDecrypted(
		{} as never,
		{} as never,
		'platformOAuth2Api',
		'internal',
	);

it.each([
	[' HTTPS://api.example.com/ ', 'https://market.example.com//'],
	// As readAddress reads them.
	['api.example.com', ' market.example.com/'],
	// Copied from a browser.
	['api.example.com/#/start', 'market.example.com/#top'],
])(
	'CRM Platform (GoHighLevel) OAuth2 API derives the addresses from %j and %j',
	async (platformUrl, marketplaceUrl) => {
		expect(await oAuth2({ platformUrl, marketplaceUrl })).toMatchObject({
			authUrl: 'https://market.example.com/oauth/chooselocation',
			accessTokenUrl: expect.stringMatching(
				/^https:\/\/api\.example\.com\/oauth\/token$/i,
			) as string,
			grantType: 'authorizationCode',
			authentication: 'body',
			apiVersion: '2021-07-28',
			scope:
				'calendars.readonly calendars.write locations.readonly webhooks.readonly webhooks.write',
		});
	},
);

it.each([undefined, 'calendars.readonly'])(
	'CRM Platform (GoHighLevel) OAuth2 API needs no address for HighLevel, and asks for its scopes, or those that are typed: %p',
	async (scope) => {
		const read = await oAuth2({
			api: 'highLevel',
			apiVersion: '2020-01-01',
			...(scope && { highLevelScope: scope }),
		});
		expect(read).toMatchObject({
			authUrl: 'https://marketplace.gohighlevel.com/v2/oauth/chooselocation?version_id=',
			accessTokenUrl: 'https://services.leadconnectorhq.com/oauth/token',
			scope: scope ?? DIALECTS.highLevel.defaultScope,
		});
		expect(read).not.toHaveProperty('apiVersion');
	},
);

const MARKET = 'https://marketplace.leadconnectorhq.com';

it.each([
	['', 'https://marketplace.gohighlevel.com/v2/oauth/chooselocation?version_id=6a1b'],
	['marketplace.leadconnectorhq.com', `${MARKET}/v2/oauth/chooselocation?version_id=6a1b`],
	[`${MARKET}/v2/`, `${MARKET}/v2/oauth/chooselocation?version_id=6a1b`],
	[`${MARKET}/v2/oauth/chooselocation`, `${MARKET}/v2/oauth/chooselocation?version_id=6a1b`],
	[`${MARKET}/oauth/chooselocation/`, `${MARKET}/oauth/chooselocation?version_id=6a1b`],
	[
		` ${MARKET}/v2/oauth/chooselocation?appId=6a1b&versionId=7c&scope=calendars.readonly `,
		`${MARKET}/v2/oauth/chooselocation?version_id=7c`,
	],
	[
		`${MARKET}/v2/oauth/chooselocation?response_type=code&version_id=7c#top`,
		`${MARKET}/v2/oauth/chooselocation?version_id=7c`,
	],
])(
	"CRM Platform (GoHighLevel) OAuth2 API leads to HighLevel's consent page from %j",
	async (typed, authUrl) => {
		const fields = { api: 'highLevel', clientId: '6a1b-mfx2', marketplaceUrl: typed };
		expect(await oAuth2(fields)).toMatchObject({ authUrl });
	},
);

const request: IHttpRequestOptions = {
	url: '/v1/use-cases',
	headers: { Accept: 'application/json' },
};
afterEach(() => expect(request.headers).toEqual({ Accept: 'application/json' }));

it.each<[fields: object, own: object, Version: string]>([
	[{ apiVersion: ' 2030-01-01 ' }, {}, '2030-01-01'],
	[{ accessToken: 'Bearer pit-1' }, {}, '2021-07-28'],
	[{ api: 'highLevel' }, {}, '2021-04-15'],
	[{ api: 'highLevel' }, { Authorization: 'other', Version: '1' }, '1'],
])(
	'CRM Platform (GoHighLevel) Token API with %j signs a request that has %j with its own token, and the version %j',
	async (fields, own, Version) => {
		const headers = { Accept: 'application/json', ...own };
		const url = 'https://x.example/calendars/';
		const credential = { accessToken: 'pit-1', ...fields };
		expect(await new PlatformTokenApi().authenticate(credential, { url, headers })).toEqual({
			url,
			headers: { ...headers, Authorization: 'Bearer pit-1', Version },
		});
	},
);

it("each header that the token's credential adds for n8n's HTTP Request node goes with the nodes' own requests, too", async () => {
	const fields = new PlatformTokenApi().properties.map(({ name }) => [name, `value-of-${name}`]);
	const credential = { ...Object.fromEntries(fields), api: 'contract', platformUrl: BASE_URL };
	const url = `${BASE_URL}/calendars/`;
	const added = (await new PlatformTokenApi().authenticate(credential, { url })).headers;
	const { client, sent } = platform({ authentication: 'oAuth2', credential, responses: [[]] });

	await client.request({ method: 'GET', path: '/calendars/' });

	// n8n's core adds the token to a request through OAuth2.
	const { Authorization: _, ...expected } = added!;
	const advice =
		'Send the same header in headersOf of nodes/platformApi/client.ts and in authenticate of credentials/PlatformTokenApi.credentials.ts';
	expect({ advice, headers: sent[0].headers }).toEqual({ advice, headers: expected });
});

it('the Knowledge API leaves the rest of a request as it is', async () => {
	const whole = { ...request, method: 'POST', body: { q: 'a' } } as const;
	expect(await new KnowledgeApi().authenticate({}, whole)).toEqual(whole);
});

const headersWith = async (fields: Record<string, string>) =>
	(await new KnowledgeApi().authenticate(fields, request)).headers;

it('the header of the Knowledge API is added to those of the request', async () => {
	expect(await headersWith({ headerName: ' X-API-Key ', headerValue: ' k ' })).toEqual({
		Accept: 'application/json',
		'X-API-Key': 'k',
	});
});

it.each([
	['X-API-Key:', 'k', "'Header Name' cannot be sent"],
	['Clé', 'k', "'Header Name' cannot be sent"],
	['X-Key\r\nHost', 'k', "'Header Name' cannot be sent"],
	['X-Key', 'k\r\nHost: x', "'Header Value' cannot be sent"],
	['X-Key', 'kΩ', "'Header Value' cannot be sent"],
	...['Content-Length', 'transfer-encoding', 'Host', 'connection', 'Proxy-Authorization'].map(
		(name) => [name, 'k', `'Header Name' cannot be ${name}`],
	),
	['X-Key', '', "'Header Value' is empty"],
	['', 'k', "'Header Name' is empty"],
])(
	'the header of the Knowledge API is refused as %j: %j',
	async (headerName, headerValue, text) => {
		const refusal = headersWith({ headerName, headerValue });
		await expect(refusal).rejects.toThrow(text);
		await expect(refusal).rejects.not.toThrow('k\r\n');
	},
);

const press = async (body: unknown, fields: IDataObject = {}) =>
	await pressTest(testKnowledge, { baseUrl: ` ${BASE_URL}/ `, ...fields }, { body, headers: {} });

it('the test of the Knowledge API is a search that follows no redirect with the header', async () => {
	const { status, sent } = await press('', { headerName: 'X-Key', headerValue: ' k ' });
	expect(status).toBe('OK');
	expect(sent).toMatchObject([
		{
			uri: `${BASE_URL}/v1/recipes/search`,
			qs: { q: 'appointment', limit: 1 },
			headers: { 'X-Key': 'k' },
			json: true,
			followRedirect: false,
			resolveWithFullResponse: true,
		},
	]);
});
