import { type Attempt, decideOnce, ends, type Wanted } from '../../../nodes/Platform/contactPage/decide';

const choice = (start: number) => ({ act: 'book' as const, slot: { start, end: start + 1 } });
const booked = (start = 0): Attempt => ({ kind: 'done', outcome: 'book', slot: choice(start).slot, record: {} });

/** Books; the same function for other decisions is told apart below. */
const bookOnce = async (name: string, start: number, attempt: (start: number) => Promise<Attempt>) =>
	await decideOnce(name, { act: 'book', start, isRepeat: false }, async (wanted) => await attempt(wanted.start ?? 0));

it('remembers a bounded number of waits, the latest ones', async () => {
	for (let wait = 0; wait <= 1_000; wait++) await bookOnce(`bounded ${wait}`, 1, async (start) => booked(start));
	expect([0, 1, 1_000].map((wait) => ends.get(`bounded ${wait}`)?.kind)).toEqual([undefined, 'done', 'done']);
});

it('forgets no booking that is under way', async () => {
	let finish: (outcome: Attempt) => void = () => {};
	const slow = bookOnce('slow', 1, async () => await new Promise<Attempt>((resolve) => (finish = resolve)));
	for (let wait = 0; wait <= 1_000; wait++) await bookOnce(`many ${wait}`, 1, async (start) => booked(start));
	const second = bookOnce('slow', 2, async () => await Promise.reject(new Error('A second write')));
	finish(booked(1));
	expect(await slow).toMatchObject({ isOwn: true });
	expect(await second).toEqual({ attempt: booked(1), isOwn: false });
});

it('lets a later request in only after the one that had waited', async () => {
	const finish: Array<(outcome: Attempt) => void> = [];
	const slow = async () => await new Promise<Attempt>((resolve) => finish.push(resolve));
	const first = bookOnce('chain', 1, slow);
	const second = bookOnce('chain', 2, slow);
	finish[0]({ kind: 'failed' });
	await first;
	const third = bookOnce('chain', 3, slow);
	finish[1](booked(2));
	expect(await second).toEqual({ attempt: booked(2), isOwn: true });
	expect(await third).toEqual({ attempt: booked(2), isOwn: false });
	expect(finish).toHaveLength(2);
});

it('lets requests for the same slot at the same time share one write', async () => {
	let writes = 0;
	const attempt = async (start: number) => {
		writes++;
		return await Promise.resolve<Attempt>(booked(start));
	};
	const both = await Promise.all([1, 1].map(async (start) => await bookOnce('shared', start, attempt)));
	expect(both).toEqual([true, false].map((isOwn) => ({ attempt: booked(1), isOwn })));
	const refusedOnce = await Promise.all(
		[1, 1].map(async (start) => await bookOnce('refused twice', start, async () => await Promise.resolve({ kind: 'taken' }))),
	);
	expect(refusedOnce.map(({ isOwn }) => isOwn)).toEqual([true, false]);
	expect(writes).toBe(1);
});

it.each([
	['done', ['confirm'], [true, false]],
	['failed', ['confirm', 'cancel'], [true, true]],
] as const)('of two decisions on the same slot at the same time, the second has its turn unless the first is %s', async (kind, carriedOut, own) => {
	const decided: string[] = [];
	const attempt = async ({ act, start }: Wanted) => {
		decided.push(act);
		const done = { kind, outcome: act, slot: choice(start ?? 0).slot, record: {} } as Attempt;
		return await Promise.resolve(kind === 'done' ? done : ({ kind } as Attempt));
	};
	const name = `two decisions, ${kind}`;
	const both = await Promise.all((['confirm', 'cancel'] as const).map(async (act) => await decideOnce(name, { act, start: 1, isRepeat: false }, attempt)));
	expect([decided, both.map(({ isOwn }) => isOwn)]).toEqual([carriedOut, own]);
});
