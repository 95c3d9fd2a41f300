import { setTimeout as pause } from 'node:timers/promises';
import { Marks } from '../../../nodes/PlatformTrigger/deduplicate/confirm';

/** A record that shows what is written, and when; each write ends when told to. */
function slowRecord() {
	const known = new Set<string>();
	const writes: string[][] = [];
	let ends: Array<() => void> = [];
	const written = async () => await new Promise<void>((resolve) => ends.push(resolve));
	return {
		known,
		writes,
		items: {
			async record(keys: string[]) {
				writes.push(keys);
				const before = keys.filter((key) => known.has(key));
				await written();
				for (const key of keys) known.add(key);
				return before;
			},
			async forget(keys: string[]) {
				writes.push(keys.map((key) => `-${key}`));
				await written();
				for (const key of keys) known.delete(key);
			},
		},
		/** Ends the write that is under way. */
		async end() {
			await pause(1);
			const ending = ends;
			ends = [];
			expect(ending).toHaveLength(1);
			ending[0]();
			await pause(1);
		},
	};
}

const ignore = () => {};

it('writes what comes at once together, and what comes during a write with the next one', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	const all = [marks.record('t', items, ['a'], ignore), marks.record('t', items, ['b', 'c'], ignore)];
	await pause(1);
	all.push(marks.record('t', items, ['d'], ignore), marks.record('t', items, ['e'], ignore));
	await end();
	await end();
	await Promise.all(all);
	expect(writes).toEqual([['a', 'b', 'c'], ['d', 'e']]);
});

it('says which keys were there before', async () => {
	const { items, known, end } = slowRecord();
	known.add('a');
	const marks = new Marks();
	const recorded = Promise.all([
		marks.record('t', items, ['a', 'b'], ignore),
		marks.record('t', items, ['c'], ignore),
	]);
	await end();
	expect(await recorded).toEqual([new Set(['a']), new Set()]);
});

it('says of two who give the same key to one write that it was there before the second', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	const recorded = Promise.all([
		marks.record('t', items, ['a', 'a+'], ignore),
		marks.record('t', items, ['a', 'a+'], ignore),
	]);
	await end();
	expect(await recorded).toEqual([new Set(), new Set(['a', 'a+'])]);
	expect(writes).toEqual([['a', 'a+']]);
});

it('writes together what comes after a forget, whatever was waiting before it', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	const all = [marks.record('t', items, ['a'], ignore)];
	await pause(1);
	all.push(marks.record('t', items, ['b'], ignore));
	void marks.forget('t', items, ['x']);
	all.push(marks.record('t', items, ['c'], ignore));
	await end();
	all.push(marks.record('t', items, ['d'], ignore));
	for (let i = 0; i < 3; i++) await end();
	await Promise.all(all);
	expect(writes).toEqual([['a'], ['b'], ['-x'], ['c', 'd']]);
});

describe('a write that does not succeed', () => {
	it('is tried once more, and what that finds may be its own', async () => {
		const record = jest.fn(async () => ['a']).mockRejectedValueOnce(new Error('terminated'));
		const lost = jest.fn();
		const items = { record, forget: async () => {} };
		expect(await new Marks().record('t', items, ['a'], lost)).toEqual(new Set());
		expect(record).toHaveBeenCalledTimes(2);
		expect(lost).not.toHaveBeenCalled();
	});

	it('is then given up, told, and holds up nobody', async () => {
		const record = jest.fn(async () => await Promise.reject<string[]>(new Error('SQLITE_FULL')));
		const lost = jest.fn();
		const marks = new Marks();
		const items = { record, forget: async () => {} };
		expect(await marks.record('t', items, ['a'], lost)).toEqual(new Set());
		expect(record).toHaveBeenCalledTimes(2);
		expect(lost).toHaveBeenCalledTimes(1);
		record.mockResolvedValue(['b']);
		expect(await marks.record('t', items, ['b'], lost)).toEqual(new Set(['b']));
	});

	it('includes one that does not end', async () => {
		const record = jest.fn(async () => await new Promise<string[]>(() => {}));
		const lost = jest.fn();
		const marks = new Marks(20);
		const items = { record, forget: record as never };
		void marks.forget('t', items, ['x']);
		expect(await marks.record('t', items, ['a'], lost)).toEqual(new Set());
		expect(lost).toHaveBeenCalledTimes(1);
	});
});

it('does not make a trigger wait for the writes of another', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	void marks.record('t', { ...items, record: async () => await new Promise(() => {}) }, ['a'], ignore);
	const recorded = marks.record('u', items, ['a'], ignore);
	await end();
	expect(await recorded).toEqual(new Set());
	expect(writes).toEqual([['a']]);
});

it('forgets together, a while later, what comes meanwhile', async () => {
	const forgotten: string[][] = [];
	const items = { record: async () => [], forget: async (keys: string[]) => void forgotten.push(keys) };
	const marks = new Marks(1_000, 30);
	for (const key of ['a', 'b', 'b']) marks.forgetSoon('t', items, key);
	marks.forgetSoon('u', items, 'c');
	await pause(1);
	expect(forgotten).toEqual([]);
	while (forgotten.length < 2) await pause(5);
	marks.forgetSoon('t', items, 'd');
	while (forgotten.length < 3) await pause(5);
	expect(forgotten.sort()).toEqual([['a', 'b'], ['c'], ['d']]);
});

it('forgets later what could not be forgotten', async () => {
	const forget = jest.fn(async () => {}).mockRejectedValueOnce(new Error('SQLITE_BUSY'));
	new Marks(1_000, 5).forgetSoon('t', { record: async () => [], forget }, 'a');
	while (forget.mock.calls.length < 2) await pause(5);
	expect(forget.mock.calls).toEqual([[['a']], [['a']]]);
});

describe('among workers', () => {
	/** The keys of each write, of a record in which they are there from a certain write on. */
	async function writes(foundAt: number, ...keys: string[]) {
		const seen: string[][] = [];
		const record = async (asked: string[]) => (seen.push(asked) >= foundAt ? asked : []);
		const items = { record, forget: async () => {} };
		const marks = new Marks(1_000, 1, 20);
		const known = keys.map(async (key) => (await marks.record('t', items, [key], ignore, true)).has(key));
		expect(await Promise.all(known)).toEqual(keys.map(() => foundAt === 1));
		// Its turn comes after the looks.
		await marks.forget('t', items, []);
		return seen;
	}

	it('looks soon whether the marks are there, and writes them until they are, three times at most', async () => {
		const counts = [1, 2, 3, 9].map(async (foundAt) => (await writes(foundAt, 'a')).length);
		expect(await Promise.all(counts)).toEqual([2, 2, 3, 4]);
	});

	it('lets marks gather before they are written', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0.8);
		const begun = performance.now();
		const marks = new Marks(1_000, 1, 50);
		const seen: string[][] = [];
		const items = { record: async (keys: string[]) => (seen.push(keys), keys), forget: async () => {} };
		const both = ['a', 'b'].map(async (key) => await marks.record('t', items, [key], ignore, true));
		await Promise.all(both);
		random.mockRestore();
		expect(seen).toEqual([['a', 'b']]);
		expect(performance.now() - begun).toBeGreaterThanOrEqual(69);
	});
});
