import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { onceEach, tallyText } from '../support/faults/tally';
import { isLong } from '../support/long';

const EVENTS = isLong ? 500 : 100;
const COPIES = 4;
const IN_FLIGHT = 20;

/** Many at once. */
export function volume(harness: () => FaultHarness): void {
	it(`${EVENTS} events, each delivered ${COPIES} times at random moments, run once each`, async () => {
		const { sandbox, emit, delivered, deliveriesOf, settled } = harness();
		const { control } = sandbox;
		control.setDelivery({
			copies: COPIES,
			spreadMs: 5_000,
			maxInFlight: IN_FLIGHT,
			timeoutMs: 120_000,
			maxAttempts: 1_000,
			backoffMs: [1_000],
		});
		const begun = performance.now();
		const events = emit(EVENTS);
		await delivered(events).finally(() => control.setDelivery({ copies: 1, spreadMs: 0 }));
		const seconds = Math.round((performance.now() - begun) / 1_000);

		const deliveries = deliveriesOf(events);
		const result = await settled(events);
		print(`each delivered ${COPIES} times in ${seconds} s, ${IN_FLIGHT} at once: ${tallyText(result)}`);
		expect(deliveries).toHaveLength(EVENTS * COPIES);
		expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
		expect(result).toMatchObject(onceEach(events));
	}, 300_000);
}
