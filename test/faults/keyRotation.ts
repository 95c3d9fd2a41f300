import { print } from '../support/print';
import type { Delivery, FaultHarness, Line } from '../support/faults/faultHarness';
import { countStatuses } from '../support/deliver';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';

const ROTATED = 60;
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

/** How many attempts were signed with each of the platform's keys. */
function keysOf(deliveries: Delivery[]): Record<string, number> {
	const keys: Record<string, number> = {};
	for (const { keyNumber } of deliveries.flatMap(({ attempts }) => attempts)) {
		keys[keyNumber] = (keys[keyNumber] ?? 0) + 1;
	}
	return keys;
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

	it(`the key is rotated during ${ROTATED} deliveries, both keys known: none is lost`, async () => {
		const { sandbox, emit, delivered, deliveriesOf, settled } = harness();
		const { control } = sandbox;
		await harness().setKeys(control.publicKey().publicKeyPem, control.nextPublicKey().publicKeyPem);
		control.setDelivery({ maxInFlight: IN_FLIGHT, timeoutMs: 120_000 });
		const before = control.deliveryCounts().delivered;
		const events = emit(ROTATED / 2, EVENT);
		await until('the first delivery', () => control.deliveryCounts().delivered > before);
		control.rotateKey();
		events.push(...emit(ROTATED / 2, EVENT));
		await delivered(events);

		const deliveries = deliveriesOf(events);
		const result = await settled(events, line);
		const signed = Object.values(keysOf(deliveries));
		print(`key rotated, both known, signed ${signed.join(' and ')}: ${tallyText(result)}`);
		expect(responsesOf(deliveries)).toEqual({ '200': ROTATED });
		expect(signed).toHaveLength(2);
		expect(result).toMatchObject(onceEach(events));
	}, 300_000);

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
