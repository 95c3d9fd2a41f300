import { type IDataObject, type IExecuteFunctions, type INodeProperties, jsonParse } from 'n8n-workflow';

import { group, type Kind, listOf, queryValues, text } from '../../fields/kinds';
import {
	choiceField,
	collectionOf,
	type Field,
	fieldsAt,
	isOnByPerson,
	readAs,
	refuserFor,
	switchField,
	textField,
} from '../../fields/parameters';
import { isRecord } from '../../http/body';
import { headerFault } from '../../http/header';
import type { OperationResult } from '../../items/operation';
import { runsAsTool } from '../../n8n/execution';
import { sendApiRequest } from '../../platformApi/apiRequest';
import { operation, type PlatformResource } from '../operation';

const METHOD = choiceField('Method', 'method', 'GET', {
	options: (['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const).map((method) => ({ name: method, value: method })),
	description: 'GET only reads. All others can change data.',
});

const PATH = textField('Path', 'path', {
	required: true,
	placeholder: 'e.g. /contacts/ocQHyuzHvysMo5N5VsXc',
	description: "Path of the endpoint, as the platform's API documentation shows it. A query may follow after '?'.",
});

const [NAME, VALUE] = ['Name', 'Value'];

const pairsField = (displayName: string, name: string, pair: string, example: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${pair}`,
	default: {},
	options: [{
		...{ displayName: pair, name: 'parameter' },
		values: [textField(NAME, 'name', { placeholder: `e.g. ${example}` }), textField(VALUE, 'value', {})],
	}],
	description,
});

const QUERY = pairsField('Query Parameters', 'queryParameters', 'Parameter', 'locationId', 'Parameters to add to the URL');
const HEADERS = pairsField('Headers', 'headers', 'Header', 'Version', 'Headers to add to the request. The credential sets Authorization.');

const BODY: INodeProperties = {
	displayName: 'JSON Body',
	name: 'body',
	type: 'json',
	default: '',
	placeholder: 'e.g. {"firstName": "Ada"}',
	description: 'Body of the request',
	displayOptions: { hide: { method: ['GET'] } },
};

const IS_FORM = switchField('Send Body as Form', 'isForm', false, {
	description: 'Whether to send the fields of the body as a form, URL-encoded, in place of JSON',
	displayOptions: { hide: { method: ['GET'] } },
});

const ALLOW_WRITES = switchField('Allow Agents to Write', 'allowWrites', false, {
	noDataExpression: true,
	description: 'Whether an AI agent may use methods other than GET. An expression cannot turn this on.',
	displayOptions: { show: { '@tool': [true] } },
});

/** All values by their names, of which one can occur several times. A row without a value is left out. */
function readPairs(context: IExecuteFunctions, field: Field, itemIndex: number): Record<string, string[]> {
	const refuse = refuserFor(context, itemIndex);
	const { parameter } = collectionOf(context, field, itemIndex);
	const pairs = new Map<string, string[]>();
	for (const row of readAs(listOf(group, 'a list of names and values'), parameter, field.displayName, refuse) ?? []) {
		const name = readAs(text, row.name, NAME, refuse);
		const values = readAs(queryValues, row.value, VALUE, refuse) ?? [];
		if (name !== undefined && values.length > 0) pairs.set(name, [...(pairs.get(name) ?? []), ...values]);
		if (name === undefined && values.join('') !== '') throw refuse(`'${NAME}' is empty`, `Name what has the value '${values.join()}'.`);
	}
	return Object.fromEntries(pairs);
}

/** The request's own headers, `Version` in the client's spelling, which it replaces. */
function readHeaders(context: IExecuteFunctions, itemIndex: number): Record<string, string> {
	const headers = Object.entries(readPairs(context, HEADERS, itemIndex)).map(([name, values]) => {
		const value = values.join(', ');
		const fault = /^authorization$/i.test(name) ? 'The credential sets Authorization.' : headerFault(name, value, NAME, VALUE);
		if (fault) throw refuserFor(context, itemIndex)(`'Headers' cannot be used. ${fault}`, '');
		return [/^version$/i.test(name) ? 'Version' : name, value];
	});
	return Object.fromEntries(headers) as Record<string, string>;
}

const isObject = (value: unknown): value is IDataObject => Array.isArray(value) || group.read(value) !== undefined;

/** JavaScript has rounded a longer number while reading it; for NaN, JSON would send null. */
function isExact(value: unknown): boolean {
	if (isObject(value)) return Object.values(value).every(isExact);
	return typeof value !== 'number' || (Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value));
}

const json: Kind<IDataObject> = {
	what: 'an object or a list in JSON, with numbers of at most 15 digits',
	enter: 'an object in braces, such as {"firstName": "Ada"}, and longer numbers in quotes',
	read(value) {
		const parsed = typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: '' }) : value;
		return isObject(parsed) && isExact(parsed) ? parsed : undefined;
	},
};

const form: Kind<Record<string, string>> = {
	what: 'an object in JSON, to be sent as a form',
	enter: 'one without objects and lists in it',
	read(value) {
		const fields = json.read(value);
		return Array.isArray(fields) || Object.values(fields ?? {}).some(isObject) ? undefined : (fields as Record<string, string> | undefined);
	},
};

/** One item for a record, one for each record of a list; anything else under `data`. */
function itemsOf(body: unknown): OperationResult {
	if (isRecord(body) || (Array.isArray(body) && body.every(isRecord))) return body;
	return body === '' || body === undefined || body === null ? { success: true } : { data: body as string };
}

const send = operation({
	name: 'Send',
	description: 'Call an endpoint that has no operation of its own',
	action: 'Send API request',
	hint:
		"Only for endpoints that no other operation covers. Sends the credential's token and the Version header, which the HTTP Request node leaves out.",
	properties: [METHOD, PATH, QUERY, HEADERS, BODY, IS_FORM, ALLOW_WRITES],
	askForLess: 'With GET, ask again for less, with query parameters. Do not send anything else again: it could be done twice.',
	async execute(context, itemIndex, { api }) {
		const { read, readBy, refuse, required } = fieldsAt(context, itemIndex);
		const method = required(METHOD);
		if (method !== 'GET' && runsAsTool(context.getNode()) && !isOnByPerson(context, ALLOW_WRITES)) {
			const whatToDo = `Use GET. A person can turn on '${ALLOW_WRITES.displayName}' in the node.`;
			throw refuse(`This tool only reads, so it cannot send ${method}`, whatToDo);
		}
		const path = required(PATH);
		const query = readPairs(context, QUERY, itemIndex);
		const headers = readHeaders(context, itemIndex);
		// An expression can give the method, so the editor shows the field for GET as well.
		const body = method !== 'GET' && (read(IS_FORM) ? { form: readBy(form, BODY) } : { body: readBy(json, BODY) });
		return itemsOf(await sendApiRequest(api, { method, path, query, headers, ...body }));
	},
});

export const apiRequest: PlatformResource = { name: 'API Request', operations: { send } };
