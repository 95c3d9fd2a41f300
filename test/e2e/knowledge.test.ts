import { openStage } from '../support/stage';
import type { Stage } from '../support/stage';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
}, 120_000);

afterAll(async () => await stage?.close(), 60_000);

/** One look-up in the running n8n. */
const lookUp = async (resource: string, operation: string, parameters = {}) =>
	await stage.runNode({
		type: 'knowledge',
		parameters: { resource, operation, ...parameters },
		credentials: ['knowledgeApi'],
	});

describe('the Knowledge node in a running n8n', () => {
	test('recipe > search', async () => {
		const { json, failure } = await lookUp('recipe', 'search', { query: 'calendar', limit: 3 });
		expect(failure).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(json[0]).toMatchObject({ title: expect.any(String), slug: expect.any(String) });
	});
});
