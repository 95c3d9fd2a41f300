import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { emailAddress } from '../../fields/addresses';
import { id, listOf, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, type Refuse } from '../../fields/parameters';
import { fieldsOf, readId, readOptionalObject, readText } from '../../http/body';
import { type Endpoint, requestOf } from '../../platformApi/endpoint';
import { contactField } from '../appointment/appointmentFields';
import type { PlatformCall } from '../platformOperation';
import type { Row } from '../rows/row';
import { htmlOf } from './emailText';
import { ATTACHMENTS, MESSAGE, MESSAGE_TYPES, PROVIDER } from './messageFields';

const TYPE = choiceOf({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'SMS',
	description: 'How to send it. The location must have set it up on the platform.',
	options: [...MESSAGE_TYPES],
	required: true,
});

/** The addresses of contacts by which messages go out; a chat needs none. */
const ADDRESS_OF_TYPE: Record<string, 'email' | 'phone' | undefined> = {
	Email: 'email',
	RCS: 'phone',
	SMS: 'phone',
	WhatsApp: 'phone',
};

/** Where 'Type' is an expression, n8n shows this field, and would ask for it with each type. */
const PROVIDER_OF_CUSTOM = {
	...PROVIDER,
	required: false,
	displayOptions: { show: { type: ['Custom'] } },
};

// ── Emails ───────────────────────────────────────────────────────────────────────────────────────────────────────────

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

const addressesField = (displayName: string, name: string): INodeProperties =>
	fieldOf(listOf(emailAddress, 'a list of email addresses'), {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. ben@example.com, cleo@example.com',
		description: 'Email addresses, separated by commas. For email only.',
	});

const EMAIL_CC = addressesField('CC', 'emailCc');
const EMAIL_BCC = addressesField('BCC', 'emailBcc');

const EMAIL_FROM = fieldOf(text, {
	displayName: 'From Email',
	name: 'emailFrom',
	type: 'string',
	default: '',
	placeholder: 'e.g. Harbor Dental <hello@example.com>',
	description: 'Address of the sender. For email only.',
});

const EMAIL_TO = fieldOf(emailAddress, {
	displayName: 'To Email',
	name: 'emailTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada@example.com',
	description: 'Another address of the contact than the first one. For email only.',
});

const OF_EMAIL = [EMAIL_BCC, EMAIL_CC, EMAIL_FROM, EMAIL_TO];

/** @throws what `refuse` makes for a field that only an email has */
function refuseFieldsOfEmail(values: IDataObject, refuse: Refuse): void {
	const wrong = OF_EMAIL.find(({ name }) => values[name] !== undefined);
	if (wrong)
		throw refuse(
			`'${wrong.displayName}' is a field of emails, and 'Type' is ${String(values.type)}`,
			`Remove '${wrong.displayName}'. Or set 'Type' to 'Email'.`,
		);
}

// ── What is sent ─────────────────────────────────────────────────────────────────────────────────────────────────────

const REPLY_TO = fieldOf(id, {
	displayName: 'Reply to Message ID',
	name: 'replyMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. t22c6DQcTDf3MjRhwf77',
	description: 'ID of the message of the same contact that this one responds to',
});

/** The body of the request. @throws what `refuse` makes for a field that is missing, or of another type */
function messageOf(
	{ subject, format, message, conversationProviderId, ...values }: IDataObject,
	refuse: Refuse,
): IDataObject {
	switch (values.type) {
		case 'Email': {
			if (subject === undefined) throw refuse("'Subject' is empty", 'An email needs a subject.');
			const html = format === 'html' ? message : htmlOf(String(message));
			return { ...values, subject, html };
		}
		case 'Custom':
			refuseFieldsOfEmail(values, refuse);
			if (conversationProviderId === undefined)
				throw refuse(
					"'Conversation Provider ID' is empty",
					"A message of the type 'Custom' goes through a conversation provider: enter its ID.",
				);
			return { ...values, message, conversationProviderId };
		default:
			refuseFieldsOfEmail(values, refuse);
			return { ...values, message };
	}
}

// ── What is asked before ─────────────────────────────────────────────────────────────────────────────────────────────

/** get-message */
const GET_MESSAGE: Endpoint = {
	method: 'GET',
	path: '/conversations/messages/{replyMessageId}',
	right: 'readMessages',
};

/** @throws what `refuse` makes for a reply to a message of somebody else */
async function refuseReplyToOthers(
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

/** get-contact */
const GET_CONTACT: Endpoint = { method: 'GET', path: '/contacts/{contactId}' };

/** True where the contact takes no messages of this type. */
function blocksMessages(contact: IDataObject, type: string): boolean {
	const channel = fieldsOf(fieldsOf(contact.dndSettings)[type]);
	return contact.dnd === true || channel.status === 'active' || channel.status === 'permanent';
}

/** @throws what `refuse` makes where the contact has no address for the message, or does not want it */
async function refuseUnreachable(
	{ type, contactId }: IDataObject,
	{ client, refuse }: PlatformCall,
): Promise<void> {
	// Without the scope to read the contact, the platform decides.
	const body = await client.request(requestOf(GET_CONTACT, { contactId })).catch(() => undefined);
	const contact = readOptionalObject(body, 'contact');
	const address = ADDRESS_OF_TYPE[String(type)];
	if (address && readId(contact) && readText(contact, address) === undefined)
		throw refuse(
			`The contact '${contactId}' has no ${address}`,
			"Add it with Contact > Update. Or choose another 'Type'.",
		);
	if (blocksMessages(contact, String(type)))
		throw refuse(
			`The contact '${contactId}' has asked for no messages by ${type} (Do Not Disturb)`,
			"Respect it. Or choose another 'Type'. The contact's settings on the platform show which ones are off.",
		);
}

export const sendMessage: Row = {
	name: 'Send',
	description: 'Send a message to a contact, such as an SMS or an email',
	hint: 'Only when the contact is to read it: a message cannot be taken back. Needs the contact and the text, for an email also a subject. The text of an email is plain, unless Format is HTML.',
	method: 'POST',
	path: '/conversations/messages',
	once: { repeatedAs: 'alreadySent' },
	howToCheck: 'Look at the conversation with the contact on the platform before you send it again.',
	fields: [TYPE, contactField, PROVIDER_OF_CUSTOM, SUBJECT, FORMAT, MESSAGE],
	more: [ATTACHMENTS, EMAIL_BCC, EMAIL_CC, EMAIL_FROM, EMAIL_TO, REPLY_TO],
	shape: messageOf,
	// The response names the message, not what it says.
	expects: () => ({}),
	async check(values, call) {
		await refuseReplyToOthers(values, call);
		await refuseUnreachable(values, call);
	},
};
