import { setTimeout as pause } from 'node:timers/promises';
import { Claim, Claims, MAX_STARTED } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { aroundEnd } from '../../../nodes/n8n/delivery';
import { waitAtMost } from '../../support/clock';
import { fakeResponse } from './fakeTrigger';

/* Bounds of time and number. In which order claims, executions and responses may come: everyOrder.test.ts. */

const EVENT = 'event-a';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const never = async () => await new Promise<void>(() => {});
const atOnce = async () => await Promise.resolve();

/** A process that receives deliveries, on a clock of its own. */
class Receiver {
	/** What it knows of events. */
	readonly claims = new Claims();
	/** For longer than events are remembered, it has run already. */
	clockMs = 10 * DAY_MS;
	/** How often a response went out before the event was on record. */
	unrecordedResponses = 0;

	/** @param executesHere false in queue mode */
	constructor(executesHere = true) {
		this.claims.executesHere = executesHere;
		jest.spyOn(performance, 'now').mockImplementation(() => this.clockMs);
	}

	/** What becomes of a delivery of an event: 'first' where it may start the event. */
	async receive(event = EVENT, senderClosed = never): Promise<'first' | 'repeat' | 'busy'> {
		const claim = await this.claims.claim(event, senderClosed);
		return claim instanceof Claim ? 'first' : claim;
	}

	/** A delivery that may start its event, and n8n's response to it, which waits for the record. */
	async receiveFirst(event = EVENT) {
		const claim = await Promise.race([this.claims.claim(event, never), pause(20, 'waits')]);
		if (!(claim instanceof Claim))
			throw new Error(`The delivery may not start its event: ${claim}`);
		const response = fakeResponse();
		aroundEnd(
			response,
			(isAccepted) =>
				this.claims.waitForRecord(claim, isAccepted)?.then((isRecorded) => {
					if (!isRecorded) this.unrecordedResponses += 1;
				}),
			(isAccepted) => void this.claims.close(claim, isAccepted),
		);
		const respond = (statusCode = 200) => Object.assign(response, { statusCode }).end();
		return { claim, response, respond };
	}
}

/** True while a promise has not resolved. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
	return (await Promise.race([promise, pause(20, 'pending')])) === 'pending';
}

describe('a repeat of what is being started', () => {
	it('waits no longer than its sender', async () => {
		const receiver = new Receiver();
		await receiver.receive();

		expect(await receiver.receive(EVENT, atOnce)).toBe('busy');
	});

	it('waits, although the one before has given up', async () => {
		const receiver = new Receiver();
		await receiver.receive();
		await receiver.receive(EVENT, atOnce);

		expect(await isPending(receiver.receive())).toBe(true);
	});

	it('waits for a minute at most', async () => {
		const receiver = new Receiver();
		await receiver.receive();
		waitAtMost(30);

		expect(await receiver.receive()).toBe('busy');
		expect(AbortSignal.timeout).toHaveBeenCalledWith(MINUTE_MS);
	});

	it('that has begun waits until it is on record, whatever n8n has responded', async () => {
		const receiver = new Receiver();
		const { respond, response } = await receiver.receiveFirst();
		void receiver.claims.begin(EVENT);
		respond(500);
		// A refusal is held by nothing.
		expect(response.ends).toHaveLength(1);

		const repeat = receiver.receive();

		expect(await isPending(repeat)).toBe(true);
		receiver.claims.setRecorded(EVENT, true);
		expect(await repeat).toBe('repeat');
	});
});

describe('a start without any response', () => {
	it('is waited for during 15 minutes', async () => {
		const receiver = new Receiver(false);
		await receiver.receiveFirst();
		receiver.clockMs += 15 * MINUTE_MS;

		const repeat = receiver.receive();

		expect(await isPending(repeat)).toBe(true);
	});

	it('counts as lost after that, whatever becomes of it: the next delivery starts the event', async () => {
		const receiver = new Receiver(false);
		const lost = await receiver.receiveFirst();
		receiver.clockMs += 15 * MINUTE_MS + 1;
		const next = await receiver.receiveFirst();

		lost.respond();
		const begun = receiver.claims.begin(EVENT);
		next.respond();

		expect(await begun).toBe(next.claim);
	});

	it('lets the repeats of the next delivery wait for that one', async () => {
		const receiver = new Receiver(false);
		const lost = await receiver.receiveFirst();
		const repeat = receiver.receive();
		receiver.clockMs += 15 * MINUTE_MS + 1;
		const next = await receiver.receiveFirst();

		lost.respond();
		void receiver.claims.begin(EVENT);
		next.respond();

		expect(await isPending(repeat)).toBe(true);
		receiver.claims.setRecorded(EVENT, true);
		expect(await repeat).toBe('repeat');
	});
});

describe('what has started is remembered', () => {
	it.each([
		{ how: 'for a day, since it is on record', executesHere: true, ms: DAY_MS },
		{
			how: 'for a minute where executions run elsewhere, since a queue may be lost',
			executesHere: false,
			ms: MINUTE_MS,
		},
	])('$how', async ({ executesHere, ms }) => {
		const receiver = new Receiver(executesHere);
		const { respond } = await receiver.receiveFirst();
		receiver.claims.setRecorded(EVENT, true);
		respond();
		await pause(0);

		receiver.clockMs += ms;
		const withinTime = await receiver.receive();
		receiver.clockMs += 1;
		const afterTime = await receiver.receive();

		expect({ withinTime, afterTime }).toEqual({ withinTime: 'repeat', afterTime: 'first' });
	});

	it('in a bounded number, the latest ones', async () => {
		const receiver = new Receiver();
		for (let n = 0; n <= MAX_STARTED; n++) receiver.claims.setRecorded(`event-${n}`, true);

		const oldest = await receiver.receive('event-0');
		const latest = await receiver.receive(`event-${MAX_STARTED}`);

		expect({ oldest, latest }).toEqual({ oldest: 'first', latest: 'repeat' });
	});

	it('beside what is in flight, which that number does not push out', async () => {
		const receiver = new Receiver();
		const { claim, respond } = await receiver.receiveFirst('in flight');
		for (let n = 0; n <= MAX_STARTED; n++) receiver.claims.setRecorded(`event-${n}`, true);

		respond();

		expect(await receiver.claims.begin('in flight')).toBe(claim);
	});
});

it('an execution waits for two seconds at most until n8n is about to respond', async () => {
	waitAtMost(10);
	const receiver = new Receiver();
	const { claim } = await receiver.receiveFirst();

	expect(await receiver.claims.begin(EVENT)).toBe(claim);
	expect(AbortSignal.timeout).toHaveBeenCalledWith(2_000);
});

it('the response to what has begun waits for eight seconds at most until it is on record', async () => {
	waitAtMost(10);
	const receiver = new Receiver();
	const { response, respond } = await receiver.receiveFirst();
	await receiver.claims.begin(EVENT);

	respond();
	expect(response.ends).toEqual([]);
	await pause(30);

	expect(response.ends).toHaveLength(1);
	expect(receiver.unrecordedResponses).toBe(1);
	expect(AbortSignal.timeout).toHaveBeenLastCalledWith(8_000);
});
