import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../../../nodes/utils/async';

const never = new Promise<string>(() => {});

it('gives what a promise resolves to, and passes a rejection on', async () => {
	expect(await withTimeout(Promise.resolve('x'), 5_000)).toBe('x');
	expect(await withTimeout(delay(5, 'late'), 5_000)).toBe('late');
	await expect(withTimeout(Promise.reject(new Error('no')), 5_000)).rejects.toThrow('no');
});

it('gives undefined once the time has passed, and not before', async () => {
	const begun = performance.now();
	expect(await withTimeout(never, 100)).toBeUndefined();
	expect(performance.now() - begun).toBeGreaterThanOrEqual(99);
});

it.each([0, -5_000])('gives undefined where no time is left (%d ms)', async (ms) => {
	expect(await withTimeout(never, ms)).toBeUndefined();
});

it('serves many calls at once, and gives no signal so many listeners that Node.js warns of a leak', async () => {
	const listening = jest.spyOn(EventTarget.prototype, 'addEventListener');
	const calls = Array.from({ length: 50 }, async (_, n) => await withTimeout(n % 2 ? never : delay(1, 'x'), 200));
	const results = await Promise.all(calls);
	const signals: unknown[] = listening.mock.contexts;
	listening.mockRestore();
	expect(results.filter((result) => result === 'x')).toHaveLength(25);
	expect(results.filter((result) => result === undefined)).toHaveLength(25);
	expect(signals.length).toBeGreaterThan(0);
	expect(signals).toHaveLength(new Set(signals).size);
});

describe('moments', () => {
	const clock = jest.spyOn(performance, 'now');
	afterAll(() => clock.mockRestore());

	it('come at most a sixteenth late', async () => {
		const timers = jest.spyOn(AbortSignal, 'timeout');
		clock.mockReturnValue(1_001);
		await withTimeout(Promise.resolve(), 160);
		expect(timers.mock.calls).toEqual([[169]]);
		timers.mockRestore();
	});

	it('are shared by calls that are near each other, so that few timers are started', async () => {
		const timers = jest.spyOn(AbortSignal, 'timeout');
		for (let ms = 1_001; ms <= 1_090; ms++) {
			clock.mockReturnValue(ms);
			await withTimeout(Promise.resolve(), 1_600);
		}
		expect(timers).toHaveBeenCalledTimes(1);
		timers.mockRestore();
	});
});
