import { jsonParse } from 'n8n-workflow';

import { fieldsOf, isWhole } from '../http/body';
import { textKindOf, UnclearResponse, type Explanation, type Failure } from '../http/explain';
import { causesOf, responseBodyOf } from '../http/failure';
import { responseTextOf } from '../http/responseText';
import { type Authentication, NOT_CONNECTED, type PlatformCredential } from './credential';
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

const NO_LOCATION = 'The platform does not let this credential use the location';

/** @param scopes that the operation needs, the call's own first; empty where none is known */
export function missingScope(
	{ authentication }: PlatformCredential,
	scopes: string[],
): Explanation {
	const [own, ...others] = scopes.map((scope) => `'${scope}'`);
	const needed = own ? `the scope ${own}` : 'the scope for it';
	const all = others.length > 0 ? `the scopes of this operation: ${scopes.join(', ')},` : needed;
	return {
		message: `The credential is not allowed to do this: it lacks ${needed}, or belongs to another location`,
		// The editor shows three lines of it where a list cannot be loaded.
		whatToDo:
			authentication === 'oAuth2'
				? `Add ${all} to the app and to 'Scope' of the credential, then reconnect.`
				: `Add ${all} to the private integration of the token.`,
	};
}

/** False where a refusal names a scope, the version or the location: it would meet the next token, too. */
export function mayConcernToken(error: unknown, isRead: boolean): boolean {
	const said = responseTextOf(error);
	// A proxy's page says nothing of the token, and the write behind it may have been carried out.
	if (!isRead && !isWhole(responseBodyOf(error))) return false;
	return (
		/\bexpired\b/i.test(said) || !Object.values(NOT_OF_TOKEN).some((words) => words.test(said))
	);
}

/** What a refused token means: that it is an agency's, that it is of another location, or neither. */
const OF_TOKEN: Record<Authentication, Record<'agency' | 'location' | 'none', Explanation>> = {
	accessToken: {
		agency: {
			message: "The access token is an agency's, which works for no location",
			whatToDo:
				"Create a private integration in the location (sub-account) itself, and enter its token as 'Access Token'.",
		},
		location: {
			message: NO_LOCATION,
			whatToDo: "Check 'Location ID' of the credential. The token may be of another location.",
		},
		none: {
			message: 'The platform rejected the access token',
			whatToDo:
				"Check that 'Access Token' of the credential is complete, and was not deleted or rotated on the platform.",
		},
	},
	oAuth2: {
		agency: {
			message: 'The connection is for an agency, so it works for no location by itself',
			whatToDo:
				"Choose 'Location' under 'Options', or create a new credential, and choose a location on the consent page.",
		},
		location: {
			message: NO_LOCATION,
			whatToDo: 'Create a new credential, and choose the location on the consent page.',
		},
		// n8n may still name the location of an earlier connection when the new one is an agency's.
		none: {
			message:
				'The platform rejected the access token, even after refreshing it: the connection may be for an agency',
			whatToDo:
				'Create a new credential, and choose a location on the consent page. If it is for a location already, the app was uninstalled or its access was revoked.',
		},
	},
};

/**
 * Explains refusals that concern the credential; undefined for others. They are those of the token endpoint, which n8n's
 * core met while refreshing, those which show that the platform speaks the other form of the API, and a 401 that remained.
 */
export function explainCredential(
	{ error, said, status = 0, instead, isTypedPath }: Failure,
	credential: PlatformCredential,
	scopes: string[],
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
	// n8n's OAuth2 client has codes of its own, but hands on what the connection and 5xx throw.
	const level =
		levels.find(({ code }) => code === 'EAUTH' || code === 'ESTATUS') ??
		levels.find(({ config }) => String(fieldsOf(config).url).endsWith('/oauth/token'));
	// Any other response may say something of a client.
	const refusal =
		level || status === 0 ? REFUSALS.find(([words]) => words.test(allWords)) : undefined;
	if (refusal) return refusal[1];
	if (level) return explainRefresh(level, status || level.status, allWords);
	if (instead || NOT_OF_TOKEN.gateway.test(said)) return undefined;
	const { checkVersion, otherForm } = credential.dialect;
	// A typed request has fields of any name.
	const mayBeOtherForm = (isTypedPath ? [401] : [400, 401, 422]).includes(status);
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
	if (![401, 403].includes(status)) return undefined;
	const { agency, location, none } = OF_TOKEN[credential.authentication];
	if (NOT_OF_TOKEN.agency.test(said)) return agency;
	if (NOT_OF_TOKEN.location.test(said)) return location;
	if (status === 403) return undefined;
	const isScope = NOT_OF_TOKEN.scope.test(said);
	const { message, whatToDo } = isScope ? missingScope(credential, scopes) : none;
	// A missing scope may be refused with any 401: the status for it is not shown.
	const alsoNeeded = scopes[0] ? ` The call also needs the scope '${scopes[0]}'.` : '';
	return { message, whatToDo: whatToDo + (isScope ? ` ${otherForm}` : alsoNeeded) };
}

/** The platform's words about the grant itself; a location that is not active, a server or a firewall has others. */
const OF_GRANT = /refresh.?token|\bgrant\b|authori[sz]ation code|revoked|expired|uninstalled/i;

/** Explains that the token endpoint gave no token. Only its own words mean that the account has to be connected again. */
function explainRefresh(
	level: Record<string, unknown>,
	status: unknown,
	allWords: string,
): Explanation {
	const [code] = PASSING.exec(allWords) ?? [];
	// n8n's client hands on the text of a response that holds no code of OAuth.
	const sent = level.body ?? fieldsOf(level.response).data;
	const data = typeof sent === 'string' ? jsonParse<unknown>(sent, { fallbackValue: sent }) : sent;
	const instead = textKindOf(data, Number(status));
	// An older n8n says no more than that the endpoint refused.
	const isRefusal = !code && !instead && /^4(?!29)/.test(String(status ?? 400));
	const words = responseTextOf({ response: { data } });
	const isOfGrant = words ? OF_GRANT.test(words) : level.code === 'EAUTH';
	if (isRefusal && isOfGrant) return RECONNECT;
	const reason =
		code ??
		(Number(status) < 300
			? 'no new token in its response'
			: [instead, status === undefined ? words || 'no response' : `status ${status}`]
					.filter(Boolean)
					.join(', '));
	const byWhom = instead ? ' A proxy or firewall may have responded.' : '';
	return {
		message: `The platform did not refresh the token (${reason})`,
		whatToDo: `Nothing was changed.${byWhom} Try again later. If that does not help, connect the credential again.`,
	};
}
