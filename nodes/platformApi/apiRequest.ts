import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isRecord, readId, UnexpectedResponseError } from '../http/body';
import type { PlatformClient } from './client';
import { chooseLocation } from './location';

/** A request that no other function of this folder makes. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** As typed: a path below the platform's URL. */
	path: string;
	query: IDataObject;
	body?: IDataObject | IDataObject[];
}

/** What `encodeURIComponent` encodes although a path segment may hold it (RFC 3986, 3.3). */
const ALLOWED_IN_SEGMENT = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** A server could read it as something else than one segment. A percent sign that is left was encoded twice. */
const NO_SEGMENT = /[/\\%?#\p{Cc}\p{Surrogate}]|^\.\.?$/u;

/** Undefined where it is no segment. */
function decoded(segment: string): string | undefined {
	try {
		const text = decodeURIComponent(segment);
		return NO_SEGMENT.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

/** The segments of a typed path, decoded; the last one is empty where the path ends in a slash. */
function pathOf(client: PlatformClient, platformUrl: string, typed: string): string[] {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(client.node, message, { description: `Nothing was sent. ${description}` });
	const own = typed.startsWith(`${platformUrl}/`) ? typed.slice(platformUrl.length) : typed;
	if (/[?#]/.test(own)) {
		throw refuse(
			"'Path' contains more than a path",
			"Remove everything from '?' or '#' on, and enter the query under 'Query Parameters'.",
		);
	}
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

/** `locationId`, `location_ids`, `location`: under these, a request names a location. */
const NAMES_LOCATION = /^(alt)?locations?([_-]?ids?)?$/i;

/** In the path, `/locations/search` is an endpoint. */
const WORD = /^[a-z]*$/;

/**
 * The locations that a query or a body names, at any depth: a check of names, which cannot know all of them.
 *
 * @param name under which the value stands, where it is one of a location
 */
function locationsIn(value: unknown, name = ''): string[] {
	if (typeof value === 'string' || typeof value === 'number') return name === '' ? [] : [String(value).trim()];
	if (Array.isArray(value)) return value.flatMap((entry) => locationsIn(entry, name));
	if (!isRecord(value)) return [];
	const id = name === '' ? undefined : readId(value);
	if (id !== undefined) return [id];
	// Below `locationId` stand operators. `filter[locationId][eq]` is one name.
	const nameOf = (key: string) => key.split(/[[\].]+/).find((part) => NAMES_LOCATION.test(part));
	return Object.entries(value).flatMap(([key, inner]) => locationsIn(inner, /id/i.test(name) ? name : nameOf(key)));
}

function locationsInPath(segments: string[]): string[] {
	return segments.filter((one, index) => NAMES_LOCATION.test(segments[index - 1] ?? '') && !WORD.test(one));
}

/** JSON that breaks off arrives as text. */
const isWhole = (body: unknown) => typeof body !== 'string' || !/^\s*[[{]/.test(body);

/** Where the entries of a list stand in a body; undefined where it holds none. */
function listedIn(body: unknown): unknown[] | undefined {
	return [body, ...(isRecord(body) ? Object.values(body) : [])].find((value) => Array.isArray(value));
}

/**
 * Sends what the contract's scopes allow, but its endpoints do not show, such as contacts.
 *
 * @returns the parsed body; an empty text where there was none
 * @throws NodeOperationError for a path that leads elsewhere, and for a location other than the
 * credential's in path, query or body; nothing has been sent then. NodeApiError for the rest;
 * {@link UnexpectedResponseError} for JSON that breaks off
 */
export async function sendApiRequest(client: PlatformClient, request: ApiRequest): Promise<unknown> {
	const credential = await client.account.known();
	const segments = pathOf(client, credential.platformUrl, request.path.trim());
	const named = [...locationsInPath(segments), ...locationsIn(request.query), ...locationsIn(request.body)];
	for (const location of named.filter((one) => one !== '')) {
		chooseLocation(client.node, credential, location);
	}
	const { method } = request;
	const path = `/${segments
		.map((segment) => encodeURIComponent(segment).replace(ALLOWED_IN_SEGMENT, decodeURIComponent))
		.join('/')}`;
	const body = await client.request({
		...request,
		path,
		isConclusive: method === 'GET' ? undefined : isWhole,
		listIn: method === 'GET' ? listedIn : undefined,
		statuses: {
			404: {
				message: `The platform has nothing at ${path}`,
				whatToDo: "Check 'Path', and that the IDs in it belong to the location of the credential.",
			},
		},
	});
	if (!isWhole(body)) throw new UnexpectedResponseError('complete JSON');
	return body;
}
