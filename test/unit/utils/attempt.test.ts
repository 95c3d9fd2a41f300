import { setTimeout as delay } from 'node:timers/promises';
import { tried, withTimeout } from '../../../nodes/utils/attempt';
import { shortened } from '../../../nodes/utils/shortened';

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

it('leaves no listener, and so no timer, behind what was in time', async () => {
	const [added, removed] = (['addEventListener', 'removeEventListener'] as const).map((name) => jest.spyOn(EventTarget.prototype, name));
	await Promise.all(Array.from({ length: 50 }, async (_, n) => await withTimeout(delay(n % 5, 'x'), 10_000)));
	const [signals, freed] = [added, removed].map(({ mock }) => new Set(mock.contexts as unknown[]));
	for (const spy of [added, removed]) spy.mockRestore();
	expect([signals.size, freed]).toEqual([50, signals]);
});

it('tried gives what a call returns, or something else where it throws', () => {
	expect(tried(() => JSON.parse('1') as number, 'none')).toBe(1);
	expect(tried(() => JSON.parse('{') as number, 'none')).toBe('none');
});

it('shortened cuts no character in two', () => {
	expect(['ab😀', 'ab😀c', 'abcd'].map((text) => shortened(text, 3))).toEqual(['ab', 'ab', 'abc']);
	expect(shortened('😀', 2)).toBe('😀');
});
