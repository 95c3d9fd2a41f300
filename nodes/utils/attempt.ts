/** Returns what the function returns, or `fallback` if it throws. */
export function tryOr<T, Fallback>(read: () => T, fallback: Fallback): Fallback | T {
	try {
		return read();
	} catch {
		return fallback;
	}
}

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

/** Runs the tasks of a key one after the other, even after one that failed. */
export class SerialQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const run = Promise.resolve(this.last.get(key)).then(task, task);
		this.last.set(key, run);
		try {
			return await run;
		} finally {
			if (this.last.get(key) === run) this.last.delete(key);
		}
	}
}
