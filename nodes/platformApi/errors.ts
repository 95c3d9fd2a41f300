import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import type { Api, Explanation, Failed, StatusTexts } from '../http/explain';
import { failureOf, insteadOfApi, saidIn, UnclearResponse, withSaid } from '../http/explain';
import { httpStatusOf, wasNotSent } from '../http/failure';
import { noResponseOf } from '../http/noResponse';
import { apiError } from '../n8n/apiError';
import { tried } from '../utils/attempt';
import { secretsOf, type PlatformCredential } from './credential';
import type { Dialect, Right } from './dialect';
import { explainTokenError, missingScope } from './tokenErrors';

/** How a caller puts what the platform refuses, in the words of its fields. */
export interface Wording {
	/** What statuses mean, where that is more than for any request. */
	statuses?: StatusTexts;
	/** For a write: how to find out whether it happened, as a sentence. */
	howToCheck?: string;
}

/** What is known of a request when it did not succeed. */
export interface RequestExpectations extends Wording {
	/** Whether it changes nothing. */
	isRead: boolean;
	/** What the token needs for it (`security` of the operation in sandbox/openapi.yaml and sandbox/highLevel.yaml). */
	right?: Right;
	path?: string;
	/** Whether somebody has typed the path. */
	isTypedPath?: boolean;
}

const PLATFORM: Omit<Api, 'url' | 'secrets'> = {
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
	const text = error instanceof NodeApiError ? error.context.platformText : undefined;
	return typeof text === 'string' ? text : '';
}

/** A text, followed by the platform's own words where there are any. */
export function withPlatformText(text: string, platformText: string): string {
	return withSaid(text, PLATFORM, platformText);
}

/** The error, with one more sentence in its description. */
export function noted(error: NodeApiError, note: string): NodeApiError {
	return Object.assign(error, { description: `${error.description ?? ''} ${note}`.trim() });
}

/** What a refusal means for the operation, with the platform's own words. @param context what code decides by */
export function reworded(
	error: NodeApiError,
	{ message, whatToDo, forModel = whatToDo }: Explanation,
	context: IDataObject = {},
): NodeApiError {
	const platformText = platformTextOf(error);
	return apiError(error.node, message, {
		description: withPlatformText(whatToDo, platformText),
		httpCode: error.httpCode ?? undefined,
		context: { ...context, platformText, forModel: withPlatformText(forModel, platformText) },
	});
}

/** Whether the request certainly stayed here; what has no code comes from checks of n8n's own before sending. */
function neverLeft(error: unknown): boolean {
	const found = noResponseOf(error);
	return wasNotSent(error) || found === undefined || found.isUnsent === true;
}

/** Why nobody knows whether a write was carried out; undefined where that is known. */
function doubtOf(error: unknown): string | undefined {
	if (error instanceof UnclearResponse) return "the platform's response does not say what became of the request";
	const status = httpStatusOf(error);
	if (status !== undefined) return status >= 500 ? `the platform responded with status ${status}` : undefined;
	if (neverLeft(error)) return undefined;
	const { isGarbled, code } = noResponseOf(error) ?? {};
	return `${isGarbled ? "the platform's response cannot be read" : 'the connection ended before the platform responded'} (${code})`;
}

function unknownOutcome(
	doubt: string,
	howToCheck = 'Check on the platform whether it happened before you repeat it.',
): Explanation {
	return {
		message: `Outcome unknown: ${doubt}, so it may or may not have gone through`,
		whatToDo: `Sending it again could do it twice. ${howToCheck}`,
		forModel: 'Do not send it again: that could do it twice. A person has to check on the platform whether it happened.',
	};
}

/** Only a person can do it. */
function forPerson(explanation: Explanation): Explanation {
	return { ...explanation, forModel: `A person has to do this: ${explanation.whatToDo}` };
}

/** What statuses mean for any operation. */
function statusesFor(scope: string | undefined): StatusTexts {
	return {
		403: forPerson(missingScope(scope)),
		404: {
			message: 'The platform found nothing under this ID',
			whatToDo: "Check the IDs, that they belong to the location of the credential, and its 'Platform URL'.",
		},
		409: {
			message: 'The platform reports a conflict with existing data',
			whatToDo: "See the platform's message below, then correct the fields.",
		},
		422: {
			message: 'A field is missing, or has a value that the platform cannot read',
			whatToDo: "See the platform's message below, then correct the fields.",
		},
	};
}

const [OF_VERSION, OF_DATES] = [/\bversion\b/i, /\b(start|end)_?date\b/i];

/** What shows that the platform speaks the other form of the API: it names the header or the dates, which are never wrong in its own. */
function explainForm(status: number | undefined, said: string, { otherForm, checkVersion }: Dialect): Explanation | undefined {
	if (![400, 401, 422].includes(status ?? 0)) return undefined;
	if (OF_VERSION.test(said)) {
		return { message: "The platform does not accept the 'Version' header of the request", whatToDo: `${otherForm} ${checkVersion}`.trim() };
	}
	return OF_DATES.test(said) ? { message: 'The platform does not accept the dates of the request', whatToDo: otherForm } : undefined;
}

/** What became of a request that did not succeed, with the platform's own words and whether that is unknown. */
export function toPlatformError(
	node: INode,
	error: unknown,
	{ isRead, right, statuses, howToCheck, path, isTypedPath }: RequestExpectations,
	credential: PlatformCredential,
): NodeApiError {
	const api = { ...PLATFORM, url: credential.platformUrl, secrets: secretsOf(credential) };
	const isWrite = !isRead;
	const scope = right && credential.dialect.scopes[right];
	const failed: Failed = { error, api, isWrite, path, isTypedPath, statuses: { ...statusesFor(scope), ...statuses } };
	const platformText = saidIn(failed);
	const ofForm = explainForm(httpStatusOf(error), platformText, credential.dialect);
	const ofToken = tried(() => ofForm ?? explainTokenError(error, credential, platformText, scope), undefined);
	if (ofToken) return failureOf(node, failed, forPerson(ofToken), { platformText });
	const doubt = isWrite ? doubtOf(error) : undefined;
	const inDoubt = doubt ? unknownOutcome(doubt, howToCheck) : undefined;
	const isOfPlatform = insteadOfApi(failed) === undefined;
	return failureOf(node, failed, inDoubt, { platformText, outcomeUnknown: inDoubt !== undefined, isOfPlatform });
}
