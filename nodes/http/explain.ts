/**
 * The sentences for failed requests of any API, as a table: a row says which failures it explains, and how. The platform
 * has rows of its own (platformApi/failureTable.ts), and an operation has some by status.
 *
 * `explain` is the one place that says which row goes before which.
 */

import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';

import { withoutSlashesAtEnd } from '../utils/slashes';
import { gaveUp, namesNoAddress, type Failure } from './readFailure';

export interface Explanation {
	message: string;
	whatToDo: string;
	/** Replaces `whatToDo` for a language model, which can change neither the credential nor the node. */
	forModel?: string;
}

/** The explanation for what no language model can do. */
export const forPerson = (explanation: Explanation): Explanation => ({
	...explanation,
	forModel: `A person has to help: ${explanation.whatToDo}`,
});

/** An operation's explanations by the status of the response. */
export type StatusTexts = Partial<Record<number, Explanation>>;

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

/** A text, followed by the API's own words where there are any. */
export const withSaid = (text: string, name: string, said: string) =>
	said === '' ? text : `${text} ${name} says: "${said}"`;

/** @param rest where it is, where that is said */
export const moreText = (name: string, length: number, rest = '') => {
	const whatToDo = rest
		? `It names the rest: ${rest}. To get it, use API Request.`
		: 'Ask for less to see all.';
	return `${name} says that there are more than these ${length}. ${whatToDo}`;
};

const hostOf = ({ api }: Failure) => new URL(api.url).host;

/** "(nothing listens on this port, ECONNREFUSED)" */
const reasonOf = ({ reason, code }: Failure) => `(${[reason, code].filter(Boolean).join(', ')})`;

const sentences = (...all: Array<string | false | undefined>) => all.filter(Boolean).join(' ');

/** There was no response that can be read. */
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
				whatToDo: sentences(
					failure.isWrite && 'Nothing was changed.',
					failure.adviceOfN8n ?? `Check ${failure.api.urlField}, and that n8n can connect to it.`,
					failure.whatToDoAboutReason,
				),
			}),
	},
];

/** The address of an API that a redirect leads to, where its path is the one that was asked; else undefined. */
function movedAddressOf({ redirectUrl, askedUrl, path }: Failure): string | undefined {
	const target = withoutSlashesAtEnd(redirectUrl ?? '');
	const ending = withoutSlashesAtEnd(path.split('?')[0]);
	if (ending === '' || redirectUrl === askedUrl || !target.endsWith(ending)) return undefined;
	return target.slice(0, -ending.length);
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
			whatToDo: sentences(
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

/** To the next full minute. */
function timeAfter(waitMs: number): string {
	const until = new Date(Date.now() + 59_999 + waitMs).toISOString();
	return until.slice(0, 16).replace('T', ' ');
}

const whenToTryAgain = ({ waitMs }: Failure) =>
	waitMs === undefined ? 'Try again later.' : `Try again after ${timeAfter(waitMs)} UTC.`;

const instead = (failure: Failure, whatElse: string): Explanation =>
	forPerson({
		message: `${failure.api.name} at ${hostOf(failure)} responded with ${failure.instead} (status ${failure.status})`,
		whatToDo: sentences(
			`Check ${failure.api.urlField}. A proxy or firewall may also have responded.`,
			whatElse,
		),
	});

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
			whatToDo: sentences(
				failure.isWrite && 'Nothing was changed for this item.',
				whenToTryAgain(failure),
			),
		}),
	},
	{
		fits: ({ status }) => status === 429,
		explain: (failure) => ({
			message: `${failure.api.name} received too many requests`,
			whatToDo: sentences(
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

const firstOf = <F extends Failure>(
	rows: Array<FailureRow<F>>,
	failure: F,
): Explanation | undefined => rows.find(({ fits }) => fits(failure))?.explain(failure);

/** @param ofOperation what the operation says, where it does */
function explainResponse<F extends Failure>(
	failure: F,
	table: FailureTable<F>,
	ofOperation?: Explanation,
): Explanation {
	return (
		firstOf(table.byWords, failure) ??
		ofOperation ??
		firstOf(table.byStatus, failure) ??
		firstOf<Failure>(BY_STATUS, failure)!
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
		firstOf(table.beforeSending, failure) ??
		firstOf(table.unknownOutcome, failure) ??
		firstOf<Failure>(WITHOUT_RESPONSE, failure) ??
		firstOf<Failure>(REDIRECTED, failure);
	if (early) return early;
	if (failure.responder === 'api') return explainResponse(failure, table, ofOperation);
	const { status = 0 } = failure;
	// Only the API's own words blame a token or a scope.
	if ([401, 403].includes(status)) return instead(failure, '');
	if (failure.kind === 'gaveUp') return instead(failure, whenToTryAgain(failure));
	const usual = explainResponse({ ...failure, words: '' }, table, ofOperation);
	return instead(failure, `If the address is right: ${usual.message}. ${usual.whatToDo}`);
}

/** The key of the operation's explanation: of a typed path, words that name no address mean a 404. */
export const statusForOperation = ({ status, words, isTypedPath }: Failure): number =>
	isTypedPath && status !== 405 && namesNoAddress(words) ? 404 : (status ?? 0);

/** n8n's error, with the API's own words in its description. @param context for code that handles it */
export function explainedError(
	node: INode,
	{ message, whatToDo, forModel }: Explanation,
	{ name, said, httpCode }: { name: string; said: string; httpCode?: string },
	context: IDataObject = {},
): NodeApiError {
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description: withSaid(whatToDo, name, said), httpCode },
	);
	// n8n replaces a message that names a socket code, unless it is assigned afterwards (n8n-workflow 2.41.0, node.error.js).
	error.message = message;
	Object.assign(
		error.context,
		context,
		{ said },
		forModel && { forModel: withSaid(forModel, name, said) },
	);
	return error;
}

/** n8n's error for a failure, without the HTTP client's, which holds the request's secrets. */
export function errorOf(
	node: INode,
	{ kind, api, words, status }: Failure,
	explanation: Explanation,
	context?: IDataObject,
): NodeApiError {
	const httpCode = kind === 'unclear' ? '200' : status?.toString();
	return explainedError(node, explanation, { name: api.name, said: words, httpCode }, context);
}

/** True for an explained failure after which the same may work in a few minutes, without anything being set right. */
export const mayWorkLater = (error: unknown) =>
	error instanceof NodeApiError &&
	(!/^4(?!29)/.test(error.httpCode ?? '') ||
		gaveUp(Number(error.httpCode), String(error.context.said)));
