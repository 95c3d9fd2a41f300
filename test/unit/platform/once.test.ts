import { type Attempt, decideOnce, ends, type Wanted } from '../../../nodes/Platform/contactPage/decide';

const booked = (start = 0): Attempt => ({ kind: 'done', outcome: 'book', slot: { start, end: start + 1 }, record: {} });

const bookOnce = async (name: string, start: number, attempt: (start: number) => Promise<Attempt>) =>
	await decideOnce(name, { act: 'book', start, isRepeat: false }, async (wanted) => await attempt(wanted.start ?? 0));

it('remembers a bounded number of waits, the latest ones, and forgets none that is under way', async () => {
	let finish: (outcome: Attempt) => void = () => {};
	const slow = bookOnce('slow', 1, async () => await new Promise<Attempt>((resolve) => (finish = resolve)));
	for (let wait = 0; wait <= 1_000; wait++) await bookOnce(`bounded ${wait}`, 1, async (start) => booked(start));
	expect([0, 1, 1_000].map((wait) => ends.get(`bounded ${wait}`)?.kind)).toEqual([undefined, 'done', 'done']);
	const second = bookOnce('slow', 2, async () => await Promise.reject(new Error('A second write')));
	finish(booked(1));
	expect([await slow, await second]).toEqual([true, false].map((isOwn) => ({ attempt: booked(1), isOwn })));
});

it.each([
	['done', ['confirm'], [true, false]],
	['failed', ['confirm', 'cancel', 'cancel'], [true, true, true]],
] as const)('of decisions at the same time, the next has its turn unless the first is %s', async (kind, carriedOut, own) => {
	const decided: string[] = [];
	const attempt = async ({ act, start = 0 }: Wanted): Promise<Attempt> => {
		decided.push(act);
		return await Promise.resolve(kind === 'done' ? { kind, outcome: act, slot: { start, end: 2 }, record: {} } : { kind });
	};
	const acts = (['confirm', 'cancel', 'cancel'] as const).slice(0, own.length);
	const all = await Promise.all(acts.map(async (act) => await decideOnce(`decisions, ${kind}`, { act, start: 1, isRepeat: false }, attempt)));
	expect([decided, all.map(({ isOwn }) => isOwn)]).toEqual([carriedOut, own]);
});
