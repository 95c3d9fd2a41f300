import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	group,
	isExact,
	type Kind,
	listOf,
	onOrOff,
	queryValues,
	text,
} from '../../fields/valueKinds';
import {
	choiceOf,
	fieldOf,
	type Fields,
	isOnByPerson,
	OPTIONS,
	shownTo,
} from '../../fields/parameters';
import { modelArgumentOf } from '../../fields/modelArguments';
import { fieldsOf, isRecord } from '../../http/body';
import { Listed, type OperationResult } from '../../items/operation';
import { sendApiRequest } from '../../platformApi/sendApiRequest';
import { operation, type PlatformCall, type PlatformResource } from '../platformOperation';

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

const NAME = fieldOf(text, {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. locationId',
});

const VALUE = fieldOf(text, {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
});

const QUERY: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	options: [{ displayName: 'Parameter', name: 'parameter', values: [NAME, VALUE] }],
	description: 'Parameters to add to the URL',
};

const BODY: INodeProperties = {
	displayName: 'JSON Body',
	name: 'body',
	type: 'json',
	default: '',
	placeholder: 'e.g. {"firstName": "Ada"}',
	description: 'Body of the request',
	displayOptions: { hide: { method: ['GET'] } },
};

/** What a header may hold. */
const version: Kind<string> = {
	what: 'a version, such as v3 or 2021-07-28',
	read: (value) => {
		const written = text.read(value);
		return written !== undefined && /^[\w.-]{1,40}$/.test(written) ? written : undefined;
	},
};

const VERSION = fieldOf(version, {
	displayName: 'Version',
	name: 'version',
	type: 'string',
	default: '',
	placeholder: 'e.g. v3',
	description:
		'Value of the Version header. Leave empty to send the one that the endpoint needs, as far as it is known.',
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

/** The rows of 'Query Parameters', as n8n gives them. */
function readRows({ read }: Fields, field: INodeProperties): IDataObject[] {
	const rows = fieldOf(listOf(group, 'a list of names and values'), {
		...field,
		name: 'parameter',
	});
	return read(rows, field) ?? [];
}

/** @throws what `refuse` makes for a row whose value an expression or a model leaves empty: without it, more could be meant */
function refuseEmptyValue({ refuseLost }: Fields, name: string | undefined, stored: unknown): void {
	// Within the quotation marks of a message.
	const label = name === undefined ? VALUE.displayName : `${VALUE.displayName}' of '${name}`;
	const whatToDo = 'and without it, more could be meant. To leave it out, delete its row.';
	refuseLost(label, stored, whatToDo, `Fill in the value of ${name ?? 'each row'}.`);
}

/** The values of 'Query Parameters' by their names, which may occur several times. An empty row is left out. */
function readQuery(fields: Fields): Record<string, string[]> {
	const { node, readValue, refuse } = fields;
	const query = new Map<string, string[]>();
	const inEditor = fieldsOf(fieldsOf(node.parameters[QUERY.name]).parameter);
	for (const [index, row] of readRows(fields, QUERY).entries()) {
		const name = readValue(text, row.name, NAME.displayName);
		const values = readValue(queryValues, row.value, VALUE.displayName) ?? [];
		const isBlank = values.join('').trim() === '';
		if (isBlank) refuseEmptyValue(fields, name, fieldsOf(inEditor[index]).value);
		if (name !== undefined && values.length > 0)
			query.set(name, [...(query.get(name) ?? []), ...values]);
		if (name === undefined && !isBlank)
			throw refuse(`'${NAME.displayName}' is empty`, `Name what has the value '${values.join()}'.`);
	}
	return Object.fromEntries(query);
}

const isObject = (value: unknown): value is IDataObject =>
	Array.isArray(value) || group.read(value) !== undefined;

/** False for a number that JavaScript rounded while reading it, and for NaN, which JSON would send as null. */
function hasExactNumbers(value: unknown): boolean {
	if (isObject(value)) return Object.values(value).every(hasExactNumbers);
	return typeof value !== 'number' || isExact(value);
}

/** Where a parser stopped, as it counts: lines and columns from 1. */
function placeOf(written: string, position: number): string {
	const before = written.slice(0, position).split('\n');
	return `line ${before.length}, column ${before[before.length - 1].length + 1}`;
}

/** Why a text is no JSON, in the parser's words, without the text that it quotes. */
function syntaxFault(written: string, { message }: Error): string {
	const [, position] = /at position (\d+)/.exec(message) ?? [];
	const reason = message
		.replace(/,? ?(\.\.\.)?"[^]*" is not valid JSON$/, '')
		.replace(/ ?(in JSON )?at position [^]*$/, '')
		.replace(/\p{Cc}/gu, ' ');
	return position === undefined ? reason : `${reason} at ${placeOf(written, Number(position))}`;
}

const HOW_TO_PUT_VALUES =
	'A line break or a quotation mark in a value has to be escaped: put values in with {{ JSON.stringify(…) }}, or let one expression give the whole object.';

/** @throws Error that says where the text is no JSON, and why */
function parsedBody(written: string): unknown {
	let fault: string;
	try {
		return JSON.parse(written);
	} catch (error) {
		fault = syntaxFault(written, error as Error);
	}
	throw new Error(`It is no JSON: ${fault}. ${HOW_TO_PUT_VALUES}`);
}

const json: Kind<IDataObject> = {
	what: 'an object or a list in JSON',
	enter: 'an object in braces, such as {"firstName": "Ada"}',
	maxLength: 1_000_000,
	read(value) {
		const body = typeof value === 'string' ? parsedBody(value) : value;
		if (!isObject(body)) return undefined;
		if (!hasExactNumbers(body))
			throw new Error(
				'It has a number that cannot be sent as it is, such as one of more than 15 digits. Put it in quotes.',
			);
		return body;
	},
};

/** @throws what `refuse` makes for a language model that may only read */
function refuseWriteOfModel(call: PlatformCall, method: string): void {
	if (!call.isTool || isOnByPerson(call, ALLOW_WRITES)) return;
	throw call.refuse(
		`This tool only reads, so it cannot send ${method}`,
		`Use GET. A person can turn on '${ALLOW_WRITES.displayName}' in the node.`,
	);
}

/** The body of a write. @throws what `refuse` makes for one that is no JSON, and for an expression that gives nothing */
function readBody({ node, read, refuseLost }: PlatformCall): IDataObject | undefined {
	const body = read(fieldOf(json, BODY));
	const stored = node.parameters.body;
	// A person may have typed null, and a model may leave out what its tool has a default for.
	const mayBeEmpty = stored === 'null' || modelArgumentOf(stored)?.isOptional === true;
	if (body === undefined && !mayBeEmpty)
		refuseLost(
			BODY.displayName,
			stored,
			`so nothing would be sent. To send none, empty '${BODY.displayName}' itself.`,
			'Fill in body.',
		);
	return body;
}

const ROUNDED_NUMBERS =
	"The response has numbers of more than 15 digits, which were rounded. To get them, use the HTTP Request node with this credential, and 'Text' as 'Response Format'.";

/** The items of a response. */
function toResult(response: unknown, isWrite: boolean): OperationResult {
	if (isRecord(response)) return response;
	if (Array.isArray(response) && response.every(isRecord))
		return new Listed(response, 'The list is empty.');
	const isEmpty = response === undefined || response === null || response === '';
	if (!isEmpty) return { data: response as string };
	// A read that brought nothing has done nothing.
	return isWrite ? { success: true } : { data: null };
}

const send = operation({
	name: 'Send',
	description: 'Call an endpoint that has no operation of its own',
	action: 'Send API request',
	hint: "Only for endpoints that no other operation covers. Sends the credential's token and the Version header, which the HTTP Request node leaves out.",
	properties: [METHOD, PATH, QUERY, BODY, ALLOW_WRITES],
	options: [VERSION],
	returnsBodies: true,
	howToSeeMore:
		"With GET, ask again for less, by query parameters in 'Path'. Do not send anything else again: it could be done twice.",
	async execute(call) {
		const { client, read, required } = call;
		const method = required(METHOD);
		const isWrite = method !== 'GET';
		if (isWrite) refuseWriteOfModel(call, method);
		const response = await sendApiRequest(client, {
			method,
			path: required(PATH),
			query: readQuery(call),
			version: read(VERSION, OPTIONS),
			// An expression can give the method, so the editor shows the field for GET as well.
			body: isWrite ? readBody(call) : undefined,
		});
		if (!hasExactNumbers(response)) client.hint(ROUNDED_NUMBERS);
		return toResult(response, isWrite);
	},
});

export const apiRequest: PlatformResource = { name: 'API Request', operations: { send } };
