import { RecentReads } from '../../../nodes/utils/recentReads';

const gives =
	<T>(value: T) =>
	async () =>
		await Promise.resolve(value);

let passed = 0;
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => passed));

it('reads once for all who ask within the time, which begins with the reading', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	let arrive: (value: number) => void = () => {};
	const first = reads.get('a', async () => await new Promise((resolve) => (arrive = resolve)));
	passed += 999;

	const second = reads.get('a', gives(8));
	arrive(7);

	expect(await first).toBe(7);
	expect(await second).toBe(7);
	passed += 1;
	expect(await reads.get('a', gives(9))).toBe(9);
});

it('reads each key by itself', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	await reads.get('a', gives(1));

	expect(await reads.get('b', gives(2))).toBe(2);
});

it('reads anew what was forgotten', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	await reads.get('a', gives(1));

	reads.forget('a');

	expect(await reads.get('a', gives(2))).toBe(2);
});

it('reads anew for who asks for a younger result', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	await reads.get('a', gives(1));
	passed += 500;
	expect(await reads.get('a', gives(2), 501)).toBe(1);
	expect(await reads.get('a', gives(2), 500)).toBe(2);
});

it('shares a failure with all who ask at once, and does not keep it', async () => {
	const reads = new RecentReads<number>(1_000, 1);
	const fails = async () => await Promise.reject<number>(new Error('No'));

	const shared = await Promise.allSettled([reads.get('a', fails), reads.get('a', gives(1))]);

	expect(shared).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
	expect(await reads.get('a', gives(2))).toBe(2);
});

it('does not keep nothing', async () => {
	const reads = new RecentReads<number | undefined>(1_000, 1);
	await reads.get('a', gives(undefined));

	expect(await reads.get('a', gives(1))).toBe(1);
});

it('keeps only so many values', async () => {
	const reads = new RecentReads<number>(1_000, 1);
	await reads.get('a', gives(1));
	await reads.get('b', gives(2));

	expect(await reads.get('a', gives(3))).toBe(3);
});

it('a failure takes no newer value away', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	let fail: () => void = () => {};
	const first = reads.get(
		'a',
		async () => await new Promise((_, reject) => (fail = () => reject(new Error('No')))),
	);
	reads.forget('a');
	await reads.get('a', gives(1));
	fail();
	await expect(first).rejects.toThrow('No');
	expect(await reads.get('a', gives(2))).toBe(1);
});
