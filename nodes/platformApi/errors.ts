import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import {
	errorOf,
	explain,
	explainedError,
	type Explanation,
	statusForOperation,
	type StatusTexts,
	withApiWords,
} from '../http/explain';
import { type Api, type FailedRequest, type Failure, readFailure } from '../http/readFailure';
import { secretsOf, type PlatformCredential } from './credential';
import type { Right } from './dialect';
import {
	contextOf,
	leavesRecordOpen,
	PLATFORM_FAILURES,
	type PlatformFailure,
	saysThatRecordIsMissing,
} from './failureTable';
import {
	isNotFound,
	missingRecord,
	type NamedRecord,
	type ReadNamedRecords,
	recordsIn,
	saysNotThere,
} from './missingRecord';
import { readTokenFailure } from './readTokenFailure';

/** The parts of a request that explain why it did not succeed. */
export interface RequestExpectations extends Pick<FailedRequest, 'isTypedPath' | 'path'> {
	/** True where it changes nothing. */
	isRead: boolean;
	method?: string;
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** In place of the client's own. */
	version?: string;
	/** The right that the token needs (`security` of the operation in sandbox/openapi.yaml and sandbox/highLevel.yaml). */
	right?: Right;
	/** The others that the node's operation needs. */
	rights?: readonly Right[];
	/** Statuses that mean more here than for any request. That of 404 also explains other refusals of a record that is not there. */
	statuses?: StatusTexts;
	/** Says how to find out whether a write happened, as a sentence. */
	howToCheck?: string;
	/** Statuses after which the caller itself reads what became of the request. */
	isReadAfter?: readonly number[];
}

const NAME = 'The platform';

const DEFAULT_CHECK = 'Check on the platform whether it happened before you repeat it.';

/** The platform's own words about a failed request, without secrets; empty where it has said none. */
export const platformTextOf = ({ context }: NodeApiError) => String(context.apiWords ?? '');

/** A text, followed by the platform's own words where there are any. */
export const withPlatformText = (text: string, error: NodeApiError) =>
	withApiWords(text, NAME, platformTextOf(error));

/** Puts one more sentence at the end of an error's description. @returns the error */
export const addToDescription = (error: NodeApiError, note: string): NodeApiError =>
	Object.assign(error, { description: `${error.description ?? ''} ${note}`.trim() });

/** The error in the words of an operation, with the platform's own. @param context for code that handles it */
export function rewordError(
	error: NodeApiError,
	explanation: Explanation,
	context?: IDataObject,
): NodeApiError {
	const httpCode = error.httpCode ?? undefined;
	const words = platformTextOf(error);
	return explainedError(error.node, explanation, { name: NAME, words, httpCode }, context);
}

function apiOf(credential: PlatformCredential): Api {
	const { platformUrl, dialect } = credential;
	// Nobody has entered the address of HighLevel.
	const isOwnAddress = platformUrl === dialect.platformUrl;
	return {
		name: NAME,
		url: platformUrl,
		urlField: isOwnAddress
			? `what is between n8n and ${new URL(platformUrl).host}, such as a proxy`
			: "'Platform URL' of the credential",
		sendFewer: 'Or send fewer items at once with Loop Over Items and Wait nodes.',
		secrets: secretsOf(credential),
	};
}

/** The scopes that a request and its operation need, each once, the request's own first. */
function scopesOf(
	{ right, rights = [] }: RequestExpectations,
	{ dialect }: PlatformCredential,
): string[] {
	const scopes = new Set<string>();
	for (const each of right ? [right, ...rights] : []) {
		const scope = dialect.scopes[each];
		if (scope !== undefined) scopes.add(scope);
	}
	return [...scopes];
}

/** Reads once what is known of a request that did not succeed. */
function readPlatformFailure(
	error: unknown,
	request: RequestExpectations,
	credential: PlatformCredential,
): PlatformFailure {
	const { isRead, path = '', isTypedPath, statuses = {} } = request;
	const { method = 'GET', query, body, howToCheck = DEFAULT_CHECK } = request;
	const api = apiOf(credential);
	const failure = readFailure({ error, api, isWrite: !isRead, path, isTypedPath });
	const records = recordsIn({ path, query, body });
	return withMissingRecord(
		{
			...failure,
			credential,
			scopes: scopesOf(request, credential),
			howToCheck,
			tokenFailure: readTokenFailure(error, api.secrets),
			records,
			isExplainedByOperation: false,
			method,
			version: request.version ?? credential.dialect.versionOf(path, credential.apiVersion),
		},
		statuses,
		recordNamedMissing(failure, statuses, records),
	);
}

/** The record of which the platform's words or its status say that it is not there; undefined where they name none. */
function recordNamedMissing(
	{ kind, status = 0, words, responder }: Failure,
	statuses: StatusTexts,
	records: NamedRecord[],
): NamedRecord | undefined {
	if (kind !== 'refused' || responder !== 'api') return undefined;
	// The operation knows best what a status means where the words do not say that something is missing.
	const isOfOperation = statuses[status] !== undefined && !saysNotThere(words);
	return isOfOperation ? undefined : missingRecord(status, words, records);
}

/** The failure with the record that is missing. The operation's own words for 404 are about what its path leads to. */
function withMissingRecord(
	failure: PlatformFailure,
	statuses: StatusTexts,
	missing: NamedRecord | undefined,
): PlatformFailure {
	// The path ends with what the request is about.
	const subject = recordsIn({ path: failure.path }).at(-1);
	const isExplainedByOperation = statuses[404] !== undefined && missing?.name === subject?.name;
	return { ...failure, missing, isExplainedByOperation };
}

/**
 * Reads the records of the request, where the platform's words do not say which of them is missing, or whether one is. One
 * that no read can decide is not said to be missing, unless it is what the request's own path leads to.
 */
async function lookForMissingRecord(
	failure: PlatformFailure,
	{ isRead, path = '', statuses = {}, isReadAfter = [] }: RequestExpectations,
	read: ReadNamedRecords,
): Promise<PlatformFailure> {
	const { records, status = 0 } = failure;
	const isOpen = leavesRecordOpen(failure, statuses) && !isReadAfter.includes(status);
	const readable = records.filter(({ name }) => name !== 'location');
	if (!isOpen || readable.length === 0) return failure;
	const { missing, there, unknown } = await read(readable, isRead ? path : undefined);
	if (missing) return withMissingRecord(failure, statuses, missing);
	if (!saysThatRecordIsMissing(failure)) return { ...failure, records: unknown };
	const [only, other] = unknown;
	const isOnlyPossible = other === undefined && only?.isInPath;
	if (isNotFound(status) && isOnlyPossible) return withMissingRecord(failure, statuses, only);
	return { ...failure, recordsThere: there, records: unknown };
}

/** The error of a request that did not succeed, with the platform's own words and whether its outcome is unknown. */
export function toPlatformError(
	node: INode,
	error: unknown,
	request: RequestExpectations,
	credential: PlatformCredential,
): NodeApiError {
	return errorOfFailure(node, readPlatformFailure(error, request, credential), request);
}

/** The same, after the records that the request names were read where nothing else says which of them is missing. */
export async function toPlatformErrorAfterReads(
	node: INode,
	error: unknown,
	request: RequestExpectations,
	credential: PlatformCredential,
	read: ReadNamedRecords,
): Promise<NodeApiError> {
	const failure = readPlatformFailure(error, request, credential);
	return errorOfFailure(node, await lookForMissingRecord(failure, request, read), request);
}

function errorOfFailure(
	node: INode,
	failure: PlatformFailure,
	request: RequestExpectations,
): NodeApiError {
	const isOwnRecordMissing = failure.missing !== undefined && failure.isExplainedByOperation;
	const status = isOwnRecordMissing ? 404 : statusForOperation(failure);
	// An operation's sentence for a missing record would deny what was just read.
	const isAnyThere = (failure.recordsThere ?? []).length > 0;
	const ofOperation = isAnyThere ? undefined : request.statuses?.[status];
	const explanation = explain(failure, PLATFORM_FAILURES, ofOperation);
	return errorOf(node, failure, explanation, contextOf(failure));
}
