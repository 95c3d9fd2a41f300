import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessedItems } from '../../../nodes/n8n/delivery';
import { Marks } from '../../../nodes/PlatformTrigger/deduplicate/marks';

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

const target = (trigger: string, items: ProcessedItems, onLoss = () => {}) => ({ trigger, items, onLoss });

it('writes what comes at once together, and what comes during a write with the next one', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	const all = [marks.record(target('t', items), ['a']), marks.record(target('t', items), ['b', 'c'])];
	await pause(1);
	all.push(marks.record(target('t', items), ['d']), marks.record(target('t', items), ['e']));
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
		marks.record(target('t', items), ['a', 'b']),
		marks.record(target('t', items), ['c']),
	]);
	await end();
	expect(await recorded).toEqual([new Set(['a']), new Set()]);
});

it('says of two who give the same key to one write that it was there before the second', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	const recorded = Promise.all([
		marks.record(target('t', items), ['a', 'a+']),
		marks.record(target('t', items), ['a', 'a+']),
	]);
	await end();
	expect(await recorded).toEqual([new Set(), new Set(['a', 'a+'])]);
	expect(writes).toEqual([['a', 'a+']]);
});

it('writes together what comes after a forget, whatever was waiting before it', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	const all = [marks.record(target('t', items), ['a'])];
	await pause(1);
	all.push(marks.record(target('t', items), ['b']));
	void marks.forget(target('t', items), ['x']);
	all.push(marks.record(target('t', items), ['c']));
	await end();
	all.push(marks.record(target('t', items), ['d']));
	for (let i = 0; i < 3; i++) await end();
	await Promise.all(all);
	expect(writes).toEqual([['a'], ['b'], ['-x'], ['c', 'd']]);
});

describe('a write that does not succeed', () => {
	it('is tried once more, and what that finds may be its own', async () => {
		const record = jest.fn(async () => ['a']).mockRejectedValueOnce(new Error('terminated'));
		const lost = jest.fn();
		const items = { record, forget: async () => {} };
		expect(await new Marks().record(target('t', items, lost), ['a'])).toEqual(new Set());
		expect(record).toHaveBeenCalledTimes(2);
		expect(lost).not.toHaveBeenCalled();
	});

	it('is then given up, told, and holds up nobody', async () => {
		const record = jest.fn(async () => await Promise.reject<string[]>(new Error('SQLITE_FULL')));
		const lost = jest.fn();
		const marks = new Marks();
		const items = { record, forget: async () => {} };
		expect(await marks.record(target('t', items, lost), ['a'])).toEqual(new Set());
		expect(record).toHaveBeenCalledTimes(2);
		expect(lost).toHaveBeenCalledTimes(1);
		record.mockResolvedValue(['b']);
		expect(await marks.record(target('t', items, lost), ['b'])).toEqual(new Set(['b']));
	});

	it('includes one that does not end', async () => {
		const record = jest.fn(async () => await new Promise<string[]>(() => {}));
		const lost = jest.fn();
		const marks = new Marks(20);
		const items = { record, forget: record as never };
		void marks.forget(target('t', items), ['x']);
		expect(await marks.record(target('t', items, lost), ['a'])).toEqual(new Set());
		expect(lost).toHaveBeenCalledTimes(1);
	});
});

it('does not make a trigger wait for the writes of another', async () => {
	const { items, writes, end } = slowRecord();
	const marks = new Marks();
	void marks.record(target('t', { ...items, record: async () => await new Promise(() => {}) }), ['a']);
	const recorded = marks.record(target('u', items), ['a']);
	await end();
	expect(await recorded).toEqual(new Set());
	expect(writes).toEqual([['a']]);
});

describe('closing', () => {
	/** What is written of it, and when, in milliseconds; so many writes fail first. */
	function closings(failing = { record: 0, forget: 0 }) {
		const writes: string[] = [];
		const onLoss = jest.fn();
		const write = (what: 'record' | 'forget') => async (keys: string[]) => {
			writes.push(`${what} ${keys.join()}`);
			if (failing[what]-- > 0) await Promise.reject(new Error('SQLITE_BUSY'));
			return [];
		};
		const items = { record: write('record'), forget: write('forget') as never };
		return { writes, onLoss, t: target('t', items, onLoss), u: target('u', items, onLoss) };
	}

	it('records and forgets together, a while later, what comes meanwhile', async () => {
		const { writes, t, u } = closings();
		const marks = new Marks(1_000, 30);
		for (const key of ['a', 'b', 'b']) marks.closeSoon(t, key, [`${key}?`]);
		marks.closeSoon(u, 'c', ['c?', 'd?']);
		await pause(1);
		expect(writes).toEqual([]);
		while (writes.length < 4) await pause(5);
		marks.closeSoon(t, 'e', ['e?']);
		while (writes.length < 6) await pause(5);
		expect(writes.sort()).toEqual(['forget a?,b?', 'forget c?,d?', 'forget e?', 'record a,b', 'record c', 'record e']);
	});

	it('is tried again when it fails, later each time, and ends', async () => {
		const { writes, onLoss, t } = closings({ record: 2, forget: 1 });
		new Marks(1_000, 5).closeSoon(t, 'a', ['a?']);
		const whole = ['record a', 'forget a?'];
		while (writes.length < 6) await pause(5);
		expect(writes).toEqual(['record a', 'record a', ...whole, ...whole]);
		expect(onLoss).not.toHaveBeenCalled();
		const failing = closings({ record: 0, forget: Infinity });
		new Marks(1_000, 1).closeSoon(failing.t, 'a', ['a?']);
		while (failing.onLoss.mock.calls.length < 1) await pause(5);
		expect(failing.writes).toEqual(Array(6).fill(whole).flat());
	});
});

describe('among workers', () => {
	/** The keys of each write, of a record in which they are there from a certain write on. */
	async function writes(foundAt: number, ...keys: string[]) {
		const seen: string[][] = [];
		const record = async (asked: string[]) => (seen.push(asked) >= foundAt ? asked : []);
		const items = { record, forget: async () => {} };
		const marks = new Marks(1_000, 1, 20);
		const known = keys.map(async (key) => (await marks.record(target('t', items), [key], true)).has(key));
		expect(await Promise.all(known)).toEqual(keys.map(() => foundAt === 1));
		// Its turn comes after the looks.
		await marks.forget(target('t', items), []);
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
		const both = ['a', 'b'].map(async (key) => await marks.record(target('t', items), [key], true));
		await Promise.all(both);
		random.mockRestore();
		expect(seen).toEqual([['a', 'b']]);
		expect(performance.now() - begun).toBeGreaterThanOrEqual(69);
	});
});
