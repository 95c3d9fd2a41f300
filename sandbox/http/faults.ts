import { setTimeout as delay } from 'node:timers/promises';

import type { PlatformResponse } from '../responses';

/** The longest that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

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
	/** The request is carried out so much later, however long its client waits */
	holdMs?: number | 'forever';
	/** The response is held back so long, after the request was carried out */
	delayMs?: number;
	/** Sent instead of carrying the request out */
	status?: number;
	headers?: Record<string, string>;
	/** Default with a status: a body in the sandbox's error shape */
	body?: unknown;
	/** Changes the operation's own response after it was carried out; within this process only */
	change?: (response: PlatformResponse) => Partial<PlatformResponse>;
	/** Closes the connection: instead of carrying it out, or after that */
	drop?: 'beforeProcessing' | 'afterProcessing';
}

/** Injected faults, used in the order in which they were added. */
export class Faults {
	private pending: Array<{ fault: Fault; left: number }> = [];
	/** Ends the pauses that go on forever */
	private released = new AbortController();

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

	/** Waits; "forever" ends with `clear`. */
	async pause(ms: number | 'forever' = 0): Promise<void> {
		const { signal } = this.released;
		if (ms !== 0) await delay(ms === 'forever' ? MAX_TIMER_MS : ms, undefined, { signal }).catch(() => {});
	}

	/** Forgets what is left, and lets go of the requests that are being held. */
	clear(): void {
		this.pending = [];
		this.released.abort();
		this.released = new AbortController();
	}
}
