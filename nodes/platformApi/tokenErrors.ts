import { fieldsOf } from '../http/body';
import { UnclearResponse, type Explanation } from '../http/explain';
import { causesOf, httpStatusOf } from '../http/failure';
import { responseTextOf } from '../http/responseText';
import { NOT_CONNECTED, type PlatformCredential } from './credential';
import { NOT_OF_TOKEN } from './dialect';

const RECONNECT: Explanation = {
	message:
		'The platform no longer accepts this connection: access was revoked, or the refresh token expired',
	whatToDo:
		'Open the credential and connect the account again. If a copy of this database runs elsewhere (a test or restored n8n), it has used up the token: give it a credential of its own first.',
};

const WRONG_CLIENT: Explanation = {
	message: "The platform does not accept the 'Client ID' or 'Client Secret' of the credential",
	whatToDo:
		'Compare both with the app in the developer portal (live and test apps have different ones), then connect the credential again.',
};

/** Codes of the token endpoint, and the texts that n8n's OAuth2 client makes of them; n8n 2.0 passes on no more. */
const REFUSALS: Array<[RegExp, Explanation]> = [
	[/invalid[_ ]client|"Client authentication failed/i, WRONG_CLIENT],
	[/invalid[_ ]grant|"credential-invalid"|"The provided authorization grant/i, RECONNECT],
	[/no refresh token is available|credential\b.{0,200} needs? to be reconnected/i, RECONNECT],
	[/OAuth credentials not connected|without access token/i, NOT_CONNECTED],
];

/** Temporary refusals, after which no new consent is needed. HighLevel takes the same token once the location is active. */
const PASSING = /temporarily_unavailable|server_error|slow_down|location is not active/i;

/** For a 401 after a refresh. n8n may still name the location of an earlier connection when the new one is an agency's. */
const REFUSED: Record<PlatformCredential['authentication'], Explanation> = {
	accessToken: {
		message: 'The platform rejected the access token',
		whatToDo:
			"Check that 'Access Token' of the credential is complete, and was not deleted or rotated on the platform.",
	},
	oAuth2: {
		message:
			'The platform rejected the access token, even after refreshing it: the connection may be for an agency',
		whatToDo:
			'Create a new credential, and choose a location on the consent page. If it is for a location already, the app was uninstalled or its access was revoked.',
	},
};

/** @param scope that the call needs, where it is known */
export function missingScope(scope: string | undefined): Explanation {
	const needed = scope ? `the scope '${scope}'` : 'the scope for it';
	return {
		message: `The credential is not allowed to do this: it lacks ${needed}, or belongs to another location`,
		// The editor shows three lines of it where a list cannot be loaded.
		whatToDo: `Add ${needed} to the app or token and the credential, then reconnect.`,
	};
}

/** The explanation for what no language model can do. */
export const forPerson = (explanation: Explanation): Explanation => ({
	...explanation,
	forModel: `A person has to do this: ${explanation.whatToDo}`,
});

/** False where a refusal names a scope, the version or the location: it would meet the next token, too. */
export function mayConcernToken(error: unknown): boolean {
	const said = responseTextOf(error);
	return (
		/\bexpired\b/i.test(said) || !Object.values(NOT_OF_TOKEN).some((words) => words.test(said))
	);
}

/**
 * Explains refusals that concern the credential; undefined for others. They are those of the token endpoint, which n8n's
 * core met while refreshing, those which show that the platform speaks the other form of the API, and a 401 that remained.
 */
export function explainCredential(
	error: unknown,
	credential: PlatformCredential,
	said = '',
	scope?: string,
): Explanation | undefined {
	// A write with an unclear response may have been carried out, whatever it says.
	if (error instanceof UnclearResponse) return undefined;
	const levels = causesOf(error);
	const allWords = JSON.stringify(
		levels.map(({ message, body, response, failure }) => [
			message,
			body,
			fieldsOf(response).data,
			fieldsOf(failure).cause,
		]),
	);
	const ofEndpoint =
		REFUSALS.find(([words]) => words.test(allWords))?.[1] ?? explainRefresh(levels, allWords);
	if (ofEndpoint) return ofEndpoint;
	const status = httpStatusOf(error) ?? 0;
	const { checkVersion, otherForm } = credential.dialect;
	const mayBeOtherForm = [400, 401, 422].includes(status);
	if (mayBeOtherForm && NOT_OF_TOKEN.version.test(said)) {
		return {
			message: "The platform does not accept the 'Version' header of the request",
			whatToDo: checkVersion,
		};
	}
	// Dates are never wrong in the form that the platform speaks.
	if (mayBeOtherForm && /\b(start|end)_?date\b/i.test(said)) {
		return {
			message: 'The platform does not accept the dates of the request',
			whatToDo: otherForm,
		};
	}
	if ([401, 403].includes(status) && NOT_OF_TOKEN.location.test(said)) {
		return {
			message: 'The platform does not let this credential use the location',
			whatToDo:
				"Check 'Location ID' of the credential. With OAuth2, create a new credential, and choose the location on the consent page.",
		};
	}
	if (status !== 401) return undefined;
	const isScope = NOT_OF_TOKEN.scope.test(said);
	const { message, whatToDo } = isScope ? missingScope(scope) : REFUSED[credential.authentication];
	// A missing scope may be refused with any 401: the status for it is not shown.
	const mayAlsoBe = isScope ? otherForm : scope && `The call also needs the scope '${scope}'.`;
	return { message, whatToDo: mayAlsoBe ? `${whatToDo} ${mayAlsoBe}` : whatToDo };
}

/**
 * Explains that the token endpoint gave no token. Body and status of a refused refresh are not shown, so whatever is no
 * network failure, 429, 5xx or success without a token counts as one.
 */
function explainRefresh(
	levels: ReturnType<typeof causesOf>,
	allWords: string,
): Explanation | undefined {
	// n8n's OAuth2 client has codes of its own, but hands on what the connection and 5xx throw.
	const responded = levels.some(({ code }) => code === 'EAUTH' || code === 'ESTATUS');
	if (
		!responded &&
		!levels.some(({ config }) => String(fieldsOf(config).url).endsWith('/oauth/token'))
	)
		return undefined;
	const [code] = PASSING.exec(allWords) ?? [];
	const status =
		httpStatusOf(levels[0]) ?? levels.map((level) => level.status).find(Number.isInteger);
	const isSuccess = Number(status) < 300;
	if (responded && !code && status !== 429 && !isSuccess) return RECONNECT;
	const reason =
		code ??
		(isSuccess
			? 'no token in its response'
			: status === undefined
				? 'no response'
				: `status ${status}`);
	return {
		message: `The platform did not refresh the token (${reason})`,
		whatToDo:
			'Nothing was changed. Try again later. If that does not help, connect the credential again.',
	};
}
