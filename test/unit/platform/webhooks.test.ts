import { NodeHelpers, type IDataObject } from 'n8n-workflow';

import { Platform } from '../../../nodes/Platform/Platform.node';
import { createSigningKey } from '../../support/keys';
import { failed } from '../platformApi/fakePlatform';
import { act, byId, expectRefused, fieldsOfSchema, type Given } from './nodeOnPlatform';

describe('Webhook > Create', () => {
	const URL_OF_HOOK = 'https://example.com/hook';

	interface Registering {
		fields?: IDataObject;
		/** What the platform lists before; by default nothing. */
		listed?: unknown;
		/** What it responds to the registration; by default an ID and a secret. */
		response?: unknown;
	}

	/** Registers ContactCreate at example.com/hook under the name One, unless the fields say otherwise. */
	const create = async ({
		fields,
		listed = [],
		response = { id: 'hook-1', secret: 's' },
	}: Registering) =>
		await act(
			'webhook.create',
			{ name: ' One ', url: URL_OF_HOOK, actions: ['ContactCreate'], ...fields },
			{ responses: ({ method }) => (method === 'GET' ? listed : response) },
		);

	it.each(['', {}, { success: true }, [{ id: 'hook-1' }]])(
		'does not know what became of one without an ID: %j',
		async (response) => {
			const { error } = await create({ response });

			expect(error?.message).toContain('Outcome unknown');
		},
	);

	it('returns the one with the same URL and events, in another spelling, and registers no second', async () => {
		const same = {
			id: 'hook-0',
			name: 'Of before',
			url: 'HTTPS://example.com:443/hook',
			actions: ['B', 'a', 'A'],
		};
		const listed = [
			{ id: 'a', url: URL_OF_HOOK, actions: ['FormSubmitted'] },
			{ id: 'b', url: 'https://example.com/other', actions: ['A', 'B'] },
			{ id: 'hides-its-events' },
			same,
		];

		const { json, writes, told } = await create({ fields: { actions: ['A', 'B'] }, listed });

		expect(writes).toEqual([]);
		expect(json).toEqual([{ created: false, locationId: 'loc-1', ...same }]);
		expect(told).toBe('');
	});

	it('says of one that has no name that it has none', async () => {
		const listed = [{ id: 'hook-0', url: URL_OF_HOOK, actions: ['ContactCreate'] }];

		const { json } = await create({ listed });

		expect(json).toMatchObject([{ created: false, id: 'hook-0', name: null }]);
	});

	it('puts out what the platform has registered, and tells what differs', async () => {
		const record = { locationId: 'loc-2', url: 'https://a.b/c', actions: ['FormSubmitted'] };
		const response = { webhook: { id: 'hook-1', ...record, active: false } };

		const { json, told } = await create({ response });

		expect(json).toEqual([{ created: true, id: 'hook-1', name: 'One', ...record }]);
		expect(told).toBe(
			'The platform has other values than expected: Location is loc-2, not loc-1; URL is https://a.b/c, not https://example.com/hook; Events is FormSubmitted, not ContactCreate. It is disabled there, and sends nothing until it is enabled.',
		);
	});

	it.each([
		{
			what: 'one for other events',
			other: { id: 'a', url: URL_OF_HOOK, actions: ['FormSubmitted'] },
		},
		{
			what: 'one at another address',
			other: { id: 'b', url: 'https://example.com/other', actions: ['ContactCreate'] },
		},
		{
			what: 'a disabled one',
			other: { id: 'd', url: URL_OF_HOOK, actions: ['ContactCreate'], active: false },
		},
		{
			what: 'one of another location',
			other: {
				id: 'e',
				url: URL_OF_HOOK,
				actions: ['ContactCreate'],
				locationId: 'loc-2',
			},
		},
	])('creates one beside $what', async ({ other }) => {
		const { json, told } = await create({ listed: [other] });

		expect(json).toMatchObject([{ created: true }]);
		expect(told).toBe('');
	});

	it.each([
		{ where: 'the list may not be read', listed: failed(403) },
		{
			where: 'the list is longer than what came',
			listed: { webhooks: [{ id: 'a', url: 'https://a.b', actions: ['A'] }], total: 50 },
		},
		{ where: 'a webhook shows no events', listed: [{ url: URL_OF_HOOK }] },
		{ where: 'a webhook shows no address', listed: [{ actions: ['ContactCreate'] }] },
	])('creates one, and says what it could not compare, where $where', async ({ listed }) => {
		const { json, told } = await create({ listed });

		expect(json).toMatchObject([{ created: true }]);
		expect(told).toBe(
			'Not all webhooks could be compared. If one of them has this URL and these events, too, each event arrives twice.',
		);
	});

	it('creates none where the list cannot be read', async () => {
		const { writes, error } = await create({ listed: failed(401) });

		expect(writes).toEqual([]);
		expect(error?.message).toContain('access token');
	});

	it.each([
		{
			what: 'two lists, with a blank entry',
			fields: { actions: ['A', 'B'], additionalEvents: ['C', 'A', ' '] },
			sentEvents: ['A', 'B', 'C'],
		},
		{
			what: 'a text with commas',
			fields: { actions: 'A, B,,A', additionalEvents: null },
			sentEvents: ['A', 'B'],
		},
		{
			what: 'lists in JSON',
			fields: { actions: '["A", "B"]', additionalEvents: '["C"]' },
			sentEvents: ['A', 'B', 'C'],
		},
		{
			what: 'lines, and a list in a list',
			fields: { actions: 'A\napp.deleted', additionalEvents: [['B:c']] },
			sentEvents: ['A', 'app.deleted', 'B:c'],
		},
	])('sends the events of $what once each', async ({ fields, sentEvents }) => {
		const { writes } = await create({ fields: fields as IDataObject });

		expect(writes).toMatchObject([{ body: { actions: sentEvents } }]);
	});

	it.each([
		'example.com/hook',
		'https:example.com',
		'https://a b.com',
		'ftp://example.com',
		'see https://example.com',
		'https://:80',
	])("refuses '%s', which is no web address, before anything is sent", async (url) => {
		const end = await create({ fields: { url } });

		expectRefused(end, `'URL' must be a web address, not '${url}'`, 'beginning with https://');
	});

	it.each(['[{"type": "A"}]', '"A"', '"A', '["A"'])(
		'refuses %s, which is no list of events, before anything is sent',
		async (actions) => {
			const end = await create({ fields: { actions } });

			expectRefused(end, "'Events' cannot be used. It", 'such as ContactCreate');
		},
	);

	it('says where to choose an event', async () => {
		const { error } = await create({ fields: { actions: [], additionalEvents: [] } });

		expect(error?.message).toBe("'Events' is empty [Item 0]");
		expect(error?.description).toBe(
			"Nothing was sent. Choose at least one event, or add one under 'Additional Event Names'.",
		);
	});

	it.each([
		{
			what: 'no event at all',
			fields: { actions: [' '], additionalEvents: '' },
			message: "'Events' is empty",
			whatToDo: "'Additional Event Names'",
		},
		{
			what: 'a label in the place of a name',
			fields: { additionalEvents: 'Contact Created' },
			message: "'Contact Created' is not the name of an event",
			whatToDo: "The platform calls it 'ContactCreate'.",
		},
		{
			what: "another location than the credential's",
			fields: { options: { locationId: byId('loc-2') } },
			message: "belongs to the location 'loc-1'",
			whatToDo: 'Leave the location empty',
		},
	])('refuses $what before anything is sent', async ({ fields, message, whatToDo }) => {
		const end = await create({ fields });

		expectRefused(end, message, whatToDo);
	});
});

it('Webhook > Get says which one is not in the list of which location', async () => {
	const webhooks = [
		{ id: 'other', locationId: 'loc-2' },
		{ name: 'none' },
		{ id: 5, name: 'One' },
		{ _id: 'two', name: 'Two' },
	];

	const { error } = await act(
		'webhook.get',
		{ webhookId: byId('undefine') },
		{ responses: [{ webhooks }] },
	);

	expect(error?.message).toBe(
		"The platform lists no webhook 'undefine' of the location 'loc-1' [Item 0]",
	);
	expect(error?.description).toBe(
		"Choose a 'Webhook' from the list. Where the platform lists only some of them, see the others with API Request.",
	);
});

describe('Webhook Signature > Verify', () => {
	const key = createSigningKey();
	const BODY = '{"type":"ContactCreate","name":"Zoë"}';
	const fileOf = (text: string) => ({
		data: Buffer.from(text).toString('base64'),
		mimeType: 'application/json',
	});

	/** Verifies the body above with its signature, unless the fields say otherwise; the item has it as the file body, too. */
	const verify = async (fields: IDataObject, given: Given = {}) =>
		await act(
			'webhookSignature.verify',
			{
				rawBody: BODY,
				signatureHeader: key.sign(BODY),
				publicKeyPem: key.publicKeyPem,
				...fields,
			},
			{ binary: { data: fileOf('x'), body: fileOf(BODY) }, ...given },
		);

	it.each([
		{ what: 'a text', fields: {} },
		{
			what: 'the file of the name',
			fields: { rawBodySource: 'binary', binaryProperty: 'body' },
		},
	])('says of $what that it was signed, and sends nothing', async ({ fields }) => {
		const { json, sent } = await verify(fields);

		expect(json).toEqual([
			{ valid: true, reason: null, explanation: 'Signed by the platform, and unchanged.' },
		]);
		expect(Object.keys(json[0])).toEqual(fieldsOfSchema('webhookSignature/verify'));
		expect(sent).toEqual([]);
	});

	it('says that a signature of spaces is none', async () => {
		const { json } = await verify({ signatureHeader: ' ' });

		expect(json).toEqual([
			{
				valid: false,
				reason: 'missingHeader',
				explanation: expect.stringContaining('There is no signature'),
			},
		]);
	});

	it('reads the file of each item', async () => {
		const assertBinaryData = jest.fn();
		const getBinaryDataBuffer = async (itemIndex: number) =>
			await Promise.resolve(Buffer.from(itemIndex === 1 ? BODY : 'x'));

		const { json } = await verify(
			{ rawBodySource: 'binary' },
			{ helpers: { assertBinaryData, getBinaryDataBuffer }, items: [{}, {}] },
		);

		expect(json).toMatchObject([{ valid: false }, { valid: true }]);
		expect(assertBinaryData.mock.calls).toEqual([
			[0, 'data'],
			[1, 'data'],
		]);
	});

	it('reads the file data where the name of the file is empty', async () => {
		const fields = { rawBodySource: 'binary', binaryProperty: '' };

		const { json } = await verify(fields, { binary: { data: fileOf(BODY) } });

		expect(json).toMatchObject([{ valid: true }]);
	});

	it('refuses an expression that gives no key', async () => {
		const { json, told } = await verify({ publicKeyPem: '={{ null }}' });

		expect(told).toContain("'Public Keys' cannot be used");
		expect(told).toContain("'Public Keys' is empty");
		expect(json).toEqual([]);
	});

	it.each([
		{
			what: 'a body that was parsed',
			fields: { rawBody: '={{ { a: 1 } }}' },
			message: "'Body as Received' must be a text, not an object",
		},
		{
			what: 'a file that is missing',
			fields: { rawBodySource: 'binary', binaryProperty: 'nowhere' },
			message: "'nowhere'",
		},
	])('refuses $what', async ({ fields, message }) => {
		const { json, told } = await verify(fields);

		expect(told).toContain(message);
		expect(json).toEqual([]);
	});
});

it.each([
	{ resource: 'appointment', authentication: 'oAuth2', names: ['platformOAuth2Api'] },
	{ resource: 'appointment', authentication: 'accessToken', names: ['platformTokenApi'] },
	{ resource: 'webhookSignature', authentication: 'oAuth2', names: [] },
	{ resource: 'webhookSignature', authentication: 'accessToken', names: [] },
])(
	'$resource with $authentication needs the credentials $names',
	({ resource, authentication, names }) => {
		const { description } = new Platform();
		const isShown = (property: object) =>
			NodeHelpers.displayParameter(
				{ resource, authentication },
				property as never,
				{ typeVersion: 1 },
				description,
			);
		expect(description.credentials?.filter(isShown).map(({ name }) => name)).toEqual(names);
		const asks = description.properties
			.filter(({ name }) => name === 'authentication')
			.some(isShown);
		expect(asks).toBe(names.length > 0);
	},
);
