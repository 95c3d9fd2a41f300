import { NodeHelpers, type IDataObject } from 'n8n-workflow';

import { act } from './nodeOnPlatform';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { createSigningKey } from '../../support/keys';

const key = createSigningKey();
const rawBody = '{"type":"ContactCreate","name":"Zoë"}';
const delivery = { rawBody, signatureHeader: key.sign(rawBody), publicKeyPem: key.publicKeyPem };
const verify = async (parameters: IDataObject, given: object = {}) =>
	await act('webhookSignature.verify', { ...delivery, ...parameters }, given);
const file = (text: string) => ({ data: Buffer.from(text).toString('base64'), mimeType: 'application/json' });

it.each<[string, IDataObject, object]>([
	['text', {}, {}],
	['text with spaces around the signature', { signatureHeader: ` ${delivery.signatureHeader}\n` }, {}],
	['the file', { rawBodySource: 'binary', rawBody: 'other' }, { binary: { data: file(rawBody) } }],
	['the file of the name', { rawBodySource: 'binary', binaryProperty: 'body' }, { binary: { data: file('x'), body: file(rawBody) } }],
	['text, whatever the file', { rawBodySource: 'text' }, { binary: { data: file('x') } }],
])('Webhook Signature > Verify takes what was signed from %s, and sends nothing', async (_, parameters, given) => {
	const { json, sent } = await verify(parameters, given);
	expect(json).toEqual([{ valid: true, reason: null, explanation: 'Signed by the platform, and unchanged.' }]);
	expect(sent).toEqual([]);
});

it.each<[string, IDataObject, string, string]>([
	['spaces around the body', { rawBody: ` ${rawBody} ` }, 'signatureMismatch', 'does not match this body'],
	['the word null for a body', { rawBody: 'null' }, 'signatureMismatch', 'does not match this body'],
	['a signature of spaces', { signatureHeader: ' ' }, 'missingHeader', 'There is no signature'],
	['another key', { publicKeyPem: createSigningKey().publicKeyPem }, 'signatureMismatch', 'key may have been rotated'],
])('Webhook Signature > Verify rejects %s, and says why', async (_, parameters, reason, explanation) => {
	expect((await verify(parameters)).json).toEqual([{ valid: false, reason, explanation: expect.stringContaining(explanation) as string }]);
});

it.each([
	['no text', '={{ null }}', "'Public Keys' is empty"],
	['none', 'ssh-ed25519 AAAA', 'not a PEM block'],
	['one good key of two', `${key.publicKeyPem}ssh-ed25519 AAAA`, "'Public Keys' contains text"],
])('Webhook Signature > Verify refuses a key that is %s', async (_, publicKeyPem, why) => {
	const { json, error } = await verify({ publicKeyPem });
	expect(json).toEqual([]);
	expect(error?.message).toMatch(/^'Public Keys' cannot be used \[/);
	expect(error?.description).toContain(why);
});

it('Webhook Signature > Verify refuses a body that was parsed', async () => {
	const { json, error } = await verify({ rawBody: '={{ { a: 1 } }}' });
	expect([json, error?.message]).toEqual([[], "'Body as Received' must be a text, not an object [Item 0]"]);
});

it('Webhook Signature > Verify names the file that is missing', async () => {
	const { error } = await verify({ rawBodySource: 'binary', binaryProperty: 'nowhere' }, { binary: { data: file('x') } });
	expect(error?.message).toContain("'nowhere'");
});

it.each([
	['appointment', 'oAuth2', ['platformOAuth2Api']],
	['appointment', 'accessToken', ['platformTokenApi']],
	['webhookSignature', 'oAuth2', []],
	['webhookSignature', 'accessToken', []],
])('%s with %s needs the credentials %j', (resource, authentication, names) => {
	const { description } = new Platform();
	const isShown = (property: object) =>
		NodeHelpers.displayParameter({ resource, authentication }, property as never, { typeVersion: 1 }, description);
	expect(description.credentials?.filter(isShown).map(({ name }) => name)).toEqual(names);
	const asks = description.properties.filter(({ name }) => name === 'authentication').some(isShown);
	expect(asks).toBe(names.length > 0);
});
