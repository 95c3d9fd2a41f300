import { act, HIGH_LEVEL, TOOL } from './nodeOnPlatform';
import { resources } from '../../../nodes/Platform/resources';
import { HIGH_LEVEL_RUNS, RUNS } from '../../support/operationRuns';

/* Every list, of a platform that has nothing. Webhooks are of the form of the contract, and installed locations of an agency. */

const LISTS_ELSEWHERE = ['webhook.getAll', 'installedLocation.getAll'];

const runs = { ...RUNS.platform, ...HIGH_LEVEL_RUNS };

const lists = Object.entries(resources)
	.flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([name, operation]) => ({
			name: `${resource}.${name}`,
			operation,
		})),
	)
	.filter(({ operation }) => operation.properties.some(({ name }) => name === 'returnAll'))
	.map(({ name }) => name)
	.filter((name) => !LISTS_ELSEWHERE.includes(name));

it('there are lists', () => {
	expect(lists.length).toBeGreaterThan(10);
});

const EMPTY = {
	_dates_: {},
	appointments: [],
	calendar: { id: 'cal-onboarding', slotDuration: 30, slotDurationUnit: 'mins' },
	calendars: [],
	contacts: [],
	conversations: [],
	customFields: [],
	events: [],
	messages: [],
	notes: [],
	opportunities: [],
	pipelines: [],
	tags: [],
	tasks: [],
	total: 0,
	users: [],
	workflows: [],
};

const list = async (name: string, given: object) =>
	await act(name, runs[name][0], {
		credential: HIGH_LEVEL,
		responses: ({ path }) => (path.endsWith('/free-slots') ? {} : EMPTY),
		...given,
	});

it.each(lists)(
	'%s that finds nothing for some items says for which, and how to go on',
	async (name) => {
		const { error, json, hints } = await list(name, { items: [{}, {}] });
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/'Always Output Data'.* a Loop Over Items .*\[Item 0\]$/),
			expect.stringMatching(/'Always Output Data'.* a Loop Over Items .*\[Item 1\]$/),
		]);
	},
);

it('many items that find nothing are counted, and ten of them named', async () => {
	const { hints } = await list('contact.getAll', { items: Array(1_000).fill({}) });
	expect(hints).toHaveLength(11);
	expect(hints.at(-1)).toMatchObject({ message: 'Nothing was found for 1000 of 1000 items.' });
});

it.each(lists)(
	'%s tells a language model that there is nothing, and of no settings',
	async (name) => {
		const { json } = await list(name, { node: TOOL });
		expect(json).toEqual([{ found: 0, message: expect.not.stringContaining('Always Output') }]);
	},
);
