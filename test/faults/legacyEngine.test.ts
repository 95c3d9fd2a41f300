import { openFaultHarness, type FaultHarness } from '../support/faults/faultHarness';
import { control } from './control';
import { keyRotation } from './keyRotation';
import { oddities } from './oddities';
import { registered } from './registered';
import { volume } from './volume';

/** n8n with its quicker engine for expressions: more meets at once. One n8n for all of it. */
describe("n8n with the 'legacy' engine", () => {
	let harness: FaultHarness;

	beforeAll(async () => {
		harness = await openFaultHarness({ env: { N8N_EXPRESSION_ENGINE: 'legacy' } });
	}, 180_000);

	afterAll(async () => await harness?.close(), 60_000);

	control(() => harness);
	volume(() => harness);
	keyRotation(() => harness);
	oddities(() => harness);
	registered(() => harness);
});
