import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, isRecord, readId, readList, readOptionalObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import { type Endpoint, requestOf } from './endpoint';
import {
	type ListOptions,
	PAGE_SIZE,
	type PlaceInList,
	readPages,
	type Listing,
} from './readPages';

/** search-conversation */
const CONVERSATIONS: Endpoint = {
	method: 'GET',
	path: '/conversations/search',
	locationIn: 'query',
	right: 'readConversations',
};

/** get-messages */
const MESSAGES: Endpoint = {
	method: 'GET',
	path: '/conversations/{conversationId}/messages',
	right: 'readMessages',
};

/** Conversations, the one with the newest message first (search-conversation). @param filters by the names of the query, with the location */
export async function listConversations(
	client: PlatformClient,
	filters: IDataObject,
	max = Infinity,
): Promise<Listing> {
	const limit = Math.min(max, PAGE_SIZE);
	const readPage = async ({ last }: PlaceInList) => {
		// A page begins after the last message of the one before.
		const startAfterDate = last?.lastMessageDate;
		const body = await client.request(
			requestOf(CONVERSATIONS, { ...filters, limit, startAfterDate }),
		);
		return { records: readList(body, 'conversations'), total: Number(fieldsOf(body).total) };
	};
	const { locationId } = filters;
	return await readPages(client, readPage, { max, pageSize: limit, locationId });
}

/** The part of a response that has the list: the body, or as some clients read it, its `messages`. */
function pageIn(body: unknown): Record<string, unknown> {
	const { messages } = fieldsOf(body);
	return isRecord(messages) ? messages : fieldsOf(body);
}

/** Which messages of a conversation to list. */
interface MessageFilter extends Pick<ListOptions, 'max' | 'locationId'> {
	/** Their types, separated by commas; all where it is undefined. */
	type?: unknown;
}

/** The messages of a conversation, the newest first (get-messages). */
export async function listMessages(
	client: PlatformClient,
	conversationId: string,
	{ max = Infinity, locationId, type }: MessageFilter,
): Promise<Listing> {
	const limit = Math.min(max, PAGE_SIZE);
	const readPage = async ({ seenCount, last }: PlaceInList) => {
		const lastMessageId = last && readId(last);
		const filter = { conversationId, limit, lastMessageId, type } as IDataObject;
		const request = requestOf(MESSAGES, filter);
		const page = pageIn(await client.request(request));
		const records = readList(page.messages);
		const readCount = seenCount + records.length;
		// The platform names no total, but says whether there are more.
		return { records, total: page.nextPage === true ? Infinity : readCount };
	};
	return await readPages(client, readPage, { max, locationId });
}

/** get-conversation */
const CONVERSATION: Endpoint = {
	method: 'GET',
	path: '/conversations/{conversationId}',
	right: 'readConversations',
};

/** The ID of the contact of a conversation. @throws the platform's error where the conversation cannot be read */
export async function contactOfConversation(
	client: PlatformClient,
	conversationId: string,
): Promise<string | undefined> {
	const body = await client.request(requestOf(CONVERSATION, { conversationId }));
	return readText(readOptionalObject(body, 'conversation'), 'contactId');
}

/** The IDs of the conversations of a contact, as a rule one. */
export async function conversationsOf(
	client: PlatformClient,
	locationId: string,
	contactId: string,
): Promise<string[]> {
	const { records } = await listConversations(client, { locationId, contactId });
	return records.flatMap((record) => readId(record) ?? []);
}
