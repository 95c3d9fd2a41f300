import type { FaultHarness } from '../support/faults/faultHarness';
import { unexplained } from '../support/faults/kills';

/**
 * The positive control of everything that is counted here: a repeat that runs again is counted as
 * run twice, an event that starts nothing as lost, and neither is explained where nothing was killed.
 */
export function control(harness: () => FaultHarness): void {
	it('the count tells what runs twice, and what is lost', async () => {
		const { draft, publish, emit, settled, settledExecutions, deliverAgain } = harness();
		const open = await publish(draft('Control', { settings: { deduplicate: false } }));
		const repeated = emit(2, 'Control');
		await settled(repeated, open);
		await deliverAgain([repeated[0]]);
		const events = [...repeated, ...emit(1, 'Nobody.Listens')];
		const result = await settled(events, open);
		expect(result).toEqual({
			events: 3,
			once: 1,
			lost: [events[2]],
			never: [],
			twice: [events[0]],
			further: 1,
		});
		const executions = await settledExecutions(events, open);
		expect(unexplained(result, executions, [])).toHaveLength(2);
	}, 60_000);
}
