/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run on a developer's machine */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FreshReads } from '../../../nodes/PlatformTrigger/freshReads';

/** A store whose reads end when told to, and give what it held when they began. */
function slowStore(value: string) {
	const ends: Array<() => void> = [];
	const store = {
		value,
		begun: 0,
		async load(): Promise<string> {
			const held = store.value;
			store.begun += 1;
			await new Promise<void>((resolve) => ends.push(resolve));
			return held;
		},
		async endOldest(): Promise<void> {
			ends.shift()?.();
			// Longer than the chain of promises from one read to the next.
			await nextTurn();
		},
	};
	return store;
}

describe('FreshReads', () => {
	it('lets whoever comes while a read runs share the next one', async () => {
		const reads = new FreshReads<string>();
		const store = slowStore('old');
		const first = reads.read('key', store.load);
		store.value = 'new';
		const later = [1, 2, 3].map(async () => await reads.read('key', store.load));
		await store.endOldest();
		expect(store.begun).toBe(2);
		await store.endOldest();
		expect(await first).toBe('old');
		expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
		expect(store.begun).toBe(2);
	});

	it('never gives what was read before the call, however the calls follow each other', async () => {
		const reads = new FreshReads<string>();
		const store = slowStore('0');
		const seen: Array<Promise<[atCall: string, read: string]>> = [];
		for (let turn = 1; turn <= 50; turn += 1) {
			store.value = String(turn);
			const atCall = store.value;
			seen.push(reads.read('key', store.load).then((read) => [atCall, read]));
			if (turn % 3 === 0) await store.endOldest();
		}
		for (let rest = 0; rest < 50; rest += 1) await store.endOldest();
		const stale = (await Promise.all(seen)).filter(([atCall, read]) => Number(read) < Number(atCall));
		expect(stale).toEqual([]);
		expect(store.begun).toBeLessThan(25);
	});

	it('keeps nothing when the reads have ended', async () => {
		const reads = new FreshReads<string>();
		const store = slowStore('old');
		const first = reads.read('key', store.load);
		await store.endOldest();
		await first;
		store.value = 'new';
		const second = reads.read('key', store.load);
		await store.endOldest();
		expect(await second).toBe('new');
	});

	it('keeps different keys apart', async () => {
		const reads = new FreshReads<string>();
		const both = [reads.read('a', async () => 'A'), reads.read('b', async () => 'B')];
		expect(await Promise.all(both)).toEqual(['A', 'B']);
	});

	it('tells everybody who shares a read of its failure, and reads again for the next', async () => {
		const reads = new FreshReads<string>();
		const store = slowStore('value');
		const first = reads.read('key', store.load);
		const shared = [1, 2].map(
			async () => await reads.read('key', async () => await Promise.reject(new Error('locked'))),
		);
		const outcomes = Promise.allSettled(shared);
		await store.endOldest();
		expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await first).toBe('value');
		expect(await reads.read('key', async () => 'again')).toBe('again');
	});

	it('does not let a failed read keep the next one from being made', async () => {
		const reads = new FreshReads<string>();
		const first = reads.read('key', async () => await Promise.reject(new Error('locked')));
		const second = reads.read('key', async () => 'read');
		await expect(first).rejects.toThrow('locked');
		expect(await second).toBe('read');
	});

	it('does not wait without end for a read that hangs', async () => {
		const reads = new FreshReads<string>(20);
		const hanging = reads.read('key', async () => await new Promise<string>(() => {}));
		expect(await reads.read('key', async () => 'read')).toBe('read');
		void hanging;
	});
});
