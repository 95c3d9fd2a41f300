import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { causesOf, httpStatusOf, networkCodeOf, wasNotSent } from '../http/failure';
import { responseTextOf, withoutSecrets } from '../http/responseText';
import { apiError } from '../n8n/apiError';
import type { PlatformCredential } from './credential';
import { secretsOf } from './credential';
import type { Explanation } from './tokenErrors';
import { explainTokenError } from './tokenErrors';

/** What is known of a request when it did not succeed. */
export interface FailedRequest {
	method: string;
	/** Scope that the platform wants for it (`security` of the operation in sandbox/openapi.yaml). */
	scope?: string;
	/** What statuses mean for this operation, where that is more than for any. */
	statuses?: Partial<Record<number, Explanation>>;
	/** For a write: how to find out whether it happened, as a sentence. */
	howToCheck?: string;
}

const OUTCOME_UNKNOWN = 'Outcome unknown';

/** Whether a write may or may not have been carried out. */
export function isOutcomeUnknown(error: unknown): boolean {
	return error instanceof NodeApiError && error.context.outcomeUnknown === true;
}

/** A response to a write, with a status of success, that does not say what became of the write. */
export class UnclearResponse {
	constructor(readonly response: { data: unknown }) {}
}

/**
 * The certificate was rejected, or the address is invalid: the request was never written. Other errors of
 * TLS may also come with the response.
 */
const NEVER_WRITTEN = /^(CERT_|DEPTH_ZERO|ERR_INVALID_URL|ERR_TLS_CERT_ALTNAME_INVALID|SELF_SIGNED|UNABLE_TO_)/;

/**
 * Whether the request certainly stayed here. Failures of a connection carry a code; those without
 * one come from checks before sending, such as n8n's own protection against internal addresses.
 */
function neverLeft(error: unknown): boolean {
	const codes = causesOf(error).flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
	return wasNotSent(error) || codes.every((code) => NEVER_WRITTEN.test(code));
}

/** Why nobody knows whether a write was carried out; undefined where that is known. */
function doubtOf(error: unknown, status: number | undefined): string | undefined {
	if (error instanceof UnclearResponse) return "the platform's response does not say what became of the request";
	if (status !== undefined) return status >= 500 ? `the platform responded with status ${status}` : undefined;
	return neverLeft(error) ? undefined : 'the connection ended before the platform responded';
}

function unreachable(error: unknown, { method }: FailedRequest, { platformUrl }: PlatformCredential): Explanation {
	const code = networkCodeOf(error);
	const isLate = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	const reason = isLate ? 'no response in time' : (code ?? (error instanceof Error ? error.message : 'no response'));
	return {
		message: `The platform at ${new URL(platformUrl).host} could not be reached (${reason})`,
		whatToDo: `${method === 'GET' ? '' : 'Nothing was changed. '}Check the 'Platform URL' of the credential, and that n8n can connect to it.`,
	};
}

/** What a status means for any operation. */
const STATUSES: Record<number, Explanation> = {
	404: {
		message: 'The platform found nothing under this ID',
		whatToDo: 'Check the IDs, and that they belong to the location of the credential.',
	},
	409: {
		message: 'The platform reports a conflict with existing data',
		whatToDo: 'Read its response and change the values.',
	},
	422: {
		message: 'A field is missing, or has a value that the platform cannot read',
		whatToDo: 'Read its response and complete the fields.',
	},
	429: {
		message: 'The platform received too many requests',
		whatToDo:
			'Nothing was changed for this item. Try again later, or send fewer items at once with Loop Over Items and Wait nodes.',
	},
};

function explainStatus(status: number, request: FailedRequest): Explanation {
	const known = request.statuses?.[status] ?? STATUSES[status];
	if (known) return known;
	if (status === 403) {
		const scope = request.scope ? `the scope '${request.scope}'` : 'the scope for it';
		return forPerson({
			message: `The credential is not allowed to do this: it lacks ${scope}, or belongs to another location`,
			// The editor shows three lines of it where a list cannot be loaded.
			whatToDo: `Add ${scope} to the app or token and the credential, then reconnect.`,
		});
	}
	if (status >= 500) {
		return {
			message: `The platform could not respond (status ${status}), even after retries`,
			whatToDo: 'Try again later.',
		};
	}
	if (status < 400) {
		return {
			message: `The platform responded with a redirect (status ${status})`,
			whatToDo: "Enter the address that it redirects to as 'Platform URL' of the credential.",
		};
	}
	return {
		message: `The platform did not accept the request (status ${status})`,
		whatToDo: 'Read its response and change the values.',
	};
}

/** Only a person can do it. */
function forPerson(explanation: Explanation): Explanation {
	return { ...explanation, forModel: `A person has to do this: ${explanation.whatToDo}` };
}

function explain(error: unknown, request: FailedRequest, credential: PlatformCredential): Explanation {
	// Whatever its words: the write may have been carried out.
	const isUnclear = error instanceof UnclearResponse;
	const ofToken = isUnclear ? undefined : explainTokenError(error, credential, request.scope);
	if (ofToken) return forPerson(ofToken);
	const status = httpStatusOf(error);
	const doubt = request.method === 'GET' ? undefined : doubtOf(error, status);
	if (doubt) {
		const { howToCheck = 'Check on the platform whether it happened before you repeat it.' } = request;
		return {
			message: `${OUTCOME_UNKNOWN}: ${doubt}, so it may or may not have gone through`,
			whatToDo: `Sending it again could do it twice. ${howToCheck}`,
			forModel: 'Do not send it again: that could do it twice. A person has to check on the platform whether it happened.',
		};
	}
	return status === undefined ? unreachable(error, request, credential) : explainStatus(status, request);
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
	const { message, whatToDo, forModel } = explain(error, request, credential);
	const said = responseTextOf(error, secrets);
	const withText = (text: string) => (said ? `${text} The platform says: "${said}"` : text);
	const httpCode = httpStatusOf(error)?.toString();
	const failure = apiError(node, withoutSecrets(message, secrets), { description: withText(whatToDo), httpCode });
	if (forModel) failure.context.forModel = withText(forModel);
	if (message.startsWith(OUTCOME_UNKNOWN)) failure.context.outcomeUnknown = true;
	return failure;
}
