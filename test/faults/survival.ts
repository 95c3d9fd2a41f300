import { print } from '../support/print';
import type { FaultHarness, Line } from '../support/faults/faultHarness';
import { joined, renamed } from '../support/faults/lines';
import { onceEach, tallyText } from '../support/faults/tally';

const EVENTS = 10;

/** Each way to disturb what is remembered, with the events that its workflow listens to. */
const CASES = {
	twoTriggers: { what: 'two triggers in one workflow', listens: ['Two.First', 'Two.Second'] },
	renamedTrigger: { what: 'a trigger renamed and published', listens: ['Renamed'] },
} as const;

type Case = keyof typeof CASES;
const KEYS = Object.keys(CASES) as Case[];

/**
 * What lives in the same n8n changes nothing of what is remembered, nor the other way round. One
 * restart for all of it: the workflows do not know each other.
 */
export function survival(harness: () => FaultHarness): void {
	describe('remembered across a restart', () => {
		let lines: Record<Case, Line>;
		const events = {} as Record<Case, string[]>;

		beforeAll(async () => {
			const { draft, publish, publishAgain, emit, settled, deliverAgain, sandbox, n8n } = harness();
			sandbox.control.setDelivery({
				maxInFlight: 20,
				timeoutMs: 60_000,
				maxAttempts: 1_000,
				backoffMs: [1_000],
			});
			const beside = { name: 'Second Trigger' };
			lines = {
				twoTriggers: await publish(joined('Two', draft('Two.First'), draft('Two.Second', beside))),
				renamedTrigger: await publish(draft('Renamed')),
			};
			for (const key of KEYS) events[key] = [];
			for (let n = 0; n < EVENTS; n++) {
				for (const key of KEYS) {
					for (const event of CASES[key].listens) events[key].push(...emit(1, event));
				}
			}
			for (const key of KEYS) await settled(events[key], lines[key]);

			await publishAgain(
				lines.renamedTrigger,
				renamed(lines.renamedTrigger.draft, 'Platform Trigger', 'Another Name'),
			);

			await n8n.restart();
			for (const key of KEYS) await deliverAgain(events[key]);
		}, 300_000);

		it.each(KEYS)('%s: no event runs again', async (key) => {
			const ids = events[key];
			const result = await harness().settled(ids, lines[key]);
			const endedAtTrigger = await harness().endedAtTrigger(lines[key]);
			print(`${CASES[key].what}, restart, all repeated: ${tallyText(result)}; ${endedAtTrigger} executions ended at the trigger`);
			expect(result).toMatchObject(onceEach(ids));
			// Each repeat was the first since the restart, so each had to ask n8n's record.
			expect(endedAtTrigger).toBe(ids.length);
		});
	});
}
