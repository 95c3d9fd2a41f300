import { sleep, type IDataObject } from 'n8n-workflow';

import { lookUp } from './lookUp';
import { searchVerticals } from '../../../nodes/Knowledge/Knowledge.node';
import { defaultSeed } from '../../../sandbox/seed';
import { failed, PLATFORM_URL } from '../platformApi/fakePlatform';
import {
	byModel,
	connect,
	contextFor,
	expectRefused,
	fieldsOfSchema,
} from '../platform/nodeOnPlatform';

const RECORD = { slug: 'crm', extra: { deep: true } };
const tool = { node: { type: 'n8n-nodes-crm-platform.knowledgeTool' } };
const terms = 'glossaryTerm.get';
const changelog = 'changelogEntry.getAll';

describe('what is asked for', () => {
	it.each<{ name: string; parameters: IDataObject; path: string; qs: object }>([
		{
			name: 'recipe.search',
			parameters: { query: 'why [object Object]?' },
			path: '/v1/recipes/search',
			qs: { q: 'why [object Object]?', limit: 10 },
		},
		{ name: terms, parameters: { slug: ' a/b ' }, path: '/v1/glossary/a%2Fb', qs: {} },
		{
			name: 'useCase.getAll',
			parameters: { vertical: { __rl: true, mode: 'list', value: 'dental' } },
			path: '/v1/use-cases',
			qs: { vertical: 'dental' },
		},
		{ name: changelog, parameters: {}, path: '/v1/changelog', qs: {} },
		// A date of the time zone of the workflow.
		{
			name: changelog,
			parameters: { since: '2026-03-01T03:30:00Z' },
			path: '/v1/changelog',
			qs: { since: '2026-02-28' },
		},
	])('by $name with $parameters', async ({ name, parameters, path, qs }) => {
		const { sent } = await lookUp(name, parameters, [RECORD], { timezone: 'America/New_York' });
		expect(sent).toMatchObject([{ path, qs }]);
	});
});

describe('a model', () => {
	it.each([
		['Waiting Lists', 'waiting-lists'],
		['`free_slot`', 'free-slot'],
		['https://help.example.com/glossary/Free-Slot/?ref=1#top', 'free-slot'],
		['https://help.example.com/glossary/free-slot#top', 'free-slot'],
		['/glossary/free-slot', 'free-slot'],
		['"Sub‑Account?"', 'sub-account'],
		['A/B Testing', 'a-b-testing'],
		['SMS & Email (v2.0)', 'sms-email-v2.0'],
		['**Éclair**.', 'éclair'],
		['...free slot', 'free-slot'],
		['sub-account', 'sub-account'],
	])('that writes %s looks up %s', async (slug, name) => {
		const { sent } = await lookUp(terms, { slug }, RECORD, tool);
		expect(sent).toMatchObject([{ path: `/v1/glossary/${encodeURIComponent(name)}` }]);
	});

	it('that writes an industry in words gets its playbooks', async () => {
		const { sent } = await lookUp('useCase.getAll', { vertical: 'Real Estate' }, [RECORD], tool);
		expect(sent).toMatchObject([{ qs: { vertical: 'real-estate' } }]);
	});

	it('gets the newest ten changes where it names no day, and how to get more', async () => {
		const results = Array.from({ length: 30 }, (_, day) => ({
			date: `2026-01-${String(day + 1).padStart(2, '0')}`,
		}));
		const changes = async (parameters: IDataObject, given: object) =>
			(await lookUp(changelog, { returnAll: true, ...parameters }, { results }, given)).json;
		const newest = await changes({ since: byModel('since', '') }, tool);
		expect(newest.slice(0, 10)).toEqual(results.slice(20).reverse());
		expect(newest[10].message).toBe(
			"There are 20 more, which are not shown. To see others, ask again with another day in 'since'.",
		);
		const three = await changes({ returnAll: false, limit: 3 }, tool);
		expect(three.slice(0, 3)).toEqual(results.slice(27).reverse());
		expect(three).toHaveLength(4);
		expect(await changes({ since: '2026-01-01' }, tool)).toEqual(results);
		expect(await changes({}, {})).toEqual(results);
	});
});

describe('the response', () => {
	const more = 'The knowledge API says that there are more than these 2.';
	it.each([
		{
			name: 'useCase.getAll',
			parameters: {},
			beside: { next: '/v1/use-cases?page=2' },
			told: more,
		},
		{ name: 'recipe.search', parameters: { query: 'crm' }, beside: { total: 9 }, told: more },
		{
			name: 'recipe.search',
			parameters: { query: 'crm', limit: 2 },
			beside: { total: 9 },
			told: '',
		},
	])(
		'of $name with $parameters says once that it is not all: $beside',
		async ({ name, parameters, beside, told }) => {
			const body = { results: [RECORD, RECORD], ...beside };
			const given = { items: [{}, {}] };
			const [person, model] = [given, { ...given, ...tool }].map(
				async (each) => await lookUp(name, parameters, body, each),
			);
			expect((await person).hints).toEqual(
				told ? [{ message: `${told} Ask for less to see all.` }] : [],
			);
			expect((await model).told).toBe(told);
		},
	);

	it.each(['recipe.search', 'useCase.getAll', changelog])(
		'of %s is read bare or from results, and cut where the API does not, to the limit of each item',
		async (name) => {
			const three = [1, 2, 3].map((id) => ({ ...RECORD, id }));
			const parameters = { query: 'x', limit: '={{ $json.limit }}' };
			for (const response of [three, { tags: [{ slug: 'no' }], results: three }]) {
				const items = [{ limit: 1 }, { limit: 4 }];
				const { json } = await lookUp(name, parameters, response, { items });
				expect(json).toEqual([three[0], ...three]);
			}
		},
	);

	it.each([
		[terms, 'glossary term'],
		['feature.get', 'feature'],
	])('of %s is read bare or wrapped, and an unknown slug is named', async (name, kind) => {
		const wrapped = { [kind === 'feature' ? kind : 'term']: RECORD };
		for (const response of [RECORD, wrapped, { data: RECORD }])
			expect((await lookUp(name, { slug: 'crm' }, response)).json).toEqual([RECORD]);
		for (const response of [failed(404), '', {}, null])
			expect((await lookUp(name, { slug: ' a b ' }, response)).error).toMatchObject({
				message: `No ${kind} found under the name 'a b' [Item 0]`,
				description: `Check the spelling of 'Name in URL'. It is often the last part of the URL of the ${kind}'s page.`,
				httpCode: '404',
			});
	});

	it.each([
		[terms, 'It may be a feature'],
		['feature.get', 'It may be a glossary term'],
	])('of %s that is unknown tells a model what else it may be: %s', async (name, hint) => {
		expect((await lookUp(name, { slug: 'crm' }, failed(404), tool)).told).toContain(hint);
	});

	it('of feature.get is refused where nothing can be read from it', async () => {
		const { told } = await lookUp('feature.get', { slug: 'x' }, [1, 2]);
		expect(told).toContain('The response is not a record. Check the address in the credential');
	});

	it.each([
		['recipe.search', { query: ' x y ' }, 'No recipe matches "x y".'],
		['useCase.getAll', {}, 'The knowledge base has no use case playbooks.'],
		[
			'useCase.getAll',
			{ vertical: 'space' },
			'No use case playbook belongs to the industry "space".',
		],
		[changelog, {}, 'The changelog has no entries.'],
		[changelog, { since: '2199-01-01' }, 'There are no changelog entries on or after 2199-01-01.'],
	])('of %s with %j that is empty is put into words', async (name, parameters, text) => {
		expect((await lookUp(name, parameters, [], tool)).told).toContain(text);
	});
});

// What other fields refuse, oddValues.test.ts shows.
it.each([
	{
		name: 'recipe.search',
		parameters: {},
		message: "'Query' is empty",
		description: "Enter the words to search for in 'Query'.",
	},
	{
		name: 'feature.get',
		parameters: { slug: '..' },
		message: "'Name in URL' must be a name as in a web address, not '..'",
		description: 'Enter what stands for it',
	},
])('$name with $parameters is refused', async ({ name, parameters, message, description }) => {
	expectRefused(await lookUp(name, parameters), message, description);
});

it.each([
	[undefined, 10],
	[1, 1],
	['3', 3],
	[100, 20],
])(
	"with %j 'Concurrent Requests', so many are sent at once: %d",
	async (concurrentRequests, most) => {
		// Each item asks for another one, so that none shares a request.
		const items = Array.from({ length: 20 }, (_, index) => ({ slug: `s-${index}` }));
		const load = { now: 0, most: 0 };
		const responses = async () => {
			load.most = Math.max(load.most, ++load.now);
			await sleep(1);
			load.now--;
			return RECORD;
		};
		const parameters = { slug: '={{ $json.slug }}', options: { concurrentRequests } };
		const { json } = await lookUp('feature.get', parameters, '', { items, responses });
		expect([json.length, load.most]).toEqual([20, most]);
	},
);

it('a record with its name alone is one', async () => {
	const { json } = await lookUp(terms, { slug: 'crm' }, { slug: 'crm' });
	expect(json).toEqual([{ slug: 'crm' }]);
});

it.each([
	[undefined, ['Dental', 'gym', 'spa']],
	[' g ', ['gym']],
])(
	'the list of verticals, searched for %j, has those that playbooks show: %j',
	async (filter, names) => {
		const found = ['gym', 'Dental', 'gym', '', 5, undefined, 'spa'];
		const results = found.map((vertical) => ({ vertical }));
		const { context } = contextFor('loadOptions', {}, { type: 'knowledge' });
		connect(context, { responses: [{ results }], credential: { baseUrl: PLATFORM_URL } });
		expect((await searchVerticals.call(context as never, filter)).results).toEqual(
			names.map((name) => ({ name, value: name })),
		);
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
	expect(fieldsOfSchema(name, 'Knowledge')).toEqual(Object.keys(records[0]));
});

it.each([0, 51])('a search for recipes takes no limit of %d', async (limit) => {
	const { error, sent } = await lookUp('recipe.search', { query: 'crm', limit });
	expect(error?.message).toContain("'Limit' must be a whole number from 1 to 50");
	expect(sent).toEqual([]);
});
