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

/** As recorded of HighLevel's gateway: a write is carried out, and the response says that it timed out. */
export const COMMAND_TIMED_OUT: Fault = {
	status: 401,
	isCarriedOut: true,
	body: { statusCode: 401, message: 'Command timed out' },
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
