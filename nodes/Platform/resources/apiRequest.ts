import { type IDataObject, type INodeProperties, jsonParse } from 'n8n-workflow';

import { group, isExact, type Kind, listOf, onOrOff, queryValues, text } from '../../fields/kinds';
import { choiceOf, fieldOf, type Fields, isOnByPerson, shownTo } from '../../fields/parameters';
import { fieldsOf, isRecord } from '../../http/body';
import { headerFault } from '../../http/header';
import { Listed } from '../../items/operation';
import { sendApiRequest } from '../../platformApi/sendApiRequest';
import { operation, type PlatformResource } from '../platformOperation';

const METHOD = choiceOf({
	displayName: 'Method',
	name: 'method',
	type: 'options',
	default: 'GET',
	description: 'GET only reads. All others can change data.',
	options: [
		{ name: 'DELETE', value: 'DELETE' },
		{ name: 'GET', value: 'GET' },
		{ name: 'PATCH', value: 'PATCH' },
		{ name: 'POST', value: 'POST' },
		{ name: 'PUT', value: 'PUT' },
	],
});

const PATH = fieldOf(text, {
	displayName: 'Path',
	name: 'path',
	type: 'string',
	default: '',
	placeholder: 'e.g. /contacts/ocQHyuzHvysMo5N5VsXc',
	description:
		"Path of the endpoint, as the platform's API documentation shows it. A query may follow after '?'.",
	required: true,
});

const [NAME, VALUE] = ['Name', 'Value'];

const pairsField = (
	displayName: string,
	name: string,
	pair: string,
	example: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${pair}`,
	default: {},
	options: [
		{
			displayName: pair,
			name: 'parameter',
			values: [
				fieldOf(text, {
					displayName: NAME,
					name: 'name',
					type: 'string',
					default: '',
					placeholder: `e.g. ${example}`,
				}),
				fieldOf(text, {
					displayName: VALUE,
					name: 'value',
					type: 'string',
					default: '',
				}),
			],
		},
	],
	description,
});

const QUERY = pairsField(
	'Query Parameters',
	'queryParameters',
	'Parameter',
	'locationId',
	'Parameters to add to the URL',
);
const HEADERS = pairsField(
	'Headers',
	'headers',
	'Header',
	'Version',
	"Headers to add to the request, such as Version v3 for HighLevel's newest endpoints. The credential sets Authorization.",
);

const BODY: INodeProperties = {
	displayName: 'JSON Body',
	name: 'body',
	type: 'json',
	default: '',
	placeholder: 'e.g. {"firstName": "Ada"}',
	description: 'Body of the request',
	displayOptions: { hide: { method: ['GET'] } },
};

const IS_FORM = fieldOf(onOrOff, {
	displayName: 'Send Body as Form',
	name: 'isForm',
	type: 'boolean',
	default: false,
	description: 'Whether to send the fields of the body as a form, URL-encoded, in place of JSON',
	displayOptions: { hide: { method: ['GET'] } },
});

const ALLOW_WRITES = fieldOf(onOrOff, {
	displayName: 'Allow Agents to Write',
	name: 'allowWrites',
	type: 'boolean',
	default: false,
	description:
		'Whether an AI agent may use methods other than GET. An expression cannot turn this on.',
	noDataExpression: true,
	...shownTo(true),
});

/** All values by their names, which may occur several times. An empty row is left out. */
function readPairs(
	{ node, read, readValue, refuse, refuseLost }: Fields,
	field: INodeProperties,
): Record<string, string[]> {
	const pairs = new Map<string, string[]>();
	const rows =
		read(
			fieldOf(listOf(group, 'a list of names and values'), { ...field, name: 'parameter' }),
			field,
		) ?? [];
	const inEditor = fieldsOf(fieldsOf(node.parameters[field.name]).parameter);
	for (const [index, row] of rows.entries()) {
		const name = readValue(text, row.name, NAME);
		const values = readValue(queryValues, row.value, VALUE) ?? [];
		const isBlank = values.join('').trim() === '';
		if (isBlank) {
			const { value } = fieldsOf(inEditor[index]);
			refuseLost(
				name === undefined ? VALUE : `${VALUE}' of '${name}`,
				value,
				'and without it, more could be meant. To leave it out, delete its row.',
				`Fill in the value of ${name ?? 'each row'}.`,
			);
		}
		if (name !== undefined && values.length > 0)
			pairs.set(name, [...(pairs.get(name) ?? []), ...values]);
		if (name === undefined && !isBlank)
			throw refuse(`'${NAME}' is empty`, `Name what has the value '${values.join()}'.`);
	}
	return Object.fromEntries(pairs);
}

/** The request's own headers. `Version` is spelled as the client spells it, and so replaces the client's. */
function readHeaders(fields: Fields): Record<string, string> {
	return Object.fromEntries(
		Object.entries(readPairs(fields, HEADERS)).map(([name, values]) => {
			const value = values.join(', ');
			const fault = /^authorization$/i.test(name)
				? 'The credential sets Authorization.'
				: headerFault(name, value, NAME, VALUE);
			if (fault) throw fields.refuse(`'Headers' cannot be used. ${fault}`, '');
			return [/^version$/i.test(name) ? 'Version' : name, value];
		}),
	);
}

const isObject = (value: unknown): value is IDataObject =>
	Array.isArray(value) || group.read(value) !== undefined;

/** False for a number that JavaScript rounded while reading it, and for NaN, which JSON would send as null. */
const hasExactNumbers = (value: unknown): boolean =>
	isObject(value)
		? Object.values(value).every(hasExactNumbers)
		: typeof value !== 'number' || isExact(value);

const json = (isForm: boolean): Kind<IDataObject> => ({
	what: isForm
		? 'an object in JSON, to be sent as a form'
		: 'an object or a list in JSON, with numbers of at most 15 digits',
	enter: isForm
		? 'one without objects, lists and null in it'
		: 'an object in braces, such as {"firstName": "Ada"}, and longer numbers in quotes',
	read(value) {
		const body =
			typeof value === 'string' ? jsonParse<unknown>(value, { fallbackValue: '' }) : value;
		if (!isObject(body) || !hasExactNumbers(body)) return undefined;
		// A form would have null and undefined as words.
		const isNoText = (entry: unknown) => (entry ?? null) === null || isObject(entry);
		return isForm && (Array.isArray(body) || Object.values(body).some(isNoText)) ? undefined : body;
	},
});

const send = operation({
	name: 'Send',
	description: 'Call an endpoint that has no operation of its own',
	action: 'Send API request',
	hint: "Only for endpoints that no other operation covers. Sends the credential's token and the Version header, which the HTTP Request node leaves out.",
	properties: [METHOD, PATH, QUERY, HEADERS, BODY, IS_FORM, ALLOW_WRITES],
	askForLess:
		'With GET, ask again for less, with query parameters. Do not send anything else again: it could be done twice.',
	async execute(call) {
		const { client, isTool, read, refuse, refuseLost, required } = call;
		const { parameters } = call.node;
		const method = required(METHOD);
		const isWrite = method !== 'GET';
		if (isWrite && isTool && !isOnByPerson(call, ALLOW_WRITES)) {
			const whatToDo = `Use GET. A person can turn on '${ALLOW_WRITES.displayName}' in the node.`;
			throw refuse(`This tool only reads, so it cannot send ${method}`, whatToDo);
		}
		const path = required(PATH);
		const query = readPairs(call, QUERY);
		const headers = readHeaders(call);
		// An expression can give the method, so the editor shows the field for GET as well.
		const isForm = isWrite && read(IS_FORM) === true;
		const body = isWrite ? read(fieldOf(json(isForm), BODY)) : undefined;
		// A person may have typed null.
		if (isWrite && body === undefined && parameters.body !== 'null')
			refuseLost(
				BODY.displayName,
				parameters.body,
				`so nothing would be sent. To send none, empty '${BODY.displayName}' itself.`,
				'Fill in body.',
			);
		const response = await sendApiRequest(client, {
			method,
			path,
			query,
			headers,
			[isForm ? 'form' : 'body']: body,
		});
		if (!hasExactNumbers(response))
			client.hint(
				"The response has numbers of more than 15 digits, which were rounded. To get them, use the HTTP Request node with this credential, and 'Text' as 'Response Format'.",
			);
		if (isRecord(response)) return response;
		if (Array.isArray(response) && response.every(isRecord))
			return new Listed(response, 'The list is empty.');
		return (response ?? '') === '' ? { success: true } : { data: response as string };
	},
});

export const apiRequest: PlatformResource = { name: 'API Request', operations: { send } };
