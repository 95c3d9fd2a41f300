import { classify, parseEvent } from '../../../nodes/PlatformTrigger/receive/classify';

describe('parseEvent', () => {
	it('reads the type and hands on the payload', () => {
		const payload = { type: 'ContactCreate', contactId: 'c-1', nested: { ä: ['✓'] } };
		expect(parseEvent(Buffer.from(JSON.stringify(payload)))).toEqual({
			kind: 'event',
			type: 'ContactCreate',
			payload,
		});
	});

	it.each([
		['"loc-1"', 'loc-1'],
		['""', undefined],
		['5', undefined],
		['["loc-1"]', undefined],
	])('reads the location %s', (json, locationId) => {
		const event = parseEvent(Buffer.from(`{"type":"X","locationId":${json}}`));
		expect(event).toMatchObject({ kind: 'event', locationId });
	});

	it('reads past a byte order mark', () => {
		expect(parseEvent(Buffer.from('\uFEFF{"type":"X"}'))).toMatchObject({ kind: 'event' });
	});

	it.each(['', 'hello', '{"type":', "{'type':'X'}", '{"type":"X"} trailing', 'type=X'])(
		'says that %j is not JSON',
		(text) => expect(parseEvent(Buffer.from(text))).toEqual({ kind: 'notJson' }),
	);

	it('says that bytes which are not UTF-8 are not JSON, instead of altering them', () => {
		const bytes = Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]);
		expect(parseEvent(bytes)).toEqual({ kind: 'notJson' });
	});

	it.each([
		[1_000, { kind: 'event' }],
		[1_001, { kind: 'tooDeep' }],
	])('reads %d levels of nesting as %j', (depth, expected) => {
		const lists = depth - 1;
		for (const [open, close] of [['[', ']'], ['{"a":', '}']]) {
			const nested = `${open.repeat(lists)}1${close.repeat(lists)}`;
			const text = `{"type":"X","quotes":"\\"[{[{\\\\","next":[[],{}],"nested":${nested}}`;
			expect(parseEvent(Buffer.from(text))).toMatchObject(expected);
		}
	});

	it('counts no brackets within texts, and none that are closed', () => {
		const text = JSON.stringify({ type: 'X', text: '[{"'.repeat(2_000), list: Array(2_000).fill([{}]) });
		expect(parseEvent(Buffer.from(text))).toMatchObject({ kind: 'event' });
	});

	it.each(['null', '5', '"ContactCreate"', '[{"type":"X"}]', '{}', '{"type":""}', '{"type":5}', '{"Type":"X"}'])(
		'says that %s names no type',
		(text) => expect(parseEvent(Buffer.from(text))).toEqual({ kind: 'noType' }),
	);
});

describe('a delivery', () => {
	const url = 'https://n8n.example.com/webhook/x/webhook';
	const credential = { platformUrl: 'https://platform.example', accessToken: 't', locationId: 'loc-1' };

	/** A trigger for ContactCreate, whose credential belongs to loc-1, and what static data say. */
	async function classifyBy(
		trigger: string,
		body: string,
		{ registration = 'automatic', acceptOtherLocations = false, data = {}, read = async () => await Promise.resolve(credential) as object } = {},
	) {
		const lines: string[] = [];
		const parameters: Record<string, unknown> = { registration, events: ['ContactCreate'], authentication: 'accessToken' };
		const context = {
			getMode: () => 'webhook',
			getNode: () => ({ id: trigger, name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w-1' }),
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getNodeWebhookUrl: () => url,
			getCredentials: read,
			getWorkflowStaticData: () => data,
			logger: { warn: (line: string) => lines.push(line) },
		};
		const settings = { acceptOtherLocations } as never;
		return { result: await classify(context as never, Buffer.from(body), settings), lines };
	}

	const event = (fields: object) => JSON.stringify({ type: 'ContactCreate', ...fields });

	it.each([
		['of its location', event({ locationId: 'loc-1' }), {}],
		['that names no location', event({}), {}],
		['of another location, when these are accepted', event({ locationId: 'loc-2' }), { acceptOtherLocations: true }],
		['of any location, when somebody else registered', event({ locationId: 'loc-2' }), { registration: 'manual' }],
	])('is wanted for an event %s', async (what, body, given) => {
		const { result, lines } = await classifyBy(`wants ${what}`, body, given);
		expect(result).toEqual({ kind: 'wanted', payload: JSON.parse(body) });
		expect(lines).toEqual([]);
	});

	it.each([
		['of another location', event({ locationId: 'loc-2' }), 'Other location', ["names a location other than 'loc-1'"]],
		['without a type', '{}', 'No event type', ["names no event type in 'type'"]],
		['that is not selected', '{"type":"ContactDelete"}', 'Not selected', []],
	])('is accepted, but starts nothing for an event %s', async (what, body, webhookResponse, said) => {
		const { result, lines } = await classifyBy(`ignores ${what}`, body);
		expect(result).toEqual({ kind: 'ignored', response: { webhookResponse } });
		expect(lines).toEqual(said.map((text) => expect.stringContaining(text)));
	});

	it.each([
		['is no JSON', 'type=ContactCreate', 'notJson'],
		['is nested too deep', '['.repeat(2_000), 'tooDeep'],
	])('is refused when it %s', async (_what, body, reason) => {
		const { result } = await classifyBy('refuses', body);
		expect(result).toMatchObject({ kind: 'rejected', status: 400, reason });
	});

	it.each([
		['whatever static data say', { 'platformTrigger:of loc-1': { url, locationId: 'loc-2', registrations: [] } }],
		['also when they are gone', {}],
	])("belongs to the credential's location, %s", async (_what, data) => {
		const own = await classifyBy('of loc-1', event({ locationId: 'loc-1' }), { data });
		expect(own.result.kind).toBe('wanted');
		const other = await classifyBy('of loc-1', event({ locationId: 'loc-2' }), { data });
		expect(other.result.kind).toBe('ignored');
	});

	it.each([
		['cannot be read', async () => await Promise.reject<object>(new Error('SQLITE_BUSY'))],
		['belongs to no location', async () => await Promise.resolve({ ...credential, locationId: '' })],
	])('is to come again later while the credential %s', async (what, read) => {
		const { result } = await classifyBy(what, event({ locationId: 'loc-1' }), { read });
		expect(result).toMatchObject({ kind: 'rejected', status: 503, reason: 'location' });
		expect((await classifyBy(what, event({}), { read })).result.kind).toBe('wanted');
	});

	it('says once that it arrived at another address than the registered one', async () => {
		const registrations = [{ id: 'a', locationId: 'loc-1', url: 'https://old.example.com', events: [] }];
		const data = { 'platformTrigger:moved': { registrations } };
		const first = await classifyBy('moved', event({}), { data });
		expect(first.result.kind).toBe('wanted');
		expect(first.lines).toEqual([
			expect.stringMatching(/address is https:\/\/n8n\.example\.com.* registered for https:\/\/old\.example\.com\. Unpublish/),
		]);
		expect((await classifyBy('moved', event({}), { data })).lines).toEqual([]);
		registrations[0].url = url;
		expect((await classifyBy('moved2', event({}), { data: { 'platformTrigger:moved2': { registrations } } })).lines).toEqual([]);
	});
});
