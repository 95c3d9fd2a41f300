import { NodeOperationError, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { failing, failureOf, jsonOf, TOOL } from './runRouter';
import { Listed } from '../../../nodes/items/operation';

/* What the router makes of results and failures for a language model. */

const tool = { node: TOOL };

describe('what a list has brought', () => {
	it('is said in words where it is nothing', async () => {
		const emptyList = async () => new Listed([], 'Nothing matches.');

		const shown = await jsonOf(emptyList, tool);

		expect(shown).toEqual([{ found: 0, message: 'Nothing matches.' }]);
	});

	it('is put out as it is', async () => {
		const listOfOne = async () => new Listed([{ id: 'a' }], 'Nothing matches.');

		const shown = await jsonOf(listOfOne, tool);

		expect(shown).toEqual([{ id: 'a' }]);
	});
});

describe('the message of a failure', () => {
	it.each([
		{
			why: 'says what to do after a full stop of its own',
			message: "No term has the slug 'a.b?'",
			description: 'Search.',
			shown: "No term has the slug 'a.b?'. Search.",
		},
		{
			why: "gets no full stop behind its '!'",
			message: 'It is closed!',
			description: 'Come again.',
			shown: 'It is closed! Come again.',
		},
		{
			why: "gets no full stop behind its '?'",
			message: 'Is it closed?',
			description: 'Come again.',
			shown: 'Is it closed? Come again.',
		},
		{
			why: 'gets no second full stop',
			message: 'It is closed.',
			description: 'Come again.',
			shown: 'It is closed. Come again.',
		},
		{
			why: 'does not say twice what it says already',
			message: 'It is closed. Come again.',
			description: 'Come again.',
			shown: 'It is closed. Come again.',
		},
		{
			why: 'stands alone where there is nothing to do',
			message: 'It is closed',
			description: '',
			shown: 'It is closed',
		},
		{
			why: 'has the advice for models in place of that for people',
			message: 'It is closed',
			description: "Set 'Day'.",
			forModel: 'Try another day.',
			shown: 'It is closed. Try another day.',
		},
	])('$why: $shown', async ({ message, description, forModel, shown }) => {
		const fails = failing(message, { description }, { forModel });

		const failure = await failureOf(fails, tool);

		expect(failure.message).toBe(shown);
		expect(failure.description).toBeUndefined();
	});

	it('has no codes of sockets, for which callers of n8n would put a text that says to retry', async () => {
		const fails = failing(
			'Outcome unknown: the connection ended (ECONNRESET). It could not be reached (host name not found, ENOTFOUND)',
		);

		const { message } = await failureOf(fails, tool);

		expect(message).toBe(
			'Outcome unknown: the connection ended. It could not be reached (host name not found)',
		);
		const thrownAgain = new NodeOperationError(TOOL as never, new Error(message));
		expect(thrownAgain.message).toBe(message);
	});

	it('keeps the short names of time zones, which are no codes', async () => {
		const words = 'The slot on Nov 24, 9:00 AM (EEST) is not available';

		const { message } = await failureOf(failing(words), tool);

		expect(message).toBe(words);
	});
});

describe('a failure', () => {
	const fails = failing("'Query' is empty", { description: 'Give one.' });
	const WORDS = "'Query' is empty. Give one.";

	it('is an item for an AI Agent before version 3, which drops what is thrown', async () => {
		const parentNode = { type: '@n8n/n8n-nodes-langchain.agentTool', typeVersion: 2.2 };

		const shown = await jsonOf(fails, { ...tool, parentNode });

		expect(shown).toEqual([{ error: WORDS }]);
	});

	it.each([
		{ caller: 'a caller that is not known', parentNode: undefined },
		{
			caller: 'an AI Agent of version 3',
			parentNode: { type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3 },
		},
		{
			caller: "somebody else's agent",
			parentNode: { type: '@n8n/n8n-nodes-langchain.agentOfSomebodyElse', typeVersion: 1 },
		},
	])('is thrown for $caller', async ({ parentNode }) => {
		const failure = await failureOf(fails, { ...tool, parentNode });

		expect(failure.message).toBe(WORDS);
	});
});

describe('a result that is too long', () => {
	/** So many records, of some 120 characters each. */
	const records = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(100) }));
	const manyRecords = async () => await Promise.resolve(records(3_000));

	it('is cut to the first items that fit, and says how many these are', async () => {
		const shown = await jsonOf(manyRecords, tool);

		const count = shown.length - 1;
		const { length } = JSON.stringify(shown);
		expect(length).toBeGreaterThan(19_000);
		expect(length).toBeLessThan(20_000);
		expect(shown.slice(0, -1)).toEqual(records(count));
		expect(shown.at(-1)?.message).toContain(
			`Only the first ${count} are shown: a tool returns at most 20,000 characters. `,
		);
	});

	it.each([
		{
			of: 'a read that knows no other way',
			operation: {},
			advice: 'This tool cannot show the others: a person has to look them up.',
		},
		{
			of: 'a read that does',
			operation: { howToSeeMore: 'Ask for fewer days.' },
			advice: 'Ask for fewer days.',
		},
		{
			of: 'a write',
			operation: { isRead: false },
			advice: 'Do not send the same again: it could be done twice.',
		},
	])('of $of says: $advice', async ({ operation, advice }) => {
		const shown = await jsonOf(manyRecords, tool, operation);

		expect(String(shown.at(-1)?.message)).toMatch(/characters\. /);
		expect(String(shown.at(-1)?.message).split('characters. ')[1]).toBe(advice);
	});

	it('does not say to ask for more with a higher limit, which would be too long as well', async () => {
		const limit: INodeProperties = {
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			default: 50,
		};
		const node = { ...TOOL, parameters: { limit: "={{ $fromAI('limit') }}" } };

		const shown = await jsonOf(manyRecords, { node }, { properties: [limit] });

		expect(shown.at(-1)?.message).toContain('This tool cannot show the others');
	});

	it.each([
		{ what: 'a long text', text: 'x'.repeat(30_000) },
		{ what: 'a text whose characters are two in JSON', text: '"\\'.repeat(20_000) },
	])('is the beginning of its one item, within the bound, for $what', async ({ text }) => {
		const shown = await jsonOf(async () => await Promise.resolve({ text }), tool);

		expect(shown).toHaveLength(1);
		const [{ message, beginning }] = shown;
		expect(message).toMatch(/^The result is cut: a tool returns/);
		expect(JSON.stringify({ text }).startsWith(String(beginning))).toBe(true);
		expect(String(beginning).length).toBeGreaterThan(9_000);
		expect(JSON.stringify(shown).length).toBeLessThan(20_000);
	});

	it('begins a little below 20,000 characters', async () => {
		const fitting = { text: 'x'.repeat(19_500 - '{"text":""},'.length) };
		const tooLong = { text: `${fitting.text}x` };

		expect(await jsonOf(async () => fitting, tool)).toEqual([fitting]);
		expect(await jsonOf(async () => tooLong, tool)).not.toEqual([tooLong]);
	});

	it('stays whole in a workflow', async () => {
		const items = await jsonOf(manyRecords, {});

		expect(items).toHaveLength(3_000);
	});
});

describe('names and titles, which anybody can have written', () => {
	const record = {
		id: 'a',
		name: 'n'.repeat(120),
		title: null,
		nameNotes: 'z'.repeat(500),
		lastName: 'x'.repeat(30_000),
		user: { Title: 'y'.repeat(121) },
	};
	const oneRecord = async () => await Promise.resolve(record);

	it('are cut to 120 characters, so that the rest is shown', async () => {
		const shown = await jsonOf(oneRecord, tool);

		expect(shown).toEqual([
			{ ...record, lastName: `${'x'.repeat(120)}…`, user: { Title: `${'y'.repeat(120)}…` } },
		]);
	});

	it('stay whole in a workflow', async () => {
		expect(await jsonOf(oneRecord, {})).toEqual([record]);
	});
});
