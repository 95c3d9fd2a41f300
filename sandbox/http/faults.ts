/** A disturbance of the next matching requests to the contract's paths. */
export interface Fault {
	/** Default: any */
	method?: string;
	/** A prefix of the path, or a pattern; default: any path */
	path?: string | RegExp | { pattern: string; flags?: string };
	/** How many requests it meets; default 1 */
	times?: number | 'always';
	/** The answer is held back so long, after the request was processed */
	delayMs?: number;
	/** Answered instead of processing the request */
	status?: number;
	headers?: Record<string, string>;
	/** Default with a status: a body in the sandbox's error shape */
	body?: unknown;
	/** Closes the connection without an answer; the request has been processed or not */
	drop?: 'beforeProcessing' | 'afterProcessing';
}

/** Injected faults, used in the order in which they were added. */
export class Faults {
	private pending: Array<{ fault: Fault; left: number; matches: (path: string) => boolean }> = [];
	/** Standing delay of every answer, for a server that takes its time. Milliseconds. */
	latencyMs = 0;

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
		this.latencyMs = 0;
	}
}

function pathMatcher(path: Fault['path']): (path: string) => boolean {
	if (path === undefined) return () => true;
	if (typeof path === 'string') return (candidate) => candidate.startsWith(path);
	// Without the flags g and y, which make a RegExp remember where it stopped.
	const source = path instanceof RegExp ? path.source : path.pattern;
	const pattern = new RegExp(source, path.flags?.replace(/[gy]/g, ''));
	return (candidate) => pattern.test(candidate);
}
