import { openFaultHarness } from '../support/faults/faultHarness';
import type { FaultHarness } from '../support/faults/faultHarness';
import { Inspector, INSPECTABLE } from '../support/faults/inspector';
import { bytes } from './bytes';
import { inHand } from './inHand';
import { slowOrFailing } from './slowOrFailing';

/** n8n as it is shipped, its slower engine for expressions included. One n8n for all of it. */
describe('n8n with its default settings', () => {
	let harness: FaultHarness;
	let inspector: Inspector;

	beforeAll(async () => {
		harness = await openFaultHarness({ env: INSPECTABLE });
		inspector = await Inspector.open(harness.n8n);
	}, 180_000);

	afterAll(async () => {
		inspector?.close();
		await harness?.close();
	}, 60_000);

	bytes(
		() => harness,
		() => inspector,
	);
	slowOrFailing(() => harness);
	inHand(
		() => harness,
		() => inspector,
	);
});
