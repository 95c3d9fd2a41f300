import { openFaultStage } from '../support/faults/faultStage';
import type { FaultStage } from '../support/faults/faultStage';
/**
 * The forgeries straight against webhook() are quick enough to run with the engine tests at every
 * change. They belong to this suite's proof as well; `volume.ts` sends them over HTTP.
 */
import '../engine/trigger/forgeries.test';
import { control } from './control';
import { keyRotation } from './keyRotation';
import { limits } from './limits';
import { recorded } from './recorded';
import { refusals } from './refusals';
import { registered } from './registered';
import { survival } from './survival';
import { volume } from './volume';

/** n8n with its quicker engine for expressions: more meets at once. One n8n for all of it. */
describe("n8n with the 'legacy' engine", () => {
	let stage: FaultStage;

	beforeAll(async () => {
		stage = await openFaultStage({ expressionEngine: 'legacy' });
	}, 180_000);

	afterAll(async () => await stage?.close(), 60_000);

	control(() => stage);
	volume(() => stage);
	keyRotation(() => stage);
	refusals(() => stage);
	recorded(() => stage);
	survival(() => stage);
	registered(() => stage);
	limits(() => stage);
});
