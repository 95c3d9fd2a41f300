import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { emailAddress, phoneNumber } from '../../fields/addresses';
import { id, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, type Refuse } from '../../fields/parameters';
import { contactOfConversation } from '../../platformApi/conversations';
import { contactField } from '../contactField';
import type { PlatformCall } from '../platformOperation';
import type { Row } from '../rows/row';
import {
	ATTACHMENTS,
	EMAIL_BCC,
	EMAIL_CC,
	INBOUND_MESSAGE_TYPES,
	MESSAGE,
	PROVIDER,
} from './messageFields';

/** Entries of calls, which have numbers in place of a text. */
const CALL_TYPES = ['Call', 'IVR_Call', 'Campaign_Call', 'Campaign_VoiceMail'];

const TYPE = choiceOf({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'SMS',
	description: 'How the message came',
	options: [...INBOUND_MESSAGE_TYPES],
	required: true,
});

/** Types for which the official page on conversation providers asks for no provider. */
const WITHOUT_PROVIDER = ['SMS', 'Email'];

const PROVIDER_OF_MESSAGE = {
	...PROVIDER,
	required: false,
	description:
		"ID of the provider, from the settings of the app on HighLevel's marketplace. An SMS or email through the location's own provider needs none.",
};

const TEXT = { ...MESSAGE, displayOptions: { hide: { type: CALL_TYPES } } };

const RECEIVED: INodeProperties = {
	displayName: 'Received At',
	name: 'date',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: 'When the message came. Leave empty for now.',
};

const CONVERSATION = fieldOf(id, {
	displayName: 'Conversation ID',
	name: 'conversationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
	description:
		"The contact's conversation. HighLevel's documentation asks for it; without one, it was seen to use the one that the contact has.",
});

/** Where the message came from, IDs may be web addresses. */
const OUTER_ID = fieldOf(text, {
	displayName: 'External ID',
	name: 'altId',
	type: 'string',
	default: '',
	placeholder: 'e.g. SM4f2a',
	description: 'ID that the message has where it came from',
});

const DIRECTION = choiceOf({
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	default: 'inbound',
	description:
		"Who wrote the message. Without this field, HighLevel decides: its documentation says 'To the Contact', its staff the opposite.",
	options: [
		{ name: 'From the Contact', value: 'inbound' },
		{ name: 'To the Contact', value: 'outbound' },
	],
});

// ── Emails ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const SUBJECT = fieldOf(text, {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. My appointment',
	description: 'Subject of an email',
});

const HTML = fieldOf(text, {
	displayName: 'HTML',
	name: 'html',
	type: 'string',
	default: '',
	placeholder: 'e.g. <p>Hello</p>',
	description: "An email in HTML, beside 'Message' as its plain text",
	typeOptions: { rows: 4 },
});

const EMAIL_FROM = fieldOf(emailAddress, {
	displayName: 'From Email',
	name: 'emailFrom',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description: 'Address of the sender. For email only.',
});

const EMAIL_TO = fieldOf(emailAddress, {
	displayName: 'To Email',
	name: 'emailTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. hello@example.com',
	description: 'Address of the recipient. For email only.',
});

const EMAIL_MESSAGE_ID = fieldOf(text, {
	displayName: 'Email Message ID',
	name: 'emailMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. wJhkqWmXr8Tx4Fz6dPqk',
	description: 'ID of the email that this one responds to, such as the emailMessageId of Send',
});

// ── Calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const CALL_FROM = fieldOf(phoneNumber, {
	displayName: 'Call From',
	name: 'callFrom',
	type: 'string',
	default: '',
	placeholder: 'e.g. +12025550101',
	description: 'Number of the caller. For calls only.',
});

const CALL_TO = fieldOf(phoneNumber, {
	displayName: 'Call To',
	name: 'callTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. +12025550100',
	description: 'Number that was called. For calls only.',
});

const CALL_STATUS = choiceOf({
	displayName: 'Call Status',
	name: 'callStatus',
	type: 'options',
	default: 'completed',
	description: 'What became of the call. For calls only.',
	options: [
		{ name: 'Answered', value: 'answered' },
		{ name: 'Busy', value: 'busy' },
		{ name: 'Canceled', value: 'canceled' },
		{ name: 'Completed', value: 'completed' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'No Answer', value: 'no-answer' },
		{ name: 'Pending', value: 'pending' },
		{ name: 'Voicemail', value: 'voicemail' },
	],
});

/** @throws what `refuse` makes for what the type of the message needs */
function refuseIncomplete(
	{ type, conversationProviderId, message }: IDataObject,
	call: IDataObject,
	refuse: Refuse,
): void {
	if (conversationProviderId === undefined && !WITHOUT_PROVIDER.includes(String(type)))
		throw refuse(
			"'Conversation Provider ID' is empty",
			"A message of this 'Type' comes through a conversation provider: enter its ID.",
		);
	const isCall = CALL_TYPES.includes(String(type));
	if (!isCall && message === undefined)
		throw refuse("'Message' is empty", 'Enter the text of the message.');
	const hasCall = Object.values(call).some((value) => value !== undefined);
	if (isCall && !hasCall)
		throw refuse(
			"'Call From', 'Call To' and 'Call Status' are empty",
			"An entry of a call needs them: add them in 'Fields'.",
		);
	if (!isCall && hasCall)
		throw refuse(
			`A field of calls is filled in, and 'Type' is ${String(type)}`,
			"Remove 'Call From', 'Call To' and 'Call Status'. Or set 'Type' to 'Call'.",
		);
}

/** The body of the request. @throws what `refuse` makes for what the type of the message needs */
function inboundMessageOf(
	{ callFrom: from, callTo: to, callStatus: status, ...values }: IDataObject,
	refuse: Refuse,
): IDataObject {
	const call: IDataObject = { from, to, status };
	refuseIncomplete(values, call, refuse);
	return CALL_TYPES.includes(String(values.type)) ? { ...values, call } : values;
}

/** @throws what `refuse` makes for a conversation of another contact */
async function refuseOthersConversation(
	{ contactId, conversationId }: IDataObject,
	{ client, refuse }: PlatformCall,
): Promise<void> {
	if (conversationId === undefined) return;
	// Without the scope to read conversations, the platform decides.
	const owner = await contactOfConversation(client, String(conversationId)).catch(() => undefined);
	if (owner === undefined || owner === contactId) return;
	throw refuse(
		`The conversation '${String(conversationId)}' is not of the contact '${String(contactId)}'`,
		"Remove 'Conversation ID': the platform finds the conversation of the contact.",
	);
}

export const addInbound: Row = {
	name: 'Add Inbound Message',
	description: 'Put a message that came elsewhere into the conversation of a contact',
	action: 'Add inbound message',
	hint: 'Use it when a contact wrote outside of the platform. Needs the contact and the text, and the ID of a conversation provider unless it is an SMS or an email.',
	method: 'POST',
	path: '/conversations/messages/inbound',
	once: { repeatedAs: 'alreadyCreated' },
	howToCheck: 'Look for it with Message > Get Many before you add it again.',
	fields: [TYPE, contactField, PROVIDER_OF_MESSAGE, TEXT],
	more: [
		ATTACHMENTS,
		CALL_FROM,
		CALL_STATUS,
		CALL_TO,
		CONVERSATION,
		DIRECTION,
		EMAIL_BCC,
		EMAIL_CC,
		EMAIL_FROM,
		EMAIL_MESSAGE_ID,
		EMAIL_TO,
		HTML,
		OUTER_ID,
		RECEIVED,
		SUBJECT,
	],
	shape: inboundMessageOf,
	// The response names the message, not what it says.
	expects: () => ({}),
	check: refuseOthersConversation,
};
