import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import type { Inspector } from '../support/faults/inspector';
import { rawRequest } from '../support/faults/rawRequest';
import { countStatuses, inLanes, send } from '../support/faults/send';
import { onceEach, tallyText } from '../support/faults/tally';
import { createSigningKey } from '../support/keys';
import { until } from '../support/faults/until';

const FORGED = 100;
const AT_ONCE = 10;
const MOST_MB = 80;
/** Long enough for n8n to reach the body, and to refuse it. */
const HELD_MS = 20_000;

/** Of what n8n needs anyhow for its first requests, which compile it. */
const WARM_UP = 30;

const SLOW_START_MS = 20_000;
const REPEATS = 30;
const REPEATS_AT_ONCE = 4;
const SENDER_WAITS_MS = 3_000;

/** Of other bytes by another key. Most random bytes are no signature at all, which is seen at once. */
const forged = { 'x-platform-signature': createSigningKey().sign('other bytes') };
const gzipped = { ...forged, 'content-encoding': 'gzip' };

/** What strangers can make n8n hold. In n8n as it is shipped: each webhook call holds an isolate. */
export function memory(harness: () => FaultHarness, inspector: () => Inspector): void {
	beforeAll(async () => {
		const body = Buffer.alloc(1_000, 'x');
		const { url } = harness().line;
		await inLanes(WARM_UP, AT_ONCE, async () => await send(url, body, { headers: forged }));
	}, 60_000);

	it(`${FORGED} forged bodies whose gzip breaks off: 415 at once, and no memory is kept`, async () => {
		const { line, n8n, logFromNow } = harness();
		const log = logFromNow();
		const body = gzipSync(randomBytes(2_000));
		const head = [
			`POST ${new URL(line.url).pathname} HTTP/1.1`,
			'Host: localhost',
			...Object.entries(gzipped).map((header) => header.join(': ')),
			`content-length: ${body.length}`,
			'',
			'',
		].join('\r\n');
		const before = await inspector().keptMb();
		const answers = await inLanes(FORGED, AT_ONCE, async () => {
			const pieces = [head, body.subarray(0, 1_000)];
			return await rawRequest(n8n.port, { pieces, afterwards: 'hangUp', openMs: HELD_MS });
		});
		const grown = (await inspector().keptMb()) - before;
		const statuses = countStatuses(answers);
		print(`${FORGED} gzip bodies that break off: n8n grew by ${grown} MB`);
		expect(grown).toBeLessThanOrEqual(MOST_MB);
		expect(statuses).toEqual({ '415': FORGED });
		await until('it in the log', () => log().includes('answered a delivery with 415'));
	}, 120_000);

	it(`one start takes ${SLOW_START_MS} ms, ${REPEATS} repeats: one waits, the rest get 503`, async () => {
		const { sandbox, startFaults, emit, deliveriesOf, settled, line } = harness();
		sandbox.control.setDelivery({ timeoutMs: 120_000, maxAttempts: 100, backoffMs: [1_000] });
		startFaults.set({ delayMs: SLOW_START_MS });
		const begun = performance.now();
		const [event] = emit(1);
		await delay(1_000);
		const { body } = deliveriesOf([event])[0];
		const headers = { 'x-platform-signature': sandbox.control.sign(body) };
		const before = await inspector().keptMb();
		const answers = await inLanes(REPEATS, REPEATS_AT_ONCE, async () => {
			return await send(line.url, body, { headers, timeoutMs: SENDER_WAITS_MS });
		});
		const grown = (await inspector().keptMb()) - before;
		startFaults.set({});
		const took = performance.now() - begun;
		const result = await settled([event]);
		const statuses = countStatuses(answers);
		print(`${REPEATS} repeats during a slow start: ${JSON.stringify(statuses)}, n8n grew by ${grown} MB; ${tallyText(result)}`);
		// Otherwise the repeats were no repeats of a start under way.
		expect(took).toBeLessThan(SLOW_START_MS);
		const refused = answers.filter(({ status }) => status === 503);
		expect(refused.map(({ retryAfter }) => Number(retryAfter) > 0)).not.toContain(false);
		// One at a time may wait until its sender gives up; it was sent a while before it comes to that.
		const most = Math.ceil(took / (SENDER_WAITS_MS / 2));
		expect(statuses.none ?? 0).toBeLessThanOrEqual(most);
		expect(refused.length).toBeGreaterThanOrEqual(REPEATS - most);
		expect(grown).toBeLessThanOrEqual(MOST_MB);
		expect(result).toMatchObject({ ...onceEach([event]), further: 0 });
	}, 120_000);
}
