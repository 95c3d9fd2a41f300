import { NodeOperationError } from 'n8n-workflow';

import { toolContext } from './executeContext';
import type { Execute } from './routing';
import { failureOf, FROM_ITEM, nodeType, route, table } from './routing';
import { routeItems } from '../../../nodes/items/router';

describe('as a tool of a language model', () => {
	const tool = { node: { type: 'n8n-nodes-crm-platform.knowledgeTool' } };
	const nothing: Execute = async () => [];
	const nothingFound = () => 'Nothing matches. Try other words.';

	it('says in words that nothing was found', async () => {
		const [item] = await route(table(nothing, { nothingFound }), tool);
		expect(item.json).toEqual({ found: 0, message: 'Nothing matches. Try other words.' });
	});

	it('puts out what was found', async () => {
		const [item] = await route(table(async () => [{ id: 'a' }], { nothingFound }), tool);
		expect(item.json).toEqual({ id: 'a' });
	});

	it('puts out nothing where the operation has no words for it', async () => {
		expect(await route(table(nothing), tool)).toEqual([]);
	});

	it('puts out nothing as a node of a workflow', async () => {
		expect(await route(table(nothing, { nothingFound }))).toEqual([]);
	});

	it.each([
		["'Slug' is empty", 'Give a slug.', "'Slug' is empty. Give a slug."],
		["No term has the slug 'a.b?'", 'Search.', "No term has the slug 'a.b?'. Search."],
		['It is closed.', 'Come again.', 'It is closed. Come again.'],
		['It is closed. Come again.', 'Come again.', 'It is closed. Come again.'],
		['It is closed', undefined, 'It is closed'],
		['It is closed', '', 'It is closed'],
	])('tells in the message %j itself to do %j, without the index of an item', async (says, description, told) => {
		const execute: Execute = async (context) => {
			throw new NodeOperationError(context.getNode(), says, { description });
		};
		expect((await failureOf(route(table(execute), tool))).message).toBe(told);
	});

	describe('that throws', () => {
		const fails: Execute = async (context) => {
			throw new NodeOperationError(context.getNode(), "'Slug' is empty", { description: 'Give one.' });
		};
		const calledBy = async (type: string, typeVersion: number, own = tool.node.type) => {
			const caller = { name: 'Caller', type, typeVersion, id: '1', parameters: {} };
			const context = toolContext(
				{ nodeType, parameters: FROM_ITEM, node: { type: own } },
				{ ...caller, position: [0, 0] },
			);
			return await routeItems(context, table(fails), 'api');
		};
		const AGENT = '@n8n/n8n-nodes-langchain.agent';

		it.each([[AGENT, 1.9], [AGENT, 2.2], [`${AGENT}Tool`, 2.2]])(
			'answers %s %d, which drops what is thrown',
			async (type, version) => {
				const [[item]] = await calledBy(type, version);
				expect(item.json).toEqual({ error: "'Slug' is empty. Give one." });
			},
		);

		it.each([
			[AGENT, 3],
			[AGENT, 3.1],
			['@n8n/n8n-nodes-langchain.mcpTrigger', 2],
			['@n8n/n8n-nodes-langchain.agentOfSomebodyElse', 1],
		])('throws for %s %d', async (type, version) => {
			expect((await failureOf(calledBy(type, version))).message).toBe("'Slug' is empty. Give one.");
		});

		it('throws for an unknown caller', async () => {
			const context = toolContext({ nodeType, parameters: FROM_ITEM, ...tool });
			const call = routeItems(context, table(fails), 'api');
			expect((await failureOf(call)).message).toBe("'Slug' is empty. Give one.");
		});
	});
});
