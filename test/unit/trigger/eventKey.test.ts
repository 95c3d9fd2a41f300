import type { IDataObject } from 'n8n-workflow';

import { eventKey } from '../../../nodes/PlatformTrigger/deduplicate/startExecution';

/* By which key an event is known again: the ID that a field of it names, or else its whole body. */

const TEXT =
	'{"type":"X","id":"e-1","meta":{"ids":["x","y"],"count":7,"empty":"","blank":" \\t ","large":1234567890123456789,"negative":-9007199254740993,"infinite":1e400,"part":0.1,"none":null},"__proto__":{"hidden":"e-1"}}';
const PAYLOAD = JSON.parse(TEXT) as IDataObject;
const BODY = Buffer.from(TEXT);
/** The same event, written in another way. */
const OTHER_BODY = Buffer.from(`${TEXT} `);

const keyOf = (body: Buffer, field: string, payload = PAYLOAD) =>
	eventKey('w:n', body, payload, field).event;

it.each(['id', 'meta.ids.1', 'meta.count'])(
	'the key is the ID in the field %p, however the event is written',
	(field) => {
		const { event, isPayload } = eventKey('w:n', BODY, PAYLOAD, field);

		expect(event).toMatch(/^[\w-]{12}$/);
		expect(isPayload).toBe(false);
		expect(event).toBe(keyOf(OTHER_BODY, field));
		expect(event).not.toBe(keyOf(BODY, ''));
	},
);

it.each([
	'',
	'.',
	'__proto__',
	'constructor',
	'hidden',
	'meta.empty',
	'meta.blank',
	// A JavaScript number may not tell these from others.
	'meta.large',
	'meta.negative',
	'meta.infinite',
	'meta.part',
	'meta.none',
	'meta.none.id',
])('the key is the whole body, since the field %p names no ID', (field) => {
	const { event, isPayload } = eventKey('w:n', BODY, PAYLOAD, field);

	expect(event).toMatch(/^[\w-]{12}$/);
	expect(isPayload).toBe(true);
	expect(event).toBe(keyOf(BODY, ''));
	expect(event).not.toBe(keyOf(OTHER_BODY, field));
});

it.each(['', 'id'])(
	'another trigger has another key of the same event: by the field %p',
	(field) => {
		const { event } = eventKey('w:n2', BODY, PAYLOAD, field);

		expect(event).not.toBe(keyOf(BODY, field));
	},
);

it('keeps apart two IDs in one field', () => {
	expect(keyOf(BODY, 'id', { id: 'e-1' })).not.toBe(keyOf(BODY, 'id', { id: 'e-2' }));
});

it('keeps apart the text 7 and the number 7', () => {
	expect(keyOf(BODY, 'id', { id: '7' })).not.toBe(keyOf(BODY, 'id', { id: 7 }));
});

it('keeps apart equal values of two fields', () => {
	const payload = { a: 'v', b: 'v' };

	expect(keyOf(BODY, 'a', payload)).not.toBe(keyOf(BODY, 'b', payload));
});

it('takes no field without a name', () => {
	expect(keyOf(BODY, '', { '': 'e-1' })).toBe(keyOf(BODY, ''));
});
