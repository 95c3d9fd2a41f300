import type { IDataObject } from 'n8n-workflow';

import { id, listOf, oneOf } from '../../fields/valueKinds';
import { choiceOf, fieldOf, OPTIONS, type Refuse } from '../../fields/parameters';
import type { PlatformClient } from '../../platformApi/client';
import {
	contactOfConversation,
	conversationsOf,
	listMessages,
} from '../../platformApi/conversations';
import type { Listing } from '../../platformApi/readPages';
import { contactField, contactIdOf, ONLY_OF_CONTACT } from '../contactField';
import type { PlatformCall } from '../platformOperation';
import type { Row } from '../rows/row';
import { FILTERED_MESSAGE_TYPES } from './messageTypes';

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
	description: "The contact to whom the messages must belong. Another contact's are refused.",
};

const TYPES = fieldOf(
	listOf(oneOf(FILTERED_MESSAGE_TYPES.map(({ value }) => value)), 'a list of types of messages'),
	{
		displayName: 'Types',
		name: 'type',
		type: 'multiOptions',
		options: [...FILTERED_MESSAGE_TYPES],
		default: [],
		description: 'Of which types the messages are. Leave empty to get all.',
	},
);

/** The contact or the conversation, with the filter. @throws what `refuse` makes where it is empty */
function readFrom(
	{ messagesOf, contactId, conversationId, type: types }: IDataObject,
	refuse: Refuse,
): IDataObject {
	const type = Array.isArray(types) ? types.join(',') : undefined;
	if (messagesOf === 'conversation') {
		if (conversationId === undefined)
			throw refuse("'Conversation ID' is empty", 'Enter the ID of the conversation.');
		return { conversationId, type };
	}
	if (contactId === undefined)
		throw refuse("'Contact' is empty", 'Choose the contact whose messages to get.');
	return { contactId, type };
}

/** @throws what `refuse` makes for messages of another contact than 'Only of Contact' names; the platform's error where it cannot be read whose they are */
async function refuseOthersMessages(
	{ contactId, conversationId }: IDataObject,
	call: PlatformCall,
): Promise<void> {
	if (call.read(ONLY_OF, OPTIONS) === undefined) return;
	const wanted = await contactIdOf(call, ONLY_OF, OPTIONS);
	const owner = contactId ?? (await contactOfConversation(call.client, String(conversationId)));
	if (owner === wanted) return;
	throw call.refuse(
		`These are no messages of the contact '${wanted}' in 'Only of Contact'`,
		'Get the messages of that contact.',
	);
}

/** The messages of a conversation, or of the one that a contact has, the newest first. */
async function listMessagesOf(
	client: PlatformClient,
	{ contactId, conversationId, locationId, type }: IDataObject,
	max = Infinity,
): Promise<Listing> {
	const location = String(locationId);
	const ids =
		conversationId === undefined
			? await conversationsOf(client, location, String(contactId))
			: [String(conversationId)];
	const [first, ...others] = ids;
	if (first === undefined) return { records: [], hidden: 0, isEnd: true };
	const newest = await listMessages(client, first, { max, locationId: location, type });
	if (others.length > 0)
		client.hint(
			`The contact has ${ids.length} conversations; these are the messages of '${first}'.`,
		);
	return newest;
}

export const getMessages: Row = {
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
	more: [TYPES],
	options: [ONLY_OF],
	shape: readFrom,
	check: refuseOthersMessages,
	first: ['body', 'direction', 'messageType', 'dateAdded', 'status', 'conversationId'],
	nothing: 'Nothing was written yet.',
};
