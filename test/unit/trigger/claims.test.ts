import { setTimeout as pause } from 'node:timers/promises';
import { Claim, Claims, MAX_STARTED } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { waitAtMost } from '../../support/clock';

const A = 'event-a';
const B = 'event-b';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const never = async () => await new Promise<void>(() => {});
const tick = async () => await new Promise((resolve) => setImmediate(resolve));

/** The clock of a process that has run for longer than events are remembered. */
function testClaims() {
	const clock = { ms: 10 * DAY_MS };
	return { clock, claims: new Claims(() => clock.ms) };
}

async function first(claims: Claims, event = A): Promise<Claim> {
	const claim = await claims.claim(event, never);
	if (!(claim instanceof Claim)) throw new Error(`claimed as ${claim}`);
	return claim;
}

type Claiming = Awaited<ReturnType<Claims['claim']>>;

const nameOf = (claim: Claiming) => (claim instanceof Claim ? 'first' : claim);

const kindOf = async (claims: Claims, event = A) => nameOf(await claims.claim(event, never));

/** The kind that a claim has by now. */
function watch(claiming: Promise<Claiming>): () => Promise<string> {
	let kind = 'waiting';
	void claiming.then((claim) => (kind = nameOf(claim)));
	return async () => {
		await tick();
		return kind;
	};
}

describe('claim', () => {
	it('lets one repeat wait, and tells the others to come again', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		const waiting = watch(claims.claim(A, never));
		await tick();
		expect(await kindOf(claims)).toBe('busy');
		await pause(20);
		expect(await waiting()).toBe('waiting');
		claims.ended(claim, true);
		expect(await waiting()).toBe('repeat');
	});

	it('lets the waiting repeat take the place of a start that failed', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		const waiting = claims.claim(A, never);
		claims.ended(claim, false);
		const next = await waiting;
		if (!(next instanceof Claim)) throw new Error(next);
		const another = watch(claims.claim(A, never));
		expect(await another()).toBe('waiting');
		claims.ended(next, true);
		expect(await another()).toBe('repeat');
	});

	it('lets a repeat wait no longer than its sender, and then another one, for a bounded time', async () => {
		const { claims } = testClaims();
		await first(claims);
		expect(await claims.claim(A, async () => {})).toBe('busy');
		waitAtMost(30);
		const next = watch(claims.claim(A, never));
		expect(await next()).toBe('waiting');
		await pause(60);
		expect(await next()).toBe('busy');
		expect(AbortSignal.timeout).toHaveBeenCalledWith(MINUTE_MS);
	});

	it('takes a start for lost after a long time without any response, whatever becomes of it', async () => {
		const { clock, claims } = testClaims();
		const lost = await first(claims);
		clock.ms += 15 * MINUTE_MS;
		const waiting = watch(claims.claim(A, never));
		expect(await waiting()).toBe('waiting');
		clock.ms += 1;
		const next = await first(claims);
		claims.ended(lost, true);
		void claims.hold(next, true);
		expect(await claims.begin(A)).toBe(next);
		expect(await waiting()).toBe('waiting');
		claims.ended(next, true);
		expect(await waiting()).toBe('repeat');
	});

	it('remembers for a day', async () => {
		const { clock, claims } = testClaims();
		const claim = await first(claims);
		clock.ms += MINUTE_MS;
		claims.ended(claim, true);
		clock.ms += DAY_MS;
		expect(await kindOf(claims)).toBe('repeat');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
	});

	it('does not remember a repeat that the record alone knows for long enough', async () => {
		const { claims } = testClaims();
		const repeat = await first(claims);
		repeat.isRemembered = false;
		claims.ended(repeat, true);
		expect(await kindOf(claims)).toBe('first');
	});

	it('remembers for a minute only where executions run elsewhere, since a queue may be lost', async () => {
		waitAtMost(1);
		const { clock, claims } = testClaims();
		const queued = await first(claims);
		await claims.hold(queued, true);
		claims.ended(queued, true);
		clock.ms += MINUTE_MS;
		expect(await kindOf(claims)).toBe('repeat');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
	});

	it('remembers a bounded number, the latest, beside what is in flight', async () => {
		const { claims } = testClaims();
		const inFlight = await first(claims, 'in flight');
		for (let i = 0; i <= MAX_STARTED; i++) claims.ended(await first(claims, `e${i}`), true);
		expect(await kindOf(claims, 'e0')).toBe('first');
		expect(await kindOf(claims, `e${MAX_STARTED}`)).toBe('repeat');
		void claims.hold(inFlight, true);
		expect(await claims.begin('in flight')).toBe(inFlight);
	});
});

describe('begin', () => {
	it('finds no claim for what came to another process, or has its response', async () => {
		const { claims } = testClaims();
		expect(await claims.begin(A)).toBeUndefined();
		claims.ended(await first(claims, B), true);
		expect(await claims.begin(B)).toBeUndefined();
	});

	it.each([true, false])(
		'waits until n8n is about to respond, whatever it responds (%p), and counts as a start',
		async (confirmed) => {
			const { claims } = testClaims();
			const claim = await first(claims);
			const begun = jest.fn();
			void claims.begin(A).then(begun);
			await tick();
			expect(begun).not.toHaveBeenCalled();
			void claims.hold(claim, confirmed);
			await tick();
			expect(begun).toHaveBeenCalledWith(claim);
			claims.ended(claim, confirmed);
			expect(await kindOf(claims)).toBe('repeat');
		},
	);

	it('waits for a bounded time', async () => {
		waitAtMost(10);
		const { claims } = testClaims();
		const claim = await first(claims);
		expect(await claims.begin(A)).toBe(claim);
		expect(AbortSignal.timeout).toHaveBeenCalledWith(2_000);
	});
});

describe('hold', () => {
	it('ends when the event is on record', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		const ended = jest.fn();
		void claims.hold(claim, true)?.then(ended);
		await tick();
		expect(ended).not.toHaveBeenCalled();
		claim.recorded.reach();
		await tick();
		expect(ended).toHaveBeenCalled();
	});

	it('is not done for a refusal, once in a process in which no execution begins, and again as soon as one has begun here', async () => {
		waitAtMost(30);
		const { claims } = testClaims();
		expect(claims.hold(await first(claims), false)).toBeUndefined();
		await claims.hold(await first(claims, B), true);
		expect(AbortSignal.timeout).toHaveBeenCalledWith(2_000);
		expect(claims.hold(await first(claims, 'c'), true)).toBeUndefined();
		await claims.begin(A);
		const held = claims.hold(await first(claims, 'd'), true);
		expect(held).toBeDefined();
		await held;
		expect(claims.hold(await first(claims, 'e'), true)).toBeDefined();
	});
});
