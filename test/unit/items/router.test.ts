import { setTimeout as delay } from 'node:timers/promises';
import { NodeApiError, NodeOperationError, type INodeProperties } from 'n8n-workflow';

import {
	failing,
	failureOf,
	CONTINUES_ON_FAIL,
	jsonOf,
	manyItems,
	route,
	resourceWith,
	TOOL,
	type Execute,
} from './runRouter';
import { resourceFields } from '../../../nodes/items/operation';

describe('output', () => {
	it('follows the input, whatever ends first, each item paired to where it came from', async () => {
		const execute: Execute = async ({ itemIndex }) => {
			await delay(itemIndex === 0 ? 20 : 1);
			const results = [{ of: 'first' }, [], [{ of: 'third', json: {} }, { of: 'third, too' }]];
			return results[itemIndex];
		};
		expect(await route(execute, { items: manyItems(3) })).toEqual([
			{ json: { of: 'first' }, pairedItem: { item: 0 } },
			{ json: { of: 'third', json: {} }, pairedItem: { item: 2 } },
			{ json: { of: 'third, too' }, pairedItem: { item: 2 } },
		]);
	});

	it('never lets two items share an object', async () => {
		const shared = { nested: { count: 0 } };
		const [first, second] = await jsonOf(async () => await Promise.resolve(shared), {
			items: manyItems(2),
		});
		expect(first).toEqual(second);
		expect(first.nested).not.toBe(second.nested);
	});
});

describe('operations at once', () => {
	/** The most that run at once, of so many items. */
	async function mostAtOnce(count: number, isRead: boolean, readsAtOnce?: number) {
		let running = 0;
		let most = 0;
		const execute: Execute = async () => {
			running += 1;
			most = Math.max(most, running);
			await delay(2);
			running -= 1;
			return {};
		};
		await route(execute, { items: manyItems(count), readsAtOnce }, { isRead });
		return most;
	}

	it('are five where they read, and no number is set', async () => {
		expect(await mostAtOnce(9, true)).toBe(5);
	});

	it('are one where they read, and the number is zero', async () => {
		expect(await mostAtOnce(3, true, 0)).toBe(1);
	});

	it('are one where they write, whatever number is set', async () => {
		expect(await mostAtOnce(3, false, 4)).toBe(1);
	});
});

describe('failures', () => {
	const fails: Execute = async ({ itemIndex, node }) => {
		if (itemIndex % 2 === 0) return { fine: itemIndex };
		throw new NodeApiError(
			node,
			{ message: 'raw' },
			{ message: 'Not there', description: 'Look elsewhere', httpCode: '404' },
		);
	};

	it('become items, with "continue on fail", that n8n can sort to the error output', async () => {
		const node = { onError: 'continueErrorOutput' as const };
		expect(await route(fails, { items: manyItems(3), node })).toEqual([
			{ json: { fine: 0 }, pairedItem: { item: 0 } },
			{ json: { error: 'Not there [Item 1]', message: 'Look elsewhere' }, pairedItem: { item: 1 } },
			{ json: { fine: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it.each([undefined, 'Not there', 'there'])(
		'become items with the error alone, where %j is all there is to do',
		async (description) => {
			const [json] = await jsonOf(failing('Not there', { description }), CONTINUES_ON_FAIL);
			expect(Object.entries(json)).toEqual([['error', 'Not there [Item 0]']]);
		},
	);

	it('of several items are told by the first of them, once those in flight have ended', async () => {
		const ended: number[] = [];
		const execute: Execute = async ({ itemIndex, node }) => {
			await delay([10, 2, 20][itemIndex]);
			ended.push(itemIndex);
			throw new NodeOperationError(node, 'No');
		};
		const failure = await failureOf(execute, { items: manyItems(9), readsAtOnce: 3 });
		expect(failure.message).toBe('No [Item 0]');
		expect(ended.sort()).toEqual([0, 1, 2]);
	});

	it.each([
		['No [Item 0]', 'No [Item 0]'],
		// n8n would see the name of a socket code in it.
		['No term has the slug "enotfound"', 'No term has the slug "enotfound" [Item 0]'],
	])('say their item once, whatever the message: %s', async (said, message) => {
		expect((await failureOf(failing(said))).message).toBe(message);
	});

	it('name the item in their context, where n8n looks for it', async () => {
		const failure = await failureOf(fails, { items: manyItems(2) });
		expect(failure.context.itemIndex).toBe(1);
	});

	it('name no item in their context, where all items failed together', async () => {
		const failure = await failureOf(failing('No', {}, { ofAllItems: true }));
		expect(failure.context.itemIndex).toBeUndefined();
	});

	it.each(['constructor', 'other'])(
		'name the resource %s and the operation that do not exist, as items too',
		async (resource) => {
			const items = [{ resource, operation: 'toString' }];
			const [json] = await jsonOf(async () => ({}), { ...CONTINUES_ON_FAIL, items });
			expect(json.error).toMatch(new RegExp(`'toString'.*'${resource}'`));
			expect(json.message).toMatch(/'Resource'.*'Operation'/);
		},
	);

	it('are all items where it cannot be told how many may run at once, for which is asked once', async () => {
		const readsAtOnce = jest.fn(() => {
			throw new TypeError('Not a number');
		});
		const execute = jest.fn(async () => ({}));

		const items = await jsonOf(execute, {
			...CONTINUES_ON_FAIL,
			items: manyItems(2),
			readsAtOnce,
		});

		expect(items.map(({ error }) => error)).toEqual([
			'Not a number [Item 0]',
			'Not a number [Item 1]',
		]);
		expect(readsAtOnce).toHaveBeenCalledTimes(1);
		expect(execute).not.toHaveBeenCalled();
	});
});

it('a language model is told the formats of the fields that the tool has, since n8n describes no argument', () => {
	const fields: Array<Partial<INodeProperties>> = [
		{
			displayName: 'Email',
			description: 'An address',
			placeholder: 'e.g. ada@example.com',
		},
		{ displayName: 'Start', type: 'dateTime', description: 'ISO 8601', placeholder: '10:00' },
		{
			displayName: 'Contact',
			type: 'resourceLocator',
			description: 'Choose one',
			modes: [
				{ displayName: 'From List', name: 'list', type: 'list' },
				{ displayName: 'By ID', name: 'id', type: 'string', hint: 'Its ID', placeholder: 'e.g. 1' },
			],
		},
		{
			displayName: 'Status',
			type: 'options',
			options: ['new', 'showed'].map((value) => ({ name: value, value })),
		},
		{ displayName: 'For a person', noDataExpression: true },
		{ displayName: 'Hidden', displayOptions: { show: { x: ['chosen'] } } },
		{ displayName: 'Options', type: 'collection' },
	];
	const properties = fields.map(
		(field) => ({ name: 'x', type: 'string', default: '', ...field }) as INodeProperties,
	);
	const resources = resourceWith(async () => ({}), { description: 'Does it', properties });
	const told = resourceFields(resources).filter(({ name }) => name === 'toolDescription');
	expect(told).toMatchObject([
		{
			default: [
				'Does it',
				'Email: An address (e.g. ada@example.com)',
				'Start: ISO 8601',
				'Contact: Its ID (e.g. 1)',
				'Status: (one of new, showed)',
			].join('\n'),
			displayOptions: { show: { '@tool': [true] } },
		},
	]);
});

describe("a tool's arguments", () => {
	const field = { displayName: 'Only of Contact', name: 'onlyOfContact', type: 'string' } as const;
	const tool = (stored: string) => ({
		node: { ...TOOL, parameters: { onlyOfContact: stored } },
	});
	const fails = failing("'Only of Contact' is empty", {
		description: "Fill in 'Only of Contact'.",
	});
	const properties = [{ ...field, default: '' }];

	it('stand in what a model is told, by the names that the model knows', async () => {
		const stored = "={{ $fromAI('contactId', 'ID of the contact', 'string') }}";
		const { message } = await failureOf(fails, tool(stored), { properties });
		expect(message).toBe("'contactId' is empty. Fill in 'contactId'.");
	});

	it('are no fields that a person has filled in: no advice names them', async () => {
		const { message } = await failureOf(fails, tool('ada'), { properties });
		expect(message).toBe(
			"'Only of Contact' is empty. No argument of this tool changes that: use another tool where one fits, else tell the person.",
		);
	});
});
