import type { INodeParameters } from 'n8n-workflow';

import { nodeItems, nodeJson } from '../../runtime/execution';
import { openHarness } from '../support/harness';
import type { Harness, NodeRun } from '../support/harness';

let harness: Harness;

beforeAll(async () => {
	harness = await openHarness({ connect: false });
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

/** One run of the node in the running n8n. */
const lookUp = async (parameters: INodeParameters, rest: Partial<NodeRun> = {}) =>
	await harness.runNode({ type: 'knowledge', parameters, credentials: ['knowledgeApi'], ...rest });

const requestsOf = (operationId: string) => harness.sandbox.control.requests({ operationId });

describe('Recipe > Search', () => {
	const search = { resource: 'recipe', operation: 'search', query: '={{ $json.query }}' };

	test('puts out one item a recipe, paired to the item that asked', async () => {
		const items = [{ query: 'free slot' }, { query: 'webhook signature' }];
		const { items: recipes, failure } = await lookUp({ ...search, limit: 2 }, { items });
		expect(failure).toBeUndefined();
		expect(recipes.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
		expect(recipes[0].json).toEqual({
			title: 'Book an appointment into a free slot',
			slug: 'book-appointment-into-free-slot',
			url: expect.stringMatching(/^https:/),
			summary: expect.any(String),
		});
		expect(recipes[2].json.slug).toBe('verify-webhook-signature');
	});

	test('refuses a limit that the contract does not allow, and sends nothing', async () => {
		const before = requestsOf('search_recipes').length;
		const { failure } = await lookUp({ ...search, limit: 51 }, { items: [{ query: 'calendar' }] });
		expect(failure).toContain("'Limit' is 51, but the knowledge API accepts whole numbers from 1 to 50");
		expect(requestsOf('search_recipes')).toHaveLength(before);
	});
});

describe('Glossary Term > Get', () => {
	const get = { resource: 'glossaryTerm', operation: 'get' };

	test('puts out the term', async () => {
		const { json } = await lookUp({ ...get, slug: 'sub-account' });
		expect(json).toEqual([
			{
				term: 'Sub-account',
				slug: 'sub-account',
				definition: expect.any(String),
				url: expect.any(String),
			},
		]);
	});

	test('names slug and kind when there is no such term', async () => {
		const { execution, failure } = await lookUp({ ...get, slug: 'sub/account?' });
		expect(execution.status).toBe('error');
		expect(failure).toContain("No glossary term found for slug 'sub/account?' [Item 0]");
	});
});

describe('Use Case > Get Many', () => {
	const getAll = { resource: 'useCase', operation: 'getAll' };

	test('puts out all playbooks, or those of one vertical', async () => {
		const { json: all } = await lookUp(getAll);
		const { json: dental } = await lookUp({ ...getAll, vertical: 'dental' });
		expect(dental.length).toBeGreaterThan(1);
		expect(all.length).toBeGreaterThan(dental.length);
		expect(dental.filter(({ vertical }) => vertical !== 'dental')).toEqual([]);
	});

	test('says what to check when the API refuses the credential', async () => {
		harness.sandbox.control.setProfile({ knowledgeHeader: { name: 'x-api-key', value: 'right' } });
		try {
			const { failure } = await lookUp(getAll);
			expect(failure).toContain('The knowledge API refused the credential (HTTP 401)');
			expect(failure).toContain("Check 'Header Name' and 'Header Value' in the credential");
		} finally {
			harness.sandbox.control.setProfile({ knowledgeHeader: null });
		}
	});
});

describe('Changelog Entry > Get Many', () => {
	const getAll = { resource: 'changelogEntry', operation: 'getAll' };

	test('puts out the entries since a day, that day included', async () => {
		const { json } = await lookUp({ ...getAll, since: '2026-09-16' });
		const dates = json.map(({ date }) => String(date)).sort();
		expect(dates[0]).toBe('2026-09-16');
		expect(requestsOf('get_changelog_since').at(-1)?.query).toEqual({ since: '2026-09-16' });
	});

	test('refuses what is no date', async () => {
		const { failure } = await lookUp({ ...getAll, since: 'last week' });
		expect(failure).toContain("'Since' is not a date");
	});
});

describe('Feature > Get', () => {
	const get = { resource: 'feature', operation: 'get', slug: '={{ $json.slug }}' };
	const items = [{ slug: 'calendars' }, { slug: 'teleportation' }, { slug: 'calendars' }];
	const found = { name: 'Calendars', slug: 'calendars', planAvailability: 'All plans' };
	const missing = {
		error: "No feature found for slug 'teleportation' [Item 1]",
		message: expect.stringContaining('Check the spelling'),
	};

	test('puts out the feature with its plans, and asks once for what several items want', async () => {
		const before = requestsOf('lookup_ghl_feature').length;
		const wanted = [items[0], items[2]];
		const { json } = await lookUp(get, { items: wanted });
		expect(json).toEqual([expect.objectContaining(found), expect.objectContaining(found)]);
		expect(requestsOf('lookup_ghl_feature')).toHaveLength(before + 1);
	});

	test('carries on past an unknown one where the node is told to continue', async () => {
		const { items: out } = await lookUp(get, { items, node: { onError: 'continueRegularOutput' } });
		expect(out.map(({ json }) => json)).toEqual([
			expect.objectContaining(found),
			missing,
			expect.objectContaining(found),
		]);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('puts an unknown one out at the error output', async () => {
		const { execution } = await lookUp(get, { items, node: { onError: 'continueErrorOutput' } });
		expect(nodeJson(execution, 'Node')).toHaveLength(2);
		const [failed, ...others] = nodeItems(execution, 'Node', 1);
		expect(others).toEqual([]);
		expect(failed.json).toMatchObject(missing);
		expect(failed.pairedItem).toEqual({ item: 1 });
	});
});
