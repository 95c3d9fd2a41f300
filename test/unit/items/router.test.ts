import { setTimeout as delay } from 'node:timers/promises';
import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeProperties,
} from 'n8n-workflow';

import { failureOf, many, route, table, type Execute } from './routing';
import { resourceFields } from '../../../nodes/items/operation';

describe('output', () => {
	it('follows the input, whatever ends first, each item paired to where it came from', async () => {
		const execute: Execute = async ({ itemIndex }) => {
			await delay(itemIndex === 0 ? 20 : 1);
			return [{ only: itemIndex }, [], [{ a: itemIndex, json: {} }, { b: itemIndex }]][itemIndex];
		};
		expect(await route(table(execute), { items: many(3) })).toEqual([
			{ json: { only: 0 }, pairedItem: { item: 0 } },
			{ json: { a: 2, json: {} }, pairedItem: { item: 2 } },
			{ json: { b: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it('never lets two items share an object', async () => {
		const execute: Execute = async ({ memoize }) =>
			await memoize('one', async () => ({ nested: { count: 0 } }));
		const [first, ...others] = await route(table(execute), { items: many(3) });
		(first.json.nested as IDataObject).count = 1;
		expect(others.map(({ json }) => json)).toEqual([
			{ nested: { count: 0 } },
			{ nested: { count: 0 } },
		]);
	});
});

describe('items at once', () => {
	it.each([
		[undefined, 9, true, 5],
		[0, 3, true, 1],
		[4, 3, false, 1],
	])('with %j and %i items that read (%s) are %i', async (readsAtOnce, count, isRead, expected) => {
		let [running, highest] = [0, 0];
		const execute: Execute = async () => {
			highest = Math.max(highest, ++running);
			await delay(2);
			running--;
			return {};
		};
		await route(table(execute, { isRead }), { items: many(count), readsAtOnce });
		expect(highest).toBe(expected);
	});
});

describe('the scope of a run', () => {
	it('sends once for equal keys, and shares a failure', async () => {
		const sent: string[] = [];
		const execute: Execute = async ({ itemIndex, memoize, ...call }) => {
			const key = itemIndex % 2 === 0 ? 'good' : 'bad';
			return await memoize(key, async () => {
				sent.push(key);
				await delay(2);
				if (key === 'bad') throw new NodeOperationError(call.node, 'It is bad');
				return { key };
			});
		};
		const node = { onError: 'continueRegularOutput' as const };
		const items = await route(table(execute), { items: many(4), readsAtOnce: 2, node });
		expect(sent).toEqual(['good', 'bad']);
		const good = { key: 'good' };
		expect(items.map(({ json }) => json)).toEqual([
			good,
			{ error: 'It is bad [Item 1]' },
			good,
			{ error: 'It is bad [Item 3]' },
		]);
		// The next run begins anew.
		await route(table(execute));
		expect(sent).toEqual(['good', 'bad', 'good']);
	});
});

describe('failures', () => {
	const fails: Execute = async ({ itemIndex, node }) => {
		if (itemIndex % 2 === 0) return { fine: itemIndex };
		const said = { message: 'Not there', description: 'Look elsewhere', httpCode: '404' };
		throw new NodeApiError(node, { message: 'raw' }, said);
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
			{ json: { error: 'Not there [Item 1]', message: 'Look elsewhere' }, pairedItem: { item: 1 } },
			{ json: { fine: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it.each([undefined, 'Not there', 'there'])(
		'become items with the error alone, where %j is all there is to do',
		async (description) => {
			const execute: Execute = async ({ node }) =>
				await Promise.reject(new NodeOperationError(node, 'Not there', { description }));
			const [{ json }] = await route(table(execute), {
				node: { onError: 'continueRegularOutput' },
			});
			expect(Object.entries(json)).toEqual([['error', 'Not there [Item 0]']]);
		},
	);

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
		const execute: Execute = async ({ itemIndex, node }) => {
			await delay(itemIndex === 0 ? 20 : 2);
			ended.push(itemIndex);
			throw new NodeOperationError(node, 'No');
		};
		const failure = await failureOf(route(table(execute), { items: many(9), readsAtOnce: 3 }));
		expect(failure.message).toBe('No [Item 0]');
		expect(ended.sort()).toEqual([0, 1, 2]);
	});

	it.each([
		['No [Item 0]', 'No [Item 0]'],
		// n8n would see the name of a socket code in it.
		['No term has the slug "enotfound"', 'No term has the slug "enotfound" [Item 0]'],
	])('say their item once, whatever the message: %s', async (said, message) => {
		const execute: Execute = async ({ node }) =>
			await Promise.reject(
				Object.assign(new NodeApiError(node, { message: 'raw' }), { message: said }),
			);
		expect((await failureOf(route(table(execute)))).message).toBe(message);
	});

	it('name the resource and operation that do not exist, as items too', async () => {
		const [{ json }] = await route(
			table(async () => ({})),
			{
				items: [{ resource: 'constructor', operation: 'toString' }],
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(json.error).toMatch(/'toString'.*'constructor'|'constructor'.*'toString'/);
		expect(json.message).toMatch(/'Resource'.*'Operation'/);
	});
});

it('a number of items at once that cannot be told fails each item', async () => {
	const readsAtOnce = () => {
		throw new TypeError('Not a number');
	};
	const started: number[] = [];
	const execute: Execute = async ({ itemIndex }) => ({ started: started.push(itemIndex) });
	const put = async (onError: 'stopWorkflow' | 'continueRegularOutput') =>
		await route(table(execute), { items: many(2), readsAtOnce, node: { onError } });
	expect((await failureOf(put('stopWorkflow'))).message).toBe('Not a number [Item 0]');
	const messages = (await put('continueRegularOutput')).map(({ json }) => json.error);
	expect(messages).toEqual(['Not a number [Item 0]', 'Not a number [Item 1]']);
	expect(started).toEqual([]);
});

it('a language model is told the formats of the fields that the tool has, since n8n describes no argument', () => {
	const field = { name: 'x', type: 'string', default: '' } as const;
	const properties: INodeProperties[] = [
		{
			...field,
			displayName: 'Email',
			description: 'An address',
			placeholder: 'e.g. ada@example.com',
		},
		{
			...field,
			displayName: 'Start',
			type: 'dateTime',
			description: 'ISO 8601',
			placeholder: '10:00',
		},
		{
			...field,
			displayName: 'Contact',
			type: 'resourceLocator',
			description: 'Choose one',
			modes: [
				{ displayName: 'From List', name: 'list', type: 'list' },
				{ displayName: 'By ID', name: 'id', type: 'string', hint: 'Its ID', placeholder: 'e.g. 1' },
			],
		},
		{
			...field,
			displayName: 'Status',
			type: 'options',
			options: [
				{ name: 'New', value: 'new' },
				{ name: 'Showed', value: 'showed' },
			],
		},
		{ ...field, displayName: 'For a person', noDataExpression: true },
		{ ...field, displayName: 'Hidden', displayOptions: { show: { x: ['chosen'] } } },
		{ ...field, displayName: 'Options', type: 'collection' },
	];
	const fields = resourceFields(table(async () => ({}), { description: 'Does it', properties }));
	const told = fields.filter(({ name }) => name === 'toolDescription');
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
