import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { failureOf, route, table, TOOL, type Execute } from './routing';
import { Listed } from '../../../nodes/items/operation';

const tool = { node: TOOL };

describe('as a tool of a language model', () => {
	const finding =
		(...records: IDataObject[]): Execute =>
		async () =>
			new Listed(records, 'Nothing matches.');
	const found = { found: 0, message: 'Nothing matches.' };

	it.each([
		['says in words that nothing was found', finding(), tool, [found]],
		['puts out what was found', finding({ id: 'a' }), tool, [{ id: 'a' }]],
		['puts out nothing where the operation has no words for it', async () => [], tool, []],
		['puts out nothing as a node of a workflow', finding(), {}, []],
	])('%s', async (_, execute, given, expected) => {
		expect((await route(table(execute), given)).map(({ json }) => json)).toEqual(expected);
	});

	it.each([
		["No term has the slug 'a.b?'", 'Search.', "No term has the slug 'a.b?'. Search."],
		['It is closed.', 'Come again.', 'It is closed. Come again.'],
		['It is closed. Come again.', 'Come again.', 'It is closed. Come again.'],
		['It is closed', '', 'It is closed'],
		['It is closed', "Set 'Day'.", 'It is closed. Try another day.', 'Try another day.'],
	])(
		'tells in the message %j itself to do %j, without the index of an item',
		async (...[says, description, told, forModel]) => {
			const execute: Execute = async ({ node }) => {
				const error = new NodeOperationError(node, says, { description });
				error.context.forModel = forModel;
				throw error;
			};
			const { message, description: apart } = await failureOf(route(table(execute), tool));
			expect([message, apart]).toEqual([told, undefined]);
		},
	);

	it('leaves out the codes of sockets, for which callers of n8n would put a text that says to retry', async () => {
		const says =
			'Outcome unknown: the connection ended (ECONNRESET). It could not be reached (host name not found, ENOTFOUND)';
		const execute: Execute = async ({ node }) => {
			const error = new NodeOperationError(node, 'It ended');
			error.message = says;
			throw error;
		};
		const { message } = await failureOf(route(table(execute), tool));
		expect(message).toBe(
			'Outcome unknown: the connection ended. It could not be reached (host name not found)',
		);
		expect(new NodeOperationError(TOOL as never, new Error(message)).message).toBe(message);
	});

	it.each(['(EST)', '(EEST)', '(Lisbon, EEST)'])('keeps the time zone %s', async (zone) => {
		const says = `The slot on 1 December at 09:00 ${zone} is not available`;
		const execute: Execute = async ({ node }) =>
			await Promise.reject(new NodeOperationError(node, says));
		expect((await failureOf(route(table(execute), tool))).message).toBe(says);
	});

	it('puts out a failure for an agent that drops what is thrown', async () => {
		const execute: Execute = async ({ node }) =>
			await Promise.reject(
				new NodeOperationError(node, "'Query' is empty", { description: 'Give one.' }),
			);
		const parentNode = { type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 2 };
		const [item] = await route(table(execute), { ...tool, parentNode });
		expect(item.json).toEqual({ error: "'Query' is empty. Give one." });
	});
});

describe('a long result', () => {
	const entries = (count: number, length = 100) =>
		Array.from({ length: count }, (_, index) => ({ id: index, text: 'x'.repeat(length) }));
	const returning = async (
		records: IDataObject | IDataObject[],
		given: object = tool,
		more: object = {},
	) =>
		(
			await route(
				table(async () => records, more),
				given,
			)
		).map(({ json }) => json);

	it.each([
		[
			'',
			{},
			/^Only the first \d+ are shown: a tool returns at most 20,000 characters\. Ask again for less, such as /,
		],
		[
			'of a write',
			{ isRead: false },
			/characters\. Do not send the same again: it could be done twice\.$/,
		],
		[
			'the operation knows better',
			{ askForLess: 'Ask for fewer days.' },
			/characters\. Ask for fewer days\.$/,
		],
	])(
		'shows a model the first items that fit, and how to ask for less %s',
		async (_, more, says) => {
			const shown = await returning(entries(3_000), tool, more);
			expect(JSON.stringify(shown).length).toBeLessThan(20_000);
			expect(JSON.stringify(shown).length).toBeGreaterThan(19_000);
			expect(shown.slice(0, -1)).toEqual(entries(shown.length - 1));
			expect(shown.at(-1)?.message).toMatch(says);
			expect(shown.at(-1)?.message).toContain(`first ${shown.length - 1} are`);
		},
	);

	it.each(['x'.repeat(30_000), '"\\'.repeat(20_000)])(
		'of one item shows a model the beginning, within the bound: %.9s',
		async (text) => {
			const shown = await returning({ text });
			const [{ message, beginning }] = shown;
			expect(message).toMatch(/^The result is cut: a tool returns/);
			expect(JSON.stringify({ text }).startsWith(String(beginning))).toBe(true);
			expect([
				shown.length,
				String(beginning).length > 9_000,
				JSON.stringify(shown).length < 20_000,
			]).toEqual([1, true, true]);
		},
	);

	it('has names and titles of one line, whoever wrote them, so that the rest is shown', async () => {
		const record = {
			id: 'a',
			lastName: 'x'.repeat(30_000),
			user: { Title: 'y'.repeat(121) },
			notes: 'z'.repeat(500),
		};
		expect(await returning(record)).toEqual([
			{ ...record, lastName: `${'x'.repeat(120)}…`, user: { Title: `${'y'.repeat(120)}…` } },
		]);
		expect(await returning(record, {})).toEqual([record]);
	});

	it('is whole where it fits, and in a workflow', async () => {
		expect(await returning(entries(140))).toEqual(entries(140));
		const text = 'x'.repeat(19_500 - '{"text":""},'.length);
		expect([await returning({ text }), await returning({ text: `${text}x` })]).toMatchObject([
			[{ text }],
			[{ message: expect.any(String) as string }],
		]);
		expect(await returning(entries(3_000), {})).toHaveLength(3_000);
	});
});
