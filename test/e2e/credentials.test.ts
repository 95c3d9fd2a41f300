import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { generateKeyPairSync } from 'node:crypto';

import { connectOAuth2 } from '../../runtime/oauthConnect';
import { freePorts } from '../../runtime/ports';
import { credentialLike } from '../support/e2e/credentials';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness, HarnessCredentials } from '../support/harness';

let harness: Harness;
/** A server that answers, but is neither the platform nor the knowledge API: n8n itself. */
let otherServer: string;
let nobodyListens: string;

beforeAll(async () => {
	harness = await openHarness({ connect: false });
	otherServer = harness.n8n.url;
	const [port] = await freePorts(1);
	nobodyListens = `http://127.0.0.1:${port}`;
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

/** Presses "Test" after the given fields of the harness's credential have been changed. */
async function press(
	type: keyof HarnessCredentials,
	change: ICredentialDataDecryptedObject,
): Promise<{ status: string; message: string }> {
	const id = harness.credentials[type];
	await harness.api.updateCredential(id, change);
	return await harness.api.testCredential(id);
}

/** Public key as PEM text, SPKI unless told otherwise. */
const ed25519 = () => generateKeyPairSync('ed25519');
const spki = (key: ReturnType<typeof ed25519>['publicKey']) =>
	key.export({ format: 'pem', type: 'spki' }) as string;

describe('Knowledge API', () => {
	const right = () => ({ baseUrl: harness.sandbox.url, headerName: '', headerValue: '' });

	test('works with the right address, by a search for one recipe', async () => {
		expect(await press('knowledgeApi', right())).toMatchObject({ status: 'OK' });
		const [search] = harness.sandbox.control.requests({ operationId: 'search_recipes' }).slice(-1);
		expect(search.query).toMatchObject({ limit: '1' });
	});

	test('says what to check for another address', async () => {
		const other = await press('knowledgeApi', { baseUrl: otherServer });
		expect(other).toMatchObject({
			status: 'Error',
			message: expect.stringContaining("Check 'Base URL'"),
		});
		const nobody = await press('knowledgeApi', { baseUrl: nobodyListens });
		expect(nobody.status).toBe('Error');
	});

	test('sends the header, and says so when the API refuses it', async () => {
		const knowledgeHeader = { name: 'x-api-key', value: 'the-right-key' };
		harness.sandbox.control.setProfile({ knowledgeHeader });
		try {
			const wrong = { ...right(), headerName: 'X-API-Key', headerValue: 'another-key' };
			expect(await press('knowledgeApi', wrong)).toEqual({
				status: 'Error',
				message:
					"The knowledge API refused the request (HTTP 401). Check 'Header Name' and 'Header Value'.",
			});
			const correct = await press('knowledgeApi', { headerValue: knowledgeHeader.value });
			expect(correct).toMatchObject({ status: 'OK' });
		} finally {
			harness.sandbox.control.setProfile({ knowledgeHeader: null });
		}
	});
});

describe('Platform Token API', () => {
	const right = () => ({
		accessToken: 'pit-harbor',
		platformUrl: harness.sandbox.url,
		locationId: LOCATION,
	});

	test('works with the right token, by listing the calendars', async () => {
		expect(await press('platformTokenApi', right())).toMatchObject({ status: 'OK' });
		const [list] = harness.sandbox.control.requests({ operationId: 'list_calendars' }).slice(-1);
		expect(list).toMatchObject({
			query: { locationId: LOCATION },
			headers: { version: '2021-07-28' },
		});
	});

	test.each<[string, () => Record<string, string>, string]>([
		['a wrong token', () => ({ accessToken: 'pit-harbour' }), "The platform rejected the access token. Check that 'Access Token'"],
		["another sub-account's token", () => ({ accessToken: 'pit-summit' }), "Check 'Location ID'"],
		['no location', () => ({ locationId: ' ' }), "'Location ID' of the Platform Token API credential is empty"],
		['an address without https', () => ({ platformUrl: 'api.example.com' }), 'is not a web address. Open the credential and enter'],
		['an address with a query', () => ({ platformUrl: `${harness.sandbox.url}?key=pit-harbor` }), 'contains more than an address'],
		['a page of another site', () => ({ platformUrl: otherServer }), "Check 'Platform URL'"],
		['nobody at the address', () => ({ platformUrl: nobodyListens }), "Check the 'Platform URL' of the credential"],
	])('says what to change for %s', async (_, change, message) => {
		const result = await press('platformTokenApi', { ...right(), ...change() });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringContaining(message) });
		expect(result.message).not.toContain('pit-harbor');
	}, 20_000);
});

describe('Platform Webhook API', () => {
	const { publicKey, privateKey } = ed25519();
	const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

	test.each([
		['one key', spki(publicKey), 'Deliveries are verified with one Ed25519 key'],
		[
			'two keys, while the platform changes its key',
			spki(publicKey) + spki(ed25519().publicKey),
			'Deliveries are verified with 2 Ed25519 keys',
		],
	])('works with %s', async (_, publicKeys, message) => {
		expect(await press('platformWebhookApi', { publicKeys })).toEqual({ status: 'OK', message });
	});

	test.each([
		['an RSA key', spki(rsa.publicKey), 'is a key of type RSA; the platform signs with Ed25519'],
		[
			'an X25519 key',
			spki(generateKeyPairSync('x25519').publicKey),
			'is a key of type X25519; the platform signs with Ed25519',
		],
		[
			'a private key',
			privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
			'is a private key. Only the public key belongs here',
		],
		['a raw key', Buffer.alloc(32, 7).toString('base64'), 'text that is not a PEM block'],
	])('refuses %s', async (_, publicKeys, message) => {
		expect(await press('platformWebhookApi', { publicKeys })).toEqual({
			status: 'Error',
			message: expect.stringContaining(message),
		});
	});
});

describe('Platform OAuth2 API', () => {
	/** What the editor shows in place of a test: whether an account is connected. */
	const isConnected = async (id: string) =>
		(await harness.api.getCredential(id)).data.oauthTokenData === true;

	test('is connected after the consent page, and not before', async () => {
		const id = harness.credentials.platformOAuth2Api;
		expect(await isConnected(id)).toBe(false);
		await connectOAuth2(harness.api, id, { choice: LOCATION });
		expect(await isConnected(id)).toBe(true);
	});

	test.each([
		['the marketplace', () => ({ marketplaceUrl: nobodyListens }), 'fetch failed'],
		['the platform', () => ({ platformUrl: nobodyListens }), 'did not connect'],
		['the client secret', () => ({ clientSecret: 'of-another-app' }), 'did not connect'],
		['the client id', () => ({ clientId: 'another-app' }), 'The client_id is not known'],
		['the scope', () => ({ scope: 'calendars.everything' }), 'invalid_scope'],
	])('does not connect when %s is wrong', async (_, change, message) => {
		const { platformOAuth2Api } = await credentialLike(harness, 'oAuth2', change());
		const id = String(platformOAuth2Api.id);
		await expect(connectOAuth2(harness.api, id, { choice: LOCATION })).rejects.toThrow(message);
		expect(await isConnected(id)).toBe(false);
	});
});
