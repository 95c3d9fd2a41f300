import type { IDataObject } from 'n8n-workflow';
import { eventKey } from '../../../nodes/PlatformTrigger/deduplicate/startExecution';

const TEXT =
	'{"type":"X","id":"e-1","meta":{"ids":["x","y"],"count":7,"empty":"","blank":" \\t ","large":1234567890123456789,"negative":-9007199254740993,"infinite":1e400,"part":0.1},"__proto__":{"hidden":"e-1"}}';
const payload = JSON.parse(TEXT) as IDataObject;
const [body, other] = [TEXT, `${TEXT} `].map((text) => Buffer.from(text));

const keyOf = (bytes: Buffer, field: string, of = payload, trigger = 'w:n') =>
	eventKey(trigger, bytes, of, field).event;

it.each([
	['', true],
	['.', true],
	['__proto__', true],
	['constructor', true],
	['hidden', true],
	['meta.empty', true],
	['meta.blank', true],
	// A JavaScript number may not tell these from others.
	['meta.large', true],
	['meta.negative', true],
	['meta.infinite', true],
	['meta.part', true],
	['id', false],
	['meta.ids.1', false],
	['meta.count', false],
])('by the field %p, the key of an event is its body: %p', (field, isPayload) => {
	expect(eventKey('w:n', body, payload, field)).toEqual({
		event: expect.stringMatching(/^[\w-]{12}$/),
		isPayload,
	});
	expect(keyOf(body, field) === keyOf(body, '')).toBe(isPayload);
	expect(keyOf(body, field) !== keyOf(other, field)).toBe(isPayload);
	expect(keyOf(body, field)).not.toBe(keyOf(body, field, payload, 'w:n2'));
});

it('keeps apart the text 7 and the number 7, and equal values of two fields', () => {
	expect(keyOf(body, 'id', { id: '7' })).not.toBe(keyOf(body, 'id', { id: 7 }));
	expect(keyOf(body, 'a', { a: 'v', b: 'v' })).not.toBe(keyOf(body, 'b', { a: 'v', b: 'v' }));
	expect(keyOf(body, '', { '': 'e-1' })).toBe(keyOf(body, ''));
});
