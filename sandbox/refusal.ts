/** The codes of RFC 6749, section 5.2. */
export type OAuthCode =
	| 'invalid_client'
	| 'invalid_grant'
	| 'invalid_request'
	| 'unsupported_grant_type';

interface RefusalDetails {
	/** Of the token endpoint */
	oauthCode?: OAuthCode;
	/** The contract shows no code for a refused refresh token */
	ofRefresh?: true;
	/** Set when sending such a request violates the contract, and does not only fail */
	violation?: string;
}

/** Thrown by handlers: the request is refused. `responses.ts` gives it a body. */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	constructor(
		readonly status: number,
		message: string,
		readonly details: RefusalDetails = {},
	) {
		super(message);
	}
}

/** A refusal of the token endpoint, with the status of RFC 6749. */
export function oauthRefusal(oauthCode: OAuthCode, message: string, more: RefusalDetails = {}): Refusal {
	return new Refusal(oauthCode === 'invalid_client' ? 401 : 400, message, { oauthCode, ...more });
}
