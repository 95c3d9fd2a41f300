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

	it.each(['null', '5', '"ContactCreate"', '[{"type":"X"}]', '{}', '{"type":""}', '{"type":5}', '{"Type":"X"}'])(
		'says that %s names no type',
		(text) => expect(parseEvent(Buffer.from(text))).toEqual({ kind: 'noType' }),
	);
});

describe('a delivery', () => {
	/** A trigger for ContactCreate that is registered for the location loc-1. */
	function readBy(trigger: string, body: string, { registration = 'automatic', acceptOtherLocations = false } = {}) {
		const lines: string[] = [];
		const memory = { url: 'https://n8n.example.com', locationId: 'loc-1', registrations: [] };
		const parameters: Record<string, unknown> = { registration, events: ['ContactCreate'] };
		const context = {
			getNode: () => ({ id: trigger, name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w-1' }),
			getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
			getWorkflowStaticData: () => ({ [`platformTrigger:${trigger}`]: memory }),
			logger: { warn: (line: string) => lines.push(line) },
		};
		const settings = { acceptOtherLocations } as never;
		return { result: classify(context as never, Buffer.from(body), settings), lines };
	}

	const event = (fields: object) => JSON.stringify({ type: 'ContactCreate', ...fields });

	it.each([
		['of its location', event({ locationId: 'loc-1' }), {}],
		['that names no location', event({}), {}],
		['of another location, when these are accepted', event({ locationId: 'loc-2' }), { acceptOtherLocations: true }],
		['of any location, when somebody else registered', event({ locationId: 'loc-2' }), { registration: 'manual' }],
	])('is wanted for an event %s', (_what, body, given) => {
		const { result, lines } = readBy('wants', body, given);
		expect(result).toEqual({ kind: 'wanted', payload: JSON.parse(body) });
		expect(lines).toEqual([]);
	});

	it.each([
		['of another location', event({ locationId: 'loc-2' }), 'Other location', ["names a location other than 'loc-1'"]],
		['without a type', '{}', 'No event type', ["names no event type in 'type'"]],
		['that is not selected', '{"type":"ContactDelete"}', 'Not selected', []],
	])('is accepted, but starts nothing for an event %s', (what, body, webhookResponse, said) => {
		const { result, lines } = readBy(`ignores ${what}`, body);
		expect(result).toEqual({ kind: 'ignored', response: { webhookResponse } });
		expect(lines).toEqual(said.map((text) => expect.stringContaining(text)));
	});

	it('is refused when it is no JSON', () => {
		const { result } = readBy('refuses', 'type=ContactCreate');
		expect(result).toMatchObject({ kind: 'rejected', status: 400, reason: 'notJson' });
	});
});
