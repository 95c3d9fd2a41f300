import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { parsePublicKeys, PublicKeyFormatError } from '../../../PlatformTrigger/publicKeys';
import type { RejectionReason } from '../../../PlatformTrigger/signature';
import { verifySignature } from '../../../PlatformTrigger/signature';
import type { Operation } from '../../../shared/router';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['webhookSignature'], operation: ['verify'] } },
	[
		{
			displayName: 'Raw Body From',
			name: 'rawBodySource',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Binary File',
					value: 'binary',
					description: 'The bytes as received. Safest: nothing has touched them.',
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
				'The body exactly as it was received. JSON that was parsed and written again no longer verifies.',
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
			description: 'The value of the header x-platform-signature, in base64',
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
				"The platform's signing public key (Ed25519, PEM). Several may follow one another while the key is rotated.",
		},
	],
);

/** What to check, in terms of this operation's fields. */
const EXPLANATIONS: Record<RejectionReason, string> = {
	missingHeader: "'Signature' is empty. Give the value of the header x-platform-signature.",
	repeatedHeader:
		"'Signature' holds more than one value. A real delivery carries exactly one header x-platform-signature.",
	malformedSignature:
		"'Signature' is not the base64 form of an Ed25519 signature (88 characters). Copy the whole value of the header.",
	missingBody:
		"'Raw Body', or the file in 'Input Binary Field', is empty. A signature is made over the bytes of the body.",
	missingKey: "'Public Keys' holds no key to verify with.",
	signatureMismatch:
		'The signature does not belong to this body and any of the keys. Either the body is not exactly as it was received (parsed and written again, say), or the key was rotated, or the sender is not the platform. Do not trust the content.',
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
	try {
		const verdict = verifySignature(body, signature, parsePublicKeys(pem));
		if (verdict.valid) {
			return { valid: true, reason: null, explanation: 'Signed by the platform, and unchanged.' };
		}
		return { valid: false, reason: verdict.reason, explanation: EXPLANATIONS[verdict.reason] };
	} catch (error) {
		const explanation =
			error instanceof PublicKeyFormatError ? error.message : EXPLANATIONS.missingKey;
		return { valid: false, reason: 'unusableKey', explanation };
	}
}

/** Contract: Outbound webhook signing. Nothing is sent anywhere; an answer is given in every case. */
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

export const verify: Operation = { properties, execute };
