import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { explainedError, failureOf, insteadOfApi, saidIn, UnclearResponse, WHAT_TO_CORRECT, withSaid } from '../http/explain';
import type { Explanation, FailedRequest, StatusTexts } from '../http/explain';
import { httpStatusOf, noResponseOf } from '../http/failure';
import { tried } from '../utils/attempt';
import { secretsOf, type PlatformCredential } from './credential';
import { type Right } from './dialect';
import { explainCredential, forPerson, missingScope } from './tokenErrors';

/** How a caller puts what the platform refuses, in the words of its fields. */
export interface Wording {
	/** What statuses mean, where that is more than for any request. */
	statuses?: StatusTexts;
	/** For a write: how to find out whether it happened, as a sentence. */
	howToCheck?: string;
}

/** What is known of a request when it did not succeed. */
export interface RequestExpectations extends Wording, Pick<FailedRequest, 'isTypedPath' | 'path'> {
	/** Whether it changes nothing. */
	isRead: boolean;
	/** What the token needs for it (`security` of the operation in sandbox/openapi.yaml and sandbox/highLevel.yaml). */
	right?: Right;
}

const PLATFORM = {
	name: 'The platform',
	urlField: "'Platform URL' of the credential",
	sendFewer: 'Or send fewer items at once with Loop Over Items and Wait nodes.',
};

/** Whether a write may or may not have been carried out. */
export function isOutcomeUnknown(error: unknown): boolean {
	return error instanceof NodeApiError && error.context.outcomeUnknown === true;
}

/** The platform's own words about a failed request, without secrets; empty where it has said none. */
export function platformTextOf(error: unknown): string {
	const text = error instanceof NodeApiError ? error.context.said : undefined;
	return typeof text === 'string' ? text : '';
}

/** A text, followed by the platform's own words where there are any. */
export function withPlatformText(text: string, said: string): string {
	return withSaid(text, PLATFORM, said);
}

/** The error, with one more sentence in its description. */
export function noted(error: NodeApiError, note: string): NodeApiError {
	return Object.assign(error, { description: `${error.description ?? ''} ${note}`.trim() });
}

/** What a refusal means for the operation, with the platform's own words. @param context what code decides by */
export function reworded(error: NodeApiError, explanation: Explanation, context?: IDataObject): NodeApiError {
	const response = { name: PLATFORM.name, said: platformTextOf(error), httpCode: error.httpCode ?? undefined };
	return explainedError(error.node, explanation, response, context);
}

/** What statuses mean for any operation. */
const statusesFor = (scope: string | undefined): StatusTexts => ({
	403: forPerson(missingScope(scope)),
	404: {
		message: 'The platform found nothing under this ID',
		whatToDo: "Check the IDs, that they belong to the location of the credential, and its 'Platform URL'.",
	},
	409: { message: 'The platform reports a conflict with existing data', whatToDo: WHAT_TO_CORRECT },
	422: { message: 'A field is missing, or has a value that the platform cannot read', whatToDo: WHAT_TO_CORRECT },
});

/** Why nobody knows whether a write was carried out; undefined where that is known. */
function doubtOf(error: unknown): string | undefined {
	if (error instanceof UnclearResponse) return "the platform's response does not say what became of the request";
	const status = httpStatusOf(error);
	if (status !== undefined) return status >= 500 ? `the platform responded with status ${status}` : undefined;
	const { kind, code } = noResponseOf(error);
	if (kind === 'unsent') return undefined;
	return `${kind === 'garbled' ? "the platform's response cannot be read" : 'the connection ended before the platform responded'} (${code})`;
}

/** What became of a request that did not succeed, with the platform's own words and whether that is unknown. */
export function toPlatformError(
	node: INode,
	error: unknown,
	{ isRead, right, statuses, howToCheck = 'Check on the platform whether it happened before you repeat it.', ...typed }: RequestExpectations,
	credential: PlatformCredential,
): NodeApiError {
	const api = { ...PLATFORM, url: credential.platformUrl, secrets: secretsOf(credential) };
	const scope = right && credential.dialect.scopeFor(right);
	const failed = { ...typed, error, api, isWrite: !isRead, statuses: { ...statusesFor(scope), ...statuses } };
	const ofCredential = tried(() => explainCredential(error, credential, saidIn(failed), scope), undefined);
	if (ofCredential) return failureOf(node, failed, forPerson(ofCredential));
	const doubt = isRead ? undefined : doubtOf(error);
	const unknownOutcome = doubt && {
		message: `Outcome unknown: ${doubt}, so it may or may not have gone through`,
		whatToDo: `Sending it again could do it twice. ${howToCheck}`,
		forModel: 'Do not send it again: that could do it twice. A person has to check on the platform whether it happened.',
	};
	const context = { outcomeUnknown: doubt !== undefined, isOfPlatform: insteadOfApi(failed) === undefined };
	return failureOf(node, failed, unknownOutcome || undefined, context);
}
