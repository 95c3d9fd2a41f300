import { DeliveryQueue } from '../../../nodes/PlatformTrigger/receive/deliveryQueue';
import { fakeResponse } from './fakeTrigger';

/** The deliveries that one process has in hand. */
function made() {
	const clock = { ms: 5_000_000 };
	jest.spyOn(performance, 'now').mockImplementation(() => clock.ms);
	return {
		clock,
		queue: new DeliveryQueue(),
		deliveries: Array.from({ length: 130 }, fakeResponse),
	};
}

/** Which of them have not resolved yet. */
function pending(promises: Array<Promise<unknown>>): () => Promise<number[]> {
	const settled = new Set<number>();
	promises.forEach((each, n) => void each.then(() => settled.add(n)));
	return async () => {
		await new Promise(setImmediate);
		return promises.map((_each, n) => n).filter((n) => !settled.has(n));
	};
}

it('starts 20 at once; up to 100 wait for their turn in order, and no longer than their sender', async () => {
	const { queue, deliveries } = made();
	deliveries[22].destroyed = true;
	const turns = deliveries.map(async (each) => await queue.waitForTurn(each));
	const waiting = pending(turns);
	expect(await waiting()).toEqual([20, 21, ...Array.from({ length: 77 }, (_, n) => 23 + n)]);
	expect(await Promise.all([19, 22, 100, 129].map(async (n) => await turns[n]))).toEqual([
		'turn',
		'closed',
		'full',
		'full',
	]);
	deliveries[21].emit('close');
	expect(await turns[21]).toBe('closed');
	for (const n of [21, 22, 7, 7, 3]) queue.remove(deliveries[n]);
	expect((await waiting()).slice(0, 2)).toEqual([24, 25]);
	expect(await Promise.all([turns[20], turns[23]])).toEqual(['turn', 'turn']);
});

it('lets repeats wait within the same bound, which take no turn from those that start', async () => {
	const { queue, deliveries } = made();
	const repeats = pending(
		deliveries.slice(0, 101).map(async (each) => await queue.waitAsRepeat(each)),
	);
	expect(await repeats()).toHaveLength(100);
	queue.remove(deliveries[0]);
	const turns = [1, 102, 103].map(async (n) => await queue.waitForTurn(deliveries[n]));
	expect(await Promise.all(turns)).toEqual(['turn', 'turn', 'full']);
});

it('waits for 20 slow bodies, of which the oldest gives way after a second, until their turn or end', async () => {
	const { clock, queue, deliveries } = made();
	const slow = (from: number, to = from + 1) =>
		pending(deliveries.slice(from, to).map(async (each) => await queue.waitForSlowBody(each)));
	const waiting = slow(0, 20);
	clock.ms += 999;
	expect(await slow(20)()).toEqual([]);
	clock.ms += 1;
	for (const next of [21, 22]) expect(await slow(next)()).toEqual([0]);
	expect(await waiting()).toEqual(Array.from({ length: 18 }, (_, n) => 2 + n));
	void queue.waitForTurn(deliveries[2]);
	queue.remove(deliveries[3]);
	expect(await slow(23, 26)()).toEqual([0, 1, 2]);
	expect((await waiting()).slice(0, 3)).toEqual([2, 3, 5]);
});
