import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { act, byId } from './nodeOnPlatform';

const hook = { name: ' One ', url: 'https://example.com/hook', actions: ['ContactCreate'] };
const create = async (parameters: IDataObject = {}, response: unknown = { id: 'hook-1', secret: 's' }, list: unknown = []) => {
	const { sent, ...result } = await act('webhook.create', { ...hook, ...parameters }, { responses: ({ method }) => (method === 'GET' ? list : response) });
	return { ...result, sent: sent.filter(({ method }) => method !== 'GET') };
};

describe('Webhook > Create', () => {
	const body = { name: 'One', url: hook.url, actions: ['ContactCreate'] };

	it.each([
		[{ id: 'hook-1', secret: 's' }, 'hook-1'],
		[{ _id: 5 }, '5'],
		['', null],
	])('sends the webhook and puts it out with the id of the response %j', async (response, id) => {
		const { json, sent, hints } = await create({}, response);
		expect(sent).toMatchObject([{ method: 'POST', path: '/locations/loc-1/customWebhooks', body }]);
		expect(json).toEqual([{ created: true, id, locationId: 'loc-1', ...body }]);
		expect(hints).toEqual([]);
	});

	const others = [{ id: 'a', url: hook.url, actions: ['FormSubmitted'] }, { id: 'b', url: 'https://example.com/other', actions: ['ContactCreate'] }, { id: 'c' }];

	it('returns the one with the same URL and events, and registers no second', async () => {
		const same = { id: 'hook-0', name: 'Of before', url: 'HTTPS://example.com:443/hook', actions: ['B', 'A'] };
		const { json, sent } = await create({ actions: ['A', 'B'] }, {}, { webhooks: [...others, same] });
		expect(sent).toEqual([]);
		expect(json).toEqual([{ created: false, locationId: 'loc-1', ...same }]);
	});

	it.each([[others], [failed(403)]])('creates one beside others, and where the list may not be read', async (list) => {
		expect((await create({}, { id: 'hook-1' }, list)).json).toMatchObject([{ created: true, id: 'hook-1' }]);
	});

	it('creates none where the list cannot be read for another reason', async () => {
		const { sent, error } = await create({}, {}, failed(401));
		expect([sent, error?.message]).toEqual([[], expect.stringContaining('access token')]);
	});

	it.each<[unknown, unknown, string[]]>([
		[['A', 'B'], ['C', 'A', ' '], ['A', 'B', 'C']],
		[[], [' C ', 'D, E'], ['C', 'D', 'E']],
		['A, B,,A', null, ['A', 'B']],
		[null, 'C', ['C']],
		['={{ [" A", 5] }}', '={{ undefined }}', ['A', '5']],
		['["A", "B"]', ['["C"]'], ['A', 'B', 'C']],
		['A\napp.deleted', [['B:c']], ['A', 'app.deleted', 'B:c']],
	])('the events %j and the others %j are sent once each', async (actions, additionalEvents, expected) => {
		const { sent } = await create({ actions, additionalEvents } as IDataObject);
		expect((sent[0].body as IDataObject).actions).toEqual(expected);
	});

	it.each(['http://example.com', 'HTTPS://EXAMPLE.com:5678/webhook/a?b=c', 'https://127.0.0.1/hook'])('takes the address %s', async (url) => {
		expect((await create({ url: ` ${url}` })).sent[0].body).toMatchObject({ url });
	});

	const addresses = ['example.com/hook', 'https:example.com', 'https:///example.com', 'https:// a', 'https://a b.com', 'ftp://example.com', 'see https://example.com', 'mailto:https://example.com', 'https://:80'];

	it.each<[IDataObject, string, string]>([
		...addresses.map((url): [IDataObject, string, string] => [{ url }, `'URL' must be a web address, not '${url}'`, 'beginning with https://']),
		[{ actions: [' '], additionalEvents: '' }, "'Events' is empty", "'Additional Event Names'"],
		...['[{"type": "A"}]', '{"events": ["A"]}', '"A"', "'A'", '`A`', '["A"'].map(
			(actions): [IDataObject, string, string] => [{ actions }, "'Events' must be a list of event names, not '", 'such as ContactCreate'],
		),
		[{ additionalEvents: 'Contact Created' }, "'Contact Created' in 'Events' is not the name of an event", "'ContactCreate'"],
		[{ options: { locationId: byId('loc-2') } }, "belongs to the location 'loc-1'", 'Leave the location empty'],
	])('refuses %j before anything is sent', async (parameters, message, whatToDo) => {
		const { error, sent } = await create(parameters);
		expect([error?.message, error?.description]).toEqual([message, whatToDo].map((text) => expect.stringContaining(text) as string));
		expect([sent, error?.description]).toEqual([[], expect.stringContaining('Nothing was sent.')]);
	});
});

const webhooks = [{ name: 'none' }, { id: 5, name: 'One' }, { _id: 'two', name: 'Two' }];
const asked = async (name: string, parameters: IDataObject) =>
	await act(`webhook.${name}`, parameters, { responses: [{ webhooks }] });

describe('Webhook > Get', () => {
	it.each([
		['5', webhooks[1]],
		['two', webhooks[2]],
	])('finds %s in the list', async (id, expected) => {
		const { json, sent } = await asked('get', { webhookId: byId(id) });
		expect(json).toEqual([expected]);
		expect(sent).toMatchObject([{ method: 'GET', path: '/locations/loc-1/customWebhooks' }]);
	});

	it('says which one is not in the list of which location', async () => {
		expect((await asked('get', { webhookId: byId('undefine') })).error).toMatchObject({
			message: "The webhook 'undefine' was not found [Item 0]",
			description: "Choose a 'Webhook' of the location 'loc-1' from the list.",
		});
	});
});

it('Webhook > Get Many puts out the records as they came, up to the limit', async () => {
	expect((await asked('getAll', { returnAll: true })).json).toEqual(webhooks);
	expect((await asked('getAll', { limit: 2 })).json).toEqual(webhooks.slice(0, 2));
});
