import { RecentReads } from '../../../nodes/utils/recentReads';
import { stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-03-01T12:00:00Z');
stopClockAt(NOW);

const passed = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(NOW + ms);

it('reads once for all who ask within the time, which begins when the value is there', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	let count = 0;
	let arrive: (value: number) => void = () => {};
	const slow = async () => await new Promise<number>((resolve) => (arrive = resolve));
	const next = async () => await Promise.resolve(++count);
	const both = [reads.get('a', slow), reads.get('a', next)];
	passed(5_000);
	const late = reads.get('a', next);
	arrive(7);
	expect(await Promise.all([...both, late])).toEqual([7, 7, 7]);
	passed(5_999);
	expect(await reads.get('a', next)).toBe(7);
	expect(await reads.get('b', next)).toBe(1);
	passed(6_000);
	expect(await reads.get('a', next)).toBe(2);
	reads.forget('a');
	expect(await reads.get('a', next)).toBe(3);
});

it('keeps neither a failure nor nothing, and only so many values', async () => {
	const reads = new RecentReads<number>(1_000, 1);
	await expect(reads.get('a', async () => await Promise.reject(new Error('No')))).rejects.toThrow('No');
	expect(await reads.get('a', async () => await Promise.resolve(undefined))).toBeUndefined();
	expect(await reads.get('a', async () => await Promise.resolve(1))).toBe(1);
	await reads.get('b', async () => await Promise.resolve(2));
	expect(await reads.get('a', async () => await Promise.resolve(3))).toBe(3);
});

it('a failure takes no newer value away', async () => {
	const reads = new RecentReads<number>(1_000, 10);
	let fail: () => void = () => {};
	const first = reads.get('a', async () => await new Promise((_, reject) => (fail = () => reject(new Error('No')))));
	reads.forget('a');
	await reads.get('a', async () => await Promise.resolve(1));
	fail();
	await expect(first).rejects.toThrow('No');
	expect(await reads.get('a', async () => await Promise.resolve(2))).toBe(1);
});
