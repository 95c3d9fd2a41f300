import { setTimeout as pause } from 'node:timers/promises';
import { EventRecord } from '../../../nodes/PlatformTrigger/deduplicate/record';

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

const timeout = AbortSignal.timeout.bind(AbortSignal);

/** From here on, whatever waits for a bounded time waits so long. */
function waitAtMost(ms: number): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(ms));
}

it('writes what comes at once together, and what comes during a write with the next one', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new EventRecord();
	const all = [marks.record('t', items, ['a']), marks.record('t', items, ['b', 'c'])];
	await pause(1);
	all.push(marks.record('t', items, ['d']), marks.record('t', items, ['e']));
	await end();
	await end();
	await Promise.all(all);
	expect(writes).toEqual([['a', 'b', 'c'], ['d', 'e']]);
});

it('says which keys were there before', async () => {
	const { items, known, end } = slowRecord();
	known.add('a');
	const marks = new EventRecord();
	const recorded = Promise.all([
		marks.record('t', items, ['a', 'b']),
		marks.record('t', items, ['c']),
	]);
	await end();
	expect(await recorded).toEqual([new Set(['a']), new Set()]);
});

it('says of two who give the same key to one write that it was there before the second', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new EventRecord();
	const recorded = Promise.all([
		marks.record('t', items, ['a', 'a+']),
		marks.record('t', items, ['a', 'a+']),
	]);
	await end();
	expect(await recorded).toEqual([new Set(), new Set(['a', 'a+'])]);
	expect(writes).toEqual([['a', 'a+']]);
});

describe('a write that does not succeed', () => {
	it('is tried once more, and what that finds may be its own', async () => {
		const record = jest.fn(async () => ['a']).mockRejectedValueOnce(new Error('terminated'));
		const items = { record, forget: async () => {} };
		expect(await new EventRecord().record('t', items, ['a'])).toEqual(new Set());
		expect(record).toHaveBeenCalledTimes(2);
	});

	it('is then given up, and holds up nobody', async () => {
		const record = jest.fn(async () => await Promise.reject<string[]>(new Error('SQLITE_FULL')));
		const marks = new EventRecord();
		const items = { record, forget: async () => {} };
		expect(await marks.record('t', items, ['a'])).toBeUndefined();
		expect(record).toHaveBeenCalledTimes(2);
		record.mockResolvedValue(['b']);
		expect(await marks.record('t', items, ['b'])).toEqual(new Set(['b']));
	});

	it('includes one that does not end', async () => {
		const record = jest.fn(async () => await new Promise<string[]>(() => {}));
		waitAtMost(20);
		const marks = new EventRecord();
		const items = { record, forget: record as never };
		void marks.forget('t', items, ['x']);
		expect(await marks.record('t', items, ['a'])).toBeUndefined();
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
	/** The keys of each write, of a record in which they are there from a certain write on. */
	async function writes(foundAt: number, ...keys: string[]) {
		const seen: string[][] = [];
		const record = async (asked: string[]) => (seen.push(asked) >= foundAt ? asked : []);
		const items = { record, forget: async () => {} };
		waitAtMost(20);
		const marks = new EventRecord();
		const known = keys.map(async (key) => (await marks.record('t', items, [key], true))!.has(key));
		expect(await Promise.all(known)).toEqual(keys.map(() => foundAt === 1));
		// Its turn comes after the looks.
		await marks.forget('t', items, ['x']);
		return seen;
	}

	it('looks soon whether the marks are there, and writes them until they are, three times at most', async () => {
		const counts = [1, 2, 3, 9].map(async (foundAt) => (await writes(foundAt, 'a')).length);
		expect(await Promise.all(counts)).toEqual([2, 2, 3, 4]);
	});

	it('lets marks gather before they are written', async () => {
		const marks = new EventRecord();
		const seen: string[][] = [];
		const items = { record: async (keys: string[]) => (seen.push(keys), keys), forget: async () => {} };
		const both = ['a', 'b'].map(async (key) => {
			if (key === 'b') await pause(50);
			return await marks.record('t', items, [key], true);
		});
		await Promise.all(both);
		expect(seen).toEqual([['a', 'b']]);
	});
});
