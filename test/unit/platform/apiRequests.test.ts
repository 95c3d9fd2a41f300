import type { IDataObject } from 'n8n-workflow';

import { act } from './nodeOnPlatform';

const send = async (parameters: IDataObject = {}, given: object = {}) =>
	await act('apiRequest.send', { method: 'GET', path: '/contacts/', ...parameters }, { responses: [{ id: 1 }], ...given });

it.each<[string, unknown, IDataObject[]]>([
	['a record', { id: 1 }, [{ id: 1 }]],
	['each record of a list', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 2 }]],
	['no item for an empty list', [], []],
	['a list of others in one item', [{ id: 1 }, 2], [{ data: [{ id: 1 }, 2] }]],
	['a text in one item', 'OK', [{ data: 'OK' }]],
	['false in one item', false, [{ data: false }]],
	['a success for an empty response', '', [{ success: true }]],
	['a success for null', null, [{ success: true }]],
])('API Request > Send puts out %s', async (_, response, items) => {
	const { json, error } = await send({}, { responses: [response] });
	expect([json, error]).toEqual([items, undefined]);
});

describe('the query', () => {
	const asked = async (parameter: unknown) => (await send({ queryParameters: { parameter } as IDataObject })).sent[0].qs;

	it.each<[string, unknown, IDataObject]>([
		['a name that occurs twice', [{ name: 'tag', value: 'x' }, { name: 'limit', value: 2 }, { name: ' tag ', value: 'y' }], { tag: ['x', 'y'], limit: ['2'] }],
		['no value', [{ name: 'a', value: '={{ null }}' }, { name: 'b', value: '={{ undefined }}' }, { name: 'c', value: '' }], { c: [''] }],
		['a list', [{ name: 'tag', value: '={{ ["x", 2, true] }}' }, { name: 'tag', value: 'y' }, { name: 'u', value: '={{ [] }}' }], { tag: ['x', '2', 'true', 'y'] }],
		['names that every object has', [{ name: 'constructor', value: 'a' }, { name: 'toString', value: 'b' }], { constructor: ['a'], toString: ['b'] }],
	])('holds %s', async (_, parameter, expected) => {
		expect(await asked(parameter)).toEqual(expected);
	});

	it.each(['={{ ({ a: 1 }) }}', '={{ [{ a: 1 }] }}', '={{ NaN }}', '={{ ({ isValid: true }) }}', '={{ 12345678901234567890 }}'])('holds no %s', async (value) => {
		const { error, sent } = await send({ queryParameters: { parameter: [{ name: 'u', value }] } as IDataObject });
		expect([error?.message, sent]).toEqual([expect.stringMatching(/^'Value' must be a text or a list of texts, not /), []]);
	});

	it('refuses a value without a name', async () => {
		const { error, sent } = await send({ queryParameters: { parameter: [{ name: ' ', value: 'x' }] } });
		expect([error?.message, error?.description, sent]).toEqual(["'Name' is empty [Item 0]", "Nothing was sent. Name what has the value 'x'.", []]);
	});

	it('leaves out an empty row, and may be left out', async () => {
		expect(await asked([{}, { name: ' ', value: '' }])).toEqual({});
		expect((await send()).sent[0].qs).toEqual({});
	});
});

it('a query in the path is sent as parameters, of which one of the same name below it counts', async () => {
	const { sent } = await send({ path: '/contacts/?tag=a%20b?&tag=c&limit=1', queryParameters: { parameter: [{ name: 'limit', value: '5' }] } });
	expect(sent).toMatchObject([{ path: '/contacts/', qs: { tag: ['a b?', 'c'], limit: ['5'] } }]);
});

describe('the headers', () => {
	const sentWith = async (...parameter: Array<{ name: string; value: string }>) => await send({ headers: { parameter } });

	it('are sent, and Version replaces that of the credential', async () => {
		const { sent } = await sentWith({ name: 'X-Trace', value: 'a' }, { name: 'version', value: '2023-02-21' });
		expect(sent[0].headers).toMatchObject({ 'X-Trace': 'a', Version: '2023-02-21' });
		expect(sent[0].headers).not.toHaveProperty('version');
	});

	it.each([['Authorization'], ['authorization'], ['Host'], ['Content-Length'], ['a b'], ['X-A', 'a\nAuthorization: b']])('cannot hold %j', async (name, value = 'a') => {
		const { sent, error } = await sentWith({ name, value });
		expect([sent, error?.message]).toEqual([[], expect.stringContaining("'Headers' cannot be used. ")]);
	});
});

it('a form has the fields of the body', async () => {
	const { sent } = await send({ method: 'POST', body: '{"a":"b c","n":1}', isForm: true });
	expect(String(sent[0].body)).toBe('a=b+c&n=1');
});

describe('the body', () => {
	it.each<[string, unknown, unknown]>([
		['POST', '{"a":1}', { a: 1 }],
		['PUT', ' [{"a":1}] ', [{ a: 1 }]],
		['PATCH', '={{ { a: 1 } }}', { a: 1 }],
		['POST', '={{ [1] }}', [1]],
		['POST', '{"isValid":true,"n":1.5}', { isValid: true, n: 1.5 }],
		['POST', ' ', undefined],
		['POST', 'null', undefined],
		['POST', '={{ null }}', undefined],
		['GET', '{"a":1}', undefined],
		// The editor then shows the field of the body.
		['={{ "get" }}', '{"a":1}', undefined],
		['DELETE', '{"a":1}', { a: 1 }],
	])('of %s is from %j: %j', async (method, body, expected) => {
		const { sent, error } = await send({ method, body } as IDataObject);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ method: method.startsWith('=') ? 'GET' : method, path: '/contacts/' }]);
		expect(sent[0].body).toEqual(expected);
	});

	it.each<[string, boolean?]>([
		['{a}'], ['"text"'], ['5'], ['true'], ['={{ 5 }}'], ['={{ false }}'],
		['{"a":{"b":1}}', true], ['[{"a":1}]', true], ['{a}', true],
		// JavaScript has rounded them, or JSON has no such number.
		['{"id": 12345678901234567890}'], ['{"a": [{"b": -9007199254740993}]}'], ['={{ { id: 12345678901234567890 } }}'], ['={{ { a: NaN } }}'], ['{"a": 1e400}'], ['{"a": 1e400}', true],
	])('cannot be %s, as a form %p', async (body, isForm = false) => {
		const { error, sent } = await send({ method: 'POST', body, isForm });
		expect(error).toMatchObject({ message: expect.stringMatching(/^'JSON Body' must be .* in JSON, .*not /) as string, description: expect.stringMatching(/^Nothing was sent\. Enter /) as string });
		expect(sent).toEqual([]);
	});
});

describe('the method', () => {
	const tool = { type: 'n8n-nodes-crm-platform.platformTool' };
	const items = [{ method: ' patch ', yes: true }];

	it.each<[string, IDataObject, object]>([
		['PATCH', { method: '={{ $json.method }}' }, { items }],
		['GET', { method: 'get' }, { node: tool }],
		['POST', { method: 'POST', allowWrites: true }, { node: tool }],
		['PUT', { method: 'PUT', allowWrites: false }, {}],
	])('%s is sent for %j', async (method, parameters, given) => {
		const { sent, error } = await send(parameters, given);
		expect([sent[0]?.method, error]).toEqual([method, undefined]);
	});

	it.each<[string, IDataObject, object, string, string]>([
		["one that n8n's request helper also takes", { method: 'head' }, {}, "'Method' must be one of DELETE, GET, PATCH, POST, PUT, not 'head'", ''],
		['none', { method: '' }, {}, "'Method' is empty", 'Fill in'],
		['a write by a tool', { method: 'delete' }, { node: tool }, 'This tool only reads, so it cannot send DELETE', "'Allow Agents to Write'"],
		['a write that an expression allows', { method: 'POST', allowWrites: '={{ $json.yes }}' }, { node: tool, items }, 'cannot send POST', 'Use GET.'],
		['a write that a text allows', { method: 'POST', allowWrites: 'true' }, { node: tool, items }, 'cannot send POST', 'Use GET.'],
	])('is refused: %s', async (_, parameters, given, message, whatToDo) => {
		const { error, sent } = await send(parameters, given);
		expect(error?.message).toContain(message);
		// To a model all of it is the message.
		const told = error?.description ?? error?.message;
		expect(told).toContain('Nothing was sent.');
		expect(told).toContain(whatToDo);
		expect(sent).toEqual([]);
	});
});
