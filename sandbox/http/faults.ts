import { setTimeout as delay } from 'node:timers/promises';

import type { Answer } from '../httpError';

/** The longest that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A disturbance of the next matching requests to the contract's paths. */
export interface Fault {
	/** Name of an operation in openapi.yaml; default: any */
	operationId?: string;
	/** Default: any */
	method?: string;
	/** A prefix of the path, or a pattern; default: any path */
	path?: string | RegExp | { pattern: string; flags?: string };
	/** How many requests it meets; default 1 */
	times?: number | 'always';
	/** The request is processed so much later, however long its client waits */
	holdMs?: number | 'forever';
	/** The answer is held back so long, after the request was processed */
	delayMs?: number | 'forever';
	/** Answered instead of processing the request */
	status?: number;
	/** With a status: the request is processed all the same, as by a gateway that gave up on it */
	processed?: true;
	headers?: Record<string, string>;
	/** Default with a status: a body in the sandbox's error shape */
	body?: unknown;
	/** Changes the operation's own answer after it was carried out; within this process only */
	change?: (answer: Answer) => Partial<Answer>;
	/**
	 * Closes the connection without an answer: instead of processing, before or after it, or halfway
	 * in the answer
	 */
	drop?: 'beforeProcessing' | 'whileProcessing' | 'afterProcessing' | 'duringAnswer';
}

/** Injected faults, used in the order in which they were added. */
export class Faults {
	private pending: Array<{ fault: Fault; left: number; matches: (path: string) => boolean }> = [];
	/** Ends the pauses that go on forever */
	private released = new AbortController();

	add(fault: Fault): void {
		const times = fault.times ?? 1;
		this.pending.push({
			fault,
			left: times === 'always' ? Number.POSITIVE_INFINITY : times,
			matches: pathMatcher(fault.path),
		});
	}

	/** Finds the fault that meets this request and uses it up by one. */
	take(method: string, path: string, operationId?: string): Fault | undefined {
		const hit = this.pending.find(
			({ fault, left, matches }) =>
				left > 0 &&
				(fault.operationId === undefined || fault.operationId === operationId) &&
				(fault.method === undefined || fault.method.toUpperCase() === method.toUpperCase()) &&
				matches(path),
		);
		if (!hit) return undefined;
		hit.left -= 1;
		if (hit.left <= 0) this.pending = this.pending.filter((entry) => entry !== hit);
		return hit.fault;
	}

	/** Waits; "forever" ends with `clear`. */
	async pause(ms: number | 'forever'): Promise<void> {
		const { signal } = this.released;
		await delay(ms === 'forever' ? MAX_TIMER_MS : ms, undefined, { signal }).catch(() => {});
	}

	/** Forgets what is left, and lets go of the requests that are being held. */
	clear(): void {
		this.pending = [];
		this.released.abort();
		this.released = new AbortController();
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
