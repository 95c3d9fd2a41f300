import pWaitFor from 'p-wait-for';

export interface WaitOptions {
	timeoutMs?: number;
	intervalMs?: number;
}

/**
 * Polls until `look` returns something other than undefined or false. What it throws ends the wait.
 * @param what for the message, e.g. "an appointment of the contact"; a function is called at the timeout
 * @throws Error that names `what` at the timeout
 */
export async function waitFor<T>(
	what: string | (() => string),
	look: () => T | false | undefined | Promise<T | false | undefined>,
	{ timeoutMs = 30_000, intervalMs = 100 }: WaitOptions = {},
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	const condition = async () => {
		const seen = await look();
		if (seen !== undefined && seen !== false) return pWaitFor.resolveWith(seen);
		// Not p-wait-for's own timeout: it adds a listener each time, and Node warns about the eleventh.
		if (Date.now() <= deadline) return false;
		const text = typeof what === 'string' ? what : what();
		throw new Error(`Timed out after ${timeoutMs} ms waiting for ${text}`);
	};
	return (await pWaitFor<T>(condition, { interval: intervalMs })) as T;
}
