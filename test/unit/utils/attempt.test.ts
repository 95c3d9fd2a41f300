import { setTimeout as delay } from 'node:timers/promises';
import { SerialQueue, withTimeout } from '../../../nodes/utils/attempt';
import { shorten } from '../../../nodes/utils/shorten';

const never = new Promise<string>(() => {});

it.each([100, 0, -5_000])('gives undefined once %d ms have passed, and not before', async (ms) => {
	const begun = performance.now();
	expect(await withTimeout(never, ms)).toBeUndefined();
	expect(performance.now() - begun).toBeGreaterThanOrEqual(ms - 1);
});

it('waits without an end where there is none', async () => {
	expect(await withTimeout(delay(1, 'x'), Infinity)).toBe('x');
});

it('gives what was in time, and leaves no listener, and so no timer, behind', async () => {
	const made = jest.spyOn(AbortSignal, 'timeout');
	const removed = jest.spyOn(EventTarget.prototype, 'removeEventListener');
	const all = Array.from(
		{ length: 50 },
		async (_, n) => await withTimeout(delay(n % 5, 'x'), 10_000),
	);
	const signals = made.mock.results.map(({ value }) => value as unknown);
	made.mockRestore();
	expect(await Promise.all(all)).toEqual(Array(50).fill('x'));
	// Other tests may free signals of their own meanwhile.
	const freed = new Set(removed.mock.contexts as unknown[]);
	removed.mockRestore();
	expect([signals.length, signals.filter((signal) => !freed.has(signal))]).toEqual([50, []]);
});

it('shorten cuts no character in two', () => {
	expect(['ab😀', 'ab😀c', 'abcd'].map((text) => shorten(text, 3))).toEqual(['ab', 'ab', 'abc']);
	expect(shorten('😀', 2)).toBe('😀');
});

it('has a task wait for the one before it, also one that fails, not for those of another key, and keeps nothing at the end', async () => {
	const done: string[] = [];
	const queue = new SerialQueue();
	const { last } = queue as unknown as { last: Map<string, unknown> };
	const run = async (key: string, name: string, ms: number) =>
		await queue.run(key, async () => {
			done.push(name);
			await delay(ms);
			done.push(`${name} ends`);
			if (name === 'a') throw new Error("The task 'a' fails");
			return name;
		});
	const runs = [run('k', 'a', 20), run('k', 'b', 20), run('l', 'other', 1)];
	// Its failure is its own, and ends no other task.
	await expect(runs[0]).rejects.toThrow("The task 'a' fails");
	runs.push(run('k', 'c', 1));
	expect(await Promise.all(runs.slice(1))).toEqual(['b', 'other', 'c']);
	expect(done.join()).toBe('a,other,other ends,a ends,b,b ends,c,c ends');
	expect(last.size).toBe(0);
});
