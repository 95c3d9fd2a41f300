import { tellOperator, throttle, triggerKey } from '../../../nodes/PlatformTrigger/trigger/log';

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
		const keys = Array.from({ length: 50 }, (_, n) => `apart:${n}`);
		for (const key of [...keys, ...keys]) throttle(key, 0, () => lines.push(key));
		expect(lines).toEqual(keys);
	});

	it('is bounded', () => {
		const lines: string[] = [];
		throttle('old', 0, () => lines.push('old'));
		for (let i = 0; i < 1_100; i++) throttle(`many:${i}`, 1, () => {});
		throttle('old', 2, (count) => lines.push(`again ${count}`));
		expect(lines).toEqual(['old', 'again 1']);
	});
});

it('triggerKey is another one for each node of each workflow', () => {
	const keyOf = (workflow: string | undefined, node: string) =>
		triggerKey({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	const keys = [keyOf('w-1', 'n-1'), keyOf('w-2', 'n-1'), keyOf('w-1', 'n-2'), keyOf(undefined, 'n-1')];
	expect(new Set(keys).size).toBe(keys.length);
	expect(keyOf('w-1', 'n-1')).toBe(keys[0]);
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
