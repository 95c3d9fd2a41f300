import { setTimeout as pause } from 'node:timers/promises';
import { EventRecord } from '../../../nodes/PlatformTrigger/deduplicate/record';
import { waitAtMost } from '../../support/clock';

/** A record that shows what is written, and when; each write ends when told to. */
function slowRecord() {
	const known = new Set<string>();
	const writes: string[][] = [];
	const ends: Array<() => void> = [];
	const record = async (keys: string[]) => {
		writes.push(keys);
		const before = keys.filter((key) => known.has(key));
		await new Promise<void>((resolve) => ends.push(resolve));
		for (const key of keys) known.add(key);
		return before;
	};
	/** Ends the write that is under way. */
	const end = async () => {
		await pause(1);
		expect(ends).toHaveLength(1);
		ends.pop()!();
		await pause(1);
	};
	return { known, writes, end, items: { record, forget: async () => {} } };
}

it('writes what comes at once together, what comes during a write with the next one, and says what was there before each', async () => {
	const { items, writes, known, end } = slowRecord();
	known.add('old');
	const marks = new EventRecord();
	const record = async (...keys: string[]) => await marks.record('t', items, keys);
	const all = [record('a', 'a+'), record('old', 'b'), record('a', 'a+')];
	await pause(1);
	all.push(record('c'), record('a'));
	await end();
	await end();
	expect(writes).toEqual([
		['a', 'a+', 'old', 'b'],
		['c', 'a'],
	]);
	// Where two give the same key to one write, the second finds it there.
	expect((await Promise.all(all)).map((before) => [...before!])).toEqual([
		[],
		['old'],
		['a', 'a+'],
		[],
		['a'],
	]);
});

describe('a write that does not succeed', () => {
	it.each([
		['is tried once more, and what that finds may be its own', 1, new Set()],
		['is then given up, and holds up nobody', 2, undefined],
	])('%s', async (_what, failures, before) => {
		const record = jest.fn(async (keys: string[]) => await Promise.resolve(keys));
		for (let n = 0; n < failures; n++) record.mockRejectedValueOnce(new Error('SQLITE_FULL'));
		const marks = new EventRecord();
		const items = { record, forget: async () => {} };
		expect(await marks.record('t', items, ['a'])).toEqual(before);
		expect(record).toHaveBeenCalledTimes(2);
		expect(await marks.record('t', items, ['b'])).toEqual(new Set(['b']));
	});

	it('includes one that does not end', async () => {
		const record = jest.fn(async () => await new Promise<string[]>(() => {}));
		waitAtMost(20);
		const marks = new EventRecord();
		const items = { record, forget: record as never };
		void marks.forget('t', items, ['x']);
		expect(await marks.record('t', items, ['a'])).toBeUndefined();
		expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
	});
});

it('does not make a trigger wait for the writes of another', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new EventRecord();
	void marks.record('t', { ...items, record: async () => await new Promise(() => {}) }, ['a']);
	const recorded = marks.record('u', items, ['a']);
	await end();
	expect(await recorded).toEqual(new Set());
	expect(writes).toEqual([['a']]);
});

describe('among workers', () => {
	/** The keys of each write, of a record in which all are there from a certain write on. */
	async function writes(foundAt: number) {
		const seen: string[][] = [];
		const record = async (asked: string[]) =>
			seen.push(asked) >= foundAt ? asked : asked.slice(1);
		const items = { record, forget: async () => {} };
		waitAtMost(20);
		const marks = new EventRecord();
		expect(await marks.record('t', items, ['a', 'b'], true)).toEqual(
			new Set(foundAt === 1 ? ['a', 'b'] : ['b']),
		);
		// Its turn comes after the looks.
		await marks.forget('t', items, ['x']);
		return seen;
	}

	it('looks soon whether the marks are there, and writes them until they are, three times at most', async () => {
		const counts = [1, 2, 3, 9].map(async (foundAt) => (await writes(foundAt)).length);
		expect(await Promise.all(counts)).toEqual([2, 2, 3, 4]);
	});

	it('lets marks gather before they are written', async () => {
		const marks = new EventRecord();
		const seen: string[][] = [];
		const items = {
			record: async (keys: string[]) => (seen.push(keys), keys),
			forget: async () => {},
		};
		const first = marks.record('t', items, ['a'], true);
		await pause(50);
		await Promise.all([first, marks.record('t', items, ['b'], true)]);
		expect(seen).toEqual([['a', 'b']]);
	});
});
