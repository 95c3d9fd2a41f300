import type { Answer } from '../httpError';

/** A disturbance of the next matching requests to the contract's paths. */
export interface Fault {
	/** Default: any */
	method?: string;
	/** A prefix of the path, or a pattern; default: any path */
	path?: string | RegExp | { pattern: string; flags?: string };
	/** How many requests it meets; default 1 */
	times?: number | 'always';
	/** The request is processed so much later, however long its client waits */
	holdMs?: number;
	/** The answer is held back so long, after the request was processed */
	delayMs?: number;
	/** Answered instead of processing the request */
	status?: number;
	/** With a status: the request is processed all the same, as by a gateway that gave up on it */
	processed?: true;
	headers?: Record<string, string>;
	/** Default with a status: a body in the sandbox's error shape */
	body?: unknown;
	/**
	 * Closes the connection without an answer: instead of processing, before or after it, or halfway
	 * in the answer
	 */
	drop?: 'beforeProcessing' | 'whileProcessing' | 'afterProcessing' | 'duringAnswer';
}

/** Injected faults, used in the order in which they were added. */
export class Faults {
	private pending: Array<{ fault: Fault; left: number; matches: (path: string) => boolean }> = [];

	add(fault: Fault): void {
		const times = fault.times ?? 1;
		this.pending.push({
			fault,
			left: times === 'always' ? Number.POSITIVE_INFINITY : times,
			matches: pathMatcher(fault.path),
		});
	}

	/** Finds the fault that meets this request and uses it up by one. */
	take(method: string, path: string): Fault | undefined {
		const hit = this.pending.find(
			({ fault, left, matches }) =>
				left > 0 &&
				(fault.method === undefined || fault.method.toUpperCase() === method.toUpperCase()) &&
				matches(path),
		);
		if (!hit) return undefined;
		hit.left -= 1;
		if (hit.left <= 0) this.pending = this.pending.filter((entry) => entry !== hit);
		return hit.fault;
	}

	clear(): void {
		this.pending = [];
	}
}

/** What a fault answers in place of the operation's own answer. */
export function faultAnswer({ status, headers, body, drop }: Fault): Answer | undefined {
	if (drop === 'beforeProcessing') return { status: 0 };
	if (status === undefined) return undefined;
	return { status, headers, body: body ?? { statusCode: status, message: 'An injected fault' } };
}

function pathMatcher(path: Fault['path']): (path: string) => boolean {
	if (path === undefined) return () => true;
	if (typeof path === 'string') return (candidate) => candidate.startsWith(path);
	// Without the flags g and y, which make a RegExp remember where it stopped.
	const source = path instanceof RegExp ? path.source : path.pattern;
	const pattern = new RegExp(source, path.flags?.replace(/[gy]/g, ''));
	return (candidate) => pattern.test(candidate);
}
