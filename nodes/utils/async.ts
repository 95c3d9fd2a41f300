interface SharedTimer {
	/** Kept, because the timer ends when its signal is garbage-collected. */
	signal: AbortSignal;
	/** Called at the moment. Node.js warns of a leak when a signal itself has more than ten listeners. */
	waiting: Set<() => void>;
}

/** Pending timeouts, by the time they are due. */
const pending = new Map<number, SharedTimer>();

/** Comes after `ms`, or up to a sixteenth later: calls share it, as a timer costs more than most of them. */
function sharedTimer(ms: number): SharedTimer {
	const grain = Math.max(1, ms / 16);
	const due = Math.ceil((performance.now() + ms) / grain) * grain;
	const known = pending.get(due);
	if (known) return known;
	const signal = AbortSignal.timeout(Math.max(0, Math.ceil(due - performance.now())));
	const moment: SharedTimer = { signal, waiting: new Set() };
	signal.addEventListener('abort', () => {
		pending.delete(due);
		for (const stop of moment.waiting) stop();
	});
	pending.set(due, moment);
	return moment;
}

/**
 * What a promise resolves to, or undefined when that takes longer; a rejection is passed on. Other
 * than that of `sleep`, the timer does not keep the process alive.
 *
 * @param ms milliseconds
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
	const { waiting } = sharedTimer(ms);
	return await new Promise((resolve, reject) => {
		const stop = () => resolve(undefined);
		waiting.add(stop);
		const ends = <A>(end: (value: A) => void) => (value: A) => {
			waiting.delete(stop);
			end(value);
		};
		promise.then(ends(resolve), ends(reject));
	});
}

/** Runs the tasks of a key one after the other, whatever became of those before. */
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
