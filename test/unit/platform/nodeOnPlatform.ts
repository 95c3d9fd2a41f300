import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecuteContext, LoadOptionsContext } from 'n8n-core';
import type {
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	NodeExecutionHint,
} from 'n8n-workflow';

import type { Platform } from '../../../nodes/Platform/Platform.node';
import { contextOf, type ContextRequest } from '../../support/context';
import { PLATFORM_URL } from '../platformApi/fakePlatform';

/** The value that the editor stores for a field with a list. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;

/** The node as n8n offers it to language models. */
export const TOOL = { type: 'n8n-nodes-crm-platform.platformTool' };

/** A value that a language model fills in, under the name of an argument. */
export const byModel = (argument: string, value: string) =>
	`={{ $fromAI('${argument}', 'Words', 'string', ${JSON.stringify(value)}) }}`;

/** A token of the location loc-1. */
export const PRIVATE_TOKEN = { accessToken: 'token-1', locationId: 'loc-1' };
export const HIGH_LEVEL = { ...PRIVATE_TOKEN, api: 'highLevel' };

export interface Given {
	/** The platform's bodies, in turn or by request; an Error is what n8n's request helper rejects with. */
	responses?: unknown[] | ((request: Sent) => unknown);
	/** Over the platform's address; with `oauthTokenData` for OAuth2. */
	credential?: IDataObject;
	/** Over n8n's own. */
	helpers?: object;
	/** Over n8n's own functions. */
	context?: object;
	executionId?: string;
	/** Of the node; `platform` by default. */
	type?: string;
	items?: IDataObject[];
	binary?: INodeExecutionData['binary'];
	node?: Partial<INode>;
	timezone?: string;
	/** Of the platform's location, where HighLevel is asked for it; by default it tells none. */
	locationZone?: string | Error;
	/** Of the same. */
	locationCountry?: string;
	/** What else its record has. */
	location?: IDataObject;
}

export interface Sent {
	method?: string;
	path: string;
	qs?: IDataObject;
	body?: unknown;
	headers?: IDataObject;
}

/** n8n-core's context for the node with these fields. */
export const contextFor = (
	kind: 'execute' | 'loadOptions' | 'webhook',
	chosen: IDataObject,
	{ items = [{}], timezone = 'UTC', binary, credential = PRIVATE_TOKEN, ...given }: Given,
	more: Partial<ContextRequest> = {},
) =>
	contextOf(kind, {
		type: given.type ?? 'platform',
		parameters: {
			authentication: 'oauthTokenData' in credential ? 'oAuth2' : 'accessToken',
			...chosen,
		} as INodeParameters,
		items: items.map((json) => ({ json, binary })),
		settings: { timezone },
		node: given.node,
		...more,
	});

const inTurn = (responses: unknown[]) => () =>
	responses.length > 0 ? responses.shift() : new Error('No response is left');

/** Puts a platform that responds as told in place of n8n's own way there. */
export function connect(
	context: object & { helpers: object },
	{
		responses = [],
		credential = PRIVATE_TOKEN,
		helpers,
		locationZone: timezone,
		locationCountry: country,
		location,
	}: Given,
): Sent[] {
	const sent: Sent[] = [];
	const respond = typeof responses === 'function' ? responses : inTurn([...responses]);
	Object.assign(context, {
		getCredentials: async () => ({ platformUrl: PLATFORM_URL, ...credential }),
	});
	Object.assign(context.helpers, helpers, {
		async httpRequestWithAuthentication(
			_: string,
			{ method, url, qs, body, headers, returnFullResponse }: IHttpRequestOptions,
		) {
			const request = {
				method,
				path: url.replace(PLATFORM_URL, ''),
				qs,
				body,
				headers,
			};
			const asksZone = method === 'GET' && /^\/locations\/[^/]+$/.test(request.path);
			if (!asksZone) sent.push(request);
			const next = asksZone
				? timezone instanceof Error
					? timezone
					: { location: { ...location, timezone, country } }
				: await respond(request);
			if (next instanceof Error) throw next;
			return returnFullResponse ? { body: next, headers: {} } : next;
		},
	});
	return sent;
}

/** How a run of the node has ended. */
export interface Ended {
	error?: Error & { description: string };
	/** All that a person or a model is told. */
	told: string;
	sent: Sent[];
	json: IDataObject[];
	hints: NodeExecutionHint[];
}

let executions = 0;

/** Runs the node once, as n8n does, with `calendar.getAll` for Calendar > Get Many. */
export async function act(name: string, parameters: IDataObject = {}, given: Given = {}) {
	const [resource, operation] = name.split('.');
	const additionalData = { executionId: given.executionId ?? `execution-${++executions}` };
	const { context, nodeType, run } = contextFor(
		'execute',
		{ resource, operation, ...parameters },
		given,
		{ additionalData },
	);
	Object.assign(context, given.context);
	const sent = connect(context, given);
	let error: (Error & { description: string }) | undefined;
	const [items] = await (nodeType as Platform).execute
		.call(context as ExecuteContext)
		.catch((failure: typeof error) => {
			error = failure;
			return [[]];
		});
	const json = items.map((item) => item.json);
	const { hints } = context as ExecuteContext;
	const texts = [error?.message, error?.description, ...json.map(({ message }) => message)];
	return {
		items,
		json,
		error,
		sent,
		hints,
		run: run!,
		waitTill: run!.waitTill,
		/** The requests that change something. */
		writes: sent.filter(({ method }) => method !== 'GET'),
		/** All that a person or a model is told. */
		told: [...texts, ...hints.map(({ message }) => message)].filter(Boolean).join(' '),
	};
}

/** That an item was refused with these words, before anything was sent. */
export function expectRefused(
	{ error, told, sent }: Pick<Ended, 'error' | 'told' | 'sent'>,
	message: string,
	whatToDo = '',
) {
	expect(error?.message).toContain(message);
	for (const words of ['Nothing was sent.', whatToDo]) expect(told).toContain(words);
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
	expect(sent).toEqual([]);
}

export const onHighLevel = async (
	name: string,
	parameters: IDataObject,
	responses: Given['responses'] = [],
	given: Given = {},
) => await act(name, parameters, { credential: HIGH_LEVEL, responses, ...given });

/** The entries of a list in the editor while the node is being filled in, here Appointment > Book. */
export async function search(
	method: keyof Platform['methods']['listSearch'],
	parameters: IDataObject = {},
	{ filter, paginationToken, ...given }: Given & { filter?: string; paginationToken?: string } = {},
) {
	const { context, nodeType } = contextFor(
		'loadOptions',
		{ resource: 'appointment', operation: 'book', ...parameters },
		given,
	);
	const sent = connect(context, given);
	const found: INodeListSearchResult = await (nodeType as Platform).methods.listSearch[method].call(
		context as LoadOptionsContext,
		filter,
		paginationToken,
	);
	return { ...found, sent };
}

/** The fields that the editor offers before a run of `resource/operation`. */
export function fieldsOfSchema(name: string, node = 'Platform'): string[] {
	const file = join(__dirname, '../../../nodes', node, '__schema__/v1.0.0', `${name}.json`);
	const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	return Object.keys(properties);
}
