import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import { fieldsOf, isPageOrCutJson } from '../http/body';
import { quotable } from '../http/secrets';
import { tryOr } from '../utils/tryOr';
import type { PlatformClient, PlatformRequest } from './client';
import { secretsOf } from './credential';

/**
 * A decoded segment that could lead to another path, or name a location. A percent sign that is left was encoded twice; to
 * some servers, a semicolon begins parameters, and `..;` is `..`.
 */
const UNSAFE_SEGMENT = /[/\\%?#;\p{Cc}\p{Surrogate}]|^\.\.?$/u;

/** The decoded segments of a typed path; the last one is empty where the path ends in a slash. @throws NodeOperationError for a path that could lead elsewhere */
function segmentsOf(node: INode, platformUrl: string, path: string): string[] {
	// A person may paste the whole address.
	const below = path.startsWith(`${platformUrl}/`) ? path.slice(platformUrl.length) : path;
	const segments: string[] = [];
	for (const segment of below.replace(/^\//, '').split('/'))
		segments.push(tryOr(() => decodeURIComponent(segment), '%'));
	const isUnsafe = segments.some((segment) => UNSAFE_SEGMENT.test(segment));
	const hasEmptyPart = segments.slice(0, -1).includes('');
	if (!isUnsafe && !hasEmptyPart) return segments;
	const error = new NodeOperationError(
		node,
		`'Path' is not a path of the platform's API: '${path}'`,
		{
			description:
				"Nothing was sent. Enter the part after the credential's 'Platform URL', such as /contacts/, without '#', ';', '..', empty parts, or encoded slashes or percent signs. For other services, use the HTTP Request node.",
		},
	);
	error.context.forModel =
		"Nothing was sent. Enter a path alone, such as /contacts/, without a host, '#', ';' or '..'.";
	throw error;
}

/** The parameters of a typed query, each with all of its values. */
function parametersOf(typedQuery: string): IDataObject {
	const parameters = new URLSearchParams(typedQuery);
	const query: IDataObject = {};
	for (const name of parameters.keys()) query[name] = parameters.getAll(name);
	return query;
}

/** The usual names of the ID of a location, in lower case. */
const LOCATION_NAMES = ['locationid', 'location_id', 'altid'];

/** True for the usual names of a location's ID, also within a name such as `filter[locationId][eq]`. */
function namesLocation(name: string): boolean {
	return name.split(/[[\].]+/).some((part) => LOCATION_NAMES.includes(part.toLowerCase()));
}

/** All texts and numbers in a value, at any depth. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value).trim()];
	return Object.values(fieldsOf(value)).flatMap(textsIn);
}

/** The locations that a query or a body names, at any depth, as far as the usual names show them. */
function locationsIn(value: unknown): string[] {
	const fields = fieldsOf(value);
	const isOfAgency = /^(agency|company)$/i.test(String(fields.altType));
	const locations: string[] = [];
	for (const [name, inner] of Object.entries(fields)) {
		const isLocation = namesLocation(name) && !(isOfAgency && name === 'altId');
		// Below a name such as `locationId`, there may be operators with values.
		locations.push(...(isLocation ? textsIn(inner) : locationsIn(inner)));
	}
	return locations;
}

/** The locations in a path. A word, as in `/locations/search`, is an endpoint. */
function locationsInPath(segments: string[]): string[] {
	return segments.filter((segment, index) => {
		const isBelowLocations = segments[index - 1]?.toLowerCase() === 'locations';
		return isBelowLocations && !/^[a-z]*$/.test(segment);
	});
}

/** Names by which some servers take another method than the one that was sent, such as for a GET that deletes. */
const METHOD_OVERRIDES = [
	'_method',
	'x-http-method',
	'x-http-method-override',
	'x-method-override',
];

/** @throws NodeOperationError, unsent, for a query or a body that asks for another method */
function refuseOtherMethod(node: INode, queryOrBody: unknown): void {
	for (const name of Object.keys(fieldsOf(queryOrBody))) {
		if (METHOD_OVERRIDES.includes(name.toLowerCase()))
			throw new NodeOperationError(node, `'${name}' would ask for another method`, {
				description: "Nothing was sent. Choose it in 'Method'.",
			});
	}
}

/** Content types that can be returned; of all others, n8n has read the bytes as text. */
const TEXT_TYPE = /^($|text\/(?!xml))|[/+](x-)?(json|yaml|javascript|www-form-urlencoded)\b/i;

const isFile = (type: unknown) => !TEXT_TYPE.test(String(type ?? ''));

/** What somebody has typed as 'Path'. */
interface TypedAddress {
	/** Decoded. */
	segments: string[];
	query: IDataObject;
}

/** Splits a typed path, which may end in a query. @throws NodeOperationError, unsent, for a path that could lead elsewhere */
function readTypedAddress(node: INode, platformUrl: string, typed: string): TypedAddress {
	const text = typed.trim();
	const queryStart = text.indexOf('?');
	const path = queryStart === -1 ? text : text.slice(0, queryStart);
	const query = queryStart === -1 ? '' : text.slice(queryStart + 1);
	return { segments: segmentsOf(node, platformUrl, path), query: parametersOf(query) };
}

/**
 * Sends a request for which there is no operation. Its path is as somebody has typed it, and may end in a query.
 *
 * @returns the parsed body; an empty text where there was none, or a file in response to a write
 * @throws NodeOperationError, unsent, for a path or a location that is not the credential's, and for a file read with GET
 */
export async function sendApiRequest(
	client: PlatformClient,
	request: PlatformRequest,
): Promise<unknown> {
	const credential = await client.account.credential();
	const typed = readTypedAddress(client.node, credential.platformUrl, request.path);
	const { segments } = typed;
	const query = { ...typed.query, ...request.query };
	refuseOtherMethod(client.node, query);
	refuseOtherMethod(client.node, request.body);
	const localClient = await clientForLocations(client, [
		...locationsInPath(segments),
		...locationsIn(query),
		...locationsIn(request.body),
	]);

	const path = `/${encodeURI(segments.join('/'))}`;
	const isRead = request.method === 'GET';
	const response = await localClient.exchange({
		...request,
		path,
		isTypedPath: true,
		query,
		accepts: isRead ? (body, type) => !isPageOrCutJson(body) || isFile(type) : undefined,
		forAgency: true,
		statuses: {
			404: {
				message: `The platform has nothing at ${path}`,
				whatToDo: "Check 'Path', and that the IDs in it belong to the location of the credential.",
			},
		},
	});

	const { body, headers } = response;
	const list = [body, ...Object.values(fieldsOf(body))].find(Array.isArray);
	if (isRead && list) await localClient.hintAtMore(response, list.length);
	const contentType = headers['content-type'];
	if (typeof body !== 'string' || body === '' || !isFile(contentType)) return body;
	// The write was carried out, so its response may be left out.
	if (!isRead) return '';
	const version = request.version ?? credential.dialect.versionOf(path, credential.apiVersion);
	throw fileError(client.node, quotable(String(contentType), secretsOf(credential)), version);
}

/** The client for the locations that a request names. @throws NodeOperationError, unsent, for one that the credential cannot be used for */
async function clientForLocations(
	client: PlatformClient,
	locations: string[],
): Promise<PlatformClient> {
	const named = locations.filter((location) => location !== '');
	// An agency's own token works for none of its locations.
	const localClient = await client.at(named[0]);
	for (const location of named) await localClient.locationFor(location);
	return localClient;
}

function fileError(node: INode, contentType: string, version: string): NodeOperationError {
	return new NodeOperationError(
		node,
		`The platform responded with a file (${contentType}), which cannot be returned here`,
		{
			description: `Use the HTTP Request node with this credential, the header 'Version' with the value '${version}', and 'File' as 'Response Format'.`,
		},
	);
}
