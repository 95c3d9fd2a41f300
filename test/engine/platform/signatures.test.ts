import type { IDataObject } from 'n8n-workflow';

import { act } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { createSigningKey } from '../../support/keys';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterAll(async () => await sandbox.close());

const key = createSigningKey();
const rawBody = '{"type":"ContactCreate","name":"Zoë"}';
const delivery = {
	rawBody,
	signatureHeader: key.sign(rawBody),
	publicKeyPem: key.publicKeyPem,
};
const verify = async (parameters: IDataObject) => {
	const { json, error } = await act(
		sandbox,
		'webhookSignature.verify',
		{ ...delivery, ...parameters },
		{ credentials: {} },
	);
	expect(error).toBeUndefined();
	return json[0];
};

describe('Webhook Signature > Verify', () => {
	it('accepts what was signed, without any credential', async () => {
		expect(await verify({})).toEqual({
			valid: true,
			reason: null,
			explanation: expect.stringContaining('Signed'),
		});
	});

	it("accepts a delivery that the platform's own signer signed", async () => {
		const { publicKeyPem } = sandbox.control.publicKey();
		const signatureHeader = sandbox.control.sign(rawBody);
		expect(await verify({ signatureHeader, publicKeyPem })).toMatchObject({ valid: true });
	});

	it('accepts any of several keys', async () => {
		const publicKeyPem = `${createSigningKey().publicKeyPem}\n${key.publicKeyPem}`;
		expect(await verify({ publicKeyPem })).toMatchObject({ valid: true });
	});

	it.each([
		['another body', { rawBody: `${rawBody} ` }, 'signatureMismatch'],
		['no body', { rawBody: '={{ "" }}' }, 'missingBody'],
		['no signature', { signatureHeader: '={{ "" }}' }, 'missingHeader'],
		['two signatures', { signatureHeader: `${delivery.signatureHeader}, x` }, 'repeatedHeader'],
		['a signature that is none', { signatureHeader: 'abc' }, 'malformedSignature'],
		['another key', { publicKeyPem: createSigningKey().publicKeyPem }, 'signatureMismatch'],
		['no key', { publicKeyPem: '={{ "" }}' }, 'unusableKey'],
		['a key that is none', { publicKeyPem: 'ssh-ed25519 AAAA' }, 'unusableKey'],
	])('rejects %s, and explains', async (_, parameters, reason) => {
		const verdict = await verify(parameters);
		expect(verdict).toMatchObject({ valid: false, reason });
		expect(String(verdict.explanation).length).toBeGreaterThan(20);
	});

	it.each([['rawBody', "'Raw Body'"], ['signatureHeader', "'Signature'"], ['publicKeyPem', "'Public Keys'"]])(
		'names the field %s where it is empty',
		async (name, label) => {
			const { explanation } = await verify({ [name]: '={{ "" }}' });
			expect(explanation).toContain(label);
		},
	);

	it('reads the bytes of a binary file', async () => {
		const { json } = await act(
			sandbox,
			'webhookSignature.verify',
			{ ...delivery, rawBodySource: 'binary', binaryProperty: 'body' },
			{
				credentials: {},
				items: [
					{
						json: {},
						binary: {
							body: { data: Buffer.from(rawBody).toString('base64'), mimeType: 'application/json' },
						},
					},
				],
			},
		);
		expect(json[0]).toMatchObject({ valid: true });
	});

	it('says which binary field is missing', async () => {
		const { error } = await act(
			sandbox,
			'webhookSignature.verify',
			{ ...delivery, rawBodySource: 'binary', binaryProperty: 'nowhere' },
			{ credentials: {} },
		);
		expect(error?.message).toContain('[Item 0]');
	});
});
