import { NodeOperationError } from 'n8n-workflow';

import { fieldsOf, isWhole } from '../http/body';
import { tried } from '../utils/attempt';
import type { PlatformClient, PlatformRequest } from './client';
import { chooseLocation } from './credential';

/** A request that no other function of this folder makes. Its path is as typed, and may end in a query. */
export type ApiRequest = Pick<PlatformRequest, 'body' | 'form' | 'headers' | 'method' | 'path' | 'query'>;

/** What `encodeURIComponent` encodes although a path segment may hold it (RFC 3986, 3.3). */
const ALLOWED_IN_SEGMENT = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** A segment that could decode to another path; a percent sign that is left was encoded twice. */
const NO_SEGMENT = /[/\\%?#\p{Cc}\p{Surrogate}]|^\.\.?$/u;

/** The decoded segments of a typed path; the last one is empty where the path ends in a slash. */
function segmentsOf(client: PlatformClient, platformUrl: string, path: string): string[] {
	const below = path.startsWith(`${platformUrl}/`) ? path.slice(platformUrl.length) : path;
	const segments = below.replace(/^\//, '').split('/').map((segment) => tried(() => decodeURIComponent(segment), '%'));
	if (!segments.some((segment) => NO_SEGMENT.test(segment)) && !segments.slice(0, -1).includes('')) return segments;
	throw new NodeOperationError(client.node, `'Path' is not a path of the platform's API: '${path}'`, {
		description:
			"Nothing was sent. Enter the part after the credential's 'Platform URL', such as /contacts/, without '#', '..', empty parts, or encoded slashes or percent signs. For other services, use the HTTP Request node.",
	});
}

/** Under these names, a request names a location; also as `filter[locationId][eq]`. */
const NAMES_LOCATION = /^(locationId|location_id|altId)$/i;

/** The locations that a query or a body names, at any depth: a check of names, which cannot know all of them. */
function locationsIn(value: unknown, isLocation = false): string[] {
	if (typeof value === 'string' || typeof value === 'number') return isLocation ? [String(value).trim()] : [];
	if (typeof value !== 'object' || value === null) return [];
	// Below `locationId` stand operators.
	return Object.entries(value).flatMap(([name, inner]) =>
		locationsIn(inner, isLocation || name.split(/[[\].]+/).some((part) => NAMES_LOCATION.test(part))),
	);
}

/** To some servers, a semicolon begins a parameter. A word, as in `/locations/search`, is an endpoint. */
const locationsInPath = (segments: string[]) =>
	segments.filter((segment, index) => /^locations(;.*)?$/i.test(segments[index - 1]) && !/^[a-z]*$/.test(segment));

/** Content types that arrive whole; of all others, n8n has read the bytes as text. */
const TEXT = /^($|text\/)|[/+](x-)?(nd)?(json|xml|yaml|javascript|www-form-urlencoded)$/i;

/**
 * Sends a request for which there is no operation.
 *
 * @returns the parsed body; an empty text where there was none, or a file in response to a write
 * @throws NodeOperationError before anything is sent, for a path that leads elsewhere and a location other than the
 * credential's; also for a file in response to a GET. NodeApiError for the rest
 */
export async function sendApiRequest(client: PlatformClient, request: ApiRequest): Promise<unknown> {
	const { dialect, apiVersion, platformUrl } = await client.account.known();
	const [typedPath, ...typedQuery] = request.path.trim().split('?');
	const segments = segmentsOf(client, platformUrl, typedPath);
	const parameters = new URLSearchParams(typedQuery.join('?'));
	const query = { ...Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)])), ...request.query };
	const locations = [...locationsInPath(segments), ...locationsIn([query, request.body, request.form])].filter((location) => location !== '');
	// An agency's own token works for none of its locations.
	const bound = await client.at(locations[0]);
	const account = await bound.account.known();
	for (const location of locations) chooseLocation(client.node, account, location);
	const path = `/${segments.map((segment) => encodeURIComponent(segment).replace(ALLOWED_IN_SEGMENT, decodeURIComponent)).join('/')}`;
	const isRead = request.method === 'GET';
	const { body, headers } = await bound.exchange({
		...request,
		path,
		isTypedPath: true,
		query,
		...(isRead && { accepts: isWhole, listIn: (found) => [found, ...Object.values(fieldsOf(found))].find((value) => Array.isArray(value)) }),
		forAgency: true,
		statuses: {
			404: { message: `The platform has nothing at ${path}`, whatToDo: "Check 'Path', and that the IDs in it belong to the location of the credential." },
		},
	});
	const [type] = String(headers['content-type'] ?? '').split(';');
	if (typeof body !== 'string' || body === '' || TEXT.test(type.trim())) return body;
	// A write has been carried out.
	if (!isRead) return '';
	throw new NodeOperationError(client.node, `The platform responded with a file (${type.trim()}), which cannot be returned here`, {
		description: `Use the HTTP Request node with this credential, the header 'Version' with the value '${dialect.versionOf(path, apiVersion)}', and 'File' as 'Response Format'.`,
	});
}
