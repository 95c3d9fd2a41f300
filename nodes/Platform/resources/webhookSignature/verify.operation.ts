import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readPublicKeys } from '../../../webhookSignature/publicKeys';
import type { RejectionReason } from '../../../webhookSignature/signature';
import { verifySignature } from '../../../webhookSignature/signature';
import type { PlatformOperation } from '../../operation';

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

async function bodyBytes(context: IExecuteFunctions, itemIndex: number): Promise<Buffer> {
	if (context.getNodeParameter('rawBodySource', itemIndex, 'text') === 'binary') {
		const property = context.getNodeParameter('binaryProperty', itemIndex, 'data') as string;
		context.helpers.assertBinaryData(itemIndex, property);
		return await context.helpers.getBinaryDataBuffer(itemIndex, property);
	}
	const text = context.getNodeParameter('rawBody', itemIndex, '') as unknown;
	return Buffer.from(typeof text === 'string' ? text : '', 'utf8');
}

/** Nothing is sent anywhere. @throws NodeOperationError for keys that cannot be used, as the credential does */
async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = await bodyBytes(context, itemIndex);
	const [signature, pem] = ['signatureHeader', 'publicKeyPem'].map((name) => {
		const value = context.getNodeParameter(name, itemIndex, '') as unknown;
		return typeof value === 'string' ? value.trim() : '';
	});
	const { keys, unusable } = readPublicKeys(pem);
	if (unusable) {
		throw new NodeOperationError(context.getNode(), `'Public Keys' cannot be used. ${unusable}`, {
			description: "Copy the whole key from the platform's webhook settings.",
			itemIndex,
		});
	}
	const verdict = verifySignature(body, signature, keys);
	return verdict.valid
		? { valid: true, reason: null, explanation: 'Signed by the platform, and unchanged.' }
		: { valid: false, reason: verdict.reason, explanation: EXPLANATIONS[verdict.reason] };
}

export const verify: PlatformOperation = {
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
