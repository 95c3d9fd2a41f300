import { setTimeout as delay } from 'node:timers/promises';
import { print } from '../support/print';
import { until, type FaultHarness } from '../support/faults/faultHarness';
import { Inspector } from '../support/faults/inspector';
import { head, rawRequest } from '../support/faults/rawRequest';
import { countStatuses } from '../support/deliver';
import { onceEach, outcomeText } from '../support/faults/outcome';
import { createSigningKey } from '../support/keys';

const BURST = 300;
const CONNECTIONS = 50;
const BURST_MS = 240_000;

const WAITING = 150;
/** Until n8n has taken in all that is sent at once. */
const FILLING_MS = 20_000;
/** Then the senders hang up, and repeat what n8n still holds. */
const SENDER_WAITS_MS = 25_000;
const REPEATING_MS = 15_000;
const WAITING_MB = 600;

const SLOW = 300;
const SLOW_MB = 500;
const OPEN_MS = 60_000;

/** What deliveries that wait, or come slowly, make n8n hold. In n8n as it is shipped. */
export function inHand(harness: () => FaultHarness, inspector: () => Inspector): void {
	it(`${BURST} events over ${CONNECTIONS} connections, each sent once: all are accepted and run`, async () => {
		const { sandbox, emit, deliveriesOf, settled } = harness();
		sandbox.control.setDelivery({ maxInFlight: CONNECTIONS, maxAttempts: 1, timeoutMs: BURST_MS });
		const before = await inspector().keptMb();
		const begun = performance.now();
		const events = emit(BURST);
		const result = await settled(events);
		const seconds = Math.round((performance.now() - begun) / 1_000);
		const statuses = countStatuses(deliveriesOf(events).flatMap(({ attempts }) => attempts));
		const grown = (await inspector().keptMb()) - before;
		print(`${BURST} events over ${CONNECTIONS} connections: ${JSON.stringify(statuses)} in ${seconds} s, n8n kept ${grown} MB of its growth; ${outcomeText(result)}`);
		expect(statuses).toEqual({ 200: BURST });
		expect(result).toMatchObject({ ...onceEach(events), further: 0 });
	}, BURST_MS + 60_000);

	it(`${SLOW} slow bodies under any signature: bounded, and a genuine event gets through`, async () => {
		const { n8n, line } = harness();
		const { port } = n8n;
		const signature = createSigningKey().sign('other bytes');
		const start = head(new URL(line.url).pathname, { 'x-platform-signature': signature, 'content-length': 1_000 });
		const before = await inspector().keptMb();
		const slow = Promise.all(
			Array.from({ length: SLOW }, async () => await rawRequest(port, { pieces: [start], openMs: OPEN_MS })),
		);
		await delay(2_000);
		const begun = performance.now();
		await harness().getsThrough('evt-amid-slow');
		const took = Math.round(performance.now() - begun);
		const grown = (await inspector().keptMb(1)) - before;
		const statuses = countStatuses(await slow);
		print(`${SLOW} slow bodies: ${JSON.stringify(statuses)}, n8n grew by ${grown} MB; a genuine event took ${took} ms`);
		// n8n itself responds with 503 while it has no time for its database.
		expect(Object.keys(statuses).filter((each) => each !== '503')).toEqual(['429']);
		expect(grown).toBeLessThanOrEqual(SLOW_MB);
	}, 120_000);

	it(`${WAITING} events while n8n runs one at a time: their senders repeat them, and each runs once`, async () => {
		const { n8n, sandbox, ledger, emit, deliveriesOf, delivered, settled } = harness();
		await n8n.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
		const own = await Inspector.open(n8n);
		const busy = { timeoutMs: SENDER_WAITS_MS, maxAttempts: 1_000, backoffMs: [2_000], maxInFlight: CONNECTIONS };
		sandbox.control.setDelivery(busy);
		ledger.hold(SENDER_WAITS_MS + REPEATING_MS);
		const events = emit(1);
		await until('n8n to be busy', () => ledger.runs(events[0]) > 0);
		// What n8n loads for its first execution is no delivery's.
		const before = await own.keptMb();
		events.push(...emit(WAITING - 1));
		await delay(FILLING_MS);
		const grown = (await own.keptMb()) - before;
		await delay(SENDER_WAITS_MS - FILLING_MS + REPEATING_MS);
		const most = (await own.keptMb(1)) - before;
		own.close();
		ledger.hold(0);
		sandbox.control.setDelivery({ ...busy, timeoutMs: 120_000, maxInFlight: 10 });
		await delivered(events);
		const statuses = countStatuses(deliveriesOf(events).flatMap(({ attempts }) => attempts));
		const result = await settled(events);
		print(`${WAITING} events, one execution at a time: n8n grew by ${grown} MB for ${CONNECTIONS} in hand, and by ${most} MB with their repeats; ${JSON.stringify(statuses)}; ${outcomeText(result)}`);
		expect(grown).toBeLessThanOrEqual(WAITING_MB);
		expect(result).toMatchObject(onceEach(events));
	}, 300_000);
}
