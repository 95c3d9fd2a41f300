import { NodeHelpers, type IDataObject } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { createSigningKey } from '../../support/keys';
import { failed } from '../platformApi/fakePlatform';
import { act, byId, expectRefused, fieldsOfSchema } from './nodeOnPlatform';

const hook = { name: ' One ', url: 'https://example.com/hook', actions: ['ContactCreate'] };
const create = async (
	parameters: IDataObject = {},
	response: unknown = { id: 'hook-1', secret: 's' },
	list: unknown = [],
) =>
	await act(
		'webhook.create',
		{ ...hook, ...parameters },
		{ responses: ({ method }) => (method === 'GET' ? list : response) },
	);

const body = { name: 'One', url: hook.url, actions: ['ContactCreate'] };

const others = [
	{ id: 'a', url: hook.url, actions: ['FormSubmitted'] },
	{ id: 'b', url: 'https://example.com/other', actions: ['ContactCreate'] },
];

it.each(['', {}, { success: true }, [{ id: 'hook-1' }]])(
	'Webhook > Create does not know what became of one without an ID: %j',
	async (response) => {
		expect((await create({}, response)).told).toContain('Outcome unknown');
	},
);

it('Webhook > Create returns the one with the same URL and events, and registers no second', async () => {
	const url = 'HTTPS://example.com:443/hook';
	const same = { id: 'hook-0', name: 'Of before', url, actions: ['B', 'a', 'A'] };
	const hidden = { id: 'hook-9' };
	const listed = [...others, hidden, same];
	const { json, writes, told } = await create({ actions: ['A', 'B'] }, {}, listed);
	expect(writes).toEqual([]);
	expect(json).toEqual([{ created: false, locationId: 'loc-1', ...same }]);
	expect(told).toBe('');
});

it('Webhook > Create puts out what the platform has registered, and tells what differs', async () => {
	const record = { locationId: 'loc-2', url: 'https://a.b/c', actions: ['FormSubmitted'] };
	const { json, told } = await create({}, { webhook: { id: 'hook-1', ...record, active: false } });
	expect(json).toEqual([{ created: true, id: 'hook-1', name: 'One', ...record }]);
	expect(told).toBe(
		'The platform has other values than expected: Location is loc-2, not loc-1; URL is https://a.b/c, not https://example.com/hook; Events is FormSubmitted, not ContactCreate. It is disabled there, and sends nothing until it is enabled.',
	);
});

it('Webhook > Create creates one beside a disabled one, and those of other events, addresses and locations', async () => {
	const disabled = { id: 'd', ...body, active: false };
	const elsewhere = { id: 'e', ...body, locationId: 'loc-2' };

	const { json, told } = await create({}, undefined, [...others, disabled, elsewhere]);

	expect(json).toMatchObject([{ created: true }]);
	expect(told).toBe('');
});

it.each([
	['the list may not be read', failed(403)],
	['the list is longer than what came', { webhooks: others, total: 50 }],
	['a webhook shows no events', [{ url: hook.url }]],
	['a webhook shows no address', [{ actions: body.actions }]],
])(
	'Webhook > Create creates one, and says what it could not compare, where %s',
	async (_, list) => {
		const { json, told } = await create({}, undefined, list);

		expect(json).toMatchObject([{ created: true }]);
		expect(told).toMatch(/^Not all webhooks could be compared\. If /);
	},
);

it('Webhook > Create creates none where the list cannot be read', async () => {
	const { writes, told } = await create({}, {}, failed(401));

	expect(writes).toEqual([]);
	expect(told).toContain('access token');
});

it.each([
	[
		['A', 'B'],
		['C', 'A', ' '],
		['A', 'B', 'C'],
	],
	['A, B,,A', null, ['A', 'B']],
	['["A", "B"]', '["C"]', ['A', 'B', 'C']],
	['A\napp.deleted', [['B:c']], ['A', 'app.deleted', 'B:c']],
])(
	'the events %j and the others %j are sent once each',
	async (actions, additionalEvents, expected) => {
		const { writes } = await create({ actions, additionalEvents } as IDataObject);
		expect((writes[0]?.body as IDataObject).actions).toEqual(expected);
	},
);

const addresses = [
	'example.com/hook',
	'https:example.com',
	'https://a b.com',
	'ftp://example.com',
	'see https://example.com',
	'https://:80',
];

it.each([
	...addresses.map((url): [IDataObject, string, string] => [
		{ url },
		`'URL' must be a web address, not '${url}'`,
		'beginning with https://',
	]),
	[{ actions: [' '], additionalEvents: '' }, "'Events' is empty", "'Additional Event Names'"],
	...['[{"type": "A"}]', '"A"', '"A', '["A"'].map((actions): [IDataObject, string, string] => [
		{ actions },
		"'Events' cannot be used. It",
		'such as ContactCreate',
	]),
	[
		{ additionalEvents: 'Contact Created' },
		"'Contact Created' is not the name of an event",
		"'ContactCreate'",
	],
	[
		{ options: { locationId: byId('loc-2') } },
		"belongs to the location 'loc-1'",
		'Leave the location empty',
	],
])('Webhook > Create refuses %j before anything is sent', async (parameters, message, whatToDo) => {
	expectRefused(await create(parameters), message, whatToDo);
});

const webhooks = [{ name: 'none' }, { id: 5, name: 'One' }, { _id: 'two', name: 'Two' }];
const asked = async (name: string, parameters: IDataObject) =>
	await act(`webhook.${name}`, parameters, {
		responses: [{ webhooks: [{ id: 'other', locationId: 'loc-2' }, ...webhooks] }],
	});

it('Webhook > Get says which one is not in the list of which location', async () => {
	expect((await asked('get', { webhookId: byId('undefine') })).told).toBe(
		"The platform lists no webhook 'undefine' of the location 'loc-1' [Item 0] Choose a 'Webhook' from the list. Where the platform lists only some of them, see the others with API Request.",
	);
});

const key = createSigningKey();
const rawBody = '{"type":"ContactCreate","name":"Zoë"}';
const delivery = { rawBody, signatureHeader: key.sign(rawBody), publicKeyPem: key.publicKeyPem };
const file = (text: string) => ({
	data: Buffer.from(text).toString('base64'),
	mimeType: 'application/json',
});
const verify = async (parameters: IDataObject, given: object = {}) =>
	await act(
		'webhookSignature.verify',
		{ ...delivery, ...parameters },
		{ binary: { data: file('x'), body: file(rawBody) }, ...given },
	);
it.each([
	['a text', {}, null, 'Signed by the platform, and unchanged.'],
	[
		'the file of the name',
		{ rawBodySource: 'binary', binaryProperty: 'body' },
		null,
		'Signed by the platform, and unchanged.',
	],
	['a signature of spaces', { signatureHeader: ' ' }, 'missingHeader', 'There is no signature'],
])(
	'Webhook Signature > Verify says of %s whether it was signed and why not, and sends nothing',
	async (_, parameters, reason, explanation) => {
		const { json, sent } = await verify(parameters);
		const said = expect.stringContaining(explanation);
		expect(json).toEqual([{ valid: reason === null, reason, explanation: said }]);
		expect(sent).toEqual([]);
		expect(Object.keys(json[0])).toEqual(fieldsOfSchema('webhookSignature/verify'));
	},
);

it('Webhook Signature > Verify reads the file of each item', async () => {
	const assertBinaryData = jest.fn();
	const helpers = {
		assertBinaryData,
		getBinaryDataBuffer: async (item: number) => Buffer.from(item === 1 ? rawBody : 'x'),
	};

	const { json } = await verify({ rawBodySource: 'binary' }, { helpers, items: [{}, {}] });

	expect(json).toMatchObject([{ valid: false }, { valid: true }]);
	expect(assertBinaryData.mock.calls).toEqual([
		[0, 'data'],
		[1, 'data'],
	]);
});

it.each([
	[
		'no key',
		{ publicKeyPem: '={{ null }}' },
		"'Public Keys' cannot be used",
		"'Public Keys' is empty",
	],
	[
		'a body that was parsed',
		{ rawBody: '={{ { a: 1 } }}' },
		"'Body as Received' must be a text, not an object",
		'',
	],
	[
		'a file that is missing',
		{ rawBodySource: 'binary', binaryProperty: 'nowhere' },
		"'nowhere'",
		'',
	],
])('Webhook Signature > Verify refuses %s', async (_, parameters, message, why) => {
	const { json, told } = await verify(parameters);
	expect(json).toEqual([]);
	for (const words of [message, why]) expect(told).toContain(words);
});

it.each([
	['appointment', 'oAuth2', ['platformOAuth2Api']],
	['appointment', 'accessToken', ['platformTokenApi']],
	['webhookSignature', 'oAuth2', []],
	['webhookSignature', 'accessToken', []],
])('%s with %s needs the credentials %j', (resource, authentication, names) => {
	const { description } = new Platform();
	const isShown = (property: object) =>
		NodeHelpers.displayParameter(
			{ resource, authentication },
			property as never,
			{ typeVersion: 1 },
			description,
		);
	expect(description.credentials?.filter(isShown).map(({ name }) => name)).toEqual(names);
	const asks = description.properties.filter(({ name }) => name === 'authentication').some(isShown);
	expect(asks).toBe(names.length > 0);
});
