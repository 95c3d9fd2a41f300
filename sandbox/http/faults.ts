/** A disturbance of the next matching requests to the contract's paths. */
export interface Fault {
	/** Name of an operation in openapi.yaml; default: any */
	operationId?: string;
	/** In capitals; default: any */
	method?: string;
	/** A prefix of the path; default: any path */
	path?: string;
	/** How many requests it meets; default 1 */
	times?: number | 'always';
	/** The response is held back so long, after the request was carried out */
	delayMs?: number;
	/** Sent instead of carrying the request out, or after that */
	status?: number;
	isCarriedOut?: boolean;
	headers?: Record<string, string>;
	/** Default with a status: a body in the sandbox's error shape */
	body?: unknown;
	/** Closes the connection: instead of carrying it out, or after that */
	drop?: 'beforeProcessing' | 'afterProcessing';
}

const page = (status: number) => ({
	status,
	headers: { 'content-type': 'text/html; charset=utf-8' },
	body: `<!doctype html><title>${status}</title><h1>Sorry, this page is blocked</h1>`,
});

/** What stands before HighLevel was recorded to answer, and HighLevel itself now and then. */
export const RECORDED_FAULTS = {
	/** The gateway's, after a write that was carried out */
	commandTimedOut: {
		status: 401,
		isCarriedOut: true,
		body: { statusCode: 401, message: 'Command timed out' },
	},
	/** A contact that was created all the same */
	createdAt422: {
		status: 422,
		isCarriedOut: true,
		body: { statusCode: 422, message: ['email must be an email'], error: 'Unprocessable Entity' },
	},
	cloudflare: {
		status: 403,
		headers: { 'content-type': 'text/plain; charset=UTF-8' },
		body: 'error code: 1010',
	},
	/** Of the token endpoint; the same refresh token works again later */
	locationNotActive: {
		status: 400,
		body: { statusCode: 400, message: 'Location is not active', error: 'Bad Request' },
	},
	/** Of a firewall or proxy */
	page,
};

/** Injected faults, used in the order in which they were added. */
export class Faults {
	private pending: Array<{ fault: Fault; left: number }> = [];

	add(fault: Fault): void {
		const { times = 1 } = fault;
		this.pending.push({ fault, left: times === 'always' ? Number.POSITIVE_INFINITY : times });
	}

	/** Finds the fault that meets this request and uses it up by one. */
	take(method: string, path: string, operationId?: string): Fault | undefined {
		const hit = this.pending.find(
			({ fault }) =>
				(fault.operationId ?? operationId) === operationId &&
				(fault.method ?? method) === method &&
				path.startsWith(fault.path ?? ''),
		);
		if (hit) hit.left -= 1;
		this.pending = this.pending.filter(({ left }) => left > 0);
		return hit?.fault;
	}

	/** Forgets what is left. */
	clear(): void {
		this.pending = [];
	}
}
