import { setTimeout as delay } from 'node:timers/promises';
import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { Inspector } from '../support/faults/inspector';
import { CONTACT } from '../support/faults/lines';
import { rawRequest } from '../support/faults/rawRequest';
import { countStatuses, deliver } from '../support/deliver';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';
import { createSigningKey } from '../support/keys';
import { LOCATION } from '../support/harness';

const WAITING = 150;
const SENDER_WAITS_MS = 4_000;
/** Until n8n has taken in what it takes. */
const FILLING_MS = 20_000;
/** Until n8n has refused what there is no room for. */
const QUIET_MS = 15_000;
const WAITING_MB = 600;

const SLOW = 300;
const SLOW_MB = 350;
const OPEN_MS = 60_000;
const PATIENCE_MS = 30_000;

const LARGE_BYTES = 15_000_000;
const KEYS = 10;
const ROUNDS = 5;
const STANDSTILL_MS = 60;

/** What deliveries that wait, or come slowly, make n8n hold. In n8n as it is shipped. */
export function inHand(harness: () => FaultHarness, inspector: () => Inspector): void {
	it(`${SLOW} slow bodies under any signature: bounded, and a genuine event gets through`, async () => {
		const { n8n, line } = harness();
		const { port } = n8n;
		const head = [
			`POST ${new URL(line.url).pathname} HTTP/1.1`,
			'Host: localhost',
			`x-platform-signature: ${createSigningKey().sign('other bytes')}`,
			'content-length: 1000',
			'',
			'',
		].join('\r\n');
		const before = await inspector().keptMb();
		const slow = Promise.all(
			Array.from({ length: SLOW }, async () => await rawRequest(port, { pieces: [head], openMs: OPEN_MS })),
		);
		await delay(2_000);
		const genuine = { type: CONTACT, webhookEventId: 'evt-amid-slow', locationId: LOCATION };
		const begun = performance.now();
		let status: number | undefined;
		while (status !== 200 && performance.now() - begun < PATIENCE_MS) {
			({ status } = await harness().deliver(line, genuine));
		}
		const took = Math.round(performance.now() - begun);
		const grown = (await inspector().keptMb(1)) - before;
		const statuses = countStatuses(await slow);
		print(`${SLOW} slow bodies: ${JSON.stringify(statuses)}, n8n grew by ${grown} MB; a genuine event took ${took} ms`);
		expect(Object.keys(statuses)).toEqual(['503']);
		expect(status).toBe(200);
		expect(grown).toBeLessThanOrEqual(SLOW_MB);
	}, 120_000);

	it(`a forged body of ${LARGE_BYTES / 1e6} MB, ${KEYS} keys: n8n does not stand still`, async () => {
		const { n8n, line, sandbox, setKeys } = harness();
		const { publicKeyPem } = sandbox.control.publicKey();
		await setKeys(...Array.from({ length: KEYS }, () => createSigningKey().publicKeyPem));
		const body = Buffer.alloc(LARGE_BYTES, 'x');
		const signature = createSigningKey().sign('other bytes');
		/** How long n8n's health check waits at most, until something has ended. */
		const longestWait = async (until: Promise<unknown>) => {
			let ended = false;
			void until.finally(() => (ended = true));
			let longest = 0;
			while (!ended) {
				const begun = performance.now();
				await (await fetch(`${n8n.url}/healthz`)).text();
				longest = Math.max(longest, performance.now() - begun);
			}
			return Math.round(longest);
		};
		const waits: Array<[idle: number, busy: number]> = [];
		for (let round = 0; round < ROUNDS; round++) {
			const idle = await longestWait(delay(500));
			const response = deliver(line.url, body, { signature });
			waits.push([idle, await longestWait(response)]);
			expect((await response).status).toBe(401);
		}
		await setKeys(publicKeyPem);
		print(`a forged body of ${LARGE_BYTES / 1e6} MB, ${KEYS} keys: healthz waited (idle, meanwhile) ${waits.join('; ')} ms at most`);
		// Other programs may make it wait, too; verifying on the event loop does so each time.
		expect(Math.min(...waits.map(([idle, busy]) => busy - idle))).toBeLessThanOrEqual(STANDSTILL_MS);
	}, 60_000);

	it(`${WAITING} events while n8n runs one at a time: some are put off, and by repeats each runs once`, async () => {
		const { n8n, sandbox, ledger, emit, deliveriesOf, delivered, settled } = harness();
		await n8n.restart({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' });
		const own = await Inspector.open(n8n);
		const busy = { timeoutMs: SENDER_WAITS_MS, maxAttempts: 1_000, backoffMs: [2_000], maxInFlight: WAITING };
		sandbox.control.setDelivery(busy);
		ledger.hold(FILLING_MS + QUIET_MS);
		const before = await own.keptMb();
		const events = emit(1);
		await until('n8n to be busy', () => ledger.runs(events[0]) > 0);
		events.push(...emit(WAITING - 1));
		await delay(FILLING_MS);
		const most = (await own.keptMb(1)) - before;
		// n8n takes an isolate before it calls the node. Once these are gone, it holds what is in hand.
		sandbox.control.setDelivery({ ...busy, backoffMs: [2 * QUIET_MS] });
		await delay(QUIET_MS);
		const grown = (await own.keptMb()) - before;
		own.close();
		ledger.hold(0);
		sandbox.control.setDelivery({ ...busy, timeoutMs: 120_000, maxInFlight: 10 });
		await delivered(events);
		const statuses = countStatuses(deliveriesOf(events).flatMap(({ attempts }) => attempts));
		const result = await settled(events);
		print(`${WAITING} events, one execution at a time: n8n grew by ${most} MB, and kept ${grown} MB of it for those in hand; ${JSON.stringify(statuses)}; ${tallyText(result)}`);
		expect(statuses['503']).toBeGreaterThan(0);
		expect(grown).toBeLessThanOrEqual(WAITING_MB);
		expect(result).toMatchObject(onceEach(events));
	}, 300_000);
}
