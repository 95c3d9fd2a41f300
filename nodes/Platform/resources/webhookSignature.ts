import { anyWords, wholeText } from '../../fields/kinds';
import { choiceField, fieldOf, textField } from '../../fields/parameters';
import { readPublicKeys } from '../../webhookSignature/publicKeys';
import { REASON_TEXTS, verifySignature } from '../../webhookSignature/signature';
import type { PlatformOperation, PlatformResource } from '../platformOperation';

const SOURCE = choiceField(
	'Body From',
	'rawBodySource',
	'text',
	{
		binary: ['Binary File', 'The bytes as received. The safest choice.'],
		text: ['Text', 'The body as text, exactly as received, in UTF-8'],
	},
	'Where the body of the delivery is',
	{ noDataExpression: true },
);

const BODY = fieldOf(
	wholeText,
	textField(
		'Body as Received',
		'rawBody',
		'{"type":"ContactCreate","contactId":"ocQHyuzHvysMo5N5VsXc"}',
		'The body exactly as received. JSON that was parsed and written again no longer matches the signature.',
		{
			typeOptions: { rows: 4 },
			required: true,
			displayOptions: { show: { rawBodySource: ['text'] } },
		},
	),
);

const BINARY = fieldOf(
	anyWords,
	textField('Input Binary Field', 'binaryProperty', undefined, undefined, {
		default: 'data',
		required: true,
		hint: 'The name of the input binary field that holds the body',
		displayOptions: { show: { rawBodySource: ['binary'] } },
	}),
);

const SIGNATURE = fieldOf(
	anyWords,
	textField(
		'Signature',
		'signatureHeader',
		'kGf8…w==',
		'Value of the header x-platform-signature, or x-ghl-signature from HighLevel, in base64',
		{ required: true },
	),
);

const KEYS = fieldOf(
	anyWords,
	textField(
		'Public Keys',
		'publicKeyPem',
		'-----BEGIN PUBLIC KEY-----…',
		"The platform's public key (Ed25519, PEM). To accept several keys, paste one below the other.",
		{ typeOptions: { rows: 4 }, required: true },
	),
);

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
