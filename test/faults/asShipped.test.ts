import { openFaultHarness, type FaultHarness } from '../support/faults/faultHarness';
import { Inspector, INSPECTABLE } from '../support/faults/inspector';
import { deliver, inLanes } from '../support/deliver';
import { createSigningKey } from '../support/keys';
import { bytes } from './bytes';
import { inHand } from './inHand';
import { slowOrFailing } from './slowOrFailing';

const WARM_UP = 30;

/** n8n as it is shipped, its slower engine for expressions included. One n8n for all of it. */
describe('n8n with its default settings', () => {
	let harness: FaultHarness;
	let inspector: Inspector;

	beforeAll(async () => {
		harness = await openFaultHarness({ env: INSPECTABLE });
		inspector = await Inspector.open(harness.n8n);
		// What n8n needs anyhow for its first requests, which compile it, is no growth.
		const signature = createSigningKey().sign('other bytes');
		await inLanes(WARM_UP, 10, async () => await deliver(harness.line.url, 'x', { signature }));
	}, 180_000);

	afterAll(async () => {
		inspector?.close();
		await harness?.close();
	}, 60_000);

	const running = [() => harness, () => inspector] as const;
	bytes(...running);
	slowOrFailing(running[0]);
	inHand(...running);
});
