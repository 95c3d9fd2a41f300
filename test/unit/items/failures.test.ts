import { setTimeout as delay } from 'node:timers/promises';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { failureOf, many, route, table, type Execute } from './routing';

describe('failures', () => {
	const fails: Execute = async (context, itemIndex) => {
		if (itemIndex % 2 === 0) return { fine: itemIndex };
		const said = { message: 'Not there', description: 'Look elsewhere', httpCode: '404' };
		throw new NodeApiError(context.getNode(), { message: 'raw' }, said);
	};

	it('name their item and keep what they say', async () => {
		const failure = await failureOf(route(table(fails), { items: many(2) }));
		expect(failure).toBeInstanceOf(NodeApiError);
		expect(failure).toMatchObject({ message: 'Not there [Item 1]', description: 'Look elsewhere', httpCode: '404', context: { itemIndex: 1 } });
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

	it.each([undefined, 'Not there'])('become items with the error alone, where %j is all there is to do', async (description) => {
		const execute: Execute = async (context) => await Promise.reject(new NodeOperationError(context.getNode(), 'Not there', { description }));
		const [{ json }] = await route(table(execute), { node: { onError: 'continueRegularOutput' } });
		expect(Object.entries(json)).toEqual([['error', 'Not there [Item 0]']]);
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
		const execute: Execute = async (context, itemIndex) => {
			await delay(itemIndex === 0 ? 20 : 2);
			ended.push(itemIndex);
			throw new NodeOperationError(context.getNode(), 'No');
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
		const execute: Execute = async (context) =>
			await Promise.reject(Object.assign(new NodeApiError(context.getNode(), { message: 'raw' }), { message: said }));
		expect((await failureOf(route(table(execute)))).message).toBe(message);
	});

	it('name the resource and operation that do not exist, as items too', async () => {
		const [{ json }] = await route(table(async () => ({})), {
			items: [{ resource: 'constructor', operation: 'toString' }],
			node: { onError: 'continueRegularOutput' },
		});
		expect(json.error).toMatch(/'toString'.*'constructor'|'constructor'.*'toString'/);
		expect(json.message).toMatch(/'Resource'.*'Operation'/);
	});
});
