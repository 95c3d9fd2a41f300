/**
 * What a promise resolves to, or undefined when that takes longer. Other than that of `sleep`, the
 * timer does not keep the process alive.
 */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	return await new Promise((resolve) => {
		AbortSignal.timeout(ms).addEventListener('abort', () => resolve(undefined), { once: true });
		void promise.then(resolve);
	});
}
