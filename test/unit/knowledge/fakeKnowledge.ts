import type {
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { resources } from '../../../nodes/Knowledge/resources';
import { KnowledgeClient } from '../../../nodes/knowledgeApi/client';
import { holding } from '../fields/holding';
import { failed as failedWith, node } from '../platformApi/fakePlatform';

export const BASE_URL = 'https://knowledge.example.com';

export { lost, rejection as refusal } from '../platformApi/fakePlatform';

/** The error of n8n's request helper for a status outside 2xx; asked again at once, or not at all. */
export const failed = (status: number, data: unknown = '') =>
	failedWith(status, data, { 'retry-after': '3600' });

interface Given {
	parameters?: IDataObject;
	credential?: IDataObject;
	/** The responses to the requests; the request helper rejects with an Error. */
	responses?: unknown;
	timezone?: string;
	itemIndex?: number;
	/** As a language model calls it. */
	isTool?: boolean;
}

/** n8n's context for the node, with a knowledge base that responds as told and remembers the requests. */
export function knowledge({
	parameters = {},
	credential = {},
	timezone = 'UTC',
	isTool = false,
	...given
}: Given = {}) {
	const responses = 'responses' in given ? given.responses : {};
	const sent: Array<{
		type: string;
		options: IHttpRequestOptions;
		decrypted: ICredentialsDecrypted;
	}> = [];
	const read = jest.fn(async () => await Promise.resolve({ baseUrl: BASE_URL, ...credential }));
	async function httpRequestWithAuthentication(
		this: unknown,
		type: string,
		options: IHttpRequestOptions,
		{ credentialsDecrypted }: { credentialsDecrypted: ICredentialsDecrypted },
	): Promise<unknown> {
		if (this !== context) throw new Error('n8n needs its context');
		sent.push({ type, options, decrypted: credentialsDecrypted });
		if (responses instanceof Error) throw responses;
		return await Promise.resolve(responses);
	}
	const context = {
		...holding(parameters),
		...(isTool && { getNode: () => ({ ...node, type: 'x.knowledgeTool' }) }),
		getTimezone: () => timezone,
		getCredentials: read,
		helpers: { httpRequestWithAuthentication },
	} as unknown as IExecuteFunctions;
	return { context, client: new KnowledgeClient(context), sent, read };
}

/** One lookup as the node does it, and what was asked for. */
export async function lookUp(name: string, parameters: IDataObject, given: Given = {}) {
	const [resource, operation] = name.split('.');
	const { context, client, sent } = knowledge({ parameters, responses: { results: [] }, ...given });
	const result = await resources[resource].operations[operation].execute(
		context,
		given.itemIndex ?? 0,
		{ api: client, memoize: async (_, load) => await load() },
	);
	return {
		result,
		sent: sent.map(({ options: { url, qs } }) => ({ url: url.replace(BASE_URL, ''), qs })),
	};
}
