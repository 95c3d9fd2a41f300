/** Resolves as the promise does, or to undefined after `ms` milliseconds. Unlike `sleep`, its timer does not keep the process alive. */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	if (ms === Infinity) return await promise;
	const signal = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	let stop = () => {};
	const late = new Promise<undefined>((resolve) => {
		stop = () => resolve(undefined);
		// While it has a listener, Node.js keeps the signal, and with it the timer.
		signal.addEventListener('abort', stop);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}
