import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { emailAddress } from '../../fields/addresses';
import { id, listOf, text, webAddress } from '../../fields/kinds';
import { choiceOf, fieldOf, OPTIONS, type Refuse } from '../../fields/parameters';
import { fieldsOf, readId, readOptionalObject, readText } from '../../http/body';
import type { PlatformClient } from '../../platformApi/client';
import { conversationsOf, listMessages, type MessagePage } from '../../platformApi/conversations';
import { type Endpoint, requestOf } from '../../platformApi/endpoint';
import { contactField, contactIdOf, ONLY_OF_CONTACT } from '../appointment/appointmentFields';
import type { PlatformCall } from '../platformOperation';
import { resourceOf } from './row';

const TYPE = choiceOf({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'SMS',
	description: 'How to send it. The location must have set it up on the platform.',
	options: [
		{ name: 'Custom', value: 'Custom', description: 'Through a conversation provider of an app' },
		{ name: 'Email', value: 'Email' },
		{ name: 'Facebook', value: 'FB' },
		{ name: 'Instagram', value: 'IG' },
		{ name: 'Live Chat', value: 'Live_Chat' },
		{ name: 'RCS', value: 'RCS' },
		{ name: 'SMS', value: 'SMS' },
		{ name: 'WhatsApp', value: 'WhatsApp' },
	],
});

/** The addresses of contacts by which messages go out; a chat needs none. */
const ADDRESS_OF_TYPE: Record<string, 'email' | 'phone' | undefined> = {
	Email: 'email',
	RCS: 'phone',
	SMS: 'phone',
	WhatsApp: 'phone',
};

const SUBJECT = fieldOf(text, {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. We missed you today',
	description: 'Subject of the email',
	required: true,
	displayOptions: { show: { type: ['Email'] } },
});

const FORMAT = choiceOf({
	displayName: 'Format',
	name: 'format',
	type: 'options',
	default: 'text',
	description: "How 'Message' is written",
	displayOptions: { show: { type: ['Email'] } },
	options: [
		{ name: 'HTML', value: 'html', description: 'It is sent as it is' },
		{ name: 'Text', value: 'text', description: 'Its characters and line breaks are kept' },
	],
});

const MESSAGE = fieldOf(text, {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	default: '',
	placeholder: 'e.g. Hello Ada, we missed you today.',
	description: 'Text of the message',
	required: true,
	typeOptions: { rows: 4 },
});

/** A text as HTML that shows it as it is written. */
function htmlOf(plain: string): string {
	const escaped = plain
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
	// Mail programs show runs of blanks as one.
	return escaped.replaceAll(/\r\n|\r|\n/g, '<br>\n').replaceAll('  ', ' &nbsp;');
}

/** True where the contact takes no messages of this type. */
function blocksMessages(contact: IDataObject, type: string): boolean {
	const channel = fieldsOf(fieldsOf(contact.dndSettings)[type]);
	return contact.dnd === true || channel.status === 'active' || channel.status === 'permanent';
}

const PROVIDER = fieldOf(id, {
	displayName: 'Conversation Provider ID',
	name: 'conversationProviderId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 61d6d1f9cdac7612faf80753',
	description: "ID of the provider, from the settings of the app on HighLevel's marketplace",
	required: true,
});

/** Where 'Type' is an expression, n8n shows this field, and would ask for it with each type. */
const PROVIDER_OF_CUSTOM = {
	...PROVIDER,
	required: false,
	displayOptions: { show: { type: ['Custom'] } },
};

const ATTACHMENTS = fieldOf(
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

const addressesField = (displayName: string, name: string): INodeProperties =>
	fieldOf(listOf(emailAddress, 'a list of email addresses'), {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. ben@example.com, cleo@example.com',
		description: 'Email addresses, separated by commas. Of an email only.',
	});

const EMAIL_CC = addressesField('CC', 'emailCc');
const EMAIL_BCC = addressesField('BCC', 'emailBcc');

const EMAIL_FROM = fieldOf(text, {
	displayName: 'From Email',
	name: 'emailFrom',
	type: 'string',
	default: '',
	placeholder: 'e.g. Harbor Dental <hello@example.com>',
	description: 'Address of the sender. Of an email only.',
});

const EMAIL_TO = fieldOf(emailAddress, {
	displayName: 'To Email',
	name: 'emailTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description: 'Another address of the contact than the first one. Of an email only.',
});

const REPLY_TO = fieldOf(id, {
	displayName: 'Reply to Message ID',
	name: 'replyMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. t22c6DQcTDf3MjRhwf77',
	description: 'ID of the message of the same contact that this one responds to',
});

const OF_EMAIL = [EMAIL_BCC, EMAIL_CC, EMAIL_FROM, EMAIL_TO];

/** @throws what `refuse` makes for a field that only an email has */
function refuseFieldsOfEmail(values: IDataObject, refuse: Refuse): void {
	if (values.type === 'Email') return;
	const wrong = OF_EMAIL.find(({ name }) => values[name] !== undefined);
	if (wrong)
		throw refuse(
			`'${wrong.displayName}' is a field of emails, and 'Type' is ${String(values.type)}`,
			`Remove '${wrong.displayName}', or set 'Type' to 'Email'.`,
		);
}

/** get-message */
const GET_MESSAGE: Endpoint = {
	method: 'GET',
	path: '/conversations/messages/{replyMessageId}',
	right: 'readMessages',
};

/** @throws what `refuse` makes for a reply to a message of somebody else */
async function refuseOthersMessage(
	{ contactId, replyMessageId }: IDataObject,
	{ client, refuse }: PlatformCall,
): Promise<void> {
	if (replyMessageId === undefined) return;
	// Without the scope to read messages, the platform decides.
	const found = await client
		.request(requestOf(GET_MESSAGE, { replyMessageId }))
		.catch(() => undefined);
	const owner = readText(readOptionalObject(found, 'message'), 'contactId');
	if (owner === undefined || owner === contactId) return;
	throw refuse(
		`The message '${String(replyMessageId)}' is of another contact`,
		"Take 'Reply to Message ID' from Message > Get Many of this contact.",
	);
}

const MESSAGES_OF = choiceOf({
	displayName: 'Messages Of',
	name: 'messagesOf',
	type: 'options',
	default: 'contact',
	description: 'Whose messages to get',
	options: [
		{ name: 'Contact', value: 'contact', description: 'All that a contact and the business wrote' },
		{ name: 'Conversation', value: 'conversation', description: 'Those of one conversation' },
	],
});

const CONTACT_TO_READ = { ...contactField, displayOptions: { show: { messagesOf: ['contact'] } } };

const CONVERSATION = fieldOf(id, {
	displayName: 'Conversation ID',
	name: 'conversationId',
	type: 'string',
	placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
	description:
		'ID of the conversation, such as the conversationId of a message or of the output of Conversation > Get Many',
	default: '={{ $json.conversationId }}',
	required: true,
	displayOptions: { show: { messagesOf: ['conversation'] } },
});

const ONLY_OF = {
	...ONLY_OF_CONTACT,
	description: "The contact to whom the conversation must belong. Another contact's is refused.",
};

/** The messages of a conversation, or of the one that a contact has. */
async function listMessagesOf(
	client: PlatformClient,
	{ contactId, conversationId, locationId }: IDataObject,
	max = Infinity,
): Promise<MessagePage> {
	const location = String(locationId);
	const ids =
		conversationId === undefined
			? await conversationsOf(client, location, String(contactId))
			: [String(conversationId)];
	const [first, ...others] = ids;
	if (first === undefined) return { records: [], hidden: 0, isEnd: true };
	const newest = await listMessages(client, first, { max, locationId: location });
	if (others.length > 0)
		client.hint(
			`The contact has ${ids.length} conversations; these are the messages of '${first}'.`,
		);
	return newest;
}

const MESSAGE_ID = fieldOf(id, {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	placeholder: 'e.g. t22c6DQcTDf3MjRhwf77',
	description: 'ID of the message, such as the messageId from the output of Send',
	default: '={{ $json.messageId }}',
	required: true,
});

const STATUS = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'delivered',
	placeholder: 'e.g. read',
	description: 'What became of the message',
	options: [
		{ name: 'Delivered', value: 'delivered' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'Pending', value: 'pending' },
		{ name: 'Read', value: 'read' },
	],
});

const INBOUND_TYPE = choiceOf({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'SMS',
	description: 'How the message came',
	options: [
		{ name: 'Custom', value: 'Custom' },
		{ name: 'Email', value: 'Email' },
		{ name: 'Facebook', value: 'FB' },
		{ name: 'Instagram', value: 'IG' },
		{ name: 'Live Chat', value: 'Live_Chat' },
		{ name: 'RCS', value: 'RCS' },
		{ name: 'SMS', value: 'SMS' },
		{ name: 'WhatsApp', value: 'WhatsApp' },
	],
});

const RECEIVED: INodeProperties = {
	displayName: 'Received At',
	name: 'date',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: 'When the message came. Leave empty for now.',
};

const CONVERSATION_TO_FILL = fieldOf(id, {
	displayName: 'Conversation ID',
	name: 'conversationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. ve9EPM428h8vShlRW1KT',
	description: "The contact's conversation. Leave empty for the one that the contact has.",
});

const OUTER_ID = fieldOf(id, {
	displayName: 'External ID',
	name: 'altId',
	type: 'string',
	default: '',
	placeholder: 'e.g. SM4f2a',
	description: 'ID that the message has where it came from',
});

/** @throws what `refuse` makes for a conversation of another contact */
async function refuseOthersConversation(
	{ contactId, conversationId }: IDataObject,
	{ client, locationId, refuse }: PlatformCall,
): Promise<void> {
	if (conversationId === undefined) return;
	// Without the scope to read conversations, the platform decides.
	const own = await conversationsOf(client, await locationId(), String(contactId)).catch(
		(): string[] => [],
	);
	if (own.length === 0 || own.includes(String(conversationId))) return;
	throw refuse(
		`The conversation '${String(conversationId)}' is not of the contact '${String(contactId)}', whose conversation is '${own.join("', '")}'`,
		"Remove 'Conversation ID': the platform finds the conversation of the contact.",
	);
}

const GET_CONTACT: Endpoint = { method: 'GET', path: '/contacts/{contactId}' };

export const message = resourceOf(
	'Message',
	{ toRead: 'readMessages', toWrite: 'sendMessages' },
	{
		send: {
			name: 'Send',
			description: 'Send a message to a contact, such as an SMS or an email',
			hint: 'Only when the contact is to read it: a message cannot be taken back. Needs the contact and the text, for an email also a subject. The text of an email is plain, unless Format is HTML.',
			method: 'POST',
			path: '/conversations/messages',
			once: { repeatedAs: 'alreadySent' },
			howToCheck:
				'Look at the conversation with the contact on the platform before you send it again.',
			fields: [
				{ ...TYPE, required: true },
				contactField,
				PROVIDER_OF_CUSTOM,
				SUBJECT,
				FORMAT,
				MESSAGE,
			],
			more: [ATTACHMENTS, EMAIL_BCC, EMAIL_CC, EMAIL_FROM, EMAIL_TO, REPLY_TO],
			shape({ subject, format, message, conversationProviderId, ...values }, refuse) {
				refuseFieldsOfEmail(values, refuse);
				if (values.type === 'Email') {
					if (subject === undefined)
						throw refuse("'Subject' is empty", 'An email needs a subject.');
					const html = format === 'html' ? message : htmlOf(String(message));
					return { ...values, subject, html };
				}
				if (values.type !== 'Custom') return { ...values, message };
				if (conversationProviderId === undefined)
					throw refuse(
						"'Conversation Provider ID' is empty",
						"A message of the type 'Custom' goes through a conversation provider: enter its ID.",
					);
				return { ...values, message, conversationProviderId };
			},
			// The response names the message, not what it says.
			expects: () => ({}),
			async check(values, call) {
				const { client, refuse } = call;
				const { type, contactId } = values;
				await refuseOthersMessage(values, call);
				const address = ADDRESS_OF_TYPE[String(type)];
				// Without the scope to read the contact, the platform decides.
				const body = await client
					.request(requestOf(GET_CONTACT, { contactId }))
					.catch(() => undefined);
				const contact = readOptionalObject(body, 'contact');
				if (address && readId(contact) && readText(contact, address) === undefined)
					throw refuse(
						`The contact '${contactId}' has no ${address}`,
						"Add it with Contact > Update, or choose another 'Type'.",
					);
				if (blocksMessages(contact, String(type)))
					throw refuse(
						`The contact '${contactId}' has asked for no messages by ${type} (Do Not Disturb)`,
						"Respect it, or choose another 'Type'. The contact's settings on the platform show which ones are off.",
					);
			},
		},
		getAll: {
			name: 'Get Many',
			description: 'Get what was written before, the newest message first',
			action: 'Get many messages',
			hint: 'Returns one item per message with messageId, body, direction (inbound is from the contact) and dateAdded. Use it before a model responds to a contact.',
			method: 'GET',
			path: '/conversations/{conversationId}/messages',
			locationIn: 'query',
			list: 'messages',
			load: async (client, _, values, max) => await listMessagesOf(client, values, max),
			fields: [MESSAGES_OF, CONTACT_TO_READ, CONVERSATION],
			options: [ONLY_OF],
			shape({ messagesOf, contactId, conversationId }, refuse) {
				if (messagesOf === 'conversation') {
					if (conversationId === undefined)
						throw refuse("'Conversation ID' is empty", 'Enter the ID of the conversation.');
					return { conversationId };
				}
				if (contactId === undefined)
					throw refuse("'Contact' is empty", 'Choose the contact whose messages to get.');
				return { contactId };
			},
			async check({ conversationId }, call) {
				if (call.read(ONLY_OF, OPTIONS) === undefined) return;
				const contactId = await contactIdOf(call, ONLY_OF, OPTIONS);
				await refuseOthersConversation({ contactId, conversationId }, call);
			},
			first: ['body', 'direction', 'messageType', 'dateAdded', 'status', 'conversationId'],
			nothing: 'Nothing was written yet.',
		},
		addInbound: {
			name: 'Add Inbound Message',
			description: 'Put a message that came elsewhere into the conversation of a contact',
			action: 'Add inbound message',
			hint: 'Use it when a contact wrote outside of the platform. Needs the contact, the text and the ID of a conversation provider.',
			method: 'POST',
			path: '/conversations/messages/inbound',
			once: { repeatedAs: 'alreadyCreated' },
			howToCheck: 'Look for it with Message > Get Many before you add it again.',
			fields: [{ ...INBOUND_TYPE, required: true }, contactField, PROVIDER, MESSAGE],
			more: [ATTACHMENTS, CONVERSATION_TO_FILL, OUTER_ID, RECEIVED],
			// The response names the message, not what it says.
			expects: () => ({}),
			check: refuseOthersConversation,
		},
		updateStatus: {
			name: 'Update Status',
			description: 'Say what became of a message that a conversation provider of yours has sent',
			action: 'Update message status',
			hint: 'Only for a message that went out through a conversation provider of the app. Needs the messageId and the status.',
			method: 'PUT',
			path: '/conversations/messages/{messageId}/status',
			fields: [MESSAGE_ID, { ...STATUS, required: true }],
		},
	},
);
