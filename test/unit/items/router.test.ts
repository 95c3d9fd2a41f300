import { setTimeout as delay } from 'node:timers/promises';
import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { failureOf, many, route, table, texts, type Execute } from './routing';
import { resourceFields } from '../../../nodes/items/operation';

describe('output', () => {
	it('follows the input, whatever ends first, each item paired to where it came from', async () => {
		const execute: Execute = async (_, itemIndex) => {
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
		const execute: Execute = async (_, __, run) => await run.memoize('one', async () => ({ nested: { count: 0 } }));
		const [first, ...others] = await route(table(execute), { items: many(3) });
		(first.json.nested as IDataObject).count = 1;
		expect(others.map(({ json }) => json)).toEqual([{ nested: { count: 0 } }, { nested: { count: 0 } }]);
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
		const execute: Execute = async (context, itemIndex, run) => {
			const key = itemIndex % 2 === 0 ? 'good' : 'bad';
			return await run.memoize(key, async () => {
				sent.push(key);
				await delay(2);
				if (key === 'bad') throw new NodeOperationError(context.getNode(), 'It is bad');
				return { key };
			});
		};
		const node = { onError: 'continueRegularOutput' as const };
		const items = await route(table(execute), { items: many(4), readsAtOnce: 2, node });
		expect(sent).toEqual(['good', 'bad']);
		const good = { key: 'good' };
		expect(items.map(({ json }) => json)).toEqual([good, { error: 'It is bad [Item 1]' }, good, { error: 'It is bad [Item 3]' }]);
		// The next run begins anew.
		await route(table(execute));
		expect(sent).toEqual(['good', 'bad', 'good']);
	});
});

it('a number of items at once that cannot be told fails each item', async () => {
	const readsAtOnce = () => {
		throw new TypeError('Not a number');
	};
	const started: number[] = [];
	const execute: Execute = async (_, itemIndex) => ({ started: started.push(itemIndex) });
	const put = async (onError: 'stopWorkflow' | 'continueRegularOutput') =>
		await route(table(execute), { items: many(2), readsAtOnce, node: { onError } });
	expect((await failureOf(put('stopWorkflow'))).message).toBe('Not a number [Item 0]');
	const messages = (await put('continueRegularOutput')).map(({ json }) => json.error);
	expect(messages).toEqual(['Not a number [Item 0]', 'Not a number [Item 1]']);
	expect(started).toEqual([]);
});

it('the fields of a node are its resources, then for each its operations and their fields, shown where they are chosen', () => {
	const field = { displayName: 'ID', name: 'id', type: 'string', default: '' } as const;
	const [one, two] = [[field], []].map((properties) => ({ ...texts, properties, execute: async () => [] }));
	const { hint, ...rest } = texts;
	const option = { ...rest, builderHint: { propertyHint: hint } };
	const resources = { a: { name: 'First', operations: { one, two } }, b: { name: 'Second', operations: { one: two } } };
	const choice = { type: 'options', noDataExpression: true };
	const show = (resource: string) => ({ show: { resource: [resource] } });
	expect(resourceFields(resources)).toEqual([
		{ ...choice, displayName: 'Resource', name: 'resource', options: [{ name: 'First', value: 'a' }, { name: 'Second', value: 'b' }], default: 'a' },
		{ ...choice, displayName: 'Operation', name: 'operation', displayOptions: show('a'), options: [{ ...option, value: 'one' }, { ...option, value: 'two' }], default: 'one' },
		{ ...field, displayOptions: { show: { resource: ['a'], operation: ['one'] } } },
		{ ...choice, displayName: 'Operation', name: 'operation', displayOptions: show('b'), options: [{ ...option, value: 'one' }], default: 'one' },
	]);
});
