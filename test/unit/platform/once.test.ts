import { decideOnce, ends, type End } from '../../../nodes/Platform/contactPage/webhook';
import type { Act } from '../../../nodes/bookingPage/view';

const SLOT = { start: 1, end: 2 };

/** A contact's decision about a wait; `write` stands for the platform. */
const decide = async (wait: string, act: Act, write: (act: Act) => Promise<object>) => {
	const request = { view: { wait }, page: { write }, context: { logger: { warn() {} }, getExecutionId: () => '1', getNode: () => ({ name: 'Node' }) } };
	return await decideOnce(request as never, { act, start: SLOT.start, slot: SLOT, note: undefined, isRepeat: false });
};
const written = async () => await Promise.resolve({ kind: 'done', record: {} });

it('remembers a bounded number of waits, the latest ones, and forgets none that is under way', async () => {
	let finish: (outcome: object) => void = () => {};
	const slow = decide('slow', 'book', async () => await new Promise<object>((resolve) => (finish = resolve)));
	for (let wait = 0; wait <= 1_000; wait++) await decide(`bounded ${wait}`, 'book', written);
	expect([0, 1, 1_000].map((wait) => ends.get(`bounded ${wait}`)?.kind)).toEqual([undefined, 'done', 'done']);
	const second = decide('slow', 'book', async () => await Promise.reject(new Error('A second write')));
	finish({ kind: 'done', record: {} });
	const end: End = { kind: 'done', outcome: 'book', slot: SLOT, note: undefined, record: {} };
	expect([await slow, await second]).toEqual([true, false].map((isOwn) => ({ attempt: end, isOwn })));
});

it.each([
	['done', written, ['confirm'], [true, false]],
	['failed', async () => await Promise.reject(new Error('No')), ['confirm', 'cancel', 'cancel'], [true, true, true]],
] as const)('of decisions at the same time, the next has its turn unless the first is %s', async (kind, write, carriedOut, own) => {
	const decided: string[] = [];
	const acts = (['confirm', 'cancel', 'cancel'] as const).slice(0, own.length);
	const all = await Promise.all(acts.map(async (act) => await decide(`decisions, ${kind}`, act, async (chosen) => {
		decided.push(chosen);
		return await write();
	})));
	expect([decided, all.map(({ isOwn }) => isOwn)]).toEqual([carriedOut, own]);
});
