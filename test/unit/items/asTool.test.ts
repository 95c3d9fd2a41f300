import { NodeOperationError } from 'n8n-workflow';

import type { Execute } from './routing';
import { failureOf, route, table, TOOL } from './routing';

const tool = { node: TOOL };

describe('as a tool of a language model', () => {
	const nothing: Execute = async () => [];
	const nothingFound = () => 'Nothing matches. Try other words.';
	const found = { found: 0, message: nothingFound() };

	it.each<[string, Execute, object, object, object[]]>([
		['says in words that nothing was found', nothing, { nothingFound }, tool, [found]],
		['puts out what was found', async () => [{ id: 'a' }], { nothingFound }, tool, [{ id: 'a' }]],
		['puts out nothing where the operation has no words for it', nothing, {}, tool, []],
		['puts out nothing as a node of a workflow', nothing, { nothingFound }, {}, []],
	])('%s', async (_, execute, more, given, expected) => {
		expect((await route(table(execute, more), given)).map(({ json }) => json)).toEqual(expected);
	});

	it.each([
		["'Slug' is empty", 'Give a slug.', "'Slug' is empty. Give a slug."],
		["No term has the slug 'a.b?'", 'Search.', "No term has the slug 'a.b?'. Search."],
		['It is closed.', 'Come again.', 'It is closed. Come again.'],
		['It is closed. Come again.', 'Come again.', 'It is closed. Come again.'],
		['It is closed', undefined, 'It is closed'],
		['It is closed', '', 'It is closed'],
		['It is closed', "Set 'Day'.", 'It is closed. Try another day.', 'Try another day.'],
	])('tells in the message %j itself to do %j, without the index of an item', async (...[says, description, told, forModel]) => {
		const execute: Execute = async (context) => {
			const error = new NodeOperationError(context.getNode(), says, { description });
			error.context.forModel = forModel;
			throw error;
		};
		const { message, description: apart } = await failureOf(route(table(execute), tool));
		expect([message, apart]).toEqual([told, undefined]);
	});

	it('puts out a failure for an agent that drops what is thrown', async () => {
		const execute: Execute = async (context) => {
			throw new NodeOperationError(context.getNode(), "'Slug' is empty", { description: 'Give one.' });
		};
		const parentNode = { type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 2 };
		const [item] = await route(table(execute), { ...tool, parentNode });
		expect(item.json).toEqual({ error: "'Slug' is empty. Give one." });
	});
});
