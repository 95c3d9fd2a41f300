import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executeContext, toolContext } from './executeContext';
import type { Operation, OperationTable } from '../../../nodes/items/operation';
import { routeItems } from '../../../nodes/items/router';

type Execute = Operation<string>['execute'];

const option = { name: 'Do', description: 'Does what the test says', action: 'Do a thing' };

/** A node whose resource and operation are plain texts, so that an item can choose them. */
const nodeType: INodeType = {
	description: {
		displayName: 'Routed',
		name: 'routed',
		group: ['input'],
		version: 1,
		description: 'Runs what the test puts into its table',
		defaults: { name: 'Routed' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: '' },
			{ displayName: 'Operation', name: 'operation', type: 'string', default: '' },
		],
	},
};

const FROM_ITEM = {
	resource: '={{ $json.resource ?? "thing" }}',
	operation: '={{ $json.operation ?? "do" }}',
};

function table(execute: Execute, more: Partial<Operation<string>> = {}): OperationTable<string> {
	return { thing: { do: { option, properties: [], execute, ...more } } };
}

async function route(
	operations: OperationTable<string>,
	given: {
		items?: IDataObject[];
		parameters?: INodeParameters;
		concurrency?: number | (() => number);
		node?: Partial<INode>;
	} = {},
) {
	const context = executeContext({
		nodeType,
		parameters: given.parameters ?? FROM_ITEM,
		items: given.items ?? [{}],
		node: given.node,
	});
	const { concurrency: chosen = 10 } = given;
	const concurrency = typeof chosen === 'number' ? () => chosen : chosen;
	for (const operation of Object.values(operations.thing)) operation.concurrency ??= concurrency;
	const [items] = await routeItems(context, operations, 'api');
	return items;
}

async function failureOf(work: Promise<unknown>): Promise<NodeApiError | NodeOperationError> {
	const failure: unknown = await work.catch((error: unknown) => error);
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) return failure;
	throw new Error(`Expected n8n's own error, got ${String(failure)}`);
}

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ index }));

describe('output', () => {
	it('follows the input, whatever ends first, each item paired to where it came from', async () => {
		const execute: Execute = async function (itemIndex) {
			await delay(itemIndex === 0 ? 20 : 1);
			return itemIndex === 1 ? [] : [{ a: itemIndex }, { b: itemIndex }];
		};
		expect(await route(table(execute), { items: many(3) })).toEqual([
			{ json: { a: 0 }, pairedItem: { item: 0 } },
			{ json: { b: 0 }, pairedItem: { item: 0 } },
			{ json: { a: 2 }, pairedItem: { item: 2 } },
			{ json: { b: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it('takes one record or several', async () => {
		const execute: Execute = async (itemIndex) =>
			itemIndex === 0 ? { name: 'one' } : [{ name: 'two' }, { name: 'three' }];
		expect(await route(table(execute), { items: many(2) })).toEqual([
			{ json: { name: 'one' }, pairedItem: { item: 0 } },
			{ json: { name: 'two' }, pairedItem: { item: 1 } },
			{ json: { name: 'three' }, pairedItem: { item: 1 } },
		]);
	});

	it('keeps a record that has a field named json', async () => {
		const record = { id: 'x', json: { a: 1 } };
		expect(await route(table(async () => record))).toEqual([
			{ json: record, pairedItem: { item: 0 } },
		]);
	});

	it('never lets two items share an object', async () => {
		const shared = { nested: { count: 0 } };
		const items = await route(table(async () => [shared]), { items: many(3) });
		(items[0].json.nested as IDataObject).count = 1;
		expect(items.map(({ json }) => json)).toEqual([
			{ nested: { count: 1 } },
			{ nested: { count: 0 } },
			{ nested: { count: 0 } },
		]);
	});

	it('is complete and in order for 20,000 items', async () => {
		const items = await route(table(async (itemIndex) => ({ itemIndex })), {
			items: many(20_000),
			parameters: { resource: 'thing', operation: 'do' },
		});
		expect(items).toHaveLength(20_000);
		expect(items.every(({ json }, index) => json.itemIndex === index)).toBe(true);
	});
});

describe('concurrency', () => {
	async function highestOf(concurrency: number, count: number): Promise<number> {
		let running = 0;
		let highest = 0;
		const execute: Execute = async () => {
			highest = Math.max(highest, ++running);
			await delay(2);
			running--;
			return {};
		};
		await route(table(execute), { items: many(count), concurrency });
		return highest;
	}

	it.each([
		[1, 5, 1],
		[4, 40, 4],
		[10, 3, 3],
		[0, 3, 1],
	])('of %i with %i items has %i at once', async (concurrency, count, expected) => {
		expect(await highestOf(concurrency, count)).toBe(expected);
	});

	it('keeps the order between different operations of neighboring items', async () => {
		const log: string[] = [];
		const logged = (name: string, ms: number): Operation<string> => ({
			option,
			properties: [],
			execute: async (itemIndex) => {
				log.push(`${name} ${itemIndex} begins`);
				await delay(ms);
				log.push(`${name} ${itemIndex} ends`);
				return {};
			},
		});
		const items = [{ operation: 'slow' }, { operation: 'fast' }];
		await route({ thing: { slow: logged('slow', 15), fast: logged('fast', 1) } }, { items });
		expect(log).toEqual(['slow 0 begins', 'slow 0 ends', 'fast 1 begins', 'fast 1 ends']);
	});
});

describe('the scope of a run', () => {
	it('sends once for equal keys, and shares a failure', async () => {
		const sent: string[] = [];
		const execute: Execute = async function (itemIndex, run) {
			const key = itemIndex % 2 === 0 ? 'good' : 'bad';
			return await run.memoize(key, async () => {
				sent.push(key);
				await delay(2);
				if (key === 'bad') throw new NodeOperationError(this.getNode(), 'It is bad');
				return { key };
			});
		};
		const node = { onError: 'continueRegularOutput' as const };
		const items = await route(table(execute), { items: many(4), concurrency: 2, node });
		expect(sent).toEqual(['good', 'bad']);
		expect(items.map(({ json }) => json)).toEqual([
			{ key: 'good' },
			{ error: 'It is bad [Item 1]' },
			{ key: 'good' },
			{ error: 'It is bad [Item 3]' },
		]);
	});

	it('begins anew with each run', async () => {
		let sent = 0;
		const execute: Execute = async (_, run) => await run.memoize('key', async () => ({ sent: ++sent }));
		await route(table(execute), { items: many(2) });
		expect((await route(table(execute)))[0].json).toEqual({ sent: 2 });
	});
});

describe('failures', () => {
	const fails: Execute = async function (itemIndex) {
		if (itemIndex % 2 === 0) return { fine: itemIndex };
		throw new NodeApiError(
			this.getNode(),
			{ message: 'raw' },
			{ message: 'Not there', description: 'Look elsewhere', httpCode: '404' },
		);
	};

	it('name their item and keep what they say', async () => {
		const failure = await failureOf(route(table(fails), { items: many(2) }));
		expect(failure).toBeInstanceOf(NodeApiError);
		expect(failure).toMatchObject({
			message: 'Not there [Item 1]',
			description: 'Look elsewhere',
			httpCode: '404',
			context: { itemIndex: 1 },
		});
	});

	it('become items, with "continue on fail", that n8n can sort to the error output', async () => {
		const node = { onError: 'continueErrorOutput' as const };
		const items = await route(table(fails), { items: many(3), node });
		expect(items).toEqual([
			{ json: { fine: 0 }, pairedItem: { item: 0 } },
			{
				json: { error: 'Not there [Item 1]', message: 'Look elsewhere' },
				pairedItem: { item: 1 },
			},
			{ json: { fine: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it.each([
		['an error', new TypeError('x is undefined'), 'x is undefined [Item 0]'],
		['a text', 'just text', 'just text [Item 0]'],
	])('of unknown kind, %s, become n8n errors', async (_, thrown, message) => {
		const execute: Execute = async () => await Promise.reject(thrown);
		const failure = await failureOf(route(table(execute)));
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(failure).toMatchObject({ message, context: { itemIndex: 0 } });
	});

	it('of several items are told by the first of them, once those in flight have ended', async () => {
		const ended: number[] = [];
		const execute: Execute = async function (itemIndex) {
			await delay(itemIndex === 0 ? 20 : 2);
			ended.push(itemIndex);
			throw new NodeOperationError(this.getNode(), 'No');
		};
		const failure = await failureOf(route(table(execute), { items: many(9), concurrency: 3 }));
		expect(failure.message).toBe('No [Item 0]');
		expect(ended.sort()).toEqual([0, 1, 2]);
	});

	it('say their item once', async () => {
		const execute: Execute = async function () {
			throw new NodeOperationError(this.getNode(), 'No [Item 0]');
		};
		expect((await failureOf(route(table(execute)))).message).toBe('No [Item 0]');
	});

	it('keep a message in which n8n would see the name of a socket code', async () => {
		const execute: Execute = async function () {
			const error = new NodeApiError(this.getNode(), { message: 'raw' });
			error.message = 'No term has the slug "enotfound"';
			throw error;
		};
		const { message } = await failureOf(route(table(execute)));
		expect(message).toBe('No term has the slug "enotfound" [Item 0]');
	});

	it.each([['thing', 'undo'], ['nothing', 'do'], ['thing', 'toString'], ['constructor', 'name']])(
		'name the resource %s and operation %s that do not exist',
		async (resource, operation) => {
			const execute: Execute = async () => ({});
			const failure = await failureOf(
				route(table(execute), { items: [{ resource, operation }] }),
			);
			expect(failure.message).toContain(`'${operation}'`);
			expect(failure.message).toContain(`'${resource}'`);
		},
	);

	it('of the choice of operation become items too, with "continue on fail"', async () => {
		const items = await route(table(async () => ({ fine: true })), {
			items: [{ operation: 'undo' }, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => Object.keys(json)[0])).toEqual(['error', 'fine']);
	});
});

describe('a number of items at once that cannot be told', () => {
	const concurrency = () => {
		throw new TypeError('Not a number');
	};

	it('is the failure of the first item', async () => {
		const started: number[] = [];
		const execute: Execute = async (itemIndex) => ({ started: started.push(itemIndex) });
		const failure = await failureOf(route(table(execute), { items: many(2), concurrency }));
		expect(failure.message).toBe('Not a number [Item 0]');
		expect(started).toEqual([]);
	});

	it('fails each item, with "continue on fail"', async () => {
		const node = { onError: 'continueRegularOutput' as const };
		const items = await route(table(async () => ({})), { items: many(2), concurrency, node });
		expect(items.map(({ json }) => json.error)).toEqual([
			'Not a number [Item 0]',
			'Not a number [Item 1]',
		]);
	});
});

describe('as a tool of a language model', () => {
	const tool = { node: { type: 'n8n-nodes-crm-platform.knowledgeTool' } };
	const nothing: Execute = async () => [];
	const nothingFound = () => 'Nothing matches. Try other words.';

	it('says in words that nothing was found', async () => {
		const [item] = await route(table(nothing, { nothingFound }), tool);
		expect(item.json).toEqual({ found: 0, message: 'Nothing matches. Try other words.' });
	});

	it('puts out nothing as a node of a workflow', async () => {
		expect(await route(table(nothing, { nothingFound }))).toEqual([]);
	});

	it('tells what to do in the message itself, without the index of an item', async () => {
		const execute: Execute = async function () {
			throw new NodeOperationError(this.getNode(), "'Slug' is empty", {
				description: 'Give a slug.',
			});
		};
		const { message } = await failureOf(route(table(execute), tool));
		expect(message).toBe("'Slug' is empty. Give a slug.");
	});

	describe('that throws', () => {
		const fails: Execute = async function () {
			throw new NodeOperationError(this.getNode(), "'Slug' is empty", { description: 'Give one.' });
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
