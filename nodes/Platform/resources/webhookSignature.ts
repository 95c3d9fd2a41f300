import { anyWords, wholeText } from '../../fields/valueKinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { readPublicKeys } from '../../webhookSignature/publicKeys';
import { REASON_TEXTS, verifySignature } from '../../webhookSignature/signature';
import type { PlatformOperation, PlatformResource } from '../platformOperation';

const SOURCE = choiceOf({
	displayName: 'Body From',
	name: 'rawBodySource',
	type: 'options',
	default: 'text',
	description: 'Where the body of the delivery is',
	options: [
		{
			name: 'Binary File',
			value: 'binary',
			description: 'The bytes as received. The safest choice.',
		},
		{ name: 'Text', value: 'text', description: 'The body as text, exactly as received, in UTF-8' },
	],
	noDataExpression: true,
});

const BODY = fieldOf(wholeText, {
	displayName: 'Body as Received',
	name: 'rawBody',
	type: 'string',
	default: '',
	placeholder: 'e.g. {"type":"ContactCreate","contactId":"ocQHyuzHvysMo5N5VsXc"}',
	description:
		'The body exactly as received. JSON that was parsed and written again no longer matches the signature.',
	typeOptions: { rows: 4 },
	required: true,
	displayOptions: { show: { rawBodySource: ['text'] } },
});

const BINARY = fieldOf(anyWords, {
	displayName: 'Input Binary Field',
	name: 'binaryProperty',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field that holds the body',
	displayOptions: { show: { rawBodySource: ['binary'] } },
});

const SIGNATURE = fieldOf(anyWords, {
	displayName: 'Signature',
	name: 'signatureHeader',
	type: 'string',
	default: '',
	placeholder: 'e.g. kGf8…w==',
	description:
		'Value of the header x-platform-signature, or x-ghl-signature from HighLevel, in base64',
	required: true,
});

const KEYS = fieldOf(anyWords, {
	displayName: 'Public Keys',
	name: 'publicKeyPem',
	type: 'string',
	default: '',
	placeholder: 'e.g. -----BEGIN PUBLIC KEY-----…',
	description:
		"The platform's public key (Ed25519, PEM). To accept several keys, paste one below the other.",
	typeOptions: { rows: 4 },
	required: true,
});

// This sends nothing, so it has no location.
const verify: PlatformOperation = {
	name: 'Verify',
	description: 'Check whether the platform signed a delivery',
	hint: 'Needs the body exactly as received, the value of the x-platform-signature (HighLevel: x-ghl-signature) header and the public key as PEM. Returns valid, reason and explanation.',
	properties: [SOURCE, BODY, BINARY, SIGNATURE, KEYS],
	async execute({ context, itemIndex, read, refuse }) {
		const file = read(SOURCE) === 'binary' ? (read(BINARY) ?? 'data') : undefined;
		// n8n says which file is missing.
		if (file !== undefined) context.helpers.assertBinaryData(itemIndex, file);
		const body =
			file === undefined
				? Buffer.from(read(BODY) ?? '', 'utf8')
				: await context.helpers.getBinaryDataBuffer(itemIndex, file);
		const { keys, unusable: description } = readPublicKeys(read(KEYS) ?? '');
		if (description) throw refuse("'Public Keys' cannot be used", description);
		const reason = await verifySignature(body, read(SIGNATURE) ?? '', keys);
		return reason
			? { valid: false, reason, explanation: REASON_TEXTS[reason] }
			: { valid: true, reason: null, explanation: 'Signed by the platform, and unchanged.' };
	},
};

export const webhookSignature: PlatformResource = {
	name: 'Webhook Signature',
	operations: { verify },
};
