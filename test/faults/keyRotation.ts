import { print } from '../support/print';
import type { Delivery, FaultHarness, Line } from '../support/faults/faultHarness';
import { countStatuses } from '../support/deliver';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';

const REFUSED = 20;
const IN_FLIGHT = 20;

const EVENT = 'Rotated';

/**
 * How often each response was given. Connections that n8n closes for being idle just as a delivery is
 * sent over them are left out: a busy n8n does that, and the platform sends again.
 */
function responsesOf(deliveries: Delivery[]): Record<string, number> {
	const { none: _closed, ...responses } = countStatuses(deliveries.flatMap(({ attempts }) => attempts));
	return responses;
}

/** The platform signs with another key. */
export function keyRotation(harness: () => FaultHarness): void {
	/** A trigger of its own: what it logs once a minute, nobody has made it log before. */
	let line: Line;

	beforeAll(async () => {
		line = await harness().publish(harness().draft(EVENT));
	}, 60_000);

	/** Sends events with keys that do not verify them. @returns once each was refused */
	async function refused(): Promise<string[]> {
		const { sandbox, emit, deliveriesOf } = harness();
		sandbox.control.setDelivery({ maxAttempts: 1_000, backoffMs: [1_000], maxInFlight: IN_FLIGHT });
		const events = emit(REFUSED, EVENT);
		const responded = () =>
			deliveriesOf(events).every(({ attempts }) => attempts.some(({ status }) => status));
		await until('a response to every delivery', responded);
		return events;
	}

	it('the key is rotated, only the old one known: refused, and run by retry once it is there', async () => {
		const { sandbox, delivered, deliveriesOf, settled, settledExecutions, logFromNow } = harness();
		const { control } = sandbox;
		await harness().setKeys(control.publicKey().publicKeyPem);
		control.rotateKey();
		const log = logFromNow();
		const events = await refused();

		const first = responsesOf(deliveriesOf(events));
		const startedBefore = (await settledExecutions(events, line)).length;
		await harness().setKeys(control.publicKey().publicKeyPem);
		await delivered(events);

		const all = responsesOf(deliveriesOf(events));
		const result = await settled(events, line);
		print(`new key not known: ${first['401']} responses 401, then by retry: ${tallyText(result)}`);
		expect(Object.keys(first)).toEqual(['401']);
		expect(startedBefore).toBe(0);
		expect(all).toEqual({ '200': REFUSED, '401': expect.any(Number) as number });
		expect(result).toMatchObject(onceEach(events));
		await until('it in the log', () => log().includes('The key may have been rotated'));
	}, 300_000);
}
