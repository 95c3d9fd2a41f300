/* eslint-disable @n8n/community-nodes/no-restricted-globals -- tests run on a developer's machine */
import type { IDataObject } from 'n8n-workflow';
import { forgetAll, memoryOf } from '../../../nodes/PlatformTrigger/deduplication/memories';
import {
	ABANDONED_AFTER_MS,
	DeliveryInFlight,
	STORED_EVENTS_KEY,
	TriggerMemory,
} from '../../../nodes/PlatformTrigger/deduplication/triggerMemory';
import type { Admission } from '../../../nodes/PlatformTrigger/deduplication/triggerMemory';

const HOURS = 60;
const A = 'a-----------';
const B = 'b-----------';

async function first(memory: TriggerMemory, token = A): Promise<DeliveryInFlight> {
	const admission = await memory.admit(token);
	if (admission.kind !== 'first') throw new Error(`admitted as ${admission.kind}`);
	return admission.delivery;
}

/** The kind, or 'waiting' while there is none. */
function watch(admission: Promise<Admission>): { kind: string } {
	const seen = { kind: 'waiting' };
	void admission.then(({ kind }) => (seen.kind = kind));
	return seen;
}

/** The clocks as a test sets them. */
function testClocks() {
	const at = { wall: Date.now(), monotonic: 0 };
	return { at, clocks: { wall: () => at.wall, monotonic: () => at.monotonic } };
}

const tick = async () => await new Promise((resolve) => setImmediate(resolve));

describe('TriggerMemory', () => {
	it('knows a confirmed start as a duplicate and forgets a failed one', async () => {
		const memory = new TriggerMemory(HOURS);
		(await first(memory)).settle(false);
		(await first(memory)).settle(true);
		expect(await memory.admit(A)).toEqual({ kind: 'duplicate' });
	});

	it('lets a duplicate wait, and answers it as one when the first start succeeds', async () => {
		const memory = new TriggerMemory(HOURS);
		const delivery = await first(memory);
		const second = watch(memory.admit(A));
		await tick();
		expect(second.kind).toBe('waiting');
		delivery.settle(true);
		await tick();
		expect(second.kind).toBe('duplicate');
	});

	it('lets one of several waiting duplicates take the place of a start that failed', async () => {
		const memory = new TriggerMemory(HOURS);
		const delivery = await first(memory);
		const waiting = [memory.admit(A), memory.admit(A), memory.admit(A)];
		const kinds = waiting.map(watch);
		delivery.settle(false);
		await tick();
		expect(kinds.map(({ kind }) => kind).sort()).toEqual(['first', 'waiting', 'waiting']);
		const next = await Promise.race(waiting);
		if (next.kind !== 'first') throw new Error('no new first');
		next.delivery.settle(true);
		await tick();
		expect(kinds.map(({ kind }) => kind).sort()).toEqual(['duplicate', 'duplicate', 'first']);
	});

	it('keeps distinct events apart', async () => {
		const memory = new TriggerMemory(HOURS);
		await first(memory, A);
		expect((await memory.admit(B)).kind).toBe('first');
	});

	it('tells a duplicate to come again when the first takes too long', async () => {
		const memory = new TriggerMemory(HOURS, undefined, 30);
		await first(memory);
		expect(await memory.admit(A)).toEqual({ kind: 'unsettled' });
	});

	it('takes a start for lost after a long time without any answer, whatever becomes of it', async () => {
		const { at, clocks } = testClocks();
		const memory = new TriggerMemory(HOURS, clocks);
		const lost = await first(memory);
		at.monotonic += ABANDONED_AFTER_MS + 1;
		const next = await first(memory);
		lost.settle(false);
		expect(watch(memory.admit(A)).kind).toBe('waiting');
		next.settle(true);
		expect((await memory.admit(A)).kind).toBe('duplicate');
	});

	it('does not take a start for lost because the wall clock was set forward', async () => {
		const { at, clocks } = testClocks();
		const memory = new TriggerMemory(HOURS, clocks);
		await first(memory);
		at.wall += ABANDONED_AFTER_MS + 1;
		const second = watch(memory.admit(A));
		await tick();
		expect(second.kind).toBe('waiting');
	});

	it('does not let a duplicate wait longer because the wall clock was set back', async () => {
		const { at, clocks } = testClocks();
		const monotonic = () => performance.now();
		const memory = new TriggerMemory(HOURS, { ...clocks, monotonic }, 30);
		await first(memory);
		const second = memory.admit(A);
		at.wall -= ABANDONED_AFTER_MS;
		expect(await second).toEqual({ kind: 'unsettled' });
	});

	it('forgets events by the wall clock, which other processes share', async () => {
		const { at, clocks } = testClocks();
		const memory = new TriggerMemory(HOURS, clocks);
		(await first(memory)).settle(true);
		at.monotonic += 3 * HOURS * 60_000;
		memory.load({});
		expect((await memory.admit(A)).kind).toBe('duplicate');
		at.wall += 3 * HOURS * 60_000;
		memory.load({});
		expect((await memory.admit(A)).kind).toBe('first');
	});

	it('takes the first answer for the outcome', async () => {
		const memory = new TriggerMemory(HOURS);
		const delivery = await first(memory);
		delivery.settle(true);
		delivery.settle(false);
		expect((await memory.admit(A)).kind).toBe('duplicate');
	});
});

describe('static data', () => {
	/** What a process that starts from this text knows. */
	async function known(text: string, token: string): Promise<string> {
		const memory = new TriggerMemory(HOURS);
		memory.load(JSON.parse(text) as IDataObject);
		return (await memory.admit(token)).kind;
	}

	it('holds the delivery that is being saved', async () => {
		const memory = new TriggerMemory(HOURS);
		const data: IDataObject = {};
		memory.save(data, await first(memory));
		expect(await known(JSON.stringify(data), A)).toBe('duplicate');
	});

	it('keeps the saves of deliveries in flight from undoing each other, in either order', async () => {
		const memory = new TriggerMemory(HOURS);
		const [dataA, dataB]: IDataObject[] = [{}, {}];
		memory.save(dataA, await first(memory, A));
		memory.save(dataB, await first(memory, B));
		// n8n writes A, then B over it, before either has been answered.
		const textA = JSON.stringify(dataA);
		const textB = JSON.stringify(dataB);
		expect(await known(textA, B)).toBe('first');
		expect(await known(textB, A)).toBe('duplicate');
		expect(await known(textB, B)).toBe('duplicate');
	});

	it('never holds another delivery whose start has not been saved, or has failed', async () => {
		const memory = new TriggerMemory(HOURS);
		const [dataA, dataB]: IDataObject[] = [{}, {}];
		const a = await first(memory, A);
		memory.save(dataA, a);
		memory.save(dataB, await first(memory, B));
		expect(await known(JSON.stringify(dataB), A)).toBe('first');
		JSON.stringify(dataA);
		a.settle(false);
		expect(await known(JSON.stringify(dataB), A)).toBe('first');
	});

	it('is complete without being turned into JSON, for an n8n that copies it', async () => {
		const memory = new TriggerMemory(HOURS);
		const data: IDataObject = {};
		memory.save(data, await first(memory));
		expect(await known(JSON.stringify(structuredClone({ ...(data[STORED_EVENTS_KEY] as object) })), A)).toBe('first');
		const copy = { [STORED_EVENTS_KEY]: { ...(data[STORED_EVENTS_KEY] as object) } };
		expect(await known(JSON.stringify(copy), A)).toBe('duplicate');
	});
});

describe('memoryOf', () => {
	afterEach(forgetAll);

	it('is one for each trigger', async () => {
		(await first(memoryOf('w1:n1', HOURS))).settle(true);
		expect((await memoryOf('w1:n1', HOURS).admit(A)).kind).toBe('duplicate');
		expect((await memoryOf('w1:n2', HOURS).admit(A)).kind).toBe('first');
		expect((await memoryOf('w2:n1', HOURS).admit(A)).kind).toBe('first');
	});

	it('is bounded: the trigger unused longest is dropped, unless it has deliveries in flight', async () => {
		const busy = memoryOf('busy', HOURS);
		await first(busy);
		const idle = memoryOf('idle', HOURS);
		for (let i = 0; i < 1_500; i++) memoryOf(`w${i}`, HOURS);
		expect(memoryOf('busy', HOURS)).toBe(busy);
		expect(memoryOf('idle', HOURS)).not.toBe(idle);
	});

	it('bounds the events of all triggers together', () => {
		const old = memoryOf('old', HOURS);
		for (let w = 0; w < 16; w++) {
			const { remembered } = memoryOf(`w${w}`, HOURS);
			for (let i = 0; i < 19_000; i++) remembered.add(`${w}-${i}`.padStart(12, '-'), Date.now());
		}
		for (let i = 0; i < 300; i++) memoryOf('new', HOURS);
		expect(memoryOf('old', HOURS)).not.toBe(old);
	});
});
