import { setTimeout as pause } from 'node:timers/promises';
import { Claim, Claims, MAX_STARTED } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { aroundEnd } from '../../../nodes/n8n/delivery';
import { waitAtMost } from '../../support/clock';
import { fakeResponse } from './fakeTrigger';

/* Bounds of time and number. In which order claims, executions and responses may come: everyOrder.test.ts. */

const A = 'event-a';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const never = async () => await new Promise<void>(() => {});

/** The clock of a process that has run for longer than events are remembered. */
function testClaims(executesHere = true) {
	const clock = { ms: 10 * DAY_MS };
	jest.spyOn(performance, 'now').mockImplementation(() => clock.ms);
	const claims = Object.assign(new Claims(), { executesHere });
	const late = jest.fn();
	const kindOf = async (event = A, senderClosed = never) => {
		const claim = await claims.claim(event, senderClosed);
		return claim instanceof Claim ? 'first' : claim;
	};
	/** An event that may start, and n8n's response to it. */
	const first = async (event = A) => {
		const claim = (await claims.claim(event, never)) as Claim;
		const response = fakeResponse();
		aroundEnd(
			response,
			(isAccepted) =>
				claims.waitForRecord(claim, isAccepted)?.then((isRecorded) => {
					if (!isRecorded) late();
				}),
			(isAccepted) => void claims.close(claim, isAccepted),
		);
		return {
			claim,
			response,
			respond: (statusCode = 200) => Object.assign(response, { statusCode }).end(),
		};
	};
	return { clock, claims, kindOf, first, late };
}

it('a repeat waits no longer than its sender, and then another one, for a bounded time', async () => {
	const { kindOf } = testClaims();
	await kindOf();
	expect(await kindOf(A, async () => {})).toBe('busy');
	waitAtMost(30);
	expect(await kindOf()).toBe('busy');
	expect(AbortSignal.timeout).toHaveBeenCalledWith(MINUTE_MS);
});

it('a start without any response counts as lost after a long time, whatever becomes of it', async () => {
	const { clock, claims, first, kindOf } = testClaims(false);
	const lost = await first();
	clock.ms += 15 * MINUTE_MS;
	const waiting = kindOf();
	expect(await Promise.race([waiting, pause(20, 'waits')])).toBe('waits');
	clock.ms += 1;
	const next = await first();
	lost.respond();
	const begun = claims.begin(A);
	next.respond();
	expect(await begun).toBe(next.claim);
	expect(await Promise.race([waiting, pause(20, 'waits')])).toBe('waits');
	claims.setRecorded(A, true);
	expect(await waiting).toBe('repeat');
});

it('a repeat of what has begun waits until it is on record, whatever n8n has responded', async () => {
	const { claims, first, kindOf } = testClaims();
	const { respond, response } = await first();
	void claims.begin(A);
	// A refusal is held by nothing.
	respond(500);
	expect(response.ends).toHaveLength(1);
	const waiting = kindOf();
	expect(await Promise.race([waiting, pause(20, 'waits')])).toBe('waits');
	claims.setRecorded(A, true);
	expect(await waiting).toBe('repeat');
});

it.each([
	['a day what is on record', true, DAY_MS],
	['a minute where executions run elsewhere, since a queue may be lost', false, MINUTE_MS],
])('remembers for %s', async (_what, executesHere, ms) => {
	const { clock, claims, first, kindOf } = testClaims(executesHere);
	const { respond } = await first();
	claims.setRecorded(A, true);
	respond();
	await pause(0);
	clock.ms += ms;
	expect(await kindOf()).toBe('repeat');
	clock.ms += 1;
	expect(await kindOf()).toBe('first');
});

it('remembers a bounded number, the latest, beside what is in flight', async () => {
	const { claims, first, kindOf } = testClaims();
	const { claim, respond } = await first('in flight');
	for (let i = 0; i <= MAX_STARTED; i++) claims.setRecorded(`e${i}`, true);
	expect([await kindOf('e0'), await kindOf(`e${MAX_STARTED}`)]).toEqual(['first', 'repeat']);
	respond();
	expect(await claims.begin('in flight')).toBe(claim);
});

it('an execution waits for a bounded time until n8n is about to respond, and the response until it is on record', async () => {
	waitAtMost(10);
	const { claims, first, late } = testClaims();
	const { claim, response, respond } = await first();
	expect(await claims.begin(A)).toBe(claim);
	expect(AbortSignal.timeout).toHaveBeenCalledWith(2_000);
	respond();
	expect([late.mock.calls.length, response.ends.length]).toEqual([0, 0]);
	await pause(30);
	expect([late.mock.calls.length, response.ends.length]).toEqual([1, 1]);
	expect(AbortSignal.timeout).toHaveBeenLastCalledWith(8_000);
});
