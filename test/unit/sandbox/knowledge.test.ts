import { send, startSandbox } from './support';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { defaultSeed, type ChangelogEntry, type Recipe, type UseCase } from '../../../sandbox/seed';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.close();
});

const { knowledge } = defaultSeed;

async function results<T>(path: string): Promise<T[]> {
	const { status, body } = await send(sandbox, 'GET', path);
	expect(status).toBe(200);
	expect(Object.keys(body as object)).toEqual(['results']);
	return (body as { results: T[] }).results;
}

describe('recipes', () => {
	it('finds words in titles and summaries, at most 10 unless told', async () => {
		const found = await results<Recipe>('/v1/recipes/search?q=appointment');
		expect(found.length).toBeGreaterThan(1);
		expect(found.length).toBeLessThanOrEqual(10);
		for (const { title, summary } of found) {
			expect(`${title} ${summary}`.toLowerCase()).toContain('appointment');
		}
	});

	it('takes a limit', async () => {
		expect(await results('/v1/recipes/search?q=appointment&limit=1')).toHaveLength(1);
		expect(
			(await results('/v1/recipes/search?q=appointment+contact&limit=50')).length,
		).toBeGreaterThan(10);
	});
});

describe('use cases', () => {
	it('lists all, or those of a vertical', async () => {
		expect(await results('/v1/use-cases')).toEqual(knowledge.useCases);
		const { vertical } = knowledge.useCases[0];
		const found = await results<UseCase>(`/v1/use-cases?vertical=${vertical}`);
		expect(found.length).toBeLessThan(knowledge.useCases.length);
		expect(new Set(found.map((useCase) => useCase.vertical))).toEqual(new Set([vertical]));
		expect(await results('/v1/use-cases?vertical=unheard-of')).toEqual([]);
	});
});

describe('changelog', () => {
	it('has entries of late, on any day', async () => {
		const since = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
		const titles = (await results<ChangelogEntry>(`/v1/changelog?since=${since}`)).map(({ title }) => title);
		expect(titles).toContain('Glossary gained webhook terms');
	});

	it('lists what was published on or after a date, newest first', async () => {
		const all = await results<ChangelogEntry>('/v1/changelog');
		expect(all).toHaveLength(knowledge.changelogEntries.length);
		const since = all[10].date;
		const found = await results<ChangelogEntry>(`/v1/changelog?since=${since}`);
		expect(found).toEqual(all.filter(({ date }) => date >= since));
		expect(found.map(({ date }) => date)).toContain(since);
	});
});

describe('look-ups by slug', () => {
	it.each([
		['/v1/glossary/', knowledge.glossaryTerms[3]],
		['/v1/features/', knowledge.features[3]],
	])('%s answers the resource, or 404', async (path, resource) => {
		expect(await send(sandbox, 'GET', path + resource.slug)).toMatchObject({
			status: 200,
			body: resource,
		});
		const unknown = await send(sandbox, 'GET', path + encodeURIComponent('a/b?x#y%2F'));
		expect(unknown.status).toBe(404);
		expect((unknown.body as { message: string }).message).toContain('a/b?x#y%2F');
	});
});
