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
