import { setImmediate as nextTurn } from 'node:timers/promises';
import { TtlCache } from '../../../nodes/utils/ttlCache';

/** Reads that give what is held when they begin, and end when told to. */
function store(held: string) {
	const ends: Array<(error?: Error) => void> = [];
	const made = {
		held,
		begun: 0,
		async read(): Promise<string> {
			const { held: value } = made;
			made.begun += 1;
			await new Promise<void>((resolve, reject) =>
				ends.push((error) => (error ? reject(error) : resolve())),
			);
			return value;
		},
		async end(error?: Error): Promise<void> {
			ends.shift()?.(error);
			await nextTurn();
		},
	};
	return made;
}

/** A clock that does not begin at 0. */
function kept() {
	const clock = { ms: 5_000_000 };
	return { clock, values: new TtlCache<string>(1_000, () => clock.ms) };
}

it('reads once for all who come within a second of the beginning', async () => {
	const { clock, values } = kept();
	const keys = store('old');
	const first = values.get('a', keys.read);
	clock.ms += 600;
	const second = values.get('a', keys.read);
	await keys.end();
	clock.ms += 399;
	expect(await Promise.all([first, second, values.get('a', keys.read)])).toEqual(Array(3).fill('old'));
	expect(keys.begun).toBe(1);
});

it('reads anew a second after the beginning, not after the end', async () => {
	const { clock, values } = kept();
	const keys = store('old');
	const first = values.get('a', keys.read);
	clock.ms += 999;
	await keys.end();
	expect(await first).toBe('old');
	keys.held = 'new';
	clock.ms += 1;
	const second = values.get('a', keys.read);
	await keys.end();
	expect(await second).toBe('new');
});

it('is not held up by a reading that does not end', async () => {
	const { clock, values } = kept();
	const keys = store('old');
	void values.get('a', keys.read);
	clock.ms += 1_000;
	const second = values.get('a', keys.read);
	expect(keys.begun).toBe(2);
	await keys.end();
	await keys.end();
	expect(await second).toBe('old');
});

it('keeps what is read by its key', async () => {
	const { values } = kept();
	const [a, b] = [store('a'), store('b')];
	const both = [values.get('a', a.read), values.get('b', b.read)];
	await a.end();
	await b.end();
	expect(await Promise.all(both)).toEqual(['a', 'b']);
});

it('never keeps what a reading throws', async () => {
	const { values } = kept();
	const keys = store('old');
	const first = values.get('a', keys.read);
	const shared = values.get('a', keys.read);
	const outcomes = Promise.allSettled([first, shared]);
	await keys.end(new Error('SQLITE_BUSY'));
	expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const next = values.get('a', keys.read);
	await keys.end();
	expect(await next).toBe('old');
});

it('does not throw away a later reading because an earlier one failed', async () => {
	const { clock, values } = kept();
	const keys = store('old');
	const first = values.get('a', keys.read).catch(() => 'failed');
	clock.ms += 1_000;
	void values.get('a', keys.read);
	await keys.end(new Error('SQLITE_BUSY'));
	expect(await first).toBe('failed');
	void values.get('a', keys.read);
	expect(keys.begun).toBe(2);
});

it('is bounded: the oldest reading is dropped', async () => {
	const { values } = kept();
	const read = jest.fn(async () => 'x');
	for (let i = 0; i <= 1_000; i++) await values.get(`k${i}`, read);
	await values.get('k1', read);
	expect(read).toHaveBeenCalledTimes(1_001);
	await values.get('k0', read);
	expect(read).toHaveBeenCalledTimes(1_002);
});
