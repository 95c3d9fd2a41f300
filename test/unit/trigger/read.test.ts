import { parseEvent } from '../../../nodes/PlatformTrigger/receive/read';

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
