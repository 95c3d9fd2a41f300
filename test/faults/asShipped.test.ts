import { openFaultStage } from '../support/faults/faultStage';
import type { FaultStage } from '../support/faults/faultStage';
import { Inspector, INSPECTABLE } from '../support/faults/inspector';
import { bytes } from './bytes';
import { memory } from './memory';
import { slowOrFailing } from './slowOrFailing';

/** n8n as it is shipped, its slower engine for expressions included. One n8n for all of it. */
describe('n8n with its default settings', () => {
	let stage: FaultStage;
	let inspector: Inspector;

	beforeAll(async () => {
		stage = await openFaultStage({ env: INSPECTABLE });
		inspector = await Inspector.open(stage.n8n);
	}, 180_000);

	afterAll(async () => {
		inspector?.close();
		await stage?.close();
	}, 60_000);

	memory(
		() => stage,
		() => inspector,
	);
	bytes(
		() => stage,
		() => inspector,
	);
	slowOrFailing(() => stage);
});
