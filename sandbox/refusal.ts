/** What a handler answers. `body` is sent as JSON unless it is a string; undefined sends none. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/**
 * Thrown by handlers to answer a request with a status of 4xx. The shape of error bodies is not
 * shown by the contract: `{ statusCode, message, error? }` is the sandbox's choice.
 */
export class Refusal extends Error {
	/** Set when sending such a request breaks the contract, and not only fails */
	breach?: string;

	constructor(
		readonly status: number,
		message: string,
		private readonly extra: Record<string, unknown> = {},
	) {
		super(message);
		this.name = 'Refusal';
	}

	toAnswer(): Answer {
		return {
			status: this.status,
			body: { statusCode: this.status, message: this.message, ...this.extra },
		};
	}
}

/** An error answer of the token endpoint. Source: RFC 6749, section 5.2. */
export class OAuthRefusal extends Refusal {
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
		this.name = 'OAuthRefusal';
	}

	override toAnswer(): Answer {
		return {
			status: this.status,
			body: { error: this.code, error_description: this.message },
			headers: { 'cache-control': 'no-store' },
		};
	}
}

/** Thrown to answer in place of a handler: an injected fault. */
export class Interruption extends Refusal {
	constructor(private readonly answer: Answer) {
		super(answer.status, 'An injected fault');
		this.name = 'Interruption';
	}

	override toAnswer(): Answer {
		return this.answer;
	}
}
