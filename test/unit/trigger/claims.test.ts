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
function testClaims(executesHere = true) {
	const clock = { ms: 10 * DAY_MS };
	const claims = new Claims(() => clock.ms);
	claims.executesHere = executesHere;
	return { clock, claims };
}

async function first(claims: Claims, event = A): Promise<Claim> {
	const claim = await claims.claim(event, never);
	if (!(claim instanceof Claim)) throw new Error(`claimed as ${claim}`);
	return claim;
}

/** Its execution has begun and is on record, and n8n has responded. */
async function run(claims: Claims, event = A): Promise<void> {
	const claim = await first(claims, event);
	void claims.hold(claim, true);
	await claims.begin(event);
	claims.recorded(event, true);
	claims.ended(claim, true);
	await tick();
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
		claims.recorded(A, true);
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
		claims.recorded(A, true);
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
		const { clock, claims } = testClaims(false);
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
		claims.recorded(A, true);
		claims.ended(next, true);
		expect(await waiting()).toBe('repeat');
	});

	it('remembers for a day what is on record', async () => {
		const { clock, claims } = testClaims();
		await run(claims);
		clock.ms += DAY_MS;
		expect(await kindOf(claims)).toBe('repeat');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
	});

	it('does not remember a repeat that the record alone knows for long enough', async () => {
		const { claims } = testClaims();
		const repeat = await first(claims);
		claims.recorded(A, false);
		claims.ended(repeat, true);
		expect(await kindOf(claims)).toBe('first');
	});

	it('remembers for a minute only where executions run elsewhere, since a queue may be lost', async () => {
		const { clock, claims } = testClaims(false);
		claims.ended(await first(claims), true);
		clock.ms += MINUTE_MS;
		expect(await kindOf(claims)).toBe('repeat');
		clock.ms += 1;
		expect(await kindOf(claims)).toBe('first');
		claims.recorded(B, true);
		expect(await kindOf(claims, B)).toBe('first');
	});

	it('remembers a bounded number, the latest, beside what is in flight', async () => {
		const { claims } = testClaims();
		const inFlight = await first(claims, 'in flight');
		for (let i = 0; i <= MAX_STARTED; i++) claims.recorded(`e${i}`, true);
		expect(await kindOf(claims, 'e0')).toBe('first');
		expect(await kindOf(claims, `e${MAX_STARTED}`)).toBe('repeat');
		void claims.hold(inFlight, true);
		expect(await claims.begin('in flight')).toBe(inFlight);
	});
});

describe('an execution', () => {
	it('that begins after the response makes a repeat of it one, from then on', async () => {
		const { claims } = testClaims();
		claims.ended(await first(claims), false);
		expect(await claims.begin(A)).toBeUndefined();
		claims.recorded(A, true);
		expect(await kindOf(claims)).toBe('repeat');
	});

	it('that has begun keeps a repeat waiting until it is on record, whatever n8n has responded', async () => {
		const { claims } = testClaims();
		const claim = await first(claims);
		void claims.hold(claim, true);
		await claims.begin(A);
		claims.ended(claim, false);
		const waiting = watch(claims.claim(A, never));
		expect(await waiting()).toBe('waiting');
		claims.recorded(A, true);
		expect(await waiting()).toBe('repeat');
	});

	it.each([true, false])(
		'waits until n8n is about to respond, whatever it responds (%p)',
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
		const ended = jest.fn();
		void claims.hold(await first(claims), true)?.then(ended);
		await tick();
		expect(ended).not.toHaveBeenCalled();
		claims.recorded(A, true);
		await tick();
		expect(ended).toHaveBeenCalledWith(true);
	});

	it('says that the event is not on record in time, each time', async () => {
		waitAtMost(10);
		const { claims } = testClaims();
		for (const event of [A, B])
			expect(await claims.hold(await first(claims, event), true)).toBeUndefined();
		expect(AbortSignal.timeout).toHaveBeenCalledWith(8_000);
	});

	it('is not done for a refusal, nor where executions run elsewhere, until one has begun here', async () => {
		const { claims } = testClaims(false);
		const claim = await first(claims);
		expect(claims.hold(claim, true)).toBeUndefined();
		expect(await claims.begin(A)).toBe(claim);
		expect(claims.hold(await first(claims, B), false)).toBeUndefined();
		expect(claims.hold(await first(claims, 'c'), true)).toBeDefined();
	});
});
