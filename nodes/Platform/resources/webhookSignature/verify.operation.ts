import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../../../items/operation';
import { readPublicKeys } from '../../../webhookSignature/publicKeys';
import type { RejectionReason } from '../../../webhookSignature/signature';
import { verifySignature } from '../../../webhookSignature/signature';

/** What to check, in terms of this operation's fields. */
const EXPLANATIONS: Record<RejectionReason, string> = {
	missingHeader: "'Signature' is empty. Enter the value of the x-platform-signature header.",
	repeatedHeader:
		"'Signature' contains more than one value. A real delivery has exactly one x-platform-signature header.",
	malformedSignature:
		"'Signature' is not the base64 form of an Ed25519 signature (88 characters). Copy the whole value of the header.",
	missingBody:
		"'Raw Body', or the file in 'Input Binary Field', is empty. A signature is made over the bytes of the body.",
	missingKey: "'Public Keys' contains no key to verify with.",
	signatureMismatch:
		'The signature does not match this body with any of the keys. The body was changed (such as parsed and written again), the key was rotated, or the sender is not the platform. Do not trust the content.',
};

async function bodyBytes(this: IExecuteFunctions, itemIndex: number): Promise<Buffer> {
	if (this.getNodeParameter('rawBodySource', itemIndex, 'text') === 'binary') {
		const property = this.getNodeParameter('binaryProperty', itemIndex, 'data') as string;
		this.helpers.assertBinaryData(itemIndex, property);
		return await this.helpers.getBinaryDataBuffer(itemIndex, property);
	}
	const text = this.getNodeParameter('rawBody', itemIndex, '') as unknown;
	return Buffer.from(typeof text === 'string' ? text : '', 'utf8');
}

function verdictOf(body: Buffer, signature: string, pem: string): IDataObject {
	const { keys, unusable } = readPublicKeys(pem);
	if (unusable) return { valid: false, reason: 'unusableKey', explanation: unusable.message };
	const verdict = verifySignature(body, signature, keys);
	if (verdict.valid) {
		return { valid: true, reason: null, explanation: 'Signed by the platform, and unchanged.' };
	}
	return { valid: false, reason: verdict.reason, explanation: EXPLANATIONS[verdict.reason] };
}

/** Nothing is sent anywhere; an answer is given in every case. */
async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = await bodyBytes.call(this, itemIndex);
	const signature = this.getNodeParameter('signatureHeader', itemIndex, '') as unknown;
	const pem = this.getNodeParameter('publicKeyPem', itemIndex, '') as unknown;
	return verdictOf(
		body,
		typeof signature === 'string' ? signature.trim() : '',
		typeof pem === 'string' ? pem : '',
	);
}

export const verify: Operation<unknown> = {
	option: {
		name: 'Verify',
		description: 'Check whether the platform signed a delivery',
		action: 'Verify a webhook signature',
		builderHint: {
			propertyHint:
				'Needs the raw body exactly as received, the value of the x-platform-signature header and the public key as PEM. Returns valid, reason and explanation.',
		},
	},
	properties: [
		{
			displayName: 'Raw Body From',
			name: 'rawBodySource',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Binary File',
					value: 'binary',
					description: 'The bytes as received. The safest choice.',
				},
				{
					name: 'Text',
					value: 'text',
					description: 'The body as text, exactly as received, in UTF-8',
				},
			],
			default: 'text',
			description: 'Where the body of the delivery is',
		},
		{
			displayName: 'Raw Body',
			name: 'rawBody',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. {"type":"ContactCreate","contactId":"ocQHyuzHvysMo5N5VsXc"}',
			description:
				'The body exactly as received. JSON that was parsed and written again no longer verifies.',
			displayOptions: { show: { rawBodySource: ['text'] } },
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryProperty',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the input binary field that holds the body',
			displayOptions: { show: { rawBodySource: ['binary'] } },
		},
		{
			displayName: 'Signature',
			name: 'signatureHeader',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. kGf8…w==',
			description: 'Value of the x-platform-signature header, in base64',
		},
		{
			displayName: 'Public Keys',
			name: 'publicKeyPem',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. -----BEGIN PUBLIC KEY-----…',
			description:
				"The platform's public key (Ed25519, PEM). To accept several keys, paste one below the other.",
		},
	],
	execute,
};
