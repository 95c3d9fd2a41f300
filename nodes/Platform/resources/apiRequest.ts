import { type IDataObject, type IExecuteFunctions, type IHttpRequestMethods, type INodeProperties, jsonParse } from 'n8n-workflow';

import { choiceField, switchField, textField } from '../../fields/declare';
import { group, listOf, oneOf, queryValues, text } from '../../fields/kinds';
import { collectionOf, type Field, isOn, isOnByPerson, readAs, refuserFor, requiredOf, requiredText } from '../../fields/parameters';
import { isRecord } from '../../http/body';
import { headerFault } from '../../http/header';
import type { OperationResult } from '../../items/operation';
import { runsAsTool } from '../../n8n/agentTool';
import { sendApiRequest } from '../../platformApi/apiRequest';
import { operation, type PlatformResource } from '../operation';

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const satisfies IHttpRequestMethods[];

const METHOD = choiceField('Method', 'method', 'GET', {
	options: METHODS.map((method) => ({ name: method, value: method })),
	description: 'GET only reads. All others can change data.',
});

const PATH = textField('Path', 'path', {
	required: true,
	placeholder: 'e.g. /contacts/ocQHyuzHvysMo5N5VsXc',
	description: "Path of the endpoint, as the platform's API documentation shows it. A query may follow after '?'.",
});

const QUERY = { displayName: 'Query Parameters', name: 'queryParameters' };
const HEADERS = { displayName: 'Headers', name: 'headers' };
const IS_FORM = switchField('Send Body as Form', 'isForm', false, {
	description: 'Whether to send the fields of the body as a form, URL-encoded, in place of JSON',
	displayOptions: { hide: { method: ['GET'] } },
});
const NAME = { displayName: 'Name', name: 'name' };
const VALUE = { displayName: 'Value', name: 'value' };

const pairsField = (field: Field, one: string, example: string, description: string): INodeProperties => ({
	...field,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${one}`,
	default: {},
	options: [
		{
			displayName: one,
			name: 'parameter',
			values: [textField(NAME.displayName, NAME.name, { placeholder: `e.g. ${example}` }), textField(VALUE.displayName, VALUE.name, {})],
		},
	],
	description,
});

/** @throws NodeOperationError for a write by a language model that nobody has allowed */
function readMethod(context: IExecuteFunctions, itemIndex: number): IHttpRequestMethods {
	const method = requiredOf(context, METHOD, itemIndex, oneOf(...METHODS));
	if (method !== 'GET' && runsAsTool(context.getNode()) && !isOnByPerson(context, 'allowWrites')) {
		const whatToDo = "Use GET. A person can turn on 'Allow Agents to Write' in the node.";
		throw refuserFor(context, itemIndex)(`This tool only reads, so it cannot send ${method}`, whatToDo);
	}
	return method;
}

/** All values by their names; a name that occurs several times, or has a list, has several, one without a value is left out. */
function readPairs(context: IExecuteFunctions, field: Field, itemIndex: number): Record<string, string[]> {
	const refuse = refuserFor(context, itemIndex);
	const { parameter } = collectionOf(context, field, itemIndex);
	const pairs = new Map<string, string[]>();
	for (const { name, value } of readAs(listOf(group, 'a list of names and values'), parameter, field.displayName, refuse) ?? []) {
		const key = readAs(text, name, NAME.displayName, refuse);
		const values = readAs(queryValues, value, VALUE.displayName, refuse) ?? [];
		if (key !== undefined && values.length > 0) pairs.set(key, [...(pairs.get(key) ?? []), ...values]);
		// An empty row says nothing.
		if (key === undefined && values.join('') !== '') throw refuse(`'${NAME.displayName}' is empty`, `Name what has the value '${values.join()}'.`);
	}
	return Object.fromEntries(pairs);
}

/** The request's own headers, `Version` in the client's spelling, which it replaces. */
function readHeaders(context: IExecuteFunctions, itemIndex: number): Record<string, string> {
	const refuse = refuserFor(context, itemIndex);
	const headers = Object.entries(readPairs(context, HEADERS, itemIndex)).map(([name, values]) => {
		const value = values.join(', ');
		if (/^authorization$/i.test(name)) throw refuse("'Headers' cannot hold Authorization", 'The credential sets it.');
		const fault = headerFault(name, value, NAME.displayName, VALUE.displayName);
		if (fault) throw refuse(`'Headers' cannot be used. ${fault}`, '');
		return [/^version$/i.test(name) ? 'Version' : name, value];
	});
	return Object.fromEntries(headers) as Record<string, string>;
}

const isObject = (value: unknown): value is IDataObject => Array.isArray(value) || group.read(value) !== undefined;

/** JavaScript has rounded it while reading, or JSON has no such number and would send null. */
function holdsOtherNumber(value: unknown): boolean {
	if (isObject(value)) return Object.values(value).some(holdsOtherNumber);
	return typeof value === 'number' && !(Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value));
}

function readBody(context: IExecuteFunctions, method: string, itemIndex: number): IDataObject | undefined {
	if (method === 'GET') return undefined;
	const given = context.getNodeParameter('body', itemIndex, '') as unknown;
	const typed = isObject(given) ? undefined : String(given ?? '').trim();
	if (typed === '') return undefined;
	const body = typed === undefined ? given : jsonParse<unknown>(typed, { fallbackValue: '' });
	const refuse = refuserFor(context, itemIndex);
	if (holdsOtherNumber(body)) {
		const message = "'JSON Body' contains a number of more than 15 digits, which would be rounded, or one that JSON does not have";
		throw refuse(message, 'Put it in quotes.');
	}
	const isForm = isOn(context, IS_FORM, itemIndex, false);
	if (isForm && isObject(body) && (Array.isArray(body) || Object.values(body).some(isObject))) {
		throw refuse("'JSON Body' cannot be sent as a form", 'Enter an object without objects or lists in it.');
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
		pairsField(QUERY, 'Parameter', 'locationId', 'Parameters to add to the URL'),
		pairsField(HEADERS, 'Header', 'Version', 'Headers to add to the request. The credential sets Authorization.'),
		{
			displayName: 'JSON Body',
			name: 'body',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"firstName": "Ada"}',
			description: 'Body of the request',
			displayOptions: { hide: { method: ['GET'] } },
		},
		IS_FORM,
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
			query: readPairs(context, QUERY, itemIndex),
			headers: readHeaders(context, itemIndex),
			body: readBody(context, method, itemIndex),
			isForm: isOn(context, IS_FORM, itemIndex, false),
		});
		return itemsOf(response);
	},
});

export const apiRequest: PlatformResource = { name: 'API Request', operations: { send } };
