/** Signals that are yet to come, by their moment. */
const pending = new Map<number, AbortSignal>();

/** Comes after `ms`, or up to a sixteenth later: calls share it, as a timer costs more than most of them. */
function timeout(ms: number): AbortSignal {
	const grain = Math.max(1, ms / 16);
	const due = Math.ceil((performance.now() + ms) / grain) * grain;
	let signal = pending.get(due);
	if (!signal) {
		signal = AbortSignal.timeout(Math.max(0, Math.ceil(due - performance.now())));
		signal.addEventListener('abort', () => pending.delete(due), { once: true });
		pending.set(due, signal);
	}
	return signal;
}

/**
 * What a promise resolves to, or undefined when that takes longer; a rejection is passed on. Other
 * than that of `sleep`, the timer does not keep the process alive.
 *
 * @param ms milliseconds
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	const signal = timeout(ms);
	return await new Promise((resolve, reject) => {
		const stop = () => resolve(undefined);
		signal.addEventListener('abort', stop, { once: true });
		const ends = <A>(end: (value: A) => void) => (value: A) => {
			signal.removeEventListener('abort', stop);
			end(value);
		};
		promise.then(ends(resolve), ends(reject));
	});
}
