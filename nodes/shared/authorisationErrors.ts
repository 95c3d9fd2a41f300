import type { PlatformCredential } from './credential';
import { causesOf, httpStatusOf } from './http';
import type { Meaning } from './platformErrors';

const RECONNECT: Meaning = {
	message:
		'The platform no longer accepts this connection: access was revoked, or the refresh token expired',
	whatToDo: 'Open the credential and connect the account again.',
};

const WRONG_CLIENT: Meaning = {
	message: "The platform does not accept the 'Client ID' or 'Client Secret' of the credential",
	whatToDo:
		'Compare both with the app in the developer portal (live and test apps have different ones), then connect the credential again.',
};

export const NOT_CONNECTED: Meaning = {
	message: 'The credential has not been connected to an account yet',
	whatToDo: "Open the credential and select 'Connect my account'.",
};

const TOKEN_REFUSED: Meaning = {
	message: 'The platform does not accept the token of the credential',
	whatToDo:
		"Check that the token was copied completely and has not been deleted or rotated on the platform, then enter it again under 'Access Token'.",
};

const AGENCY_TOKEN: Meaning = {
	message:
		'The platform does not accept the token for this: the credential holds an agency-level token, which belongs to no location',
	whatToDo:
		'Most calls need a token of one location. Connect the credential again and choose a location on the consent page.',
};

const REFUSED_AFTER_REFRESH: Meaning = {
	message: 'The platform does not accept the token of the credential, not even a renewed one',
	whatToDo:
		'Either the app was uninstalled or its access revoked, or the credential was connected for an agency where a location is needed. Connect the credential again and choose the location on the consent page.',
};

/** What n8n's OAuth2 client says for the two codes; n8n 1.x hands on no more than this. */
const CLIENT_REFUSED = /^Client authentication failed/;
const GRANT_REFUSED = /^The provided authorization grant/;

type Level = Record<string, unknown>;

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Level)[name] : undefined;
}

/** The code that the token endpoint gave. Contract: Errors, Interface B OAuth. */
function oAuthCodeOf(levels: Level[]): string | undefined {
	const codes = levels.map(({ body }) => field(body, 'error'));
	return codes.find((code): code is string => typeof code === 'string');
}

function says(levels: Level[], text: RegExp): boolean {
	return levels.some(({ message }) => typeof message === 'string' && text.test(message));
}

/**
 * Explains refusals that concern the token itself: those of the token endpoint, which n8n's core
 * met while refreshing, and a 401 that remained after it.
 *
 * @param scope what the call needs, where that is known
 * @returns undefined for anything else
 */
export function authorisationMeaning(
	error: unknown,
	credential: PlatformCredential,
	scope?: string,
): Meaning | undefined {
	const levels = causesOf(error);
	const code = oAuthCodeOf(levels);
	if (code === 'invalid_client' || says(levels, CLIENT_REFUSED)) return WRONG_CLIENT;
	if (
		code === 'invalid_grant' ||
		levels.some(({ failure }) => field(failure, 'cause') === 'credential-invalid') ||
		says(levels, GRANT_REFUSED) ||
		says(levels, /no refresh token is available/i)
	) {
		return RECONNECT;
	}
	const renewal = renewalMeaning(levels, code);
	if (renewal) return renewal;
	if (says(levels, /OAuth credentials not connected|without access token/i)) return NOT_CONNECTED;
	if (httpStatusOf(error) !== 401) return undefined;
	return withScope(meaningOf401(credential), scope);
}

/**
 * The token endpoint gave neither a token nor one of the two codes that the contract names. The core asks it only before a request or after a 401, so nothing was carried out.
 */
function renewalMeaning(levels: Level[], code: string | undefined): Meaning | undefined {
	// n8n's OAuth2 client has codes of its own, but hands on what the connection and 5xx throw.
	const ofTokenEndpoint = levels.some(
		({ code: own, config }) =>
			own === 'EAUTH' ||
			own === 'ESTATUS' ||
			String(field(config, 'url') ?? '').endsWith('/oauth/token'),
	);
	if (!ofTokenEndpoint) return undefined;
	const status = httpStatusOf(levels[0]);
	const reason = code ?? (status === undefined ? 'no answer' : `status ${status}`);
	return {
		message: `The platform did not renew the token (${reason})`,
		whatToDo:
			'Nothing was carried out. Try again later; if it stays so, connect the credential again.',
	};
}

function meaningOf401(credential: PlatformCredential): Meaning {
	if (credential.authentication === 'accessToken') return TOKEN_REFUSED;
	return credential.locationId === undefined ? AGENCY_TOKEN : REFUSED_AFTER_REFRESH;
}

/** With which status a missing scope is answered is not shown, so a 401 may also mean that. */
function withScope({ message, whatToDo }: Meaning, scope: string | undefined): Meaning {
	if (scope === undefined) return { message, whatToDo };
	return { message, whatToDo: `${whatToDo} The call also needs the scope '${scope}'.` };
}
