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
});
