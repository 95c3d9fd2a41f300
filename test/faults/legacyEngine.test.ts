import { openFaultHarness, type FaultHarness } from '../support/faults/faultHarness';
import { onceEach, outcomeText, unexplained } from '../support/faults/outcome';
import { isLong } from '../support/long';
import { print } from '../support/print';

const EVENTS = isLong ? 500 : 100;
const COPIES = 4;
const IN_FLIGHT = 20;

/** n8n with its quicker engine for expressions: more meets at once. */
describe("n8n with the 'legacy' engine", () => {
	let harness: FaultHarness;

	beforeAll(async () => {
		harness = await openFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' } });
	}, 180_000);

	afterAll(async () => await harness?.close(), 60_000);

	/**
	 * The positive control of everything that is counted here: a repeat that runs again is counted as
	 * run twice, an event that starts nothing as lost, and neither is explained where nothing was killed.
	 */
	it('the count tells what runs twice, and what is lost', async () => {
		const { publishLine, emit, settled, settledExecutions, deliverAgain } = harness;
		const open = await publishLine('Control', { deduplicate: false });
		const repeated = emit(2, 'Control');
		await settled(repeated, open);
		await deliverAgain([repeated[0]]);
		const events = [...repeated, ...emit(1, 'Nobody.Listens')];
		const result = await settled(events, open);
		expect(result).toEqual({ events: 3, once: 1, lost: [events[2]], never: [], twice: [events[0]], further: 1 });
		expect(unexplained(result, await settledExecutions(events, open), [])).toHaveLength(2);
	}, 60_000);

	it(`${EVENTS} events, each delivered ${COPIES} times at random moments, run once each`, async () => {
		const { sandbox, emit, delivered, deliveriesOf, settled } = harness;
		const patience = { timeoutMs: 120_000, maxAttempts: 1_000, backoffMs: [1_000] };
		sandbox.control.setDelivery({ copies: COPIES, spreadMs: 5_000, maxInFlight: IN_FLIGHT, ...patience });
		const events = emit(EVENTS);
		await delivered(events);
		const result = await settled(events);
		print(`each delivered ${COPIES} times, ${IN_FLIGHT} at once: ${outcomeText(result)}`);
		expect(deliveriesOf(events).filter(({ state }) => state === 'delivered')).toHaveLength(EVENTS * COPIES);
		expect(result).toMatchObject(onceEach(events));
	}, 300_000);
});
