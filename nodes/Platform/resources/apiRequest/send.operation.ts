import type { IDataObject, IExecuteFunctions, IHttpRequestMethods } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { isRecord } from '../../../http/body';
import type { OperationResult } from '../../../items/operation';
import { runsAsTool } from '../../../n8n/agentTool';
import { sendApiRequest } from '../../../platformApi/apiRequest';
import type { PlatformOperation, PlatformRun } from '../../operation';
import { isOnByPerson, optionalText, refuserFor, requiredText } from '../../../fields/parameters';

const METHODS: readonly string[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] satisfies IHttpRequestMethods[];
const WITH_BODY = ['PATCH', 'POST', 'PUT'];

const PATH = { displayName: 'Path', name: 'path' };

/** @throws NodeOperationError for a write by a language model that nobody has allowed */
function readMethod(context: IExecuteFunctions, itemIndex: number): IHttpRequestMethods {
	const refuse = refuserFor(context, itemIndex);
	const method = optionalText(context, 'method', itemIndex).toUpperCase();
	if (!METHODS.includes(method)) {
		throw refuse(`'Method' cannot be '${method}'`, `Choose one of ${METHODS.join(', ')}.`);
	}
	if (method !== 'GET' && runsAsTool(context.getNode()) && !isOnByPerson(context, 'allowWrites')) {
		throw refuse(
			`This tool only reads, so it cannot send ${method}`,
			"Use GET. A person can turn on 'Allow Agents to Write' in the node.",
		);
	}
	return method as IHttpRequestMethods;
}

/** A name that occurs several times is sent several times. */
function readQuery(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const given = context.getNodeParameter('queryParameters.parameter', itemIndex, []) as IDataObject[];
	const query = new Map<string, string[]>();
	for (const { name, value } of given) {
		const key = String(name ?? '').trim();
		if (key !== '') query.set(key, [...(query.get(key) ?? []), String(value ?? '')]);
	}
	return Object.fromEntries(query);
}

const isObject = (value: unknown): value is IDataObject => typeof value === 'object' && value !== null;

/** JavaScript has rounded it while reading. */
function holdsRounded(value: unknown): boolean {
	if (isObject(value)) return Object.values(value).some(holdsRounded);
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function readBody(context: IExecuteFunctions, method: string, itemIndex: number): IDataObject | undefined {
	if (!WITH_BODY.includes(method)) return undefined;
	const given = context.getNodeParameter('body', itemIndex, '') as unknown;
	const text = isObject(given) ? undefined : String(given ?? '').trim();
	if (text === '') return undefined;
	const body = text === undefined ? given : jsonParse<unknown>(text, { fallbackValue: '' });
	const refuse = refuserFor(context, itemIndex);
	if (holdsRounded(body)) {
		throw refuse("'JSON Body' contains a number of more than 15 digits, which would be rounded", 'Put it in quotes.');
	}
	if (isObject(body)) return body;
	throw refuse("'JSON Body' is not JSON", 'Enter an object in braces, such as {"firstName": "Ada"}.');
}

/** One item for a record, one for each record of a list; anything else under `data`. */
function itemsOf(body: unknown): OperationResult {
	if (Array.isArray(body) && body.every(isRecord)) return body;
	if (isRecord(body)) return body;
	return body === '' || body === undefined || body === null ? { success: true } : { data: body as string };
}

async function execute(
	context: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: PlatformRun,
): Promise<OperationResult> {
	const method = readMethod(context, itemIndex);
	const response = await sendApiRequest(client, {
		method,
		path: requiredText(context, PATH, itemIndex),
		query: readQuery(context, itemIndex),
		body: readBody(context, method, itemIndex),
	});
	return itemsOf(response);
}

export const send: PlatformOperation = {
	option: {
		name: 'Send',
		description: 'Call an endpoint that has no operation of its own',
		action: 'Send an API request',
		builderHint: {
			propertyHint:
				"Only for endpoints that no other operation covers. Sends the credential's token and the Version header, which the HTTP Request node leaves out.",
		},
	},
	properties: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			options: METHODS.map((method) => ({ name: method, value: method })),
			default: 'GET',
			description: 'GET only reads. All others can change data.',
		},
		{
			...PATH,
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. /contacts/ocQHyuzHvysMo5N5VsXc',
			description: "Path of the endpoint, as the platform's API documentation shows it",
		},
		{
			displayName: 'Query Parameters',
			name: 'queryParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Parameter',
			default: {},
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. locationId',
						},
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
			description: 'Parameters to add to the URL',
		},
		{
			displayName: 'JSON Body',
			name: 'body',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"firstName": "Ada"}',
			description: 'Body of the request',
			displayOptions: { hide: { method: ['DELETE', 'GET'] } },
		},
		{
			displayName: 'Allow Agents to Write',
			name: 'allowWrites',
			type: 'boolean',
			default: false,
			noDataExpression: true,
			description:
				'Whether an AI agent may use methods other than GET. An expression cannot turn this on.',
			displayOptions: { show: { '@tool': [true] } },
		},
	],
	execute,
};
