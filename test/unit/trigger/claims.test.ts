import { setTimeout as pause } from 'node:timers/promises';
import { Claim, Claims, MAX_STARTED } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { waitAtMost } from '../../support/clock';

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
	const kindOf = async (event = A, senderClosed = never) => {
		const claim = await claims.claim(event, senderClosed);
		return claim instanceof Claim ? 'first' : claim;
	};
	const first = async (event = A) => (await claims.claim(event, never)) as Claim;
	return { clock, claims, kindOf, first };
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
	void claims.ended(lost, true);
	void claims.hold(next, true);
	expect(await claims.begin(A)).toBe(next);
	expect(await Promise.race([waiting, pause(20, 'waits')])).toBe('waits');
	claims.recorded(A, true);
	void claims.ended(next, true);
	expect(await waiting).toBe('repeat');
});

it('a repeat of what has begun waits until it is on record, whatever n8n has responded', async () => {
	const { claims, first, kindOf } = testClaims();
	const claim = await first();
	void claims.hold(claim, true);
	await claims.begin(A);
	void claims.ended(claim, false);
	const waiting = kindOf();
	expect(await Promise.race([waiting, pause(20, 'waits')])).toBe('waits');
	claims.recorded(A, true);
	expect(await waiting).toBe('repeat');
});

it.each([
	['a day what is on record', true, DAY_MS],
	['a minute where executions run elsewhere, since a queue may be lost', false, MINUTE_MS],
])('remembers for %s', async (_what, executesHere, ms) => {
	const { clock, claims, first, kindOf } = testClaims(executesHere);
	const claim = await first();
	claims.recorded(A, true);
	void claims.ended(claim, true);
	clock.ms += ms;
	expect(await kindOf()).toBe('repeat');
	clock.ms += 1;
	expect(await kindOf()).toBe('first');
});

it('remembers a bounded number, the latest, beside what is in flight', async () => {
	const { claims, first, kindOf } = testClaims();
	const inFlight = await first('in flight');
	for (let i = 0; i <= MAX_STARTED; i++) claims.recorded(`e${i}`, true);
	expect([await kindOf('e0'), await kindOf(`e${MAX_STARTED}`)]).toEqual(['first', 'repeat']);
	void claims.hold(inFlight, true);
	expect(await claims.begin('in flight')).toBe(inFlight);
});

it('an execution waits for a bounded time until n8n is about to respond, and the response until it is on record', async () => {
	waitAtMost(10);
	const { claims, first } = testClaims();
	const claim = await first();
	expect(await claims.begin(A)).toBe(claim);
	expect(AbortSignal.timeout).toHaveBeenCalledWith(2_000);
	for (let turn = 0; turn < 2; turn++) expect(await claims.hold(claim, true)).toBeUndefined();
	expect(AbortSignal.timeout).toHaveBeenCalledWith(8_000);
});

it('no response is held that is a refusal, nor where executions run elsewhere, until one has begun here', async () => {
	const { claims, first } = testClaims(false);
	const claim = await first();
	expect(claims.hold(claim, true)).toBeUndefined();
	await claims.begin(A);
	expect([claims.hold(claim, false), claims.hold(claim, true)]).toEqual([
		undefined,
		expect.any(Promise),
	]);
});
