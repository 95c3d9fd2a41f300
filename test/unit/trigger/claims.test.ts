import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import {
	ABANDONED_AFTER_MS,
	Claim,
	Claims,
	MAX_AGE_ELSEWHERE_MS,
	MAX_AGE_MS,
	MAX_STARTED,
} from '../../../nodes/PlatformTrigger/deduplicate/claims';

const A = 'event-a';
const B = 'event-b';
const never = async () => await new Promise<void>(() => {});
const tick = async () => await new Promise((resolve) => setImmediate(resolve));

/** The clock of a process that has run for longer than events are remembered. */
function testClaims(maxWaitMs?: number, maxHoldMs?: number) {
	const clock = { ms: 10 * MAX_AGE_MS };
	return { clock, claims: new Claims(() => clock.ms, maxWaitMs, maxHoldMs) };
}

async function first(claims: Claims, event = A): Promise<Claim> {
	const claim = await claims.claim(event, never);
	if (!(claim instanceof Claim)) throw new Error(`claimed as ${claim}`);
	return claim;
}

type Claiming = Awaited<ReturnType<Claims['claim']>>;

const nameOf = (claim: Claiming) => (claim instanceof Claim ? 'first' : claim);

const kindOf = async (claims: Claims, event = A) => nameOf(await claims.claim(event, never));

/** The kind, or 'waiting' while there is none. */
function watch(claiming: Promise<Claiming>): { kind: string } {
	const seen = { kind: 'waiting' };
	void claiming.then((claim) => (seen.kind = nameOf(claim)));
	return seen;
}

describe('claim', () => {
	it('knows a confirmed start as a duplicate and forgets a failed one', async () => {
		const { claims } = testClaims();
		claims.ended(await first(claims), false);
		claims.ended(await first(claims), true);
		expect(await kindOf(claims)).toBe('duplicate');
	});

	it('lets one repeat wait, and tells the others to come again', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		const waiting = watch(claims.claim(A, never));
		await tick();
		expect(await kindOf(claims)).toBe('busy');
		expect(waiting.kind).toBe('waiting');
		await pause(20);
		expect(waiting.kind).toBe('waiting');
		claims.ended(claim, true);
		await tick();
		expect(waiting.kind).toBe('duplicate');
	});

	it('lets the waiting repeat take the place of a start that failed', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		const waiting = claims.claim(A, never);
		claims.ended(claim, false);
		const next = await waiting;
		if (!(next instanceof Claim)) throw new Error(next);
		const another = watch(claims.claim(A, never));
		await tick();
		expect(another.kind).toBe('waiting');
		claims.ended(next, true);
		await tick();
		expect(another.kind).toBe('duplicate');
	});

	it('lets a repeat wait no longer than its sender, and then another one', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		expect(await claims.claim(A, async () => {})).toBe('busy');
		const next = watch(claims.claim(A, never));
		await tick();
		expect(next.kind).toBe('waiting');
		claims.ended(claim, true);
		await tick();
		expect(next.kind).toBe('duplicate');
	});

	it('lets it wait for a bounded time', async () => {
		const { claims } = testClaims(30);
		await first(claims);
		expect(await kindOf(claims)).toBe('busy');
	});

	it('takes a start for lost after a long time without any response, whatever becomes of it', async () => {
		const { clock, claims } = testClaims();
		const lost = await first(claims);
		clock.ms += ABANDONED_AFTER_MS;
		const waiting = watch(claims.claim(A, never));
		await tick();
		expect(waiting.kind).toBe('waiting');
		clock.ms += 1;
		const next = await first(claims);
		claims.ended(lost, false);
		await tick();
		expect(waiting.kind).toBe('waiting');
		claims.ended(next, true);
		await tick();
		expect(waiting.kind).toBe('duplicate');
	});

	it('forgets a start that was taken for lost and then got its response after all', async () => {
		const { clock, claims } = testClaims();
		const lost = await first(claims);
		clock.ms += ABANDONED_AFTER_MS + 1;
		const next = await first(claims);
		claims.ended(lost, true);
		expect(claims.begin(A, next.delivery)).toBeInstanceOf(Claim);
	});

	it('remembers for a day', async () => {
		const { clock, claims } = testClaims();
		claims.ended(await first(claims), true);
		clock.ms += MAX_AGE_MS;
		expect(await kindOf(claims)).toBe('duplicate');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
	});

	it('remembers since the start, not since a repeat that ended at the trigger', async () => {
		const { clock, claims } = testClaims();
		const repeat = await first(claims);
		claims.begin(A, repeat.delivery);
		claims.standDown(A, repeat.delivery, MAX_AGE_MS - 1);
		claims.ended(repeat, true);
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('duplicate');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
	});

	it('remembers for a minute only where executions run elsewhere, since a queue may be lost', async () => {
		const { clock, claims } = testClaims(undefined, 1);
		const queued = await first(claims);
		await claims.hold(queued);
		claims.ended(queued, true);
		clock.ms += MAX_AGE_ELSEWHERE_MS;
		expect(await kindOf(claims)).toBe('duplicate');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
	});

	it('remembers a bounded number, the latest, beside what is in flight', async () => {
		const { claims } = testClaims();
		const inFlight = await first(claims, 'in flight');
		for (let i = 0; i <= MAX_STARTED; i++) claims.ended(await first(claims, `e${i}`), true);
		expect(await kindOf(claims, 'e0')).toBe('first');
		expect(await kindOf(claims, `e${MAX_STARTED}`)).toBe('duplicate');
		expect(claims.begin('in flight', inFlight.delivery)).toBeInstanceOf(Claim);
	});
});

describe('begin', () => {
	it('finds none for what came to another process', async () => {
		const { claims } = testClaims();
		expect(claims.begin(A, 'x')).toBe('elsewhere');
		await first(claims, B);
		expect(claims.begin(B, 'y')).toBe('elsewhere');
	});

	it('finds one that is over for an execution that begins after its sender has a response', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		claims.ended(claim, true);
		const late = claims.begin(A, claim.delivery);
		expect(await (late as Claim).outcome).toBe(true);
	});

	it('knows another execution of an event that has begun here, also in a worker', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		claims.begin(A, claim.delivery);
		expect(claims.begin(A, 'x')).toBe('repeat');
		claims.begin(B, 'x');
		expect(claims.begin(B, 'y')).toBe('repeat');
		// n8n may give the same delivery to an execution once more: its record decides.
		expect(claims.begin(B, 'x')).toBe('elsewhere');
	});

	it('lets n8n respond at once to a delivery whose event has begun before', async () => {
		const { claims } = testClaims(undefined, 60_000);
		const claim = await first(claims);
		claims.begin(A, 'an execution of an earlier life of n8n');
		const held = claims.hold(claim);
		expect(claims.begin(A, claim.delivery)).toBe('repeat');
		await held;
	});

	it('counts as a start, whatever n8n then responds', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		claims.begin(A, claim.delivery);
		claims.ended(claim, false);
		expect(await claim.outcome).toBe(true);
		expect(await kindOf(claims)).toBe('duplicate');
	});
});

describe('hold', () => {
	it('ends when the execution is on record', async () => {
		const { claims } = testClaims(undefined, 60_000);
		const claim = await first(claims);
		const ended = jest.fn();
		void claims.hold(claim)?.then(ended);
		claims.begin(A, claim.delivery);
		await nextTurn();
		expect(ended).not.toHaveBeenCalled();
		claim.confirmRecorded();
		await nextTurn();
		expect(ended).toHaveBeenCalled();
	});

	it('is tried once in a process in which no execution begins', async () => {
		const { claims } = testClaims(undefined, 30);
		const claim = await first(claims);
		await claims.hold(claim);
		expect(claims.hold(await first(claims, B))).toBeUndefined();
	});

	it('is done again as soon as one has begun here, and ever after', async () => {
		const { claims } = testClaims(undefined, 30);
		const [a, b] = [await first(claims, A), await first(claims, B)];
		await claims.hold(a);
		claims.begin(A, a.delivery);
		const held = claims.hold(b);
		expect(held).toBeDefined();
		await held;
		expect(claims.hold(await first(claims, 'c'))).toBeDefined();
	});
});
