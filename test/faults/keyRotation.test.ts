import { openFaultStage, until } from '../support/faults/faultStage';
import type { Delivery, FaultStage } from '../support/faults/faultStage';
import { onceEach, tally, tallyText } from '../support/faults/tally';
import { printFigure } from '../support/queue/figures';

const ROTATED = 200;
const REFUSED = 50;
const IN_FLIGHT = 20;

/** With n8n's quicker engine for expressions: more deliveries are under way when the key changes. */
let stage: FaultStage;

beforeAll(async () => {
	stage = await openFaultStage({ expressionEngine: 'legacy' });
}, 180_000);

afterAll(async () => await stage?.close(), 60_000);

async function setKeys(...publicKeys: string[]): Promise<void> {
	await stage.api.updateCredential(stage.credentials.platformWebhookApi, {
		publicKeys: publicKeys.join('\n'),
	});
}

/**
 * How often each answer was given, e.g. `{ '200': 5 }`. Connections that n8n closes for being idle just
 * as a delivery is sent over them are left out: a busy n8n does that, and the platform sends again.
 */
function answersOf(deliveries: Delivery[]): Record<string, number> {
	const answers: Record<string, number> = {};
	for (const { status } of deliveries.flatMap(({ attempts }) => attempts)) {
		if (status !== undefined) answers[status] = (answers[status] ?? 0) + 1;
	}
	return answers;
}

/** How many attempts were signed with each of the platform's keys. */
function keysOf(deliveries: Delivery[]): Record<string, number> {
	const keys: Record<string, number> = {};
	for (const { keyNumber } of deliveries.flatMap(({ attempts }) => attempts)) {
		keys[keyNumber] = (keys[keyNumber] ?? 0) + 1;
	}
	return keys;
}

describe('6: the signing key is rotated', () => {
	it(`during ${ROTATED} deliveries, old and new key in the credential: none is lost`, async () => {
		const { control } = stage.sandbox;
		await setKeys(control.publicKey().publicKeyPem, control.nextPublicKey().publicKeyPem);
		control.setDelivery({ spreadMs: 5_000, maxInFlight: IN_FLIGHT, timeoutMs: 120_000 });
		const before = control.deliveryCounts().delivered;
		const events = stage.emit(ROTATED);
		await until('half of the deliveries', () => control.deliveryCounts().delivered >= before + ROTATED / 2);
		control.rotateKey();
		await control.deliveriesSettled();
		control.setDelivery({ spreadMs: 0 });

		const deliveries = stage.deliveriesOf(events);
		const result = tally(events, await stage.settledExecutions(events));
		const signed = Object.values(keysOf(deliveries)).join(' with the old key, ');
		printFigure(`6. rotation with both keys known, signed ${signed} with the new one: ${tallyText(result)}`);
		expect(answersOf(deliveries)).toEqual({ '200': ROTATED });
		expect(Object.keys(keysOf(deliveries))).toHaveLength(2);
		expect(result).toEqual(onceEach(events));
	}, 300_000);

	it('with only the old key: all are refused, and processed by retry once the key is there', async () => {
		const { control } = stage.sandbox;
		await setKeys(control.publicKey().publicKeyPem);
		control.rotateKey();
		control.setDelivery({ maxAttempts: 1_000, backoffMs: [1_000] });
		const events = stage.emit(REFUSED);
		const refused = () =>
			stage.deliveriesOf(events).every(({ attempts }) => attempts.some(({ status }) => status));
		await until('an answer to every delivery', refused);

		const first = answersOf(stage.deliveriesOf(events));
		const startedBefore = (await stage.settledExecutions(events)).length;
		await setKeys(control.publicKey().publicKeyPem);
		await control.deliveriesSettled();

		const all = answersOf(stage.deliveriesOf(events));
		const result = tally(events, await stage.settledExecutions(events));
		printFigure(
			`6. rotation with the old key only: ${first['401']} answers 401 and ${startedBefore} executions; ` +
				`after the credential was updated: ${tallyText(result)}`,
		);
		expect(Object.keys(first)).toEqual(['401']);
		expect(startedBefore).toBe(0);
		expect(all).toEqual({ '200': REFUSED, '401': expect.any(Number) as number });
		expect(result).toEqual(onceEach(events));
		expect(stage.n8n.log()).toContain('The key may have been rotated');
	}, 300_000);
});
