import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
	timeoutMs?: number;
	/** By default growing to a second: what is looked at, such as a busy n8n, has to answer each time. */
	intervalMs?: number;
}

const FIRST_MS = 50;
const LAST_MS = 1_000;

/**
 * Polls until `look` returns something other than undefined or false. What it throws ends the wait.
 * @param what for the message, e.g. "an appointment of the contact"; a function is called at the timeout
 * @throws Error that names `what` at the timeout
 */
export async function waitFor<T>(
	what: string | (() => string),
	look: () => T | false | undefined | Promise<T | false | undefined>,
	{ timeoutMs = 30_000, intervalMs }: WaitOptions = {},
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (
		let pauseMs = intervalMs ?? FIRST_MS;
		;
		pauseMs = intervalMs ?? Math.min(pauseMs * 1.3, LAST_MS)
	) {
		const seen = await look();
		if (seen !== undefined && seen !== false) return seen;
		if (Date.now() > deadline)
			throw new Error(
				`Timed out after ${timeoutMs} ms waiting for ${typeof what === 'string' ? what : what()}`,
			);
		await delay(pauseMs);
	}
}
