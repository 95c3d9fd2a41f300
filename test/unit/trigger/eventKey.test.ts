import type { IDataObject } from 'n8n-workflow';
import { eventKey } from '../../../nodes/PlatformTrigger/deduplicate/onlyOnce';

const keyOf = (...given: [Buffer, IDataObject, string]) => eventKey('w:n', ...given).event;

const payload = {
	type: 'ContactUpdate',
	contactId: 'c-1',
	webhookEventId: 'e-1',
	meta: { ids: ['x', 'y'], count: 7, empty: '', blank: ' \t ', nothing: null },
};
const body = Buffer.from(JSON.stringify(payload));
const other = Buffer.from(JSON.stringify({ ...payload, email: 'new@example.com' }));

describe('the key of an event', () => {
	it.each([
		['', true],
		['__proto__', true],
		['.', true],
		['meta.empty', true],
		['meta.blank', true],
		['webhookEventId', false],
		['meta.ids.1', false],
		['meta.count', false],
	])('by the field %p is its body: %p', (field, isPayload) => {
		expect(keyOf(Buffer.from(body), payload, field)).toBe(keyOf(body, payload, field));
		expect(keyOf(body, payload, field) === keyOf(body, payload, '')).toBe(isPayload);
		expect(keyOf(body, payload, field) !== keyOf(other, payload, field)).toBe(isPayload);
		expect(eventKey('w:n', body, payload, field)).toEqual({
			event: expect.stringMatching(/^[\w-]{12}$/),
			isPayload,
		});
		expect(eventKey('w:n2', body, payload, field).event).not.toBe(keyOf(body, payload, field));
	});

	it('is the body without a field, also where a property has no name', () => {
		expect(keyOf(body, { '': 'e-1' }, '')).toBe(keyOf(body, payload, ''));
	});

	it('keeps apart the text 7 and the number 7, and equal values of two fields', () => {
		expect(keyOf(body, { id: '7' }, 'id')).not.toBe(keyOf(body, { id: 7 }, 'id'));
		expect(keyOf(body, { a: 'v', b: 'v' }, 'a')).not.toBe(keyOf(body, { a: 'v', b: 'v' }, 'b'));
	});

	it.each(['1234567890123456789', '9007199254740993', '-9007199254740993', '1e400', '0.1'])(
		'is the body where the field holds %s, which a JavaScript number may not tell from others',
		(number) => {
			const text = Buffer.from(`{"type":"X","id":${number}}`);
			const parsed = JSON.parse(text.toString()) as IDataObject;
			expect(keyOf(text, parsed, 'id')).toBe(keyOf(text, parsed, ''));
		},
	);

	it('does not follow what the payload smuggles into the prototype', () => {
		const hostile = JSON.parse('{"__proto__":{"webhookEventId":"e-1"},"type":"X"}') as never;
		expect(keyOf(body, hostile, 'webhookEventId')).toBe(keyOf(body, hostile, ''));
	});
});
