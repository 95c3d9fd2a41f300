import type { IDataObject } from 'n8n-workflow';

import { emailAddresses } from '../../fields/addresses';
import { id, text } from '../../fields/valueKinds';
import { choiceOf, fieldOf, type Refuse } from '../../fields/parameters';
import { resourceOf } from '../rows/resourceOf';
import type { Row } from '../rows/row';
import { addInbound } from './addInboundMessage';
import { getMessages } from './getMessages';
import { sendMessage } from './sendMessage';

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
	required: true,
});

const ERROR_MESSAGE = fieldOf(text, {
	displayName: 'Error Message',
	name: 'errorMessage',
	type: 'string',
	default: '',
	placeholder: 'e.g. The number is not in service',
	description: 'Why the message failed. HighLevel takes it with an error code and type only.',
});

const ERROR_CODE = fieldOf(text, {
	displayName: 'Error Code',
	name: 'errorCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1',
	description: "The provider's code of the error",
});

const ERROR_TYPE = fieldOf(text, {
	displayName: 'Error Type',
	name: 'errorType',
	type: 'string',
	default: '',
	placeholder: 'e.g. saas',
	description: "The provider's type of the error",
});

const EMAIL_MESSAGE_ID = fieldOf(text, {
	displayName: 'Email Message ID',
	name: 'emailMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. wJhkqWmXr8Tx4Fz6dPqk',
	description: 'ID of the email whose status it is, such as the emailMessageId of Send',
});

const RECIPIENTS = fieldOf(emailAddresses, {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'string',
	default: '',
	placeholder: 'e.g. ben@example.com, cleo@example.com',
	description: 'Further recipients of an email whose status it is, too, separated by commas',
});

const OF_ERROR = [ERROR_CODE, ERROR_MESSAGE, ERROR_TYPE];

/** The values as they are sent. @throws what `refuse` makes for an error of which HighLevel would miss a part */
function withError(
	{ errorCode: code, errorType: type, errorMessage: message, ...values }: IDataObject,
	refuse: Refuse,
): IDataObject {
	const error: IDataObject = { code, type, message };
	const parts = Object.values(error).filter((part) => part !== undefined);
	if (parts.length === 0) return values;
	if (parts.length < OF_ERROR.length)
		throw refuse(
			"'Error Code', 'Error Message' and 'Error Type' are not all filled in",
			'HighLevel takes an error with all three. Fill in what is missing, or remove them.',
		);
	return { ...values, error };
}

const updateStatus: Row = {
	name: 'Update Status',
	description: 'Say what became of a message that a conversation provider of yours has sent',
	action: 'Update message status',
	hint: 'Only for a message that went out through a conversation provider of the app. Needs the messageId and the status.',
	method: 'PUT',
	path: '/conversations/messages/{messageId}/status',
	fields: [MESSAGE_ID, STATUS],
	more: [EMAIL_MESSAGE_ID, ...OF_ERROR, RECIPIENTS],
	shape: withError,
	// The response names the message and its status alone.
	expects: ({ messageId, status }) => ({ messageId, status }),
};

export const message = resourceOf(
	'Message',
	{ toRead: 'readMessages', toWrite: 'sendMessages' },
	{ send: sendMessage, getAll: getMessages, addInbound, updateStatus },
);
