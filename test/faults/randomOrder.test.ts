import fc from 'fast-check';
import { print } from '../support/print';
import { openFaultHarness } from '../support/faults/faultHarness';
import type { FaultHarness } from '../support/faults/faultHarness';
import { Journey, journeys, journeyText } from '../support/faults/journey';
import { tallyText } from '../support/faults/tally';
import { DRAWING_MS, drawSeed } from '../support/long';

/** More than fit into the time. */
const MAX_JOURNEYS = 1_000;

/** With n8n's quicker engine for expressions: more happens in the time. */
let harness: FaultHarness;

beforeAll(async () => {
	harness = await openFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' }, gated: true });
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

it(`${DRAWING_MS / 1_000} s of everything in random order: each event runs once`, async () => {
	const seed = drawSeed('random order');
	const journey = await Journey.open(harness);
	const deadline = Date.now() + DRAWING_MS;
	let walked = 0;
	for (const steps of fc.sample(journeys, { seed, numRuns: MAX_JOURNEYS })) {
		if (Date.now() > deadline) break;
		const faults = await journey.walk(steps);
		walked += 1;
		// The seed draws the same sequences again; what overlaps in them is up to the machine.
		if (faults.length > 0) {
			throw new Error(`Seed ${seed}, sequence ${walked}: ${journeyText(steps)}\n${faults.join('\n')}`);
		}
	}
	const result = await journey.tally();
	const { taken } = journey;
	print(`${walked} sequences of ${JSON.stringify(taken)}: ${tallyText(result)}`);
	expect(walked).toBeGreaterThan(0);
}, DRAWING_MS + 180_000);
