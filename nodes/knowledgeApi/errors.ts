import type { INode, NodeApiError } from 'n8n-workflow';

import { isPage } from '../http/body';
import { httpStatusOf, networkCodeOf, responseBodyOf } from '../http/failure';
import { responseTextOf } from '../http/responseText';
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

/** What happened, and what to do about it. */
type Text = [message: string, description: string];

const CHECK_BASE_URL =
	"Check 'Base URL' in the credential: it is the part of the address before /v1.";

/**
 * Explains a failed lookup: what happened, and what to do.
 *
 * The result is a new error and does not wrap the given one, which holds the request with its
 * header, and would be kept with the execution's data.
 */
export function toKnowledgeError(node: INode, error: unknown, failed: FailedLookUp): NodeApiError {
	const status = httpStatusOf(error);
	const [message, description] =
		status === undefined ? withoutResponse(error, failed) : withStatus(status, error, failed);
	// An API may repeat a key that it rejects, with or without the scheme before it.
	const { secret } = failed;
	const said = responseTextOf(error, [secret, secret.split(/\s/).at(-1) ?? '']);
	return apiError(node, message, {
		description: said ? `${description} The API says: ${said}` : description,
		httpCode: status?.toString(),
	});
}

/** The response to a lookup that succeeded, but is no JSON: most often a page of another site. */
export function notJson(node: INode, baseUrl: string): NodeApiError {
	return apiError(node, `${baseUrl} did not respond with JSON`, { description: CHECK_BASE_URL });
}

/** A record was asked for, and the response is empty. */
export function notFound(node: INode, target: LookUpTarget): NodeApiError {
	const [message, description] = unknownSlug(target, undefined);
	return apiError(node, message, { description, httpCode: '404' });
}

function withoutResponse(error: unknown, { baseUrl }: FailedLookUp): Text {
	const code = networkCodeOf(error);
	if (code === undefined) return [`The lookup could not be sent to ${baseUrl}`, reasonOf(error)];
	if (code === 'ECONNREFUSED') {
		return [
			`Nothing responds at ${baseUrl}`,
			`${CHECK_BASE_URL} If it is right, the knowledge API is not running.`,
		];
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return [
			`The host ${new URL(baseUrl).host} was not found`,
			`${CHECK_BASE_URL} If it is right, check that n8n can resolve this host name.`,
		];
	}
	return [
		`No complete response came from ${baseUrl}`,
		`Retries did not help. Try again later. ${CHECK_BASE_URL}`,
	];
}

const REFUSED = "Check 'Header Name' and 'Header Value' in the credential.";

function withStatus(status: number, error: unknown, { baseUrl, path, target }: FailedLookUp): Text {
	if (status === 404 && target) return unknownSlug(target, error);
	const known: Partial<Record<number, Text>> = {
		401: [`The knowledge API refused the credential (HTTP ${status})`, REFUSED],
		403: [`The knowledge API refused the credential (HTTP ${status})`, REFUSED],
		404: [`There is nothing at ${baseUrl}${path}`, `${CHECK_BASE_URL} If it is right, there may be no match.`],
		429: [
			'The knowledge API received too many requests (HTTP 429)',
			"Lower 'Concurrent Requests' under 'Options', or run the workflow again later.",
		],
	};
	const redirected: Text = [
		`${baseUrl} redirects to another address (HTTP ${status})`,
		"Enter the address that it redirects to as 'Base URL' in the credential.",
	];
	const down: Text = [`The knowledge API could not respond (HTTP ${status})`, 'Retries did not help. Try again later.'];
	const refused: Text = [`The knowledge API did not accept the request (HTTP ${status})`, "Check the node's parameters."];
	if (status < 400) return redirected;
	return known[status] ?? (status < 500 ? refused : down);
}

function unknownSlug({ kind, slug }: LookUpTarget, error: unknown): Text {
	const spelling = `Check the spelling of 'Slug'. It is often the last part of the URL of the ${kind}'s page.`;
	// A server that knows nothing of the API sends 404 as well, with a page.
	const check = isPage(responseBodyOf(error)) ? ` ${CHECK_BASE_URL}` : '';
	return [`No ${kind} found for slug '${slug}'`, `${spelling}${check}`];
}

/** What n8n or its HTTP client says, e.g. of a certificate or of the credential's header. */
function reasonOf(error: unknown): string {
	const { messages, description, message } = error as Partial<NodeApiError>;
	return description ?? messages?.[0] ?? message ?? CHECK_BASE_URL;
}
