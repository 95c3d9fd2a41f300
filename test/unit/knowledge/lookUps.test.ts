import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, type IDataObject } from 'n8n-workflow';

import { failed, knowledge, lookUp, refusal } from './fakeKnowledge';
import type { Listed } from '../../../nodes/items/operation';
import { resources } from '../../../nodes/Knowledge/resources';
import {
	Knowledge,
	readConcurrency,
	searchVerticals,
} from '../../../nodes/Knowledge/Knowledge.node';
import { defaultSeed } from '../../../sandbox/seed';

const RECORD = { slug: 'crm', extra: { deep: true } };

describe('what is asked for', () => {
	it.each([
		[
			'recipe.search',
			{ query: 'why [object Object]?' },
			'/v1/recipes/search',
			{ q: 'why [object Object]?', limit: 10 },
		],
		['glossaryTerm.get', { slug: ' a/b ' }, '/v1/glossary/a%2Fb', {}],
		['feature.get', { slug: 'crm' }, '/v1/features/crm', {}],
		[
			'useCase.getAll',
			{ vertical: { __rl: true, mode: 'list', value: 'dental' } },
			'/v1/use-cases',
			{ vertical: 'dental' },
		],
		['useCase.getAll', { vertical: 'null' }, '/v1/use-cases', {}],
		['changelogEntry.getAll', { since: undefined }, '/v1/changelog', {}],
	])('by %s with %j', async (name, parameters, url, qs) => {
		const responses = name.endsWith('.get') ? RECORD : { results: [] };
		expect((await lookUp(name, parameters, { responses })).sent).toEqual([{ url, qs }]);
	});

	it('is a date of the time zone of the workflow', async () => {
		const { sent } = await lookUp(
			'changelogEntry.getAll',
			{ since: '2026-03-01T03:30:00Z' },
			{ timezone: 'America/New_York' },
		);
		expect(sent[0].qs).toEqual({ since: '2026-02-28' });
	});
});

describe('a model', () => {
	it.each([
		['Waiting Lists', 'waiting-lists'],
		['`free_slot`', 'free-slot'],
		['https://help.example.com/glossary/Free-Slot/?ref=1#top', 'free-slot'],
		['/glossary/free-slot', 'free-slot'],
		['glossary/free-slot', 'free-slot'],
		['"Sub‑Account?"', 'sub-account'],
		['A/B Testing', 'a-b-testing'],
		['SMS & Email (v2.0)', 'sms-email-v2.0'],
		['**Éclair**.', 'éclair'],
		['sub-account', 'sub-account'],
	])('that writes %s looks up %s', async (slug, name) => {
		const { sent } = await lookUp(
			'glossaryTerm.get',
			{ slug },
			{ responses: RECORD, isTool: true },
		);
		const url = `/v1/glossary/${encodeURIComponent(name)}`;
		expect(sent).toEqual([{ url, qs: {} }]);
	});

	it('names an industry in words, or none', async () => {
		for (const [vertical, qs] of [
			['Real Estate', { vertical: 'real-estate' }],
			['N/A', {}],
		]) {
			const { sent } = await lookUp('useCase.getAll', { vertical }, { isTool: true });
			expect(sent).toEqual([{ url: '/v1/use-cases', qs }]);
		}
	});

	it('gets the newest ten changes where it names no day, and how to get more', async () => {
		const results = Array.from({ length: 30 }, (_, day) => ({
			date: `2026-01-${String(day + 1).padStart(2, '0')}`,
		}));
		const changes = async (parameters: IDataObject, isTool = true) =>
			(await lookUp('changelogEntry.getAll', parameters, { responses: { results }, isTool }))
				.result as Listed;
		const { records, hidden } = await changes({});
		expect([records[0], records.length, hidden]).toEqual([{ date: '2026-01-30' }, 10, 20]);
		expect((await changes({ since: '2026-01-01' })).records).toEqual(results);
		expect((await changes({}, false)).records).toEqual(results);
	});
});

describe('the response', () => {
	const lists = ['recipe.search', 'useCase.getAll', 'changelogEntry.getAll'];

	it.each(lists)(
		'of %s is read bare or from results, and cut where the API does not',
		async (name) => {
			const three = [RECORD, RECORD, RECORD];
			const shown = name === 'recipe.search' ? 3 : 2;
			for (const responses of [three, { tags: [{ slug: 'no' }], results: three }]) {
				const { result } = await lookUp(name, { query: 'x', limit: 2 }, { responses });
				expect(result).toMatchObject({ records: three.slice(0, shown), hidden: 3 - shown });
			}
		},
	);

	it.each(['useCase', 'changelogEntry'])(
		'of %s is cut to the limit of its own item',
		async (name) => {
			const { context, client: api } = knowledge({ responses: [RECORD, RECORD, RECORD] });
			Object.assign(context, {
				getNodeParameter: (field: string, itemIndex: number) =>
					field === 'limit' ? itemIndex + 1 : undefined,
			});
			const run = { api, memoize: async <T>(_: string, load: () => Promise<T>) => await load() };
			expect(await resources[name].operations.getAll.execute(context, 1, run)).toMatchObject({
				hidden: 1,
			});
		},
	);

	it.each(['glossaryTerm.get', 'feature.get'])('of %s is read bare or wrapped', async (name) => {
		for (const responses of [RECORD, { data: RECORD }]) {
			expect((await lookUp(name, { slug: 'crm' }, { responses })).result).toEqual(RECORD);
		}
	});

	it('of feature.get is refused where nothing can be read from it', async () => {
		const looked = lookUp('feature.get', { slug: 'x' }, { responses: [1, 2] });
		await expect(looked).rejects.toThrow(
			'The response is not a record. Check the address in the credential',
		);
	});

	it.each([
		['glossaryTerm.get', 'glossary term'],
		['feature.get', 'feature'],
	])('of %s names the slug that is not known', async (name, kind) => {
		for (const responses of [failed(404), '', {}, null]) {
			const error = await refusal(lookUp(name, { slug: ' a b ' }, { responses }));
			expect(error.message).toBe(`No ${kind} found under the name 'a b'`);
			expect(error.description).toBe(
				`Check the spelling of 'Name in URL'. It is often the last part of the URL of the ${kind}'s page.`,
			);
		}
	});

	it.each([
		['recipe.search', { query: ' x y ' }, 'No recipe matches "x y".'],
		['useCase.getAll', {}, 'The knowledge base has no use case playbooks.'],
		[
			'useCase.getAll',
			{ vertical: 'space' },
			'No use case playbook belongs to the industry "space".',
		],
		['changelogEntry.getAll', {}, 'The changelog has no entries.'],
		[
			'changelogEntry.getAll',
			{ since: '2199-01-01' },
			'There are no changelog entries on or after 2199-01-01.',
		],
	])('of %s with %j that is empty is put into words', async (name, parameters, text) => {
		expect((await lookUp(name, parameters)).result).toMatchObject({
			records: [],
			nothing: expect.stringContaining(text) as string,
		});
	});
});

// What other fields refuse, oddValues.test.ts shows.
describe('refused by name before anything is sent', () => {
	it.each([
		['recipe.search', {}, "'Query' is empty", "Enter the words to search for in 'Query'."],
		['feature.get', { slug: ' ' }, "'Name in URL' is empty", 'Enter what stands for it'],
		[
			'feature.get',
			{ slug: '..' },
			"'Name in URL' must be a name as in a web address, not '..'",
			'Enter what stands for it',
		],
	])('%s with %j', async (name, parameters, message, description) => {
		const error = await refusal(
			lookUp(name, parameters, { responses: new Error('Something was sent') }),
		);
		expect(error).toMatchObject({ name: 'NodeOperationError', message, context: { itemIndex: 0 } });
		expect(error.description).toContain(description);
	});
});

describe('requests at the same time', () => {
	const read = (parameters: IDataObject = {}) => readConcurrency(knowledge({ parameters }).context);

	it('are ten where nothing is said, else what is said', () => {
		expect([
			read(),
			...[1, 100, '3'].map((count) => read({ options: { concurrentRequests: count } })),
		]).toEqual([10, 1, 100, 3]);
		expect(new Knowledge().description.properties.at(-1)?.options).toMatchObject([
			{ name: 'concurrentRequests' },
		]);
	});

	it.each([1, 3])('are as many as the node says: %d', async (concurrentRequests) => {
		const parameters = {
			resource: 'feature',
			operation: 'get',
			slug: 'crm',
			options: { concurrentRequests },
		};
		const { context } = knowledge({ parameters });
		const load = { now: 0, most: 0 };
		const httpRequestWithAuthentication = async () => {
			load.most = Math.max(load.most, ++load.now);
			await sleep(1);
			load.now--;
			return RECORD;
		};
		const run = Object.create(context, {
			getInputData: { value: () => Array.from({ length: 6 }, () => ({ json: {} })) },
			continueOnFail: { value: () => false },
			getExecutionId: { value: () => '1' },
			// Each item asks for another one, so that none shares a request.
			getNodeParameter: {
				value: (name: string, item: number, ...rest: unknown[]) =>
					name === 'slug'
						? `s-${item}`
						: (context.getNodeParameter as (...given: unknown[]) => unknown)(name, item, ...rest),
			},
			helpers: { value: { httpRequestWithAuthentication } },
		}) as typeof context;
		const [items] = await new Knowledge().execute.call(run);
		expect([items.length, load.most]).toEqual([6, concurrentRequests]);
	});
});

it.each([
	[undefined, ['Dental', 'gym', 'spa']],
	[' g ', ['gym']],
])(
	'the list of verticals, searched for %j, has those that playbooks show: %j',
	async (filter, names) => {
		const useCases = ['gym', 'Dental', 'gym', '', 5, undefined, 'spa'].map((vertical) => ({
			vertical,
		}));
		const { context } = knowledge({ responses: { results: useCases } });
		const { results } = await searchVerticals.call(context as never, filter);
		expect(results).toEqual(names.map((name) => ({ name, value: name })));
	},
);

const { recipes, glossaryTerms, useCases, changelogEntries, features } = defaultSeed.knowledge;

it.each([
	['recipe/search', recipes],
	['glossaryTerm/get', glossaryTerms],
	['useCase/getAll', useCases],
	['changelogEntry/getAll', changelogEntries],
	['feature/get', features],
])('the output schema of %s names the fields of the contract', (name, records) => {
	const file = join(__dirname, '../../../nodes/Knowledge/__schema__/v1.0.0', `${name}.json`);
	const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	expect(Object.keys(schema.properties)).toEqual(Object.keys(records[0]));
});
