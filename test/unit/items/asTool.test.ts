import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { failing, failureOf, jsonOf, TOOL, type Execute } from './runRouter';
import { Listed } from '../../../nodes/items/operation';

const tool = { node: TOOL };

describe('as a tool of a language model', () => {
	const finding =
		(...records: IDataObject[]): Execute =>
		async () =>
			new Listed(records, 'Nothing matches.');

	const found = { found: 0, message: 'Nothing matches.' };

	it.each<[string, Execute, object, object[]]>([
		['says in words that nothing was found', finding(), tool, [found]],
		['puts out what was found', finding({ id: 'a' }), tool, [{ id: 'a' }]],
	])('%s', async (_, execute, given, expected) => {
		expect(await jsonOf(execute, given)).toEqual(expected);
	});

	it.each([
		["No term has the slug 'a.b?'", 'Search.', "No term has the slug 'a.b?'. Search."],
		['It is closed.', 'Come again.', 'It is closed. Come again.'],
		['It is closed. Come again.', 'Come again.', 'It is closed. Come again.'],
		['It is closed', '', 'It is closed'],
		['It is closed', "Set 'Day'.", 'It is closed. Try another day.', 'Try another day.'],
	])(
		'tells in the message %j itself to do %j, without the index of an item',
		async (...[says, description, message, forModel]) => {
			const failure = await failureOf(failing(says, { description }, { forModel }), tool);
			expect([failure.message, failure.description]).toEqual([message, undefined]);
		},
	);

	it('leaves out the codes of sockets, for which callers of n8n would put a text that says to retry', async () => {
		const says =
			'Outcome unknown: the connection ended (ECONNRESET). It could not be reached (host name not found, ENOTFOUND)';
		const { message } = await failureOf(failing(says), tool);
		expect(message).toBe(
			'Outcome unknown: the connection ended. It could not be reached (host name not found)',
		);
		expect(new NodeOperationError(TOOL as never, new Error(message)).message).toBe(message);
	});

	it('leaves the short names of time zones, which are no codes', async () => {
		const says = 'The slot on Nov 24, 9:00 AM (EEST) is not available';
		const { message } = await failureOf(failing(says), tool);
		expect(message).toBe(says);
	});

	const words = "'Query' is empty. Give one.";
	const agent = (kind: string, typeVersion: number) => ({
		parentNode: { type: `@n8n/n8n-nodes-langchain.${kind}`, typeVersion },
	});
	it.each<[object, unknown]>([
		[{}, words],
		[agent('agentTool', 2.2), [{ error: words }]],
		[agent('agent', 3), words],
		[agent('agentOfSomebodyElse', 1), words],
	])('puts out a failure for an agent that drops what is thrown: %j', async (caller, shown) => {
		const fails = failing("'Query' is empty", { description: 'Give one.' });
		const ended = await jsonOf(fails, { ...tool, ...caller }).catch(
			({ message }: Error) => message,
		);
		expect(ended).toEqual(shown);
	});
});

describe('a long result', () => {
	const entries = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: index, text: 'x'.repeat(100) }));
	const returning = async (
		records: IDataObject | IDataObject[],
		given: object = tool,
		more: object = {},
	) => await jsonOf(async () => records, given, more);

	it.each([
		[
			{},
			/^Only the first \d+ are shown: a tool returns at most 20,000 characters\. This tool cannot show the others: a person has to look them up\.$/,
		],
		[{ isRead: false }, /characters\. Do not send the same again: it could be done twice\.$/],
		[{ howToSeeMore: 'Ask for fewer days.' }, /characters\. Ask for fewer days\.$/],
	])('shows a model the first items that fit, and how to ask for less: %j', async (more, says) => {
		const shown = await returning(entries(3_000), tool, more);
		const { length } = JSON.stringify(shown);
		expect(length).toBeGreaterThan(19_000);
		expect(length).toBeLessThan(20_000);
		expect(shown.slice(0, -1)).toEqual(entries(shown.length - 1));
		expect(shown.at(-1)).toEqual({ message: expect.stringMatching(says) });
		expect(shown.at(-1)?.message).toContain(`first ${shown.length - 1} are`);
	});

	it.each(['x'.repeat(30_000), '"\\'.repeat(20_000)])(
		'of one item shows a model the beginning, within the bound: %.9s',
		async (text) => {
			const shown = await returning({ text });
			const [{ message, beginning }] = shown;
			expect(message).toMatch(/^The result is cut: a tool returns/);
			expect(JSON.stringify({ text }).startsWith(String(beginning))).toBe(true);
			expect(shown).toHaveLength(1);
			expect(String(beginning).length).toBeGreaterThan(9_000);
			expect(JSON.stringify(shown).length).toBeLessThan(20_000);
		},
	);

	it('has names and titles of one line, whoever wrote them, so that the rest is shown', async () => {
		const [lastName, Title] = ['x'.repeat(30_000), 'y'.repeat(121)];
		const whole = { id: 'a', name: 'n'.repeat(120), title: null, nameNotes: 'z'.repeat(500) };
		const record = { ...whole, lastName, user: { Title } };
		expect(await returning(record)).toEqual([
			{ ...record, lastName: `${'x'.repeat(120)}…`, user: { Title: `${'y'.repeat(120)}…` } },
		]);
		expect(await returning(record, {})).toEqual([record]);
	});

	it('is whole where it fits, and in a workflow', async () => {
		const text = 'x'.repeat(19_500 - '{"text":""},'.length);
		expect(await returning({ text })).toEqual([{ text }]);
		expect(await returning({ text: `${text}x` })).not.toEqual([{ text }]);
		expect(await returning(entries(3_000), {})).toHaveLength(3_000);
	});
});
