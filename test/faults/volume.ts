import { FORGERIES } from '../support/faults/forgeries';
import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { CONTACT } from '../support/faults/lines';
import { deliver, inLanes } from '../support/deliver';
import { onceEach, tallyText } from '../support/faults/tally';
import { createSigningKey } from '../support/keys';
import { isLong } from '../support/long';

const FORGED = isLong ? 500 : 99;
const EVENTS = isLong ? 500 : 100;
const COPIES = 4;
const IN_FLIGHT = 20;

/** Many at once. */
export function volume(harness: () => FaultHarness): void {
	it(`${FORGED} forged requests get 401 or 415 and start nothing`, async () => {
		const { sandbox, line, database } = harness();
		const { control } = sandbox;
		const { publicKeyPem } = control.publicKey();
		const platformKey = { publicKeyPem, sign: (body: Buffer | string) => control.sign(body) };
		const otherKey = createSigningKey();
		const kinds = Object.values(FORGERIES);
		const before = (await database.executions(line.workflowId)).length;
		const bodyOf = (n: number) =>
			JSON.stringify({ type: CONTACT, contactId: `c-${n}`, webhookEventId: `evt-forged-${n}` });

		const responses = await inLanes(FORGED, IN_FLIGHT, async (n) => {
			const { headers, body } = kinds[n % kinds.length](bodyOf(n), platformKey, otherKey);
			const { status, body: told } = await deliver(line.url, body, { rawHeaders: headers.flat() });
			const isCompressed = headers.some(([name]) => name.toLowerCase() === 'content-encoding');
			return { kind: isCompressed ? 'compressed' : 'plain', told: `${status} ${told}`.trim() };
		});
		const started = (await database.executions(line.workflowId)).length - before;
		const told = (kind: string) => [
			...new Set(responses.filter((response) => response.kind === kind).map((response) => response.told)),
		];
		print(`${FORGED} forgeries of ${kinds.length} kinds: ${started} executions`);
		expect(kinds.length).toBeGreaterThanOrEqual(12);
		expect(responses.map((response) => response.told)).not.toContain('undefined');
		expect(told('plain')).toEqual(['401']);
		expect(told('compressed').filter((each) => each !== '401' && each !== '415')).toEqual([]);
		expect(started).toBe(0);

		// What the forgeries were made from is accepted, so it was the signatures that kept them out.
		const genuine = bodyOf(FORGED);
		expect(await deliver(line.url, genuine, { signature: platformKey.sign(genuine) })).toMatchObject({ status: 200 });
	}, 300_000);

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
