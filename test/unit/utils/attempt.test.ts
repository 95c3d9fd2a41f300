import { setTimeout as delay } from 'node:timers/promises';
import { SerialQueue, withTimeout } from '../../../nodes/utils/attempt';
import { shortened } from '../../../nodes/utils/shortened';

const never = new Promise<string>(() => {});

it('gives what a promise resolves to, and passes a rejection on', async () => {
	expect(await withTimeout(Promise.resolve('x'), 5_000)).toBe('x');
	expect(await withTimeout(delay(5, 'late'), 5_000)).toBe('late');
	await expect(withTimeout(Promise.reject(new Error('no')), 5_000)).rejects.toThrow('no');
});

it.each([100, 0, -5_000])('gives undefined once %d ms have passed, and not before', async (ms) => {
	const begun = performance.now();
	expect(await withTimeout(never, ms)).toBeUndefined();
	expect(performance.now() - begun).toBeGreaterThanOrEqual(ms - 1);
});

it('leaves no listener, and so no timer, behind what was in time', async () => {
	const made = jest.spyOn(AbortSignal, 'timeout');
	const removed = jest.spyOn(EventTarget.prototype, 'removeEventListener');
	const all = Array.from(
		{ length: 50 },
		async (_, n) => await withTimeout(delay(n % 5, 'x'), 10_000),
	);
	const signals = made.mock.results.map(({ value }) => value as unknown);
	made.mockRestore();
	await Promise.all(all);
	// Other tests may free signals of their own meanwhile.
	const freed = new Set(removed.mock.contexts as unknown[]);
	removed.mockRestore();
	expect([signals.length, signals.filter((signal) => !freed.has(signal))]).toEqual([50, []]);
});

it('shortened cuts no character in two', () => {
	expect(['ab😀', 'ab😀c', 'abcd'].map((text) => shortened(text, 3))).toEqual(['ab', 'ab', 'abc']);
	expect(shortened('😀', 2)).toBe('😀');
});

/** Tasks that end when told to, and what they have done. */
function tasks() {
	const done: string[] = [];
	const ends: Record<string, () => void> = {};
	const task =
		(name: string, fails = false) =>
		async () => {
			done.push(`${name} begins`);
			await new Promise<void>((resolve) => (ends[name] = resolve));
			if (fails) throw new Error(name);
			return name;
		};
	return { done, ends, task };
}

it('has a task wait for the one before it, also one that fails, not for those of another key, and keeps nothing at the end', async () => {
	const { done, ends, task } = tasks();
	const queue = new SerialQueue();
	const { last } = queue as unknown as { last: Map<string, unknown> };
	const failing = queue.run('k', task('a', true));
	const runs = [queue.run('k', task('b')), queue.run('l', task('other'))];
	await new Promise(setImmediate);
	expect(done).toEqual(['a begins', 'other begins']);
	ends.a();
	await expect(failing).rejects.toThrow('a');
	runs.push(queue.run('k', task('c')));
	await new Promise(setImmediate);
	expect(done).toEqual(['a begins', 'other begins', 'b begins']);
	for (const name of ['b', 'other', 'c']) {
		ends[name]();
		await new Promise(setImmediate);
	}
	expect(await Promise.all(runs)).toEqual(['b', 'other', 'c']);
	expect(last.size).toBe(0);
});
