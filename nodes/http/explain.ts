/**
 * The sentences for failed requests of any API, as a table: a row says which failures it explains, and how. The platform
 * has rows of its own (platformApi/failureTable.ts), and an operation has some by status.
 *
 * `explain` is the one place that says which row goes before which.
 */

import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { withoutSlashesAtEnd } from '../utils/slashes';
import { gaveUp, namesNoAddress, type Failure } from './readFailure';

/** What a person reads of a failure. */
export interface Explanation {
	/** What happened, as a sentence without its period. */
	message: string;
	/** As sentences. */
	whatToDo: string;
	/** Replaces `whatToDo` for a language model, which can change neither the credential nor the node. */
	forModel?: string;
}

/** The explanation, with the word for a language model that a person has to help. */
export const forPerson = (explanation: Explanation): Explanation => ({
	...explanation,
	forModel: `A person has to help: ${explanation.whatToDo}`,
});

/** An operation's explanations by the status of the response. */
export type StatusTexts = Partial<Record<number, Explanation>>;

/** A row of a table: which failures it explains, and how. */
export interface FailureRow<F extends Failure = Failure> {
	fits: (failure: F) => boolean;
	explain: (failure: F) => Explanation;
}

/** The rows of one API. */
export interface FailureTable<F extends Failure> {
	/** Failures before the request itself was sent, such as while its token was refreshed. */
	beforeSending: Array<FailureRow<F>>;
	/** Writes that may have been carried out. */
	unknownOutcome: Array<FailureRow<F>>;
	/** Refusals whose words say what is wrong. */
	byWords: Array<FailureRow<F>>;
	/** The usual meaning of statuses. */
	byStatus: Array<FailureRow<F>>;
}

/** The end of an explanation that the API's own words follow. */
export const WHAT_TO_CORRECT = 'Correct what it names.';

/** A text, followed by the API's own words where there are any. @param name of the API */
export function withApiWords(text: string, name: string, words: string): string {
	return words === '' ? text : `${text} ${name} says: "${words}"`;
}

/** The hint where a list is not complete. @param name of the API @param length how many records came */
export const moreText = (name: string, length: number): string =>
	`${name} says that there are more than these ${length}.`;

/** What a person can do to see the rest of a list. @param nextPage empty where the API names none */
export function howToSeeRest(nextPage = ''): string {
	if (nextPage === '') return 'Ask for less to see all.';
	return `It names the rest: ${nextPage}. To get it, use API Request.`;
}

const hostOf = ({ api }: Failure) => new URL(api.url).host;

/** "(nothing listens on this port, ECONNREFUSED)" */
const reasonOf = ({ reason, code }: Failure) => `(${[reason, code].filter(Boolean).join(', ')})`;

const joinSentences = (...all: Array<string | false | undefined>) => all.filter(Boolean).join(' ');

/** There was no response that can be read, or one of success that is not what was asked for. */
const WITHOUT_RESPONSE: FailureRow[] = [
	{
		fits: ({ kind }) => kind === 'unclear',
		explain: ({ api }) =>
			forPerson({
				message: `${api.name} did not respond with what was asked for`,
				whatToDo: `Check ${api.urlField}. It may lead to another service, or to a sign-in page.`,
			}),
	},
	{
		fits: ({ kind }) => kind === 'unreadable',
		explain: (failure) =>
			forPerson({
				message: `${failure.api.name} at ${hostOf(failure)} sent a response that cannot be read ${reasonOf(failure)}`,
				whatToDo: `Check ${failure.api.urlField}, and that n8n can connect to it.`,
			}),
	},
	{
		fits: ({ kind }) => kind === 'unsent' || kind === 'ended',
		explain: (failure) =>
			forPerson({
				message: `${failure.api.name} at ${hostOf(failure)} could not be reached ${reasonOf(failure)}`,
				whatToDo: joinSentences(
					failure.isWrite && 'Nothing was changed.',
					failure.adviceOfN8n ?? `Check ${failure.api.urlField}, and that n8n can connect to it.`,
					failure.whatToDoAboutReason,
				),
			}),
	},
];

/** The new address of an API, where a redirect leads to the same path below it; undefined for another redirect. */
function movedAddressOf({ redirectUrl, askedUrl, path }: Failure): string | undefined {
	const target = withoutSlashesAtEnd(redirectUrl ?? '');
	const askedPath = withoutSlashesAtEnd(path);
	if (askedPath === '' || redirectUrl === askedUrl || !target.endsWith(askedPath)) return undefined;
	return target.slice(0, -askedPath.length);
}

const differsBySlash = ({ redirectUrl = '', askedUrl }: Failure) =>
	redirectUrl !== askedUrl && withoutSlashesAtEnd(redirectUrl) === withoutSlashesAtEnd(askedUrl);

const redirectMessage = ({ api, status, redirectUrl }: Failure) =>
	`${api.name} responded with a redirect (status ${status}) to ${redirectUrl || 'nowhere'}`;

/** A redirect is not followed: a write could arrive twice, and a token must not reach another host. */
const REDIRECTED: FailureRow[] = [
	{
		fits: (failure) => failure.kind === 'redirected' && differsBySlash(failure),
		explain: (failure) => ({
			message: redirectMessage(failure),
			whatToDo: joinSentences(
				failure.redirectUrl?.endsWith('/')
					? 'It expects the path as written there, with a slash at its end.'
					: 'It expects the path as written there, without a slash at its end.',
				failure.isTypedPath
					? "Change 'Path'."
					: 'A proxy between n8n and the API may ask for it: let it pass paths on as they are.',
			),
		}),
	},
	{
		fits: (failure) => failure.kind === 'redirected' && movedAddressOf(failure) !== undefined,
		explain: (failure) => ({
			message: redirectMessage(failure),
			whatToDo: `Enter ${movedAddressOf(failure)} as the address of the API in the credential.`,
		}),
	},
	{
		fits: ({ kind }) => kind === 'redirected',
		explain: (failure) => ({
			message: redirectMessage(failure),
			whatToDo: failure.isTypedPath
				? `It may be a sign-in page. Check ${failure.api.urlField} and 'Path'.`
				: `It may be a sign-in page. Check ${failure.api.urlField}.`,
		}),
	},
];

/** The time after a wait, rounded up to the next full minute: `2026-11-25 14:03`. */
function timeAfter(waitMs: number): string {
	const time = new Date(Date.now() + waitMs + 59_999).toISOString();
	return time.slice(0, 16).replace('T', ' ');
}

const whenToTryAgain = ({ waitMs }: Failure) =>
	waitMs === undefined ? 'Try again later.' : `Try again after ${timeAfter(waitMs)} UTC.`;

/** Another server than the API has responded. @param furtherAdvice as sentences */
function explainOtherServer(failure: Failure, furtherAdvice: string): Explanation {
	const { api, instead, status } = failure;
	return forPerson({
		message: `${api.name} at ${hostOf(failure)} responded with ${instead} (status ${status})`,
		whatToDo: joinSentences(
			`Check ${api.urlField}. A proxy or firewall may also have responded.`,
			furtherAdvice,
		),
	});
}

/** The usual meaning of statuses. */
const BY_STATUS: FailureRow[] = [
	{
		fits: ({ kind }) => kind === 'gaveUp',
		explain: (failure) => ({
			message: `${failure.api.name} could not respond (status ${failure.status}), even after retries`,
			whatToDo: whenToTryAgain(failure),
		}),
	},
	{
		fits: ({ status }) => status === 405,
		explain: ({ api, isTypedPath }) => ({
			message: `${api.name} does not accept this method at this path (status 405)`,
			whatToDo: isTypedPath ? "Check 'Method' and 'Path'." : `Check ${api.urlField}.`,
		}),
	},
	{
		fits: ({ status }) => status === 407,
		explain: () => ({
			message: 'A proxy asks n8n for a user name and password (status 407)',
			whatToDo: 'Set them where n8n runs, in HTTPS_PROXY.',
		}),
	},
	{
		fits: ({ status }) => status === 413,
		explain: () => ({
			message: 'The request is too large for the API or a proxy (status 413)',
			whatToDo: 'Send less at once.',
		}),
	},
	{
		fits: ({ status, isLimitOfDay }) => status === 429 && isLimitOfDay,
		explain: (failure) => ({
			message: `${failure.api.name} accepts no more requests today`,
			whatToDo: joinSentences(
				failure.isWrite && 'Nothing was changed for this item.',
				whenToTryAgain(failure),
			),
		}),
	},
	{
		fits: ({ status }) => status === 429,
		explain: (failure) => ({
			message: `${failure.api.name} received too many requests`,
			whatToDo: joinSentences(
				failure.isWrite && 'Nothing was changed for this item.',
				whenToTryAgain(failure),
				failure.api.sendFewer,
			),
		}),
	},
	{
		fits: ({ words }) => words !== '',
		explain: ({ api, status }) => ({
			message: `${api.name} did not accept the request (status ${status})`,
			whatToDo: WHAT_TO_CORRECT,
		}),
	},
	{
		fits: () => true,
		explain: ({ api, status }) => ({
			message: `${api.name} did not accept the request (status ${status})`,
			whatToDo: `It gives no reason. Check the fields, and ${api.urlField}.`,
		}),
	},
];

/** The explanation of the first row that fits. */
function explainByRows<F extends Failure>(
	rows: Array<FailureRow<F>>,
	failure: F,
): Explanation | undefined {
	return rows.find(({ fits }) => fits(failure))?.explain(failure);
}

/** The last three of the steps of {@link explain}. */
function explainResponse<F extends Failure>(
	failure: F,
	table: FailureTable<F>,
	ofOperation?: Explanation,
): Explanation {
	return (
		explainByRows(table.byWords, failure) ??
		ofOperation ??
		explainByRows(table.byStatus, failure) ??
		explainByRows<Failure>(BY_STATUS, failure)!
	);
}

/**
 * What a failure means. The first of these that says something counts:
 *
 * 1. A failure before the request was sent.
 * 2. A write that may have been carried out.
 * 3. There is no response that can be read.
 * 4. The response leads elsewhere, or another server than the API has sent it.
 * 5. The API's words say what is wrong.
 * 6. The operation says what the status means for it.
 * 7. The usual meaning of the status.
 *
 * @param ofOperation what the operation says of this failure, where it says something
 */
export function explain<F extends Failure>(
	failure: F,
	table: FailureTable<F>,
	ofOperation?: Explanation,
): Explanation {
	const early =
		explainByRows(table.beforeSending, failure) ??
		explainByRows(table.unknownOutcome, failure) ??
		explainByRows<Failure>(WITHOUT_RESPONSE, failure) ??
		explainByRows<Failure>(REDIRECTED, failure);
	if (early) return early;
	if (failure.responder === 'api') return explainResponse(failure, table, ofOperation);
	const { status = 0 } = failure;
	// Only the API's own words blame a token or a scope.
	if ([401, 403].includes(status)) return explainOtherServer(failure, '');
	if (failure.kind === 'gaveUp') return explainOtherServer(failure, whenToTryAgain(failure));
	const usual = explainResponse({ ...failure, words: '' }, table, ofOperation);
	return explainOtherServer(
		failure,
		`If the address is right: ${usual.message}. ${usual.whatToDo}`,
	);
}

/** The status under which an operation may have its explanation. Where a typed path leads nowhere, that is 404, whatever the status. */
export function statusForOperation({ status, words, isTypedPath }: Failure): number {
	if (isTypedPath && status !== 405 && namesNoAddress(words)) return 404;
	return status ?? 0;
}

/** What an API responded, as far as n8n's error shows it. */
export interface ApiResponse {
	/** Of the API, for messages. */
	name: string;
	/** Its own words, without secrets; empty where there are none. */
	words: string;
	/** The status, as n8n's errors have it. */
	httpCode?: string;
}

/**
 * Makes n8n's error of an explanation, with the API's own words in its description.
 *
 * @param context facts for the code that handles the error
 */
export function explainedError(
	node: INode,
	{ message, whatToDo, forModel }: Explanation,
	{ name, words, httpCode }: ApiResponse,
	context: IDataObject = {},
): NodeApiError {
	const description = withApiWords(whatToDo, name, words);
	const error = new NodeApiError(node, { message }, { message, description, httpCode });
	// n8n replaces a message that names a socket code, unless it is assigned afterwards (n8n-workflow 2.41.0, node.error.js).
	error.message = message;
	Object.assign(error.context, context);
	error.context.apiWords = words;
	if (forModel) error.context.forModel = withApiWords(forModel, name, words);
	return error;
}

/** Makes n8n's error for a failure. It leaves out the HTTP client's error, which holds the request's secrets. */
export function errorOf(
	node: INode,
	{ kind, api, words, status }: Failure,
	explanation: Explanation,
	context?: IDataObject,
): NodeApiError {
	const httpCode = kind === 'unclear' ? '200' : status?.toString();
	return explainedError(node, explanation, { name: api.name, words, httpCode }, context);
}

/** True for an explained failure after which the same may work in a few minutes, without anything being set right. */
export function mayWorkLater(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const { httpCode } = error;
	const isRefusal = httpCode !== '429' && (httpCode ?? '').startsWith('4');
	return !isRefusal || gaveUp(Number(httpCode), String(error.context.apiWords));
}
