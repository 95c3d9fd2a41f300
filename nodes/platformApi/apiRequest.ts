import { NodeOperationError, type IDataObject, type IHttpRequestMethods } from 'n8n-workflow';

import { isRecord, isWhole } from '../http/body';
import type { Explanation } from '../http/explain';
import { tried } from '../utils/attempt';
import type { PlatformClient } from './client';
import { chooseLocation } from './credential';

/** A request that no other function of this folder makes. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** As typed: a path below the platform's URL, which may end in a query. */
	path: string;
	query: IDataObject;
	/** As typed, in place of the client's own. */
	headers?: Record<string, string>;
	body?: IDataObject | IDataObject[];
	/** Whether the body is sent as a form. */
	isForm?: boolean;
}

/** What `encodeURIComponent` encodes although a path segment may hold it (RFC 3986, 3.3). */
const ALLOWED_IN_SEGMENT = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** Refused: could decode to another path. A percent sign that is left was encoded twice. */
const NO_SEGMENT = /[/\\%?#\p{Cc}\p{Surrogate}]|^\.\.?$/u;

/** Undefined where it is no segment. */
function decoded(segment: string): string | undefined {
	const text = tried(() => decodeURIComponent(segment), '/');
	return NO_SEGMENT.test(text) ? undefined : text;
}

/** The segments of a typed path, without its query, decoded; the last one is empty where the path ends in a slash. */
function pathOf(client: PlatformClient, platformUrl: string, typed: string): string[] {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(client.node, message, { description: `Nothing was sent. ${description}` });
	const [path] = typed.split('?');
	const own = path.startsWith(`${platformUrl}/`) ? path.slice(platformUrl.length) : path;
	if (typed.includes('#')) throw refuse("'Path' contains more than a path", "Remove everything from '#' on.");
	if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(own)) {
		throw refuse(
			"'Path' leads to an address other than the platform's",
			"Enter the part after the credential's 'Platform URL', such as /contacts/. For other services, use the HTTP Request node.",
		);
	}
	const segments = own.replace(/^\//, '').split('/').map(decoded);
	const isPath = (segment?: string) => segment !== undefined;
	if (segments.every(isPath) && !segments.slice(0, -1).includes('')) return segments;
	throw refuse(
		`'Path' is not a path of the platform's API: '${typed}'`,
		"Enter it as the API's documentation shows it, without '..', empty parts, or encoded slashes or percent signs.",
	);
}

/** The parameters of a query, each with all its values. */
function parametersOf(query: string): IDataObject {
	const given = new URLSearchParams(query);
	return Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
}

/** Under these, a request names a location; also as `filter[locationId][eq]`. */
const NAMES_LOCATION = /^(locationId|location_id|altId)$/i;

/** In the path, `/locations/search` is an endpoint. */
const WORD = /^[a-z]*$/;

/** The locations that a query or a body names, at any depth: a check of names, which cannot know all of them. */
function locationsIn(value: unknown, isLocation = false): string[] {
	if (typeof value === 'string' || typeof value === 'number') return isLocation ? [String(value).trim()] : [];
	if (typeof value !== 'object' || value === null) return [];
	// Below `locationId` stand operators.
	return Object.entries(value).flatMap(([name, inner]) =>
		locationsIn(inner, isLocation || name.split(/[[\].]+/).some((part) => NAMES_LOCATION.test(part))),
	);
}

/** What follows a semicolon in a segment is a parameter to some servers. */
const locationsInPath = (segments: string[]) =>
	segments.filter((one, index) => /^locations(;.*)?$/i.test(segments[index - 1]) && !WORD.test(one));

/** Content types that arrive whole; of all others, n8n has read the bytes as text. */
const TEXT = /^text\/|[/+](x-)?(nd)?(json|xml|yaml|javascript|www-form-urlencoded)$/i;

/** The content type of a file, which arrives damaged; undefined where it is none. */
function fileTypeOf(body: unknown, headers: IDataObject): string | undefined {
	const type = String(headers['content-type'] ?? '').split(';')[0].trim();
	return typeof body === 'string' && body !== '' && type !== '' && !TEXT.test(type) ? type : undefined;
}

/** Where the entries of a list stand in a body; undefined where it holds none. */
function listedIn(body: unknown): unknown[] | undefined {
	return [body, ...(isRecord(body) ? Object.values(body) : [])].find((value) => Array.isArray(value));
}

/**
 * Sends what the contract's scopes allow, but its endpoints do not show, such as contacts.
 *
 * @returns the parsed body; an empty text where there was none, or a file in response to a write
 * @throws NodeOperationError for a path that leads elsewhere, and for a location other than the credential's in path,
 * query or body; nothing has been sent then. Also for a file in response to a GET. NodeApiError for the rest
 */
export async function sendApiRequest(client: PlatformClient, request: ApiRequest): Promise<unknown> {
	const credential = await client.account.known();
	const { dialect, apiVersion } = credential;
	const { method, headers: ownHeaders, body: content, isForm } = request;
	const segments = pathOf(client, credential.platformUrl, request.path.trim());
	const query = { ...parametersOf(request.path.trim().replace(/^[^?]*/, '')), ...request.query };
	const named = [...locationsInPath(segments), ...locationsIn(query), ...locationsIn(content)];
	const locations = named.filter((one) => one !== '');
	// An agency's own token works for none of its locations.
	const bound = await client.at(locations[0]);
	const account = await bound.account.known();
	for (const location of locations) chooseLocation(client.node, account, location);
	const encoded = segments.map((segment) => encodeURIComponent(segment).replace(ALLOWED_IN_SEGMENT, decodeURIComponent));
	const path = `/${encoded.join('/')}`;
	const notFound: Explanation = {
		message: `The platform has nothing at ${path}`,
		whatToDo: "Check 'Path', and that the IDs in it belong to the location of the credential.",
	};
	const isRead = method === 'GET';
	const reading = isRead ? { accepts: isWhole, listIn: listedIn } : {};
	const { body, headers } = await bound.exchange({
		method,
		path,
		isTypedPath: true,
		query,
		headers: ownHeaders,
		...(isForm ? { form: content as Record<string, string> } : { body: content }),
		...reading,
		forAgency: true,
		statuses: { 404: notFound },
	});
	const fileType = fileTypeOf(body, headers);
	if (fileType === undefined) return body;
	// It has been carried out.
	if (!isRead) return '';
	throw new NodeOperationError(client.node, `The platform responded with a file (${fileType}), which cannot be returned here`, {
		description: `Use the HTTP Request node with this credential, the header 'Version' with the value '${dialect.versionOf(path, apiVersion)}', and 'File' as 'Response Format'.`,
	});
}
