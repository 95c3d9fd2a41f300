import type { IDataObject } from 'n8n-workflow';
import { eventKey } from '../../../nodes/PlatformTrigger/deduplicate/eventKey';

const keyOf = (...given: [Buffer, IDataObject, string]) => eventKey('w:n', ...given).event;

const payload = {
	type: 'ContactUpdate',
	contactId: 'c-1',
	webhookEventId: 'e-1',
	meta: { ids: ['x', 'y'], count: 7, empty: '', blank: ' \t ', nothing: null },
};
const body = Buffer.from(JSON.stringify(payload));
const other = Buffer.from(JSON.stringify({ ...payload, email: 'new@example.com' }));

describe('eventKey', () => {
	it('is the body by default: equal bytes, equal key', () => {
		expect(keyOf(body, payload, '')).toBe(keyOf(Buffer.from(body), payload, ''));
		expect(keyOf(body, payload, '')).not.toBe(keyOf(other, payload, ''));
		expect(keyOf(body, payload, '')).toMatch(/^[A-Za-z0-9_-]{12}$/);
	});

	it('is the body without a field, also where a property has no name', () => {
		expect(keyOf(body, { '': 'e-1' }, '')).toBe(keyOf(body, payload, ''));
	});

	it.each(['webhookEventId', 'meta.ids.1', 'meta.count'])('is the value of the field %s', (field) => {
		expect(keyOf(body, payload, field)).toBe(keyOf(other, payload, field));
		expect(keyOf(body, payload, field)).not.toBe(keyOf(body, payload, ''));
	});

	it.each([
		'__proto__',
		'.',
		'meta.empty',
		'meta.blank',
	])('is the body where %s does not identify', (field) => {
		expect(keyOf(body, payload, field)).toBe(keyOf(body, payload, ''));
		expect(keyOf(other, payload, field)).not.toBe(keyOf(body, payload, field));
	});

	it('keeps apart the text 7 and the number 7, and equal values of two fields', () => {
		expect(keyOf(body, { id: '7' }, 'id')).not.toBe(keyOf(body, { id: 7 }, 'id'));
		expect(keyOf(body, { a: 'v', b: 'v' }, 'a')).not.toBe(keyOf(body, { a: 'v', b: 'v' }, 'b'));
	});

	it('is another one for another trigger', () => {
		expect(eventKey('w:n1', body, payload, '').event).not.toBe(eventKey('w:n2', body, payload, '').event);
		const field = 'webhookEventId';
		expect(eventKey('w:n1', body, payload, field).event).not.toBe(eventKey('w:n2', body, payload, field).event);
	});

	it.each(['1234567890123456789', '9007199254740993', '-9007199254740993', '1e400', '0.1', '1.5'])(
		'is the body where the field holds %s, which a JavaScript number may not tell from others',
		(number) => {
			const text = Buffer.from(`{"type":"X","id":${number}}`);
			const parsed = JSON.parse(text.toString()) as IDataObject;
			expect(keyOf(text, parsed, 'id')).toBe(keyOf(text, parsed, ''));
		},
	);

	it('tells two numbers apart that JSON.parse makes one of', () => {
		const [one, two] = ['1234567890123456789', '1234567890123456790'].map((id) => {
			const text = Buffer.from(`{"type":"X","id":${id}}`);
			return keyOf(text, JSON.parse(text.toString()) as IDataObject, 'id');
		});
		expect(one).not.toBe(two);
	});

	it('does not follow what the payload smuggles into the prototype', () => {
		const hostile = JSON.parse('{"__proto__":{"webhookEventId":"e-1"},"type":"X"}') as never;
		expect(keyOf(body, hostile, 'webhookEventId')).toBe(keyOf(body, hostile, ''));
	});
});
