import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { node, PLATFORM_URL } from '../platformApi/fakePlatform';

/** What the editor stores for a field with a list. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;

/** Of the location loc-1. */
export const PRIVATE_TOKEN = { accessToken: 'token-1', locationId: 'loc-1' };

export interface Given {
	/** The platform's bodies, in turn or by request; an Error is what n8n's request helper rejects with. */
	responses?: unknown[] | ((request: Sent) => unknown);
	/** Over the platform's address; with `oauthTokenData` for OAuth2. */
	credential?: IDataObject;
	/** Over n8n's own. */
	helpers?: object;
	/** More of n8n's functions. */
	context?: object;
	items?: IDataObject[];
	binary?: INodeExecutionData['binary'];
	node?: Partial<INode>;
	timezone?: string;
}

export interface Sent {
	credential: string;
	method?: string;
	path: string;
	qs?: IDataObject;
	body?: unknown;
}

const nodeType = new Platform();
/** As n8n loads it a second time, for language models. */
const toolType = { ...nodeType, description: { ...nodeType.description, name: 'platformTool' } };
const typeOf = (type: string) => (type.endsWith('Tool') ? toolType : nodeType);

const valueAt = (parameters: object, path: string) =>
	path.split('.').reduce<unknown>((outer, key) => (outer as IDataObject)?.[key], parameters);

/**
 * The part of n8n that gives a node its fields: defaults and expressions are n8n's own. Loading all of n8n,
 * as `test/engine` does, would take most of the time of these tests.
 */
export function fieldsOf(chosen: IDataObject, { items = [], timezone = 'UTC', binary, credential = PRIVATE_TOKEN, ...given }: Given) {
	const authentication = 'oauthTokenData' in credential ? 'oAuth2' : 'accessToken';
	const parameters = { authentication, ...chosen } as INodeParameters;
	const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
	const nodes: INode[] = [{ ...node, parameters, ...given.node }];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes, settings: { timezone } });
	const input: INodeExecutionData[] = items.map((json) => ({ json, binary }));
	const read = (name: string, itemIndex: number, fallback: unknown) => {
		const value = valueAt(nodes[0].parameters, name) ?? fallback;
		return workflow.expression.getParameterValue(value as string, null, 0, itemIndex, node.name, input, 'trigger', {});
	};
	return { nodes, workflow, input, read, parameters };
}

const inTurn = (responses: unknown[]) => () => (responses.length > 0 ? responses.shift() : new Error('No response is left'));

/** Puts a platform that responds as told in place of n8n's own way there. */
export function connect(context: object & { helpers: object }, { responses = [], credential = PRIVATE_TOKEN, helpers }: Given): Sent[] {
	const sent: Sent[] = [];
	const respond = typeof responses === 'function' ? responses : inTurn([...responses]);
	Object.assign(context, { getCredentials: async () => ({ platformUrl: PLATFORM_URL, ...credential }) });
	Object.assign(context.helpers, helpers, {
		async httpRequestWithAuthentication(type: string, { method, url, qs, body, returnFullResponse }: IHttpRequestOptions) {
			const request = { credential: type, method, path: url.replace(PLATFORM_URL, ''), qs, body };
			sent.push(request);
			const next = await respond(request);
			if (next instanceof Error) throw next;
			return returnFullResponse ? { body: next, headers: {} } : next;
		},
	});
	return sent;
}

let executions = 0;

/** Runs the node once, as n8n does, with `calendar.getAll` for Calendar > Get Many. */
export async function act(name: string, parameters: IDataObject = {}, given: Given = {}) {
	const [resource, operation] = name.split('.');
	const { nodes, workflow, input, read } = fieldsOf({ resource, operation, ...parameters }, { items: [{}], ...given });
	const executionId = `execution-${++executions}`;
	const fileOf = (itemIndex: number, field: string) => input[itemIndex].binary?.[field];
	const context = {
		getNode: () => nodes[0],
		getExecutionId: () => executionId,
		getInputData: () => input,
		getTimezone: () => workflow.timezone,
		continueOnFail: () => false,
		getNodeParameter(field: string, itemIndex: number, fallback?: unknown, { extractValue = false } = {}) {
			const value = read(field, itemIndex, fallback);
			return extractValue ? ((value as IDataObject | null)?.value ?? value) : value;
		},
		logger: { warn: () => {} },
		helpers: {
			assertBinaryData(itemIndex: number, field: string) {
				if (!fileOf(itemIndex, field)) throw new Error(`There is no file '${field}'`);
			},
			getBinaryDataBuffer: async (...which: Parameters<typeof fileOf>) => Buffer.from(fileOf(...which)?.data ?? '', 'base64'),
		},
		...given.context,
	};
	const sent = connect(context, given);
	let error: (Error & { description: string }) | undefined;
	const [items] = await nodeType.execute.call(context as unknown as IExecuteFunctions).catch((failure: typeof error) => {
		error = failure;
		return [[]];
	});
	return { items, json: items.map(({ json }) => json), error, sent };
}

/** What a list of the editor shows while the node is being filled in, here Appointment > Book. */
export async function search(
	method: keyof Platform['methods']['listSearch'],
	parameters: IDataObject = {},
	{ filter, ...given }: Given & { filter?: string } = {},
) {
	const { nodes, workflow, read, parameters: typed } = fieldsOf({ resource: 'appointment', operation: 'book', ...parameters }, given);
	const context = {
		getNode: () => nodes[0],
		getTimezone: () => workflow.timezone,
		getCurrentNodeParameter: (field: string) => valueAt(typed, field),
		getNodeParameter: (field: string, fallback?: unknown) => read(field, 0, fallback),
		helpers: {},
	};
	const sent = connect(context, given);
	const { results } = await nodeType.methods.listSearch[method].call(context as never, filter);
	return { results, sent };
}
