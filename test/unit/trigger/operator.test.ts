import { tellOperator, throttle } from '../../../nodes/PlatformTrigger/receive/operator';

describe('throttle', () => {
	it('writes the first at once, then one line a minute with the count', () => {
		const counts: number[] = [];
		for (let second = 0; second <= 130; second++) {
			throttle('flood', second * 1_000, (count) => counts.push(count));
		}
		expect(counts).toEqual([1, 60, 60]);
	});

	it('writes again after the clock was set back', () => {
		const counts: number[] = [];
		for (const hour of [2, 1]) throttle('back', hour * 3_600_000, (count) => counts.push(count));
		expect(counts).toEqual([1, 1]);
	});

	it('counts reasons and triggers apart', () => {
		const lines: string[] = [];
		for (const key of ['a', 'b', 'a', 'b']) throttle(`apart:${key}`, 0, () => lines.push(key));
		expect(lines).toEqual(['a', 'b']);
	});

	it('is bounded', () => {
		const lines: string[] = [];
		throttle('old', 0, () => lines.push('old'));
		for (let i = 0; i < 1_100; i++) throttle(`many:${i}`, 1, () => {});
		throttle('old', 2, (count) => lines.push(`again ${count}`));
		expect(lines).toEqual(['old', 'again 1']);
	});
});

describe('tellOperator', () => {
	it('names the node and the workflow, and how often it happened since', () => {
		const lines: string[] = [];
		const context = {
			getNode: () => ({ id: 'n', name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w-1', name: 'Bookings' }),
			logger: { warn: (line: string) => lines.push(line) },
		};
		const clock = jest.spyOn(Date, 'now');
		for (const second of [1, 2, 3, 70]) {
			clock.mockReturnValue(second * 1_000);
			tellOperator(context as never, 'reason', 'refused it', 'Check that.');
		}
		clock.mockRestore();
		expect(lines).toEqual([
			"Trigger in workflow 'Bookings' (w-1) refused it: Check that.",
			"Trigger in workflow 'Bookings' (w-1) refused it (3 times since the last such line): Check that.",
		]);
	});
});
