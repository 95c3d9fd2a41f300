import type { IExecuteFunctions } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { EventRecord } from '../../../nodes/n8n/eventRecord';
import { processedItems } from '../../../nodes/n8n/processedItems';
import { waitAtMost } from '../../support/clock';

const forget = async () => {};

/** Writes keys into n8n's record, and finds out which of them were there before. */
type RecordKeys = (keys: string[]) => Promise<string[]>;

/** Records keys for a trigger of this process, as n8n's record of the node takes them. */
const recordOfTrigger = (record: RecordKeys) => {
	const events = new EventRecord();
	return async (...keys: string[]) => await events.record('t', { record, forget }, keys, false);
};

describe('keys that come at once', () => {
	/** n8n's record, in which 'old' is, and which takes some time. */
	function slowRecord() {
		const known = new Set(['old']);
		const writes: string[][] = [];
		const record = recordOfTrigger(async (keys) => {
			writes.push(keys);
			const before = keys.filter((key) => known.has(key));
			await pause(10);
			for (const key of keys) known.add(key);
			return before;
		});
		return { record, writes };
	}

	it('are written together, and those that come during a write with the next one', async () => {
		const { record, writes } = slowRecord();

		const atOnce = [record('a', 'a+'), record('old', 'b')];
		await pause(1);
		const duringWrite = [record('c'), record('d')];
		await Promise.all([...atOnce, ...duringWrite]);

		expect(writes).toEqual([
			['a', 'a+', 'old', 'b'],
			['c', 'd'],
		]);
	});

	it('are told from those that were there before', async () => {
		const { record } = slowRecord();

		const [ofFirst, ofSecond] = await Promise.all([record('a'), record('old', 'b')]);

		expect(ofFirst).toEqual(new Set());
		expect(ofSecond).toEqual(new Set(['old']));
	});

	it('are there for the second of two that give the same ones to one write, and later', async () => {
		const { record } = slowRecord();

		const first = record('a', 'a+');
		const second = record('a', 'a+');
		await pause(1);
		const later = record('a');

		expect(await first).toEqual(new Set());
		expect(await second).toEqual(new Set(['a', 'a+']));
		expect(await later).toEqual(new Set(['a']));
	});
});

describe('a write that does not succeed', () => {
	/** A record that fails so often, and then finds all keys there. */
	function failingRecord(failures: number) {
		const write = jest.fn<Promise<string[]>, [string[]]>(async (keys) => keys);
		for (let failure = 0; failure < failures; failure += 1)
			write.mockRejectedValueOnce(new Error('SQLITE_FULL'));
		return { write, record: recordOfTrigger(write) };
	}

	it('is tried once more, and what that finds may be its own', async () => {
		const { record, write } = failingRecord(1);

		expect(await record('a')).toEqual(new Set());
		expect(write).toHaveBeenCalledTimes(2);
	});

	it('is then given up', async () => {
		const { record, write } = failingRecord(2);

		expect(await record('a')).toBeUndefined();
		expect(write).toHaveBeenCalledTimes(2);
	});

	it.each([1, 2])('holds up nobody after %i failures', async (failures) => {
		const { record } = failingRecord(failures);
		await record('a');

		expect(await record('b')).toEqual(new Set(['b']));
	});
});

it('a write that does not end is given up, and makes no other trigger wait', async () => {
	const never = async () => await new Promise<never>(() => {});
	const events = new EventRecord();
	const record = async (trigger: string, write: RecordKeys) =>
		await events.record(trigger, { record: write, forget }, ['a'], false);
	waitAtMost(20);
	void events.forget('t', { record: never, forget: never }, ['x']);

	const stuck = record('t', never);
	const other = record('u', async () => []);

	expect(await Promise.race([stuck, other])).toEqual(new Set());
	expect(await stuck).toBeUndefined();
	expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
});

describe('among workers, whose writes can lose marks', () => {
	/** The writes of the marks 'a' and 'b' of two executions; n8n's record has both from a certain write on. */
	async function writesUntilThere(thereFromWrite: number) {
		const writes: string[][] = [];
		const record = async (marks: string[]) => {
			writes.push(marks);
			return writes.length >= thereFromWrite ? marks : marks.slice(1);
		};
		const events = new EventRecord();
		const [beforeFirst] = await Promise.all([
			events.record('t', { record, forget }, ['a'], true),
			pause(10).then(async () => await events.record('t', { record, forget }, ['b'], true)),
		]);
		// Its turn comes after all writes.
		await events.forget('t', { record, forget }, ['x']);
		return { writes, beforeFirst };
	}

	it.each([
		{ thereFromWrite: 1, times: 2 },
		{ thereFromWrite: 2, times: 2 },
		{ thereFromWrite: 3, times: 3 },
		{ thereFromWrite: 9, times: 4 },
	])(
		'marks gather, and are written $times times where all are there from write $thereFromWrite on',
		async ({ thereFromWrite, times }) => {
			const { writes } = await writesUntilThere(thereFromWrite);

			expect(writes).toEqual(Array(times).fill(['a', 'b']));
		},
	);

	it('what the first write finds was there before', async () => {
		const { beforeFirst } = await writesUntilThere(1);

		expect(beforeFirst).toEqual(new Set(['a']));
	});

	it('what only a later write finds was not there before', async () => {
		const { beforeFirst } = await writesUntilThere(2);

		expect(beforeFirst).toEqual(new Set());
	});
});

describe('processedItems', () => {
	const itemsOf = (helpers: object) =>
		processedItems({ helpers } as unknown as IExecuteFunctions, 200);
	const BOUNDED = { mode: 'entries', maxEntries: 200 };

	it("records in n8n's record of the node, bounded, and says what was there before", async () => {
		const checkProcessedAndRecord = jest.fn(async () => ({ processed: ['b'] }));
		const items = itemsOf({ checkProcessedAndRecord });

		expect(await items.record(['a', 'b'])).toEqual(['b']);
		expect(checkProcessedAndRecord.mock.calls).toEqual([[['a', 'b'], 'node', BOUNDED]]);
	});

	it("forgets in n8n's record of the node", async () => {
		const removeProcessed = jest.fn();

		await itemsOf({ removeProcessed }).forget(['a']);

		expect(removeProcessed.mock.calls).toEqual([[['a'], 'node', BOUNDED]]);
	});

	const failingOnce = (message: string) => {
		const checkProcessedAndRecord = jest
			.fn(async () => ({ processed: ['a'] }))
			.mockRejectedValueOnce(new Error(message));
		return itemsOf({ checkProcessedAndRecord });
	};

	it.each([
		'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId, processed_data.context',
		'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"',
		"ER_DUP_ENTRY: Duplicate entry 'workflow-1-node:1' for key 'PRIMARY'",
	])('asks again after another process has made the row (%s)', async (message) => {
		expect(await failingOnce(message).record(['a'])).toEqual(['a']);
	});

	it('leaves any other failure to the caller: it may have been written all the same', async () => {
		const items = failingOnce('Connection terminated');

		await expect(items.record(['a'])).rejects.toThrow('terminated');
	});
});

it('where there is nothing to forget, the record is not written', async () => {
	const forgotten = jest.fn(forget);
	const record: RecordKeys = async () => await Promise.resolve([]);

	await new EventRecord().forget('t', { record, forget: forgotten }, []);

	expect(forgotten).not.toHaveBeenCalled();
});
