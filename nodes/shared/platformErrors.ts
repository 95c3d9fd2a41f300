import type { IDataObject, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { PlatformCredential } from './credential';
import { secretsOf } from './credential';
import {
	causesOf,
	httpStatusOf,
	networkCodeOf,
	responseBodyOf,
	wasSurelyNotSent,
} from './http';
import { authorisationMeaning } from './authorisationErrors';

/** What a status means for one request: what happened, and what to do about it. */
export interface Meaning {
	message: string;
	whatToDo: string;
}

export type Meanings = Partial<Record<number, Meaning>>;

/** What is known of a request when it did not succeed. */
export interface FailedRequest {
	method: string;
	/** Scope that the platform wants for it. Contract: Endpoints, column Scope. */
	scope?: string;
	/** The endpoint's own rows of the contract's Errors tables. */
	meanings?: Meanings;
	/** For a write: how to find out whether it happened, as a sentence. */
	howToCheck?: string;
	itemIndex?: number;
}

/** An answer may be a whole HTML page; a message should stay readable. */
const MAX_PLATFORM_TEXT = 500;

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The human-readable part of an error body. Contract: "Shape of the error body: not shown". */
function textOf(body: unknown, depth = 0): string | undefined {
	if (typeof body === 'string') {
		const text = body.trim();
		return text === '' || text.startsWith('<') ? undefined : text;
	}
	if (Array.isArray(body)) {
		const texts = body.map((entry) => textOf(entry, depth + 1)).filter((entry) => entry);
		return texts.length > 0 ? texts.join('; ') : undefined;
	}
	if (!isRecord(body) || depth > 3) return undefined;
	for (const key of ['message', 'error_description', 'detail', 'details', 'errors', 'error', 'msg']) {
		const found = textOf(body[key], depth + 1);
		if (found) return found;
	}
	return undefined;
}

/** The platform's own words, shortened, without any secret of the credential. */
export function platformTextOf(error: unknown, secrets: readonly string[]): string | undefined {
	const text = textOf(responseBodyOf(error));
	return text === undefined ? undefined : withoutSecrets(text, secrets).slice(0, MAX_PLATFORM_TEXT);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
	const known = secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[hidden]'), text);
	// A token that the core has just renewed is not known here.
	return known.replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [hidden]');
}

function isWrite({ method }: FailedRequest): boolean {
	return method !== 'GET';
}

function hostOf(credential: PlatformCredential): string {
	return /^https?:\/\/([^/]+)/i.exec(credential.platformUrl)?.[1] ?? credential.platformUrl;
}

function outcomeUnknown(what: string, request: FailedRequest): Meaning {
	return {
		message: `Outcome unknown: ${what}, so it may or may not have been carried out`,
		whatToDo: `It was not sent again, because that could do it twice. ${
			request.howToCheck ?? 'Check on the platform whether it happened before you repeat it.'
		}`,
	};
}

/** The certificate did not convince, or the address is none: the request was never written. */
const NEVER_WRITTEN = /^(CERT_|DEPTH_ZERO|EPROTO|ERR_INVALID_URL|ERR_SSL|ERR_TLS|SELF_SIGNED|UNABLE_TO_)/;

/**
 * Whether the request certainly stayed here. Failures of a connection carry a code; those without
 * one come from checks before sending, such as n8n's own protection against internal addresses.
 */
function neverLeft(error: unknown): boolean {
	if (wasSurelyNotSent(error)) return true;
	const codes = causesOf(error).map(({ code }) => code);
	const known = codes.filter((code): code is string => typeof code === 'string');
	return known.every((code) => NEVER_WRITTEN.test(code));
}

function reasonOf(error: unknown): string {
	const code = networkCodeOf(error);
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return 'no answer in time';
	return code ?? (error instanceof Error ? error.message : 'no answer');
}

function unreachable(error: unknown, request: FailedRequest, host: string): Meaning {
	if (isWrite(request) && !neverLeft(error)) {
		return outcomeUnknown('the connection ended before the platform answered', request);
	}
	return {
		message: `The platform at ${host} could not be reached (${reasonOf(error)})`,
		whatToDo: `${isWrite(request) ? 'Nothing was carried out. ' : ''}Check the 'Platform URL' of the credential, and whether n8n may connect to it.`,
	};
}

function meaningOfStatus(status: number, request: FailedRequest): Meaning {
	const own = request.meanings?.[status];
	if (own) return own;
	if (status === 403) {
		const scope = request.scope ? `the scope '${request.scope}'` : 'the scope for it';
		return {
			message: `The credential is not allowed to do this: it lacks ${scope}, or belongs to another location`,
			// The box of a list that cannot be loaded shows three lines of it.
			whatToDo: `Add ${scope} to the app or token and the credential, then reconnect.`,
		};
	}
	if (status === 404) {
		return {
			message: 'The platform has nothing under this ID',
			whatToDo: 'Check the IDs, and that they belong to the location of the credential.',
		};
	}
	if (status === 409) {
		return {
			message: 'The platform refused, because this contradicts what it has stored',
			whatToDo: 'Read its answer and change the values.',
		};
	}
	if (status === 422) {
		return {
			message: 'The platform found a field missing or could not read a value',
			whatToDo: 'Read its answer and complete the fields.',
		};
	}
	if (status === 429) {
		return {
			message: 'The platform is receiving too many requests',
			whatToDo:
				'Nothing was carried out for this item. Try again later, or send fewer items at once with a Loop Over Items and a Wait node.',
		};
	}
	if (status >= 500) {
		if (isWrite(request)) return outcomeUnknown(`the platform answered with status ${status}`, request);
		return {
			message: `The platform could not answer (status ${status}), also when asked again`,
			whatToDo: 'Try again later.',
		};
	}
	if (status >= 300 && status < 400) {
		return {
			message: `The platform answered with a redirect (status ${status})`,
			whatToDo: "Enter the address that it redirects to as 'Platform URL' of the credential.",
		};
	}
	return {
		message: `The platform did not accept the request (status ${status})`,
		whatToDo: 'Read its answer and change the values.',
	};
}

function meaningOf(error: unknown, request: FailedRequest, credential: PlatformCredential): Meaning {
	const authorisation = authorisationMeaning(error, credential, request.scope);
	if (authorisation) return authorisation;
	const status = httpStatusOf(error);
	if (status !== undefined) return meaningOfStatus(status, request);
	return unreachable(error, request, hostOf(credential));
}

/**
 * The one place where a failed call becomes n8n's error: what happened, what to do, and the
 * platform's own text in the description. The original is not attached, because the HTTP client's
 * error carries the request with its Authorization header.
 */
export function toPlatformError(
	node: INode,
	error: unknown,
	request: FailedRequest,
	credential: PlatformCredential,
): NodeApiError {
	const secrets = secretsOf(credential);
	const { message, whatToDo } = meaningOf(error, request, credential);
	const said = platformTextOf(error, secrets);
	const description = said ? `${whatToDo} The platform says: "${said}"` : whatToDo;
	const status = httpStatusOf(error);
	const clean = withoutSecrets(message, secrets);
	const failure = new NodeApiError(node, { message: clean } as JsonObject, {
		message: clean,
		description,
		httpCode: status === undefined ? undefined : String(status),
		itemIndex: request.itemIndex,
	});
	// n8n replaces a message that happens to contain a socket code such as ECONNREFUSED.
	failure.message = clean;
	return failure;
}
