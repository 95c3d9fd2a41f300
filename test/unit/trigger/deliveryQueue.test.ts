import { DeliveryQueue } from '../../../nodes/PlatformTrigger/receive/deliveryQueue';
import { fakeResponse } from './fakeTrigger';

/* How many deliveries one process handles at once. A delivery is known by its response. */

/** What a delivery waits for, with what it has come to so far. */
interface Wait<Result> {
	delivery: ReturnType<typeof fakeResponse>;
	result: Result | 'waits';
}

/** So many deliveries that wait for something of the queue. */
function waitAll<Result>(
	count: number,
	wait: (delivery: ReturnType<typeof fakeResponse>) => Promise<Result>,
): Array<Wait<Result>> {
	return Array.from({ length: count }, () => {
		const each: Wait<Result> = { delivery: fakeResponse(), result: 'waits' };
		void wait(each.delivery).then((result) => (each.result = result));
		return each;
	});
}

/** What can be decided by now is decided. */
const settle = async () => await new Promise(setImmediate);

const countOf = <Result>(waits: Array<Wait<Result>>, result: Result | 'waits') =>
	waits.filter((each) => each.result === result).length;

describe('verified deliveries', () => {
	const waitForTurns = (queue: DeliveryQueue, count: number) =>
		waitAll(count, async (delivery) => await queue.waitForTurn(delivery));

	it('start 20 at once; up to 100 in all wait, and more find no room', async () => {
		const waits = waitForTurns(new DeliveryQueue(), 130);
		await settle();

		expect(waits.slice(0, 20).map(({ result }) => result)).toEqual(Array(20).fill('turn'));
		expect(waits.slice(20, 100).map(({ result }) => result)).toEqual(Array(80).fill('waits'));
		expect(waits.slice(100).map(({ result }) => result)).toEqual(Array(30).fill('full'));
	});

	it('get their turn in order, one for each response that has ended', async () => {
		const queue = new DeliveryQueue();
		const waits = waitForTurns(queue, 30);

		queue.remove(waits[7].delivery);
		queue.remove(waits[3].delivery);
		// It has ended already.
		queue.remove(waits[7].delivery);
		await settle();

		const results = waits.slice(20, 24).map(({ result }) => result);
		expect(results).toEqual(['turn', 'turn', 'waits', 'waits']);
	});

	it('wait no longer than their sender', async () => {
		const queue = new DeliveryQueue();
		waitForTurns(queue, 20);
		const [waiting] = waitForTurns(queue, 1);

		waiting.delivery.emit('close');
		await settle();

		expect(waiting.result).toBe('closed');
	});

	it('do not wait at all for a sender that has closed before', async () => {
		const queue = new DeliveryQueue();
		waitForTurns(queue, 20);
		const delivery = fakeResponse();
		delivery.destroyed = true;

		expect(await queue.waitForTurn(delivery)).toBe('closed');
	});

	it('get the turns of those whose senders have closed', async () => {
		const queue = new DeliveryQueue();
		const starting = waitForTurns(queue, 20);
		const [closed, next] = waitForTurns(queue, 2);
		closed.delivery.emit('close');
		queue.remove(closed.delivery);

		queue.remove(starting[0].delivery);
		await settle();

		expect(next.result).toBe('turn');
	});
});

describe('repeats', () => {
	const waitAsRepeats = (queue: DeliveryQueue, count: number) =>
		waitAll(count, async (delivery) => await queue.waitAsRepeat(delivery));

	it('wait within the same bound of 100', async () => {
		const waits = waitAsRepeats(new DeliveryQueue(), 101);
		await settle();

		expect(countOf(waits, 'waits')).toBe(100);
		expect(waits[100].result).toBeUndefined();
	});

	it('take no turn from those that start', async () => {
		const queue = new DeliveryQueue();
		waitAsRepeats(queue, 99);

		expect(await queue.waitForTurn(fakeResponse())).toBe('turn');
		expect(await queue.waitForTurn(fakeResponse())).toBe('full');
	});

	it('can start in place of the first delivery', async () => {
		const queue = new DeliveryQueue();
		const [repeat] = waitAsRepeats(queue, 100);

		expect(await queue.waitForTurn(repeat.delivery)).toBe('turn');
	});
});

describe('slow bodies', () => {
	/** A queue on a clock of its own, with 20 slow bodies, the most that are waited for. */
	function fullQueue() {
		const clock = { ms: 5_000_000 };
		jest.spyOn(performance, 'now').mockImplementation(() => clock.ms);
		const queue = new DeliveryQueue();
		const waitForSlowBodies = (count: number) =>
			waitAll(count, async (delivery) => await queue.waitForSlowBody(delivery));
		return { clock, queue, waits: waitForSlowBodies(20), waitForSlowBodies };
	}

	it('find no room while 20 younger than a second are waited for', async () => {
		const { clock, waits, waitForSlowBodies } = fullQueue();
		clock.ms += 999;

		const [next] = waitForSlowBodies(1);
		await settle();

		expect(next.result).toBeUndefined();
		expect(countOf(waits, 'waits')).toBe(20);
	});

	it('take the places of the oldest ones after a second', async () => {
		const { clock, waits, waitForSlowBodies } = fullQueue();
		clock.ms += 1_000;

		const next = waitForSlowBodies(2);
		await settle();

		expect(countOf(next, 'waits')).toBe(2);
		expect(waits.slice(0, 3).map(({ result }) => result)).toEqual([undefined, undefined, 'waits']);
	});

	it('leave their place with their turn, or at their end', async () => {
		const { queue, waits, waitForSlowBodies } = fullQueue();
		void queue.waitForTurn(waits[0].delivery);
		queue.remove(waits[1].delivery);

		const next = waitForSlowBodies(2);
		await settle();

		expect(countOf(next, 'waits')).toBe(2);
	});
});
