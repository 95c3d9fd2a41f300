import { lookUp, type LookUpRun } from './knowledge';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { defaultSeed } from '../../../sandbox/seed';

const { recipes, glossaryTerms, useCases, changelogEntries, features } = defaultSeed.knowledge;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const sent = () => sandbox.control.requests().map(({ path, query }) => ({ path, query }));

describe('Recipe > Search', () => {
	it('puts out one paired item a recipe', async () => {
		const { items, json, error } = await lookUp(sandbox, 'recipe.search', { query: ' cancel ' });
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		for (const recipe of json) expect(recipes).toContainEqual(recipe);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
		expect(sent()).toEqual([
			{ path: '/v1/recipes/search', query: { q: 'cancel', limit: '10' } },
		]);
	});

	it('sends the limit, also one that an expression gives as text', async () => {
		const { json } = await lookUp(
			sandbox,
			'recipe.search',
			{ query: 'appointment', limit: '={{ $json.limit }}' },
			{ items: [{ limit: '2' }, { limit: 3 }] },
		);
		expect(json).toHaveLength(5);
		expect(sent().map(({ query }) => query.limit)).toEqual(['2', '3']);
	});

	it('sends a query as it was typed', async () => {
		const query = 'what? a&b=c #1 +50% ü';
		await lookUp(sandbox, 'recipe.search', { query });
		expect(sent()[0].query.q).toBe(query);
	});

	it("searches for 'null', which can be a word to look for", async () => {
		await lookUp(sandbox, 'recipe.search', { query: 'null' });
		expect(sent()[0].query.q).toBe('null');
	});
});

describe.each([
	['Glossary Term', 'glossaryTerm.get', '/v1/glossary/', glossaryTerms, 'glossary term'],
	['Feature', 'feature.get', '/v1/features/', features, 'feature'],
] as const)('%s > Get', (_, name, path, seed, kind) => {
	it('puts out the record', async () => {
		const [record] = seed;
		const { items } = await lookUp(sandbox, name, { slug: ` ${record.slug} ` });
		expect(items).toEqual([{ json: record, pairedItem: { item: 0 } }]);
		expect(sent()).toEqual([{ path: `${path}${record.slug}`, query: {} }]);
	});

	it('names an unknown slug and what was asked for', async () => {
		const { error } = await lookUp(sandbox, name, { slug: 'no-such-thing' });
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: `No ${kind} found for slug 'no-such-thing' [Item 0]`,
			httpCode: '404',
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain("Check the spelling of 'Slug'");
	});

	it('encodes the slug as one segment of the path', async () => {
		const { error } = await lookUp(sandbox, name, { slug: 'a/b?x#y' });
		expect(error?.message).toBe(`No ${kind} found for slug 'a/b?x#y' [Item 0]`);
		expect(sent()).toEqual([{ path: `${path}a%2Fb%3Fx%23y`, query: {} }]);
	});
});

describe('Use Case > Get Many', () => {
	it('puts out all playbooks when no vertical is given', async () => {
		const { json } = await lookUp(sandbox, 'useCase.getAll', {});
		expect(json).toEqual(useCases);
		expect(sent()).toEqual([{ path: '/v1/use-cases', query: {} }]);
	});

	it('puts out those of one vertical', async () => {
		const { json } = await lookUp(sandbox, 'useCase.getAll', { vertical: 'dental' });
		expect(json).toEqual(useCases.filter(({ vertical }) => vertical === 'dental'));
		expect(json.length).toBeGreaterThan(0);
	});
});

describe('Changelog Entry > Get Many', () => {
	it('puts out all entries when no date is given', async () => {
		const { json } = await lookUp(sandbox, 'changelogEntry.getAll', { returnAll: true });
		expect(json).toHaveLength(changelogEntries.length);
		expect(sent()).toEqual([{ path: '/v1/changelog', query: {} }]);
	});

	it('puts out those published on or after the date', async () => {
		const dates = changelogEntries.map(({ date }) => date).sort();
		const since = dates[Math.floor(dates.length / 2)];
		const { json } = await lookUp(sandbox, 'changelogEntry.getAll', { since });
		expect(json).toHaveLength(dates.filter((date) => date >= since).length);
		expect(json.some(({ date }) => date === since)).toBe(true);
	});

	it.each([
		['a date', '2026-03-01', '2026-03-01'],
		["the date picker's value", '2026-03-01T00:00:00', '2026-03-01'],
		['a time in another zone', '2026-03-01T03:30:00Z', '2026-02-28'],
		['a DateTime', '={{ DateTime.fromISO("2026-03-01T23:30:00-05:00") }}', '2026-03-01'],
		['a DateTime of another zone', '={{ DateTime.fromISO("2026-03-01T01:00:00Z") }}', '2026-02-28'],
		['a Date', '={{ new Date("2026-03-01T03:30:00Z") }}', '2026-02-28'],
	])("sends %s as a date of the workflow's time zone", async (_, since, expected) => {
		const run: LookUpRun = { timezone: 'America/New_York' };
		const { error } = await lookUp(sandbox, 'changelogEntry.getAll', { since }, run);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([{ path: '/v1/changelog', query: { since: expected } }]);
	});

	it.each([['last week'], ['2026-02-30'], ['01/02/2026'], ['={{ 5 }}'], ['={{ ({}) }}']])(
		'refuses %p, and sends nothing',
		async (since) => {
			const { error } = await lookUp(sandbox, 'changelogEntry.getAll', { since });
			expect(error?.message).toBe("'Since' is not a date [Item 0]");
			expect(error?.description).toContain('YYYY-MM-DD');
			expect(sent()).toEqual([]);
		},
	);
});

describe('as a tool of a language model', () => {
	const run: LookUpRun = { node: { type: 'n8n-nodes-crm-platform.knowledgeTool' } };

	it.each([
		['recipe.search', { query: 'zzqqxxyy' }, 'No recipe matches "zzqqxxyy"'],
		['useCase.getAll', { vertical: 'space' }, 'vertical "space"'],
		['changelogEntry.getAll', { since: '2199-01-01' }, 'on or after 2199-01-01'],
	] as const)('%s says in words that nothing was found', async (name, parameters, text) => {
		const { json } = await lookUp(sandbox, name, parameters, run);
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({ found: 0, message: expect.stringContaining(text) });
	});

	it('says in one message what is wrong and what to do', async () => {
		const { error } = await lookUp(sandbox, 'feature.get', { slug: 'calendar' }, run);
		expect(error?.message).toMatch(
			/^No feature found for slug 'calendar'\. Check the spelling of 'Slug'/,
		);
		expect(error?.message).not.toContain('[Item');
	});
});
