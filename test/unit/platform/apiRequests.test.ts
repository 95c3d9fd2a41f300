import type { IDataObject } from 'n8n-workflow';

import { act, byModel, expectRefused, type Given, TOOL } from './nodeOnPlatform';

/* API Request > Send. */

/** Sends GET /contacts/, unless the fields say otherwise; the platform responds with one record. */
const send = async (fields: IDataObject = {}, given: Given = {}) =>
	await act(
		'apiRequest.send',
		{ method: 'GET', path: '/contacts/', ...fields },
		{ responses: [{ id: 1 }], ...given },
	);

describe('what is put out', () => {
	it.each([
		{
			what: 'each record of a list',
			response: [{ id: 1 }, { id: 2 }],
			items: [{ id: 1 }, { id: 2 }],
		},
		{ what: 'a record as it is', response: { id: 1, team: [2] }, items: [{ id: 1, team: [2] }] },
		{ what: 'no item for an empty list', response: [], items: [] },
		{
			what: 'a list of others in one item',
			response: [{ id: 1 }, 2],
			items: [{ data: [{ id: 1 }, 2] }],
		},
		{ what: 'false in one item', response: false, items: [{ data: false }] },
		{ what: 'null for a read that brought null', response: null, items: [{ data: null }] },
		{ what: 'null for a read without a body', response: '', items: [{ data: null }] },
	])('$what', async ({ response, items }) => {
		const { json, error } = await send({}, { responses: [response] });

		expect(error).toBeUndefined();
		expect(json).toEqual(items);
	});

	it.each([[''], [null]])('a success for a write whose response is %j', async (response) => {
		const { json } = await send({ method: 'POST' }, { responses: [response] });

		expect(json).toEqual([{ success: true }]);
	});

	it('to a model, that a list is empty', async () => {
		const { told } = await send({}, { responses: [[]], node: TOOL });

		expect(told).toBe('The list is empty.');
	});

	it('to a model, a message of the platform as it came, whatever it names, and an empty one', async () => {
		const records = [
			{ message: 'Open Contact > Update. Then look in the settings.' },
			{ message: '' },
		];

		const { json } = await send({}, { responses: [records], node: TOOL });

		expect(json).toEqual(records);
	});

	it.each([
		[
			'a person',
			" To get them, use the HTTP Request node with this credential, and 'Text' as 'Response Format'.",
			{},
		],
		['a model', '', { node: TOOL }],
	])('to %s, that numbers were rounded%s', async (_, whatToDo, given) => {
		const record = { a: { id: Number('12345678901234567890') } };

		const { told } = await send({}, { responses: [[record]], ...given });

		expect(told).toBe(
			`The response has numbers of more than 15 digits, which were rounded.${whatToDo}`,
		);
	});

	it('to a model, of a read that is cut, how to ask for less, not that it was a write', async () => {
		const long = Array.from({ length: 300 }, (_, index) => ({ id: index, text: 'x'.repeat(100) }));

		const path = byModel('path', '/contacts/');

		const { json } = await send({ path }, { responses: [long], node: TOOL });

		const message = String(json.at(-1)?.message);
		expect(message).toContain('Only the first ');
		expect(message).toMatch(
			/ With GET, ask again for less, by query parameters in 'path'\. Do not send anything else again: it could be done twice\.$/,
		);
	});
});

describe('the method', () => {
	it.each([
		{
			what: 'of an expression, in capitals and without blanks',
			fields: { method: '={{ $json.method }}' },
			given: { items: [{ method: ' patch ' }] },
			method: 'PATCH',
		},
		{
			what: 'of a read, by a model',
			fields: { method: 'get' },
			given: { node: TOOL },
			method: 'GET',
		},
		{
			what: "of a write, by a model whom 'Allow Agents to Write' lets",
			fields: { method: 'POST', allowWrites: true },
			given: { node: TOOL },
			method: 'POST',
		},
		{
			what: "of a write, by a person whatever 'Allow Agents to Write' says",
			fields: { method: 'PUT', allowWrites: false },
			given: {},
			method: 'PUT',
		},
	])('$what is sent: $method', async ({ fields, given, method }) => {
		const { sent, error } = await send(fields, given);

		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ method }]);
	});

	it("cannot be one that n8n's request helper takes, and no list of fields has: head", async () => {
		const end = await send({ method: 'head' });

		expectRefused(end, "'Method' must be one of DELETE, GET, PATCH, POST, PUT, not 'head'");
	});

	it('cannot be empty', async () => {
		const end = await send({ method: '' });

		expectRefused(end, "'Method' is empty", 'Fill in');
	});

	it('of a write is refused to a model, with the switch that allows it', async () => {
		const end = await send({ method: 'delete' }, { node: TOOL });

		expectRefused(end, 'This tool only reads, so it cannot send DELETE', "'Allow Agents to Write'");
	});

	it.each(['={{ $json.yes }}', 'true'])(
		'of a write is refused to a model where the switch is not turned on by a person: %s',
		async (allowWrites) => {
			const end = await send(
				{ method: 'POST', allowWrites },
				{ node: TOOL, items: [{ yes: true }] },
			);

			expectRefused(end, 'cannot send POST', 'Use GET.');
		},
	);
});

describe('the query', () => {
	const sendQuery = async (parameter: IDataObject[], given: Given = {}) =>
		await send({ queryParameters: { parameter } }, given);

	it('leaves empty rows out', async () => {
		const { sent } = await sendQuery([{}, { name: ' ', value: '' }]);

		expect(sent[0].qs).toEqual({});
	});

	it('has an empty value of a name, and a zero', async () => {
		const { sent } = await sendQuery([
			{ name: 'empty', value: '' },
			{ name: 'blank', value: ' ' },
			{ name: 'zero', value: '={{ 0 }}' },
		]);

		expect(sent[0].qs).toEqual({ empty: [''], blank: [' '], zero: ['0'] });
	});

	it('has a list as texts, with those of another row of the name', async () => {
		const { sent } = await sendQuery([
			{ name: 'tag', value: '={{ ["x", 2, true] }}' },
			{ name: 'tag', value: 'y' },
		]);

		expect(sent[0].qs).toEqual({ tag: ['x', '2', 'true', 'y'] });
	});

	it('in the path is sent as parameters, of which one of the same name below it counts', async () => {
		const { sent } = await send({
			path: '/contacts/?tag=a%20b?&tag=c&limit=1',
			queryParameters: { parameter: [{ name: 'limit', value: '5' }] },
		});

		expect(sent).toMatchObject([{ path: '/contacts/', qs: { tag: ['a b?', 'c'], limit: ['5'] } }]);
	});

	it.each([
		'={{ undefined }}',
		'={{ null }}',
		'={{ "" }}',
		'={{ [] }}',
		'={{ [null] }}',
		'={{ $json.nope }}',
		'={{ " " }}',
		'={{ $json.nope }}{{ $json.nope }}',
	])('is refused where %s gives nothing: it may stand for all', async (value) => {
		const rows = [
			{ name: 'a', value: 'b' },
			{ name: '', value: '' },
			{ name: 'status', value },
		];

		const ofPerson = await sendQuery(rows);
		const ofModel = await sendQuery(rows, { node: TOOL });

		expectRefused(ofPerson, "'Value' of 'status' is empty", 'To leave it out, delete its row.');
		expectRefused(ofModel, "'Value' of 'status' is empty", 'Fill in the value of status.');
	});

	it.each([
		'={{ ({ a: 1 }) }}',
		'={{ [{ a: 1 }] }}',
		'={{ NaN }}',
		'={{ ({ isValid: true }) }}',
		'={{ 12345678901234567890 }}',
	])('cannot have %s as a value', async (value) => {
		const end = await sendQuery([{ name: 'u', value }]);

		expectRefused(end, "'Value' must be a text or a list of texts, not ");
	});

	it('cannot have a value without a name', async () => {
		const end = await sendQuery([{ name: ' ', value: 'x' }]);

		expectRefused(end, "'Name' is empty", "Name what has the value 'x'.");
	});
});

describe("'Version'", () => {
	it('replaces that of the credential', async () => {
		const { sent } = await send({ options: { version: 'v3' } });

		expect(sent).toMatchObject([{ headers: { Version: 'v3' } }]);
	});

	it.each(['a b', 'v3\nHost: x', 'x'.repeat(41)])('cannot be %j', async (version) => {
		const end = await send({ options: { version } });

		expectRefused(end, "'Version' must be a version");
	});
});

describe('the body', () => {
	const post = async (body: unknown) => await send({ method: 'POST', body } as IDataObject);

	it.each([
		{ method: 'PATCH', body: '={{ { a: 1 } }}', sentBody: { a: 1 } },
		{ method: 'POST', body: '={{ [1] }}', sentBody: [1] },
		{ method: 'POST', body: ' ', sentBody: undefined },
		{ method: 'POST', body: 'null', sentBody: undefined },
		{ method: 'GET', body: '={{ null }}', sentBody: undefined },
		{ method: 'GET', body: '{"a":1}', sentBody: undefined },
	])('of $method from $body is $sentBody', async ({ method, body, sentBody }) => {
		const { sent, error } = await send({ method, body });

		expect(error).toBeUndefined();
		expect(sent).toMatchObject([{ method, path: '/contacts/' }]);
		expect(sent[0].body).toEqual(sentBody);
	});

	it('is not sent where an expression makes the method a GET, though the editor then shows its field', async () => {
		const { sent } = await send({ method: '={{ "get" }}', body: '{"a":1}' });

		expect(sent).toMatchObject([{ method: 'GET' }]);
		expect(sent[0].body).toBeUndefined();
	});

	it('whose text was made with JSON.stringify is sent as it is meant', async () => {
		const { sent } = await post('={ "note": {{ JSON.stringify("two\\nlines of \\"text\\"") }} }');

		expect(sent[0].body).toEqual({ note: 'two\nlines of "text"' });
	});

	it('with a line break in a value is refused with its place, and with what to do', async () => {
		const end = await post('{"a": 1,\n"note": "two\nlines"}');

		expectRefused(
			end,
			"'JSON Body' cannot be used. It is no JSON: Bad control character in string literal at line 2, column 13. A line break or a quotation mark in a value has to be escaped: put values in with {{ JSON.stringify(…) }}, or let one expression give the whole object.",
		);
	});

	it('that ends too early is refused as such', async () => {
		const end = await post('{"a": 1');

		expectRefused(
			end,
			"'JSON Body' cannot be used. It is no JSON: Expected ',' or '}' after property value",
		);
	});

	it('that is no JSON is not quoted', async () => {
		const { error } = await post('{"a": "b" "s3cret"}');

		expect(error?.message).toContain('It is no JSON');
		expect(error?.message).not.toContain('s3cret');
	});

	it.each(['{"id": 12345678901234567890}', '={{ { a: NaN } }}'])(
		'with a number that cannot be sent as it is, is refused: %s',
		async (body) => {
			const end = await post(body);

			expectRefused(
				end,
				"'JSON Body' cannot be used. It has a number that cannot be sent as it is",
			);
		},
	);

	it.each(['={{ null }}', '={{ $json.nope }}', '={{ "" }}'])(
		'of an expression that gives nothing is no empty body: %s',
		async (body) => {
			const end = await post(body);

			expectRefused(end, "'JSON Body' is empty", "empty 'JSON Body' itself");
		},
	);

	it.each(['"text"', '5', 'true', '={{ 5 }}', '={{ false }}'])('cannot be %s', async (body) => {
		const end = await post(body);

		expectRefused(end, "'JSON Body' must be ", 'Enter ');
	});
});

it('a body of 100,000 characters is sent', async () => {
	const body = { note: 'x'.repeat(100_000) };

	const { sent } = await send({ method: 'POST', body: JSON.stringify(body) });

	expect(sent[0]?.body).toEqual(body);
});
