import { send } from './support';
import { defaultSeed, type ChangelogEntry, type Recipe } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { knowledge } = defaultSeed;

async function results<T = object>(path: string): Promise<T[]> {
	const { body } = await send(sandbox, 'GET', path);
	return (body as { results: T[] }).results;
}

it('recipes are found by words of titles and summaries, at most 10 unless told', async () => {
	const found = await results<Recipe>('/v1/recipes/search?q=appointment');
	for (const { title, summary } of found) expect(`${title} ${summary}`.toLowerCase()).toContain('appointment');
	expect(await results('/v1/recipes/search?q=appointment&limit=1')).toEqual(found.slice(0, 1));
	expect(await results('/v1/recipes/search?q=appointment+contact')).toHaveLength(10);
	expect((await results('/v1/recipes/search?q=appointment+contact&limit=50')).length).toBeGreaterThan(10);
});

it('use cases are all, or those of a vertical', async () => {
	const [{ vertical }] = knowledge.useCases;
	expect(await results('/v1/use-cases')).toEqual(knowledge.useCases);
	const ofIt = knowledge.useCases.filter((one) => one.vertical === vertical);
	expect(await results(`/v1/use-cases?vertical=${vertical}`)).toEqual(ofIt);
	expect(ofIt.length).toBeLessThan(knowledge.useCases.length);
});

it('the changelog has what was published on or after a date, newest first, and always something of late', async () => {
	const all = await results<ChangelogEntry>('/v1/changelog');
	expect(all.map(({ date }) => date)).toEqual(knowledge.changelogEntries.map(({ date }) => date).sort().reverse());
	const since = all[10].date;
	expect(await results(`/v1/changelog?since=${since}`)).toEqual(all.filter(({ date }) => date >= since));
	expect(Date.now() - Date.parse(all[0].date)).toBeLessThan(5 * 86_400_000);
});

it.each([
	['/v1/glossary/', knowledge.glossaryTerms[3]],
	['/v1/features/', knowledge.features[3]],
])('%s gives the resource, or 404 with the decoded slug', async (path, resource) => {
	expect((await send(sandbox, 'GET', path + resource.slug)).body).toEqual(resource);
	const { body } = await send(sandbox, 'GET', path + encodeURIComponent('a/b?x#y%2F'));
	expect(body).toMatchObject({ statusCode: 404, message: expect.stringContaining('a/b?x#y%2F') as string });
});
