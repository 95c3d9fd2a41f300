import { setTimeout as delay } from 'node:timers/promises';
import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';

const EVENTS = 6;
const RUN_TAKES_MS = 4_000;
const SENDER_WAITS_MS = 3_000;

/** n8n lets few executions run at a time: it writes each, and answers when it is its turn. */
export function limits(harness: () => FaultHarness): void {
	it(`one execution at a time, ${EVENTS} events of ${RUN_TAKES_MS} ms, a restart amid them: each runs once`, async () => {
		const { n8n, sandbox, ledger, emit, deliveriesOf, settled } = harness();
		const { control } = sandbox;
		await n8n.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
		control.setDelivery({
			timeoutMs: SENDER_WAITS_MS,
			maxAttempts: 1_000,
			backoffMs: [1_000],
			maxInFlight: EVENTS,
		});
		ledger.hold(RUN_TAKES_MS);
		try {
			const events = emit(EVENTS);
			await until('the first run', () => events.some((event) => ledger.runs(event) > 0), 30_000);
			await delay(SENDER_WAITS_MS + 1_000);
			const unanswered = deliveriesOf(events).filter(({ state }) => state !== 'delivered').length;
			await n8n.restart();
			const result = await settled(events);
			print(`one execution at a time, restarted with ${unanswered} of ${EVENTS} unanswered: ${tallyText(result)}`);
			// Otherwise nothing was waiting for its turn when n8n was restarted.
			expect(unanswered).toBeGreaterThan(0);
			expect(result).toMatchObject(onceEach(events));
		} finally {
			ledger.hold(0);
			await n8n.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '-1' });
		}
	}, 240_000);
}
