import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { withTimeout } from '../../../nodes/utils/withTimeout';

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
	const all = Array.from(
		{ length: 50 },
		async (_, n) => await withTimeout(delay(n % 5, 'x'), 10_000),
	);
	const signals = made.mock.results.map(({ value }) => value as AbortSignal);
	made.mockRestore();
	expect(await Promise.all(all)).toEqual(Array(50).fill('x'));
	expect(signals).toHaveLength(50);
	expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
});
