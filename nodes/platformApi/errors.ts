import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import {
	explainedError,
	failureOf,
	forPerson,
	gaveUp,
	readFailure,
	UnclearResponse,
	WHAT_TO_CORRECT,
	withSaid,
} from '../http/explain';
import type { Explanation, FailedRequest, Failure, StatusTexts } from '../http/explain';
import { noResponseOf } from '../http/failure';
import { tried } from '../utils/attempt';
import { secretsOf, type PlatformCredential } from './credential';
import { NOT_THERE, type Right } from './dialect';
import { explainCredential, missingScope } from './tokenErrors';

/** The parts of a request that explain why it did not succeed. */
export interface RequestExpectations extends Pick<FailedRequest, 'isTypedPath' | 'path'> {
	/** True where it changes nothing. */
	isRead: boolean;
	/** The right that the token needs (`security` of the operation in sandbox/openapi.yaml and sandbox/highLevel.yaml). */
	right?: Right;
	/** The others that the node's operation needs. */
	rights?: readonly Right[];
	/** Statuses that mean more here than for any request. */
	statuses?: StatusTexts;
	/** Says how to find out whether a write happened, as a sentence. */
	howToCheck?: string;
}

const PLATFORM = {
	name: 'The platform',
	urlField: "'Platform URL' of the credential",
	sendFewer: 'Or send fewer items at once with Loop Over Items and Wait nodes.',
};

/** The platform's own words about a failed request, without secrets; empty where it has said none. */
export const platformTextOf = ({ context }: NodeApiError) => String(context.said ?? '');

/** A text, followed by the platform's own words where there are any. */
export const withPlatformText = (text: string, error: NodeApiError) =>
	withSaid(text, PLATFORM.name, platformTextOf(error));

/** The error, with one more sentence in its description. */
export const noted = (error: NodeApiError, note: string): NodeApiError =>
	Object.assign(error, { description: `${error.description ?? ''} ${note}`.trim() });

/** The error in the words of an operation, with the platform's own. @param context for code that handles it */
export function reworded(
	error: NodeApiError,
	explanation: Explanation,
	context?: IDataObject,
): NodeApiError {
	const httpCode = error.httpCode ?? undefined;
	const said = platformTextOf(error);
	return explainedError(error.node, explanation, { name: PLATFORM.name, said, httpCode }, context);
}

/** The meaning of statuses for any operation. */
const statusesFor = (credential: PlatformCredential, scopes: string[]): StatusTexts => ({
	403: forPerson(missingScope(credential, scopes)),
	404: {
		message: 'The platform found nothing under this ID',
		whatToDo: 'Check the IDs, and that they belong to the location of the credential.',
	},
	409: { message: 'The platform reports a conflict with existing data', whatToDo: WHAT_TO_CORRECT },
	422: {
		message: 'A field is missing, or has a value that the platform cannot read',
		whatToDo: WHAT_TO_CORRECT,
	},
});

/** The reason why nobody knows whether a write was carried out; undefined where that is known. */
function doubtOf({ error, status, said, isWrite }: Failure): string | undefined {
	if (!isWrite) return undefined;
	if (error instanceof UnclearResponse)
		return "the platform's response does not say what became of the request";
	if (status !== undefined)
		// 303 says that it was processed (RFC 9110, 15.4.4), but not how it ended.
		return status === 303 || gaveUp(status, said)
			? `the platform responded with status ${status}`
			: undefined;
	const { kind, code, reason } = noResponseOf(error);
	if (kind === 'unsent') return undefined;
	return `${kind === 'garbled' ? "the platform's response cannot be read" : 'the connection ended before the platform responded'} (${code ?? reason})`;
}

/** The error of a request that did not succeed, with the platform's own words and whether its outcome is unknown. */
export function toPlatformError(
	node: INode,
	error: unknown,
	{
		isRead,
		right,
		rights = [],
		statuses = {},
		howToCheck = 'Check on the platform whether it happened before you repeat it.',
		...typed
	}: RequestExpectations,
	credential: PlatformCredential,
): NodeApiError {
	const { platformUrl, dialect } = credential;
	const api = { ...PLATFORM, url: platformUrl, secrets: secretsOf(credential) };
	// Nobody has entered the address of HighLevel.
	if (platformUrl === dialect.platformUrl)
		api.urlField = `what is between n8n and ${new URL(platformUrl).host}, such as a proxy`;
	const needed = right ? [right, ...rights] : [];
	const scopes = [...new Set(needed.flatMap((each) => dialect.scopes[each] ?? []))];
	const failed = readFailure({
		...typed,
		error,
		api,
		isWrite: !isRead,
		statuses: { ...statusesFor(credential, scopes), ...statuses },
	});
	const { said, instead } = failed;
	if (NOT_THERE.test(said) && statuses[404] && !typed.isTypedPath) {
		for (const status of [400, 422]) failed.statuses[status] = statuses[status] ?? statuses[404];
	}
	const ofCredential = tried(() => explainCredential(failed, credential, scopes), undefined);
	if (ofCredential) return failureOf(node, failed, forPerson(ofCredential));
	const doubt = doubtOf(failed);
	const unknownOutcome: Explanation | undefined =
		doubt === undefined
			? undefined
			: {
					message: `Outcome unknown: ${doubt}, so it may or may not have gone through`,
					whatToDo: `Sending it again could do it twice. ${howToCheck}`,
					forModel:
						'Do not send it again: that could do it twice. A person has to check on the platform whether it happened.',
				};
	return failureOf(node, failed, unknownOutcome, {
		outcomeUnknown: doubt !== undefined,
		isOfPlatform: instead === undefined,
	});
}
