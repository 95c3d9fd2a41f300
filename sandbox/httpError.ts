import { errorBody, oauthErrorBody } from './profiles/bodies';
import type { Profile } from './profiles/switches';

/** What a handler answers. `body` is sent as JSON unless it is a string; undefined sends none. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** Thrown by handlers to answer a request with a status of 4xx. */
export class HttpError extends Error {
	/** Set when sending such a request violates the contract, and does not only fail */
	violation?: string;

	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
		this.name = 'HttpError';
	}

	toAnswer({ errorBody: shape }: Profile): Answer {
		return { status: this.status, ...errorBody(shape, this.status, this.message) };
	}
}

/** An error answer of the token endpoint. Source: RFC 6749, section 5.2. */
export class OAuthError extends HttpError {
	constructor(
		readonly code:
			| 'invalid_client'
			| 'invalid_grant'
			| 'invalid_request'
			| 'invalid_scope'
			| 'unsupported_grant_type',
		description: string,
	) {
		super(code === 'invalid_client' ? 401 : 400, description);
		this.name = 'OAuthError';
	}

	override toAnswer(profile: Profile): Answer {
		const { headers, body } = oauthErrorBody(profile.oauthErrorBody, this.sentCode(profile), this.message);
		return {
			status: profile.oauthErrorStatus === 'rfc' ? this.status : profile.oauthErrorStatus,
			body,
			headers: { 'cache-control': 'no-store', ...headers },
		};
	}

	protected sentCode(_profile: Profile): string {
		return this.code;
	}
}

/** A refused refresh token: the contract shows no code for it. */
export class InvalidGrantError extends OAuthError {
	constructor() {
		super('invalid_grant', 'The refresh token is not valid, was used, was revoked or has expired');
	}

	protected override sentCode({ refusedRefresh }: Profile): string {
		return refusedRefresh === 'unnamed' ? 'token_rejected' : this.code;
	}
}

/** Thrown to answer in place of a handler: an injected fault, or a rate limit. */
export class Interruption extends HttpError {
	constructor(private readonly answer: Answer) {
		super(answer.status, 'An injected fault');
		this.name = 'Interruption';
	}

	override toAnswer(): Answer {
		return this.answer;
	}
}
