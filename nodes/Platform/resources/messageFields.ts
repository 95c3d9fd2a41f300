import type { INodeProperties } from 'n8n-workflow';

import { emailAddresses } from '../../fields/addresses';
import { id, listOf, text, webAddress } from '../../fields/valueKinds';
import { fieldOf } from '../../fields/parameters';

/* The fields that several operations of messages have. */

/** The kinds of messages that can be sent. */
export const MESSAGE_TYPES = [
	{ name: 'Custom', value: 'Custom', description: 'Through a conversation provider of an app' },
	{ name: 'Email', value: 'Email' },
	{ name: 'Facebook', value: 'FB' },
	{ name: 'Instagram', value: 'IG' },
	{ name: 'Live Chat', value: 'Live_Chat' },
	{ name: 'RCS', value: 'RCS' },
	{ name: 'SMS', value: 'SMS' },
	{ name: 'TikTok', value: 'TIKTOK' },
	{ name: 'WhatsApp', value: 'WhatsApp' },
] as const;

/** Those that can have come in. */
export const INBOUND_MESSAGE_TYPES = [
	{ name: 'All-in-One Chat', value: 'ALL_IN_ONE_CHAT' },
	{ name: 'Call', value: 'Call' },
	{ name: 'Campaign Call', value: 'Campaign_Call' },
	{ name: 'Campaign Voicemail', value: 'Campaign_VoiceMail' },
	{ name: 'Custom', value: 'Custom', description: 'Through a conversation provider of an app' },
	{ name: 'Email', value: 'Email' },
	{ name: 'Facebook', value: 'FB' },
	{ name: 'Form Submission', value: 'FORM_SUBMISSION' },
	{ name: 'Google Business Messages', value: 'GMB' },
	{ name: 'Instagram', value: 'IG' },
	{ name: 'IVR Call', value: 'IVR_Call' },
	{ name: 'Live Chat', value: 'Live_Chat' },
	{ name: 'RCS', value: 'RCS' },
	{ name: 'SMS', value: 'SMS' },
	{ name: 'TikTok', value: 'TIKTOK' },
	{ name: 'Web Chat', value: 'WebChat' },
	{ name: 'WhatsApp', value: 'WhatsApp' },
] as const;

export const MESSAGE = fieldOf(text, {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	default: '',
	placeholder: 'e.g. Hello Ada, we missed you today.',
	description: 'Text of the message',
	required: true,
	typeOptions: { rows: 4 },
});

export const PROVIDER = fieldOf(id, {
	displayName: 'Conversation Provider ID',
	name: 'conversationProviderId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 61d6d1f9cdac7612faf80753',
	description: "ID of the provider, from the settings of the app on HighLevel's marketplace",
	required: true,
});

function emailAddressesField(displayName: string, name: string): INodeProperties {
	return fieldOf(emailAddresses, {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. ben@example.com, cleo@example.com',
		description: 'Email addresses, separated by commas. For email only.',
	});
}

export const EMAIL_CC = emailAddressesField('CC', 'emailCc');
export const EMAIL_BCC = emailAddressesField('BCC', 'emailBcc');

export const ATTACHMENTS = fieldOf(
	listOf(webAddress, 'a list of web addresses', 'whole addresses, beginning with https://'),
	{
		displayName: 'Attachments',
		name: 'attachments',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/plan.pdf',
		description:
			'Web addresses of files, separated by commas, or a list in an expression. The platform must be able to open them.',
	},
);
