import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { emailAddress, phoneNumber } from '../../fields/addresses';
import { id, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, type Refuse } from '../../fields/parameters';
import { fieldsOf, readId, readOptionalObject, readText } from '../../http/body';
import { type Endpoint, requestOf } from '../../platformApi/endpoint';
import { contactField } from '../contactField';
import type { PlatformCall } from '../platformOperation';
import type { Row } from '../rows/row';
import { htmlOf } from './emailText';
import {
	ATTACHMENTS,
	EMAIL_BCC,
	EMAIL_CC,
	MESSAGE,
	MESSAGE_TYPES,
	PROVIDER,
} from './messageFields';

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

const PROVIDER_OF_OTHERS = {
	...PROVIDER,
	required: false,
	description:
		"ID of the provider of an app that is to deliver the message. Leave empty for the location's own.",
	displayOptions: { hide: { '/type': ['Custom'] } },
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

const REPLY_MODE = choiceOf({
	displayName: 'Reply Mode',
	name: 'emailReplyMode',
	type: 'options',
	default: 'reply',
	description: "Who gets the response to 'Reply to Message ID'. For email only.",
	options: [
		{ name: 'Reply', value: 'reply', description: 'The sender' },
		{ name: 'Reply to All', value: 'reply_all', description: 'The sender and all recipients' },
	],
});

const THREAD = fieldOf(id, {
	displayName: 'Thread ID',
	name: 'threadId',
	type: 'string',
	default: '',
	placeholder: 'e.g. wJhkqWmXr8Tx4Fz6dPqk',
	description: 'ID of the message that holds the thread. For email only.',
});

const OF_EMAIL = [EMAIL_BCC, EMAIL_CC, EMAIL_FROM, EMAIL_TO, REPLY_MODE, THREAD];

/** @throws what `refuse` makes for a field that only an email has */
function refuseFieldsOfEmail(values: IDataObject, refuse: Refuse): void {
	const wrong = OF_EMAIL.find(({ name }) => values[name] !== undefined);
	if (wrong)
		throw refuse(
			`'${wrong.displayName}' is a field of emails, and 'Type' is ${String(values.type)}`,
			`Remove '${wrong.displayName}'. Or set 'Type' to 'Email'.`,
		);
}

/** A file or a template can be all of a message. */
const TEXT_TO_SEND = {
	...MESSAGE,
	description: "Text of the message. It may be empty where there are 'Attachments' or a template.",
	required: false,
};

/** @throws what `refuse` makes for a message that says nothing */
function refuseNothing({ message, attachments, templateId }: IDataObject, refuse: Refuse): void {
	if (message !== undefined || attachments !== undefined || templateId !== undefined) return;
	throw refuse(`'${MESSAGE.displayName}' is empty`, "Fill it in, or add 'Attachments'.");
}

/** What a text of HTML has, and a plain text has hardly ever. */
const TAG = /<\/?(?:a|b|br|div|em|h[1-6]|html|img|li|p|span|strong|table|ul)[\s/>]/i;

/** Says that the contact reads the tags, so that whoever builds the workflow sees it before the next email. */
function hintTagsInText({ type }: IDataObject, { client, entered, read }: PlatformCall): void {
	if (type !== 'Email' || read(FORMAT) === 'html') return;
	if (!TAG.test(String(entered(MESSAGE)))) return;
	client.hint(
		"'Message' has tags of HTML, and 'Format' is 'Text': the contact reads the tags.",
		"Set 'Format' to 'HTML'.",
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

const APPOINTMENT = fieldOf(id, {
	displayName: 'Appointment ID',
	name: 'appointmentId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz',
	description: 'ID of the appointment that the message is about',
});

const FROM_NUMBER = fieldOf(phoneNumber, {
	displayName: 'From Number',
	name: 'fromNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. +12025550100',
	description:
		"The number of the location to send from. Leave empty for the location's own choice.",
});

const TO_NUMBER = fieldOf(phoneNumber, {
	displayName: 'To Number',
	name: 'toNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. +12025550101',
	description: 'Another number of the contact than the first one',
});

const SEND_AT: INodeProperties = {
	displayName: 'Send At',
	name: 'scheduledTimestamp',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: 'When the platform is to send the message. Leave empty to send it at once.',
};

const TEMPLATE = fieldOf(id, {
	displayName: 'Template ID',
	name: 'templateId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 65f1c0a2b7d9e84c3a10f2b6',
	description:
		"ID of a message template on the platform. HighLevel does not document what becomes of 'Message' then.",
});

/** HighLevel takes the time in seconds. @throws what `refuse` makes for a time that has passed */
function withTimeToSend(values: IDataObject, refuse: Refuse): IDataObject {
	const { scheduledTimestamp } = values;
	if (scheduledTimestamp === undefined) return values;
	const sendAt = Date.parse(String(scheduledTimestamp));
	if (sendAt <= Date.now())
		throw refuse(
			`'${SEND_AT.displayName}' (${String(scheduledTimestamp)}) has passed`,
			'Enter a later time, or leave it empty to send the message at once.',
		);
	return { ...values, scheduledTimestamp: Math.floor(sendAt / 1_000) };
}

/** The body of the request. @throws what `refuse` makes for a field that is missing, or of another type */
function messageOf(
	{ subject, format, message, ...entered }: IDataObject,
	refuse: Refuse,
): IDataObject {
	refuseNothing({ ...entered, message }, refuse);
	const values = withTimeToSend(entered, refuse);
	switch (values.type) {
		case 'Email': {
			if (subject === undefined) throw refuse("'Subject' is empty", 'An email needs a subject.');
			if (message === undefined) return { ...values, subject };
			const html = format === 'html' ? message : htmlOf(String(message));
			return { ...values, subject, html };
		}
		case 'Custom':
			refuseFieldsOfEmail(values, refuse);
			if (values.conversationProviderId === undefined)
				throw refuse(
					"'Conversation Provider ID' is empty",
					"A message of the type 'Custom' goes through a conversation provider: enter its ID.",
				);
			return { ...values, message };
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
	{ type, contactId, emailTo, toNumber }: IDataObject,
	{ client, refuse }: PlatformCall,
): Promise<void> {
	// Without the scope to read the contact, the platform decides.
	const body = await client.request(requestOf(GET_CONTACT, { contactId })).catch(() => undefined);
	const contact = readOptionalObject(body, 'contact');
	// Another address than the first one may be given.
	const isGiven = emailTo !== undefined || toNumber !== undefined;
	const address = isGiven ? undefined : ADDRESS_OF_TYPE[String(type)];
	if (address && readId(contact) && readText(contact, address) === undefined)
		throw refuse(
			`The contact '${contactId}' has no ${address}`,
			"Add it with Contact > Update, or choose another 'Type'.",
			"Choose another 'Type', or ask the person for it.",
		);
	if (blocksMessages(contact, String(type)))
		throw refuse(
			`The contact '${contactId}' has asked for no messages by ${type} (Do Not Disturb)`,
			"Respect it, or choose another 'Type'. The contact's settings on the platform show which ones are off.",
			"Respect it. Choose another 'Type' only where the person asks for it.",
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
	fields: [TYPE, contactField, PROVIDER_OF_CUSTOM, SUBJECT, FORMAT, TEXT_TO_SEND],
	more: [
		APPOINTMENT,
		ATTACHMENTS,
		...OF_EMAIL,
		FROM_NUMBER,
		PROVIDER_OF_OTHERS,
		REPLY_TO,
		SEND_AT,
		TEMPLATE,
		TO_NUMBER,
	],
	shape: messageOf,
	// The response names the message, not what it says.
	expects: () => ({}),
	async check(values, call) {
		await refuseReplyToOthers(values, call);
		await refuseUnreachable(values, call);
		hintTagsInText(values, call);
	},
};
