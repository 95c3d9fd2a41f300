import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

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

/** The segment decoded; undefined where a server could read it as something else than one segment. */
function decoded(segment: string): string | undefined {
	try {
		const text = decodeURIComponent(segment);
		// A percent sign that is left was encoded twice.
		const splits = /[/\\%?#]/.test(text) || [...text].some((sign) => sign < ' ' || sign === '\x7f');
		return splits || text === '.' || text === '..' ? undefined : text;
	} catch {
		return undefined;
	}
}

/**
 * The path's segments, decoded; the last one is empty where the path ends in a slash.
 *
 * @returns undefined for whatever could lead away from the platform's URL
 */
export function segmentsOf(path: string): string[] | undefined {
	const [first, ...segments] = path.split('/').map(decoded);
	const isPath = first === '' && segments.length > 0;
	const empty = segments.slice(0, -1).includes('');
	return isPath && !empty && segments.every((segment) => segment !== undefined)
		? segments
		: undefined;
}

function encoded(segments: string[]): string {
	const encode = (segment: string) =>
		encodeURIComponent(segment).replace(ALLOWED_IN_SEGMENT, decodeURIComponent);
	return `/${segments.map(encode).join('/')}`;
}

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
	const segments = segmentsOf(own.startsWith('/') ? own : `/${own}`);
	if (segments) return segments;
	throw refuse(
		`'Path' is not a path of the platform's API: '${typed}'`,
		"Enter it as the API's documentation shows it, without '..', empty parts, or encoded slashes or percent signs.",
	);
}

/** `locationId`, `location_id`, `filter[locationId]`: under these a request names a location. */
const NAMES_LOCATION = /location[_-]?ids?(\]|\[\d*\])*$/i;

/** Every text and number below a value. */
function scalarsIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value).trim()];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [];
}

/** The locations that a query or a body names, at any depth. */
function locationsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		NAMES_LOCATION.test(name) ? scalarsIn(inner) : locationsIn(inner),
	);
}

function locationsInPath(segments: string[]): string[] {
	return segments.filter((_, index) => segments[index - 1]?.toLowerCase() === 'locations');
}

/**
 * Sends what the contract's scopes allow, but its endpoints do not show, such as contacts.
 *
 * @returns the parsed body; an empty text where there was none
 * @throws NodeOperationError for a path that leads elsewhere, and for a location other than the
 * credential's in path, query or body; nothing has been sent then. NodeApiError for the rest
 */
export async function sendApiRequest(client: PlatformClient, request: ApiRequest): Promise<unknown> {
	const credential = await client.account.known();
	const segments = pathOf(client, credential.platformUrl, request.path.trim());
	const named = [...locationsInPath(segments), ...locationsIn(request.query), ...locationsIn(request.body)];
	for (const location of named.filter((one) => one !== '')) {
		chooseLocation(client.node, credential, location);
	}
	const { method, query, body } = request;
	const path = encoded(segments);
	return await client.request({
		method,
		path,
		query,
		body,
		statuses: {
			404: {
				message: `The platform has nothing at ${path}`,
				whatToDo: "Check 'Path', and that the IDs in it belong to the location of the credential.",
			},
		},
	});
}
