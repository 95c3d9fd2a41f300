import type { IDataObject } from 'n8n-workflow';

import { lookUp } from './knowledge';
import { defaultSeed } from '../../../sandbox/seed';
import { CredentialStore } from '../../support/credentialStore';
import { createSandbox } from '../../../sandbox/createSandbox';
import { useSandbox } from '../../support/useSandbox';

const { recipes, glossaryTerms, useCases, changelogEntries, features } = defaultSeed.knowledge;
const SECRET = 'k-3f9a7c';

const sandbox = useSandbox();

const sent = () => sandbox.control.requests().map(({ path, query }) => ({ path, query }));
const [feature] = features;

it.each<[string, string, IDataObject, object, object]>([
	['Recipe > Search', 'recipe.search', { query: ' what? a&b=c #1 +50% ü' }, { path: '/v1/recipes/search', query: { q: 'what? a&b=c #1 +50% ü', limit: '10' } }, expect.arrayContaining([]) as object],
	['Glossary Term > Get', 'glossaryTerm.get', { slug: glossaryTerms[0].slug }, { path: `/v1/glossary/${glossaryTerms[0].slug}`, query: {} }, [glossaryTerms[0]]],
	['Feature > Get', 'feature.get', { slug: ` ${feature.slug} ` }, { path: `/v1/features/${feature.slug}`, query: {} }, [feature]],
	['Use Case > Get Many', 'useCase.getAll', { vertical: 'dental' }, { path: '/v1/use-cases', query: { vertical: 'dental' } }, useCases.filter(({ vertical }) => vertical === 'dental')],
	['Changelog Entry > Get Many', 'changelogEntry.getAll', { returnAll: true }, { path: '/v1/changelog', query: {} }, expect.arrayContaining(changelogEntries) as object],
])('%s', async (_, name, parameters, request, records) => {
	const { json, error } = await lookUp(sandbox, name as 'feature.get', parameters);
	expect([json, error]).toEqual([records, undefined]);
	expect(sent()).toEqual([request]);
});

it('Recipe > Search puts out one paired item a recipe', async () => {
	const { items, json } = await lookUp(sandbox, 'recipe.search', { query: 'cancel' });
	expect(json.length).toBeGreaterThan(0);
	for (const recipe of json) expect(recipes).toContainEqual(recipe);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
});

it.each([
	["the date picker's value", '2026-03-01T00:00:00', '2026-03-01'],
	['a time in another zone', '2026-03-01T03:30:00Z', '2026-02-28'],
	['a DateTime', '={{ DateTime.fromISO("2026-03-01T23:30:00-05:00") }}', '2026-03-01'],
	['a Date', '={{ new Date("2026-03-01T03:30:00Z") }}', '2026-02-28'],
])("Changelog Entry > Get Many sends %s as a date of the workflow's time zone", async (_, since, expected) => {
	await lookUp(sandbox, 'changelogEntry.getAll', { since }, { timezone: 'America/New_York' });
	expect(sent()).toEqual([{ path: '/v1/changelog', query: { since: expected } }]);
});

it('a tool says in one message what is wrong and what to do', async () => {
	const node = { type: 'n8n-nodes-crm-platform.knowledgeTool' };
	const { error } = await lookUp(sandbox, 'feature.get', { slug: 'calendar' }, { node });
	expect(error?.message).toMatch(/^No feature found for slug 'calendar'\. Check the spelling of 'Slug'/);
	expect(error?.message).not.toContain('[Item');
});

describe('several items', () => {
	const BY_ITEM = { slug: '={{ $json.slug }}' };
	const many = (count: number) => Array.from({ length: count }, (_, index) => ({ slug: `word${index}` }));

	class CountedReads extends CredentialStore {
		reads = 0;

		override async getDecrypted(...details: Parameters<CredentialStore['getDecrypted']>) {
			this.reads += 1;
			return await super.getDecrypted(...details);
		}
	}

	it('come out in order, each paired, whatever the API sends first, each look-up sent once', async () => {
		sandbox.control.addFault({ path: `/v1/features/${feature.slug}`, delayMs: 60 });
		const items = [...features.slice(0, 6), ...features.slice(0, 6)].map(({ slug }) => ({ slug }));
		const result = await lookUp(sandbox, 'feature.get', BY_ITEM, { items });
		expect(result.json.map(({ slug }) => slug)).toEqual(items.map(({ slug }) => slug));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(sent()).toHaveLength(6);
	});

	it.each([[10, {}], [3, { concurrentRequests: 3 }]])('have %d requests in flight with the options %j', async (count, options) => {
		sandbox.control.setLatency(100);
		await lookUp(sandbox, 'recipe.search', { query: '={{ $json.slug }}', options }, { items: many(30) });
		expect(Math.max(...sandbox.control.requests().map(({ inFlight }) => inFlight))).toBe(count);
	});

	it('share one read of the credential, and each sends its header', async () => {
		const store = new CountedReads({
			knowledgeApi: { baseUrl: sandbox.url, headerName: 'X-Key', headerValue: 'k-1' },
		});
		await lookUp(sandbox, 'recipe.search', { query: '={{ $json.slug }}' }, { items: many(12), store });
		expect(store.reads).toBe(1);
		const keys = sandbox.control.requests().map(({ headers }) => headers['x-key']);
		expect(keys).toEqual(Array(12).fill('k-1'));
	});

	const items = [{ slug: feature.slug }, { slug: 'none' }, { slug: features[1].slug }];

	it('end with the one that fails, named by its index', async () => {
		const { error } = await lookUp(sandbox, 'feature.get', BY_ITEM, { items });
		expect(error).toMatchObject({
			message: `No feature found for slug 'none' [Item 1]`,
			httpCode: '404',
			context: { itemIndex: 1 },
		});
	});

	it('that fail go to the error output, where the node has one', async () => {
		const node = { onError: 'continueErrorOutput' as const };
		const { outputs } = await lookUp(sandbox, 'feature.get', BY_ITEM, { items, node });
		const [found, failed] = outputs;
		expect(found.map(({ json }) => json.slug)).toEqual([feature.slug, features[1].slug]);
		const json = { error: `No feature found for slug 'none' [Item 1]`, message: expect.stringContaining('Check the spelling') as string };
		expect(failed).toMatchObject([{ json, pairedItem: { item: 1 } }]);
	});
});

describe("n8n's request helper", () => {
	const look = async (credential: Record<string, string> = {}) =>
		await lookUp(sandbox, 'feature.get', { slug: feature.slug }, { credential });

	it('tells that the host does not exist', async () => {
		const { error } = await look({ baseUrl: 'http://knowledge.invalid/' });
		expect(error?.message).toBe('The host knowledge.invalid was not found [Item 0]');
	});

	it('carries the header to no other host', async () => {
		const other = await createSandbox();
		const location = `${other.url}/v1/features/${feature.slug}`;
		sandbox.control.addFault({ status: 302, headers: { location } });
		const { error } = await look({ headerName: 'X-API-Key', headerValue: SECRET });
		expect(error?.message).toBe(`${sandbox.url} redirects to another address (HTTP 302) [Item 0]`);
		expect(other.control.requests()).toEqual([]);
		await other.close();
	});

	it('leaves the key out of what n8n stores of a failure', async () => {
		sandbox.control.addFault({ status: 401, times: 'always', body: { message: `Unknown key ${SECRET}` } });
		const { run, error } = await look({ headerName: 'X-API-Key', headerValue: `Bearer ${SECRET}` });
		expect(error?.description).toContain('The API says: Unknown key [hidden]');
		expect(JSON.stringify([run, { ...error, cause: error?.cause }])).not.toContain(SECRET);
	});

	it.each([
		['503', { status: 503 }],
		['a lost connection', { drop: 'beforeProcessing' as const }],
		['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
	])('is asked again after %s', async (_, fault) => {
		sandbox.control.addFault(fault);
		expect((await look()).json).toEqual([feature]);
		expect(sent()).toHaveLength(2);
	});
});
