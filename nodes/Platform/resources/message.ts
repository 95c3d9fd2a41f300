import type { IDataObject } from 'n8n-workflow';

import { text } from '../../fields/kinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { fieldsOf, readId, readOptionalObject, readText } from '../../http/body';
import { type Endpoint, requestOf } from '../../platformApi/endpoint';
import { contactField } from '../appointment/appointmentFields';
import { resourceOf } from './row';

const TYPE = choiceOf({
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'SMS',
	description: 'How to send it. The location must have set it up on the platform.',
	options: [
		{ name: 'Email', value: 'Email' },
		{ name: 'SMS', value: 'SMS' },
		{ name: 'WhatsApp', value: 'WhatsApp' },
	],
});

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

const GET_CONTACT: Endpoint = { method: 'GET', path: '/contacts/{contactId}' };

export const message = resourceOf(
	'Message',
	{ toWrite: 'sendMessages' },
	{
		send: {
			name: 'Send',
			description: 'Send an SMS, a WhatsApp message or an email to a contact',
			hint: 'Only when the contact is to read it: a message cannot be taken back. Needs the contact and the text, for an email also a subject. The text of an email is plain, unless Format is HTML.',
			method: 'POST',
			path: '/conversations/messages',
			once: { repeatedAs: 'alreadySent' },
			howToCheck:
				'Look at the conversation with the contact on the platform before you send it again.',
			fields: [{ ...TYPE, required: true }, contactField, SUBJECT, FORMAT, MESSAGE],
			shape({ type, contactId, subject, format, message }, refuse) {
				if (type !== 'Email') return { type, contactId, message };
				if (subject === undefined) throw refuse("'Subject' is empty", 'An email needs a subject.');
				const html = format === 'html' ? message : htmlOf(String(message));
				return { type, contactId, subject, html };
			},
			// The response names the message, not what it says.
			expects: () => ({}),
			async check({ type, contactId }, { client, refuse }) {
				const address = type === 'Email' ? 'email' : 'phone';
				// Without the scope to read the contact, the platform decides.
				const body = await client
					.request(requestOf(GET_CONTACT, { contactId }))
					.catch(() => undefined);
				const contact = readOptionalObject(body, 'contact');
				if (readId(contact) && readText(contact, address) === undefined)
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
	},
);
