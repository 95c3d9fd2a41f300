import { MONDAY, send as sendTo } from './sandboxClient';
import { defaultSeed } from '../../../sandbox/seed';
import { useSandbox } from '../../support/useSandbox';
import { stopClockAt } from '../../support/clock';

stopClockAt(MONDAY);

/* The knowledge API. */

const sandbox = useSandbox();

const { changelogEntries, useCases } = defaultSeed.knowledge;
const headers = { Authorization: undefined, Version: undefined };
const send = async (path: string, more: Record<string, string> = {}) =>
	await sendTo(sandbox, `GET /v1/${path}`, { headers: { ...headers, ...more } });

type Entry = Record<'slug' | 'date' | 'vertical' | 'title', string>;
const results = async (path: string) => ((await send(path)).body as { results: Entry[] }).results;

it.each([
	['', 10],
	['&limit=1', 1],
	['&limit=12', 12],
])('recipes are found with the best match first, as many as `%s` allows', async (limit, count) => {
	const recipes = await results(`recipes/search?q=appointment${limit}`);
	expect(recipes).toHaveLength(count);
	expect(recipes[0].title.toLowerCase()).toContain('appointment');
});

it('the changelog has what was published on or after a day, the newest first', async () => {
	const all = await results('changelog');
	const dates = all.map(({ date }) => date);
	expect(dates).toEqual([...dates].sort().reverse());
	expect(dates).toHaveLength(changelogEntries.length);

	const { date } = all[4];
	const since = await results(`changelog?since=${date}`);
	expect(since).toEqual(all.filter((entry) => entry.date >= date));
	expect(since).toContainEqual(all[4]);
});

it('playbooks are all of them, or those of an industry', async () => {
	const dental = useCases.filter(({ vertical }) => vertical === 'dental');
	expect(await results('use-cases')).toEqual(useCases);
	expect(await results('use-cases?vertical=dental')).toEqual(dental);
	expect(dental.length).toBeGreaterThan(0);
	expect(await results('use-cases?vertical=none')).toEqual([]);
});

it.each(['glossary', 'features'])('a record of %s is found by its slug, or not', async (path) => {
	const slug = path === 'glossary' ? 'access-token' : 'calendars';
	expect(await send(`${path}/${slug}`)).toMatchObject({ status: 200, body: { slug } });
	expect((await send(`${path}/gone`)).status).toBe(404);
});

it('needs the header that the profile names', async () => {
	sandbox.setProfile({ knowledgeHeader: { name: 'X-API-Key', value: 'knowledge' } });
	expect((await send('use-cases', { 'X-API-Key': 'other' })).status).toBe(401);
	expect((await send('use-cases', { 'X-API-Key': 'knowledge' })).status).toBe(200);
});
