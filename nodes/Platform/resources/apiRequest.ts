import { type IDataObject, type IExecuteFunctions, type IHttpRequestMethods, jsonParse } from 'n8n-workflow';

import { choiceField, switchField, textField } from '../../fields/declare';
import { group, listOf, oneOf, queryValues, text } from '../../fields/kinds';
import { collectionOf, isOnByPerson, readAs, refuserFor, requiredOf, requiredText } from '../../fields/parameters';
import { isRecord } from '../../http/body';
import type { OperationResult } from '../../items/operation';
import { runsAsTool } from '../../n8n/agentTool';
import { sendApiRequest } from '../../platformApi/apiRequest';
import { operation, type PlatformResource } from '../operation';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const satisfies IHttpRequestMethods[];
const WITH_BODY = ['PATCH', 'POST', 'PUT'];

const METHOD = choiceField('Method', 'method', 'GET', {
	options: METHODS.map((method) => ({ name: method, value: method })),
	description: 'GET only reads. All others can change data.',
});

const PATH = textField('Path', 'path', {
	required: true,
	placeholder: 'e.g. /contacts/ocQHyuzHvysMo5N5VsXc',
	description: "Path of the endpoint, as the platform's API documentation shows it",
});

const QUERY = { displayName: 'Query Parameters', name: 'queryParameters' };
const NAME = { displayName: 'Name', name: 'name' };
const VALUE = { displayName: 'Value', name: 'value' };

/** @throws NodeOperationError for a write by a language model that nobody has allowed */
function readMethod(context: IExecuteFunctions, itemIndex: number): IHttpRequestMethods {
	const method = requiredOf(context, METHOD, itemIndex, oneOf(...METHODS));
	if (method !== 'GET' && runsAsTool(context.getNode()) && !isOnByPerson(context, 'allowWrites')) {
		const whatToDo = "Use GET. A person can turn on 'Allow Agents to Write' in the node.";
		throw refuserFor(context, itemIndex)(`This tool only reads, so it cannot send ${method}`, whatToDo);
	}
	return method;
}

/** A name that occurs several times, or has a list, is sent several times; one without a value is left out. */
function readQuery(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const refuse = refuserFor(context, itemIndex);
	const { parameter } = collectionOf(context, QUERY, itemIndex);
	const query = new Map<string, string[]>();
	for (const { name, value } of readAs(listOf(group, 'a list of names and values'), parameter, QUERY.displayName, refuse) ?? []) {
		const key = readAs(text, name, NAME.displayName, refuse);
		const values = readAs(queryValues, value, VALUE.displayName, refuse) ?? [];
		if (key !== undefined && values.length > 0) query.set(key, [...(query.get(key) ?? []), ...values]);
		// An empty row says nothing.
		if (key === undefined && values.join('') !== '') throw refuse(`'${NAME.displayName}' is empty`, `Name the parameter with the value '${values.join()}'.`);
	}
	return Object.fromEntries(query);
}

const isObject = (value: unknown): value is IDataObject => Array.isArray(value) || group.read(value) !== undefined;

/** JavaScript has rounded it while reading, or JSON has no such number and would send null. */
function holdsOtherNumber(value: unknown): boolean {
	if (isObject(value)) return Object.values(value).some(holdsOtherNumber);
	return typeof value === 'number' && !(Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value));
}

function readBody(context: IExecuteFunctions, method: string, itemIndex: number): IDataObject | undefined {
	if (!WITH_BODY.includes(method)) return undefined;
	const given = context.getNodeParameter('body', itemIndex, '') as unknown;
	const typed = isObject(given) ? undefined : String(given ?? '').trim();
	if (typed === '') return undefined;
	const body = typed === undefined ? given : jsonParse<unknown>(typed, { fallbackValue: '' });
	const refuse = refuserFor(context, itemIndex);
	if (holdsOtherNumber(body)) {
		const message = "'JSON Body' contains a number of more than 15 digits, which would be rounded, or one that JSON does not have";
		throw refuse(message, 'Put it in quotes.');
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

const send = operation({
	name: 'Send',
	description: 'Call an endpoint that has no operation of its own',
	action: 'Send API request',
	hint:
		"Only for endpoints that no other operation covers. Sends the credential's token and the Version header, which the HTTP Request node leaves out.",
	properties: [
		METHOD,
		PATH,
		{
			...QUERY,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Parameter',
			default: {},
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						{ ...NAME, type: 'string', default: '', placeholder: 'e.g. locationId' },
						{ ...VALUE, type: 'string', default: '' },
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
		switchField('Allow Agents to Write', 'allowWrites', false, {
			noDataExpression: true,
			description: 'Whether an AI agent may use methods other than GET. An expression cannot turn this on.',
			displayOptions: { show: { '@tool': [true] } },
		}),
	],
	askForLess: 'With GET, ask again for less, with query parameters. Do not send anything else again: it could be done twice.',
	async execute(context, itemIndex, { api }) {
		const method = readMethod(context, itemIndex);
		const response = await sendApiRequest(api, {
			method,
			path: requiredText(context, PATH, itemIndex),
			query: readQuery(context, itemIndex),
			body: readBody(context, method, itemIndex),
		});
		return itemsOf(response);
	},
});

export const apiRequest: PlatformResource = { name: 'API Request', operations: { send } };
