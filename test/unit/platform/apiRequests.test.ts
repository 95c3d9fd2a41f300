import type { IDataObject } from 'n8n-workflow';

import { act, expectRefused, TOOL as node } from './nodeOnPlatform';

const send = async (parameters: IDataObject = {}, given: object = {}) =>
	await act(
		'apiRequest.send',
		{ method: 'GET', path: '/contacts/', ...parameters },
		{ responses: [{ id: 1 }], ...given },
	);

it.each([
	['each record of a list', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 2 }]],
	['no item for an empty list', [], []],
	['a list of others in one item', [{ id: 1 }, 2], [{ data: [{ id: 1 }, 2] }]],
	['false in one item', false, [{ data: false }]],
	['null for a read that brought null', null, [{ data: null }]],
	['null for a read without a body', '', [{ data: null }]],
])('API Request > Send puts out %s', async (_, response, items) => {
	const { json, error } = await send({}, { responses: [response] });
	expect([json, error]).toEqual([items, undefined]);
});

it('a model is told of an empty list', async () => {
	expect((await send({}, { responses: [[]], node })).told).toBe('The list is empty.');
});

it('a model gets a message of the platform as it came, whatever it names, and an empty one', async () => {
	const records = [
		{ message: 'Open Contact > Update. Then look in the settings.' },
		{ message: '' },
	];
	const { json } = await send({}, { responses: [records], node });
	expect(json).toEqual(records);
});

it('API Request > Send says that numbers were rounded, also to a model', async () => {
	for (const given of [{}, { node }]) {
		const { told } = await send(
			{},
			{ responses: [[{ a: { id: Number('12345678901234567890') } }]], ...given },
		);
		expect(told).toContain('numbers of more than 15 digits');
	}
});

it('a model whose read is cut is told how to ask for less, not that it was a write', async () => {
	const long = Array.from({ length: 300 }, (_, index) => ({ id: index, text: 'x'.repeat(100) }));
	const { json } = await send({}, { responses: [long], node });
	const message = String(json.at(-1)?.message);
	expect(message).toContain('Only the first ');
	expect(message).toMatch(/ Do not send anything else again: it could be done twice\.$/);
});

const row = (name: string, value: unknown) => ({ name, value });

it.each([
	['no empty rows', [{}, row(' ', '')], {}],
	[
		'an empty value',
		[row('c', ''), row('d', ' '), row('e', '={{ 0 }}')],
		{ c: [''], d: [' '], e: ['0'] },
	],
	['a list', [row('t', '={{ ["x", 2, true] }}'), row('t', 'y')], { t: ['x', '2', 'true', 'y'] }],
])('the query holds %s', async (_, parameter, expected) => {
	const { sent } = await send(parameter ? { queryParameters: { parameter } as IDataObject } : {});
	expect(sent[0]?.qs).toEqual(expected);
});

it('a query in the path is sent as parameters, of which one of the same name below it counts', async () => {
	const parameter = [{ name: 'limit', value: '5' }];
	const { sent } = await send({
		path: '/contacts/?tag=a%20b?&tag=c&limit=1',
		queryParameters: { parameter },
	});
	expect(sent).toMatchObject([{ path: '/contacts/', qs: { tag: ['a b?', 'c'], limit: ['5'] } }]);
});

it('a write without a response is a success', async () => {
	const { json } = await send({ method: 'POST' }, { responses: [''] });
	expect(json).toEqual([{ success: true }]);
});

it("'Version' replaces that of the credential", async () => {
	const { sent } = await send({ options: { version: 'v3' } });
	expect(sent[0].headers).toMatchObject({ Version: 'v3' });
});

it.each(['a b', 'v3\nHost: x', 'x'.repeat(41)])("'Version' cannot be %j", async (version) => {
	expectRefused(await send({ options: { version } }), "'Version' must be a version");
});

it('a line break in a value is told with its place, and with what to do', async () => {
	expectRefused(
		await send({ method: 'POST', body: '{"a": 1,\n"note": "two\nlines"}' }),
		"'JSON Body' cannot be used. It is no JSON: Bad control character in string literal at line 2, column 13. A line break or a quotation mark in a value has to be escaped: put values in with {{ JSON.stringify(…) }}, or let one expression give the whole object.",
	);
});

it('a body that ends too early is told as one', async () => {
	expectRefused(
		await send({ method: 'POST', body: '{"a": 1' }),
		"'JSON Body' cannot be used. It is no JSON: Expected ',' or '}' after property value",
	);
});

it('a body is not quoted where it is no JSON', async () => {
	const { error } = await send({ method: 'POST', body: '{"a": "b" "s3cret"}' });
	expect(error?.message).not.toContain('s3cret');
});

it.each(['{"id": 12345678901234567890}', '={{ { a: NaN } }}'])(
	'a number that cannot be sent as it is, is told as one: %s',
	async (body) => {
		expectRefused(
			await send({ method: 'POST', body }),
			"'JSON Body' cannot be used. It has a number that cannot be sent as it is",
		);
	},
);

it('a text that was made with JSON.stringify is sent as it is meant', async () => {
	const body = '={ "note": {{ JSON.stringify("two\\nlines of \\"text\\"") }} }';
	const { sent } = await send({ method: 'POST', body });
	expect(sent[0]?.body).toEqual({ note: 'two\nlines of "text"' });
});

it.each([
	['PATCH', '={{ { a: 1 } }}', { a: 1 }],
	['POST', '={{ [1] }}', [1]],
	['POST', ' ', undefined],
	['POST', 'null', undefined],
	['GET', '={{ null }}', undefined],
	['GET', '{"a":1}', undefined],
	// The editor then shows the field of the body.
	['={{ "get" }}', '{"a":1}', undefined],
])('the body of %s is from %j: %j', async (method, body, expected) => {
	const { sent, error } = await send({ method, body } as IDataObject);
	expect(error).toBeUndefined();
	expect(sent).toMatchObject([
		{ method: method.startsWith('=') ? 'GET' : method, path: '/contacts/' },
	]);
	expect(sent[0]?.body).toEqual(expected);
});

const lost = ['undefined', 'null', '""', '[]', '[null]', '$json.nope'].map(
	(each) => `={{ ${each} }}`,
);

it.each([...lost, '={{ " " }}', '={{ $json.nope }}{{ $json.nope }}'])(
	'%s gives nothing, so what it stood for is missed, by a person and by a model',
	async (value) => {
		const parameter = [row('a', 'b'), row('', ''), row('status', value)];
		expectRefused(
			await send({ queryParameters: { parameter } }),
			"'Value' of 'status' is empty",
			'To leave it out, delete its row.',
		);
		expectRefused(
			await send({ queryParameters: { parameter } }, { node }),
			"'Value' of 'status' is empty",
			'Fill in the value of status.',
		);
	},
);

it.each(['={{ null }}', '={{ $json.nope }}', '={{ "" }}'])(
	'a body of %s, which gives nothing, is no empty body',
	async (body) => {
		expectRefused(
			await send({ method: 'POST', body }),
			"'JSON Body' is empty",
			"empty 'JSON Body' itself",
		);
	},
);

const items = [{ method: ' patch ', yes: true }];

it.each([
	['PATCH', { method: '={{ $json.method }}' }, { items }],
	['GET', { method: 'get' }, { node }],
	['POST', { method: 'POST', allowWrites: true }, { node }],
	['PUT', { method: 'PUT', allowWrites: false }, {}],
])('the method %s is sent for %j', async (method, parameters, given) => {
	const { sent, error } = await send(parameters, given);
	expect([sent[0]?.method, error]).toEqual([method, undefined]);
});

const query = (name: string, value: unknown) => ({
	queryParameters: { parameter: [row(name, value)] } as IDataObject,
});
const NO_VALUE = "'Value' must be a text or a list of texts, not ";
const values = ['({ a: 1 })', '[{ a: 1 }]', 'NaN', '({ isValid: true })', '12345678901234567890'];
const bodies = ['"text"', '5', 'true', '={{ 5 }}', '={{ false }}'];

type Refusal = [parameters: IDataObject, message: string, whatToDo?: string, given?: object];

it.each([
	...values.map((value): Refusal => [query('u', `={{ ${value} }}`), NO_VALUE]),
	[query(' ', 'x'), "'Name' is empty", "Name what has the value 'x'."],
	...bodies.map((body): Refusal => [{ method: 'POST', body }, "'JSON Body' must be ", 'Enter ']),
	// n8n's request helper takes it, too.
	[{ method: 'head' }, "'Method' must be one of DELETE, GET, PATCH, POST, PUT, not 'head'"],
	[{ method: '' }, "'Method' is empty", 'Fill in'],
	[
		{ method: 'delete' },
		'This tool only reads, so it cannot send DELETE',
		"'Allow Agents to Write'",
		{ node },
	],
	...['={{ $json.yes }}', 'true'].map(
		(allowWrites): Refusal => [
			{ method: 'POST', allowWrites },
			'cannot send POST',
			'Use GET.',
			{ node, items },
		],
	),
])(
	'%j is refused before anything is sent',
	async (parameters, message, whatToDo = '', given = {}) => {
		expectRefused(await send(parameters, given), message, whatToDo);
	},
);
