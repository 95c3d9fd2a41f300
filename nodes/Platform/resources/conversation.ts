import type { IDataObject } from 'n8n-workflow';

import { anyWords } from '../../fields/valueKinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { listConversations } from '../../platformApi/conversations';
import { contactField } from '../appointment/appointmentFields';
import { resourceOf } from '../rows/resourceOf';

const STATUS = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'unread',
	description: 'Which conversations to get',
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Read', value: 'read' },
		{ name: 'Starred', value: 'starred' },
		{ name: 'Unread', value: 'unread', description: 'Those with a message that nobody has read' },
	],
});

const DIRECTION = choiceOf({
	displayName: 'Last Message',
	name: 'lastMessageDirection',
	type: 'options',
	default: 'inbound',
	description: 'Who wrote last',
	options: [
		{ name: 'From the Contact', value: 'inbound' },
		{ name: 'To the Contact', value: 'outbound' },
	],
});

const SEARCH = fieldOf(anyWords, {
	displayName: 'Search',
	name: 'query',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ada',
	description: 'Words to search for, such as from the name of the contact',
});

export const conversation = resourceOf(
	'Conversation',
	{ toRead: 'readConversations' },
	{
		getAll: {
			name: 'Get Many',
			description: 'Get conversations, those with the newest message first',
			action: 'Get many conversations',
			hint: 'Returns one item per conversation with conversationId, contactId, lastMessageBody and unreadCount. For what was said before, use Message > Get Many.',
			method: 'GET',
			path: '/conversations/search',
			locationIn: 'query',
			list: 'conversations',
			load: async (client, _, values: IDataObject, max) =>
				await listConversations(client, values, max),
			fields: [
				{
					...contactField,
					required: false,
					description: 'Whose conversation to get. Leave empty to get those of all contacts.',
				},
			],
			more: [STATUS, DIRECTION, SEARCH],
			first: [
				'fullName',
				'lastMessageBody',
				'lastMessageDirection',
				'lastMessageDate',
				'unreadCount',
				'email',
				'phone',
			],
			nothing: 'No conversation was found.',
		},
	},
);
