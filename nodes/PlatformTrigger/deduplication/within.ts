/**
 * What a promise resolves to, or undefined when that takes longer. Other than that of `sleep`, the
 * timer does not keep the process alive.
 *
 * @param ms milliseconds; a part of one counts as a whole, since the timer takes no fractions
 */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	return await new Promise((resolve) => {
		const timeout = AbortSignal.timeout(Math.ceil(ms));
		timeout.addEventListener('abort', () => resolve(undefined), { once: true });
		void promise.then(resolve);
	});
}
