import { type INode, NodeOperationError } from 'n8n-workflow';

import { fieldsOf, isPageOrCutJson } from '../http/body';
import { quotable } from '../http/secrets';
import { tryOr } from '../utils/attempt';
import type { PlatformClient, PlatformRequest } from './client';
import { secretsOf } from './credential';

/**
 * A decoded segment that could lead to another path, or name a location. A percent sign that is left was encoded twice; to
 * some servers, a semicolon begins parameters, and `..;` is `..`.
 */
const NO_SEGMENT = /[/\\%?#;\p{Cc}\p{Surrogate}]|^\.\.?$/u;

/** The decoded segments of a typed path; the last one is empty where the path ends in a slash. */
function segmentsOf({ node }: PlatformClient, platformUrl: string, path: string): string[] {
	const below = path.startsWith(`${platformUrl}/`) ? path.slice(platformUrl.length) : path;
	const segments = below
		.replace(/^\//, '')
		.split('/')
		.map((segment) => tryOr(() => decodeURIComponent(segment), '%'));
	if (!segments.some((segment) => NO_SEGMENT.test(segment)) && !segments.slice(0, -1).includes(''))
		return segments;
	throw new NodeOperationError(node, `'Path' is not a path of the platform's API: '${path}'`, {
		description:
			"Nothing was sent. Enter the part after the credential's 'Platform URL', such as /contacts/, without '#', ';', '..', empty parts, or encoded slashes or percent signs. For other services, use the HTTP Request node.",
	});
}

/** Names under which a request names a location; also as `filter[locationId][eq]`. */
const NAMES_LOCATION = /^(locationId|location_id|altId)$/i;

/** The locations that a query or a body names, at any depth, as far as the usual names show them. */
function locationsIn(value: unknown, isLocation = false): string[] {
	if (typeof value === 'string' || typeof value === 'number')
		return isLocation ? [String(value).trim()] : [];
	const fields = fieldsOf(value);
	const isOfAgency = /^(agency|company)$/i.test(String(fields.altType));
	// Operators stand below `locationId`.
	return Object.entries(fields).flatMap(([name, inner]) =>
		locationsIn(
			inner,
			isLocation ||
				(!(isOfAgency && name === 'altId') &&
					name.split(/[[\].]+/).some((part) => NAMES_LOCATION.test(part))),
		),
	);
}

/** The locations in a path. A word, as in `/locations/search`, is an endpoint. */
const locationsInPath = (segments: string[]) =>
	segments.filter(
		(segment, index) => /^locations$/i.test(segments[index - 1]) && !/^[a-z]*$/.test(segment),
	);

/** Names by which some servers take another method than the one that was sent, such as for a GET that deletes. */
const OVERRIDES_METHOD = /^(_method|x-http-method(-override)?|x-method-override)$/i;

/** @throws NodeOperationError, unsent, for a request that asks for another method than its own */
function refuseOtherMethod(node: INode, ...parts: unknown[]): void {
	for (const part of parts)
		for (const name of Object.keys(fieldsOf(part)))
			if (OVERRIDES_METHOD.test(name))
				throw new NodeOperationError(node, `'${name}' would ask for another method`, {
					description: "Nothing was sent. Choose it in 'Method'.",
				});
}

/** Content types that arrive whole, and can be returned; n8n has read the bytes of all others as text. */
const TEXT = /^($|text\/(?!xml))|[/+](x-)?(json|yaml|javascript|www-form-urlencoded)\b/i;

const isFile = (type: unknown) => !TEXT.test(String(type ?? ''));

/**
 * Sends a request for which there is no operation. Its path is as typed, and may end in a query.
 *
 * @returns the parsed body; an empty text where there was none, or a file in response to a write
 * @throws NodeOperationError, unsent, for a path or a location that is not the credential's, and for a file read with GET
 */
export async function sendApiRequest(
	client: PlatformClient,
	request: PlatformRequest,
): Promise<unknown> {
	const credential = await client.account.credential();
	const { dialect, apiVersion, platformUrl } = credential;
	const [typedPath, ...typedQuery] = request.path.trim().split('?');
	const segments = segmentsOf(client, platformUrl, typedPath);
	const parameters = new URLSearchParams(typedQuery.join('?'));
	const query = {
		...Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)])),
		...request.query,
	};
	refuseOtherMethod(client.node, query, request.body);
	const locations = [...locationsInPath(segments), ...locationsIn([query, request.body])].filter(
		Boolean,
	);
	// An agency's own token works for none of its locations.
	const bound = await client.at(locations[0]);
	for (const location of locations) await bound.locationFor(location);
	const path = `/${encodeURI(segments.join('/'))}`;
	const isRead = request.method === 'GET';
	const exchanged = await bound.exchange({
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
	const {
		body,
		headers: { 'content-type': type },
	} = exchanged;
	const list = [body, ...Object.values(fieldsOf(body))].find(Array.isArray);
	if (isRead && list) await bound.tellMore(exchanged, list.length);
	if (typeof body !== 'string' || body === '' || !isFile(type)) return body;
	// The write was carried out, so its response may be left out.
	if (!isRead) return '';
	const shownType = quotable(String(type), secretsOf(credential));
	throw new NodeOperationError(
		client.node,
		`The platform responded with a file (${shownType}), which cannot be returned here`,
		{
			description: `Use the HTTP Request node with this credential, the header 'Version' with the value '${request.version ?? dialect.versionOf(path, apiVersion)}', and 'File' as 'Response Format'.`,
		},
	);
}
