import type { IExecuteFunctions } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { EventRecord, processedItems } from '../../../nodes/n8n/processedItems';
import { waitAtMost } from '../../support/clock';

const forget = async () => {};

/** Records for a trigger in this process. */
const recording = (record: (keys: string[]) => Promise<string[]>) => {
	const marks = new EventRecord();
	const items = { record, forget };
	return async (...keys: string[]) => await marks.record('t', items, keys, false);
};

it('writes what comes at once together, what comes during a write with the next one, and says what was there before each', async () => {
	const known = new Set(['old']);
	const writes: string[][] = [];
	const record = recording(async (keys) => {
		writes.push(keys);
		const before = keys.filter((key) => known.has(key));
		await pause(10);
		for (const key of keys) known.add(key);
		return before;
	});
	const all = [record('a', 'a+'), record('old', 'b'), record('a', 'a+')];
	await pause(1);
	all.push(record('c'), record('a'));
	// Where two give the same key to one write, the second finds it there.
	expect((await Promise.all(all)).map((before) => [...before!])).toEqual([
		[],
		['old'],
		['a', 'a+'],
		[],
		['a'],
	]);
	expect(writes).toEqual([
		['a', 'a+', 'old', 'b'],
		['c', 'a'],
	]);
});

it.each([
	['is tried once more, and what that finds may be its own', 1, new Set()],
	['is then given up, and holds up nobody', 2, undefined],
])('a write that does not succeed %s', async (_what, failures, before) => {
	const write = jest.fn(async (keys: string[]) => await Promise.resolve(keys));
	for (let n = 0; n < failures; n++) write.mockRejectedValueOnce(new Error('SQLITE_FULL'));
	const record = recording(write);
	expect(await record('a')).toEqual(before);
	expect(write).toHaveBeenCalledTimes(2);
	expect(await record('b')).toEqual(new Set(['b']));
});

it('a write that does not end is given up, and makes no other trigger wait', async () => {
	const never = async () => await new Promise<never>(() => {});
	const marks = new EventRecord();
	const record = async (trigger: string, write: () => Promise<string[]>) =>
		await marks.record(trigger, { record: write, forget }, ['a'], false);
	waitAtMost(20);
	void marks.forget('t', { record: never, forget: never }, ['x']);
	const stuck = record('t', never);
	expect(await Promise.race([stuck, record('u', async () => [])])).toEqual(new Set());
	expect(await stuck).toBeUndefined();
	expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
});

describe('among workers', () => {
	/** The keys of each write, of a record in which all are there from a certain write on. */
	async function writes(foundAt: number) {
		const seen: string[][] = [];
		const record = async (asked: string[]) =>
			seen.push(asked) >= foundAt ? asked : asked.slice(1);
		const marks = new EventRecord();
		const [first] = await Promise.all([
			marks.record('t', { record, forget }, ['a'], true),
			pause(10).then(async () => await marks.record('t', { record, forget }, ['b'], true)),
		]);
		expect(first).toEqual(new Set(foundAt === 1 ? ['a'] : []));
		// Its turn comes after the looks.
		await marks.forget('t', { record, forget }, ['x']);
		return seen;
	}

	it('marks gather before they are written, and are written until all are there, three times more at most', async () => {
		const seen = await Promise.all([1, 2, 3, 9].map(writes));
		expect(seen.map((each) => each.length)).toEqual([2, 2, 3, 4]);
		expect(new Set(seen.flat().map(String))).toEqual(new Set(['a,b']));
	});
});

describe('processedItems', () => {
	const given = (helpers: object) =>
		processedItems({ helpers } as unknown as IExecuteFunctions, 200);

	it("records in n8n's record of the node, bounded, and says what was there before", async () => {
		const checkProcessedAndRecord = jest.fn(async () => ({ processed: ['b'] }));
		const removeProcessed = jest.fn();
		const items = given({ checkProcessedAndRecord, removeProcessed });
		expect(await items.record(['a', 'b'])).toEqual(['b']);
		await items.forget(['a']);
		const bounded = ['node', { mode: 'entries', maxEntries: 200 }];
		expect(checkProcessedAndRecord.mock.calls).toEqual([[['a', 'b'], ...bounded]]);
		expect(removeProcessed.mock.calls).toEqual([[['a'], ...bounded]]);
	});

	const failingOnce = (message: string) => {
		const record = jest
			.fn(async () => ({ processed: ['a'] }))
			.mockRejectedValueOnce(new Error(message));
		return given({ checkProcessedAndRecord: record });
	};

	it.each([
		'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId, processed_data.context',
		'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"',
		"ER_DUP_ENTRY: Duplicate entry 'workflow-1-node:1' for key 'PRIMARY'",
	])('asks again after another process has made the row (%s)', async (message) => {
		expect(await failingOnce(message).record(['a'])).toEqual(['a']);
	});

	it('leaves any other failure to the caller: it may have been written all the same', async () => {
		await expect(failingOnce('Connection terminated').record(['a'])).rejects.toThrow('terminated');
	});
});
