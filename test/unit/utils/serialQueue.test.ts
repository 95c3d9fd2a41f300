import { SerialQueue } from '../../../nodes/utils/attempt';

/** Tasks that end when told to, and what they have done. */
function tasks() {
	const done: string[] = [];
	const ends: Record<string, () => void> = {};
	const task = (name: string, fails = false) => async () => {
		done.push(`${name} begins`);
		await new Promise<void>((resolve) => (ends[name] = resolve));
		if (fails) throw new Error(name);
		return name;
	};
	return { done, ends, task };
}

it('runs the tasks of a key one after the other, also after one that fails', async () => {
	const { done, ends, task } = tasks();
	const queue = new SerialQueue();
	const failing = queue.run('k', task('a', true));
	const next = queue.run('k', task('b'));
	await new Promise(setImmediate);
	expect(done).toEqual(['a begins']);
	ends.a();
	await expect(failing).rejects.toThrow('a');
	await new Promise(setImmediate);
	ends.b();
	expect(await next).toBe('b');
});

it('lets the tasks of different keys run at once', async () => {
	const { done, task } = tasks();
	const queue = new SerialQueue();
	void queue.run('k', task('a'));
	void queue.run('l', task('b'));
	await new Promise(setImmediate);
	expect(done).toEqual(['a begins', 'b begins']);
});

it('has a task wait for the one before it, not for the first, and keeps nothing of a key at the end', async () => {
	const { done, ends, task } = tasks();
	const queue = new SerialQueue();
	const { last } = queue as unknown as { last: Map<string, unknown> };
	const runs = ['a', 'b'].map(async (name) => await queue.run('k', task(name)));
	await new Promise(setImmediate);
	ends.a();
	await runs[0];
	runs.push(queue.run('k', task('c')));
	await new Promise(setImmediate);
	expect(done).toEqual(['a begins', 'b begins']);
	ends.b();
	await runs[1];
	ends.c();
	await runs[2];
	expect(last.size).toBe(0);
});
