import type { IDataObject } from 'n8n-workflow';

import { anyWords } from '../../fields/valueKinds';
import { lastMomentIn, startOfDayIn } from '../../fields/timeKinds';
import { choiceOf, fieldOf, type Refuse, zonedFieldOf } from '../../fields/parameters';
import { listConversations } from '../../platformApi/conversations';
import { contactField } from '../contactField';
import { userField } from '../choiceFields';
import { resourceOf } from '../rows/resourceOf';
import { LAST_MESSAGE_TYPES } from './messageTypes';

const STATUS = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'unread',
	description: 'Which conversations to get',
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'Read', value: 'read' },
		{ name: 'Recent', value: 'recents' },
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

const LAST_TYPE = choiceOf({
	displayName: 'Last Message Type',
	name: 'lastMessageType',
	type: 'options',
	default: 'TYPE_SMS',
	description: 'Of which type the last message is',
	options: [...LAST_MESSAGE_TYPES],
});

const LAST_ACTION = choiceOf({
	displayName: 'Last Sent By',
	name: 'lastMessageAction',
	type: 'options',
	default: 'manual',
	description: 'Who sent the last message to the contact',
	options: [
		{ name: 'A Person', value: 'manual' },
		{ name: 'An Automation', value: 'automated' },
	],
});

const ASSIGNED = {
	...userField,
	description:
		"The user to whom the conversation is assigned. As an ID, 'unassigned' gets those of nobody.",
};

const FOLLOWER = {
	...userField,
	displayName: 'Follower',
	name: 'followers',
	description: 'A user who follows the conversation',
};

const MENTIONED = {
	...userField,
	displayName: 'Mentioned User',
	name: 'mentions',
	description: 'A user who is mentioned in the conversation',
};

const CREATED_FROM = zonedFieldOf(startOfDayIn, {
	displayName: 'Created From',
	name: 'startDate',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-01 00:00:00',
	description: 'From when on the conversation was created. A day alone means its begin.',
});

const CREATED_TO = zonedFieldOf(lastMomentIn, {
	displayName: 'Created To',
	name: 'endDate',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-30 23:59:00',
	description: 'Until when the conversation was created. A day alone means its end.',
});

/** The filters as they are sent, with times in milliseconds. @throws what `refuse` makes for times the wrong way round */
function filtersOf(entered: IDataObject, refuse: Refuse): IDataObject {
	const filters = { ...entered };
	for (const { name } of [CREATED_FROM, CREATED_TO])
		if (filters[name] !== undefined) filters[name] = Date.parse(String(filters[name]));
	if (Number(filters.startDate) > Number(filters.endDate))
		throw refuse("'Created From' is after 'Created To'", 'Enter the earlier time first.');
	return filters;
}

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
			more: [
				ASSIGNED,
				CREATED_FROM,
				CREATED_TO,
				DIRECTION,
				FOLLOWER,
				LAST_ACTION,
				LAST_TYPE,
				MENTIONED,
				SEARCH,
				STATUS,
			],
			otherChoices: ['unassigned'],
			shape: filtersOf,
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
