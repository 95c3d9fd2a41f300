import type { INode, NodeApiError } from 'n8n-workflow';

import { httpStatusOf, networkCodeOf, responseBodyOf } from '../http/failure';
import { withoutSecrets } from '../http/secrets';
import { apiError } from '../n8n/apiError';

/** One thing asked for by its slug. */
export interface LookUpTarget {
	/** As it reads in a sentence: "glossary term", "feature". */
	kind: string;
	slug: string;
}

export interface FailedLookUp {
	/** Holds no user name, password or query. */
	baseUrl: string;
	path: string;
	target?: LookUpTarget;
	/** The credential's header value, empty where there is none; the API may repeat it. */
	secret: string;
}

interface Text {
	message: string;
	description: string;
}

const CHECK_BASE_URL =
	"Check 'Base URL' in the credential: it is the part of the address before /v1.";

/** Longest part of the API's own text that is passed on. */
const MAX_OWN_TEXT = 300;

/**
 * Explains a failed lookup: what happened, and what to do.
 *
 * The result is a new error and does not wrap the given one, which holds the request with its
 * header, and would be kept with the execution's data.
 */
export function toKnowledgeError(node: INode, error: unknown, failed: FailedLookUp): NodeApiError {
	const status = httpStatusOf(error);
	const text =
		status === undefined ? withoutResponse(error, failed) : withStatus(status, error, failed);
	const own = ownTextOf(responseBodyOf(error), failed.secret);
	return build(node, text.message, own ? `${text.description} ${own}` : text.description, status);
}

/** The response to a lookup that succeeded, but is no JSON: most often a page of another site. */
export function notJson(node: INode, baseUrl: string): NodeApiError {
	return build(node, `${baseUrl} did not respond with JSON`, CHECK_BASE_URL);
}

/** A record was asked for, and the response is empty. */
export function notFound(node: INode, target: LookUpTarget): NodeApiError {
	const { message, description } = unknownSlug(target, undefined);
	return build(node, message, description, 404);
}

function build(node: INode, message: string, description: string, status?: number): NodeApiError {
	return apiError(node, message, { description, httpCode: status?.toString() });
}

function withoutResponse(error: unknown, { baseUrl }: FailedLookUp): Text {
	const { host } = new URL(baseUrl);
	switch (networkCodeOf(error)) {
		case 'ECONNREFUSED':
			return {
				message: `Nothing responds at ${baseUrl}`,
				description: `${CHECK_BASE_URL} If it is right, the knowledge API is not running.`,
			};
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return {
				message: `The host ${host} was not found`,
				description: `${CHECK_BASE_URL} If it is right, check that n8n can resolve this host name.`,
			};
		case undefined:
			return {
				message: `The lookup could not be sent to ${baseUrl}`,
				description: reasonOf(error),
			};
		default:
			return {
				message: `No complete response came from ${baseUrl}`,
				description: `Retries did not help. Try again later. ${CHECK_BASE_URL}`,
			};
	}
}

function withStatus(status: number, error: unknown, { baseUrl, path, target }: FailedLookUp): Text {
	if (status === 404 && target) return unknownSlug(target, error);
	if (status === 404) {
		return {
			message: `There is nothing at ${baseUrl}${path}`,
			description: `${CHECK_BASE_URL} If it is right, there may be no match.`,
		};
	}
	if (status === 401 || status === 403) {
		return {
			message: `The knowledge API refused the credential (HTTP ${status})`,
			description: "Check 'Header Name' and 'Header Value' in the credential.",
		};
	}
	if (status === 429) {
		return {
			message: 'The knowledge API received too many requests (HTTP 429)',
			description: "Lower 'Concurrent Requests' under 'Options', or run the workflow again later.",
		};
	}
	if (status >= 500) {
		return {
			message: `The knowledge API could not respond (HTTP ${status})`,
			description: 'Retries did not help. Try again later.',
		};
	}
	if (status < 400) {
		return {
			message: `${baseUrl} redirects to another address (HTTP ${status})`,
			description: "Enter the address that it redirects to as 'Base URL' in the credential.",
		};
	}
	return {
		message: `The knowledge API did not accept the request (HTTP ${status})`,
		description: "Check the node's parameters.",
	};
}

function unknownSlug({ kind, slug }: LookUpTarget, error: unknown): Text {
	const spelling = `Check the spelling of 'Slug'. It is often the last part of the URL of the ${kind}'s page.`;
	return {
		message: `No ${kind} found for slug '${slug}'`,
		// A server that knows nothing of the API sends 404 as well, with a page.
		description: isPage(responseBodyOf(error)) ? `${spelling} ${CHECK_BASE_URL}` : spelling,
	};
}

function isPage(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

/** The API's own words. The shape of an error's body is not shown: a text, or one under a usual name. */
function ownTextOf(body: unknown, secret: string): string {
	let text = '';
	if (typeof body === 'string' && !isPage(body)) {
		text = body;
	} else if (typeof body === 'object' && body !== null) {
		const { message, error, detail } = body as Record<string, unknown>;
		text = [message, error, detail].find((value) => typeof value === 'string') ?? '';
	}
	// An API may repeat a key that it rejects, with or without the scheme before it.
	const secrets = [secret, secret.split(/\s/).at(-1) ?? ''];
	const clean = withoutSecrets(text.trim(), secrets).slice(0, MAX_OWN_TEXT);
	return clean === '' ? '' : `The API says: ${clean}`;
}

/** What n8n or its HTTP client says, e.g. of a certificate or of the credential's header. */
function reasonOf(error: unknown): string {
	const { messages, description, message } = error as Partial<NodeApiError>;
	return description ?? messages?.[0] ?? message ?? CHECK_BASE_URL;
}
