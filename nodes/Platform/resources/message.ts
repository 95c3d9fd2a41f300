import { text } from '../../fields/kinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { readId, readOptionalObject, readText } from '../../http/body';
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

const MESSAGE = fieldOf(text, {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	default: '',
	placeholder: 'e.g. Hello Ada, we missed you today.',
	description: 'Text of the message. That of an email may be HTML.',
	required: true,
	typeOptions: { rows: 4 },
});

const GET_CONTACT: Endpoint = { method: 'GET', path: '/contacts/{contactId}' };

export const message = resourceOf(
	'Message',
	{ toWrite: 'sendMessages' },
	{
		send: {
			name: 'Send',
			description: 'Send an SMS, a WhatsApp message or an email to a contact',
			hint: 'Only when the contact is to read it: a message cannot be taken back. Needs the contact and the text, for an email also a subject.',
			method: 'POST',
			path: '/conversations/messages',
			isOnce: true,
			howToCheck:
				'Look at the conversation with the contact on the platform before you send it again.',
			fields: [{ ...TYPE, required: true }, contactField, SUBJECT, MESSAGE],
			shape({ type, contactId, subject, message }, refuse) {
				if (type !== 'Email') return { type, contactId, message };
				if (subject === undefined) throw refuse("'Subject' is empty", 'An email needs a subject.');
				return { type, contactId, subject, html: message };
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
			},
		},
	},
);
