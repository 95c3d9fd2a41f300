import { eventToken, TOKEN_LENGTH } from '../../../nodes/PlatformTrigger/deduplication/eventKey';

const payload = {
	type: 'ContactUpdate',
	contactId: 'c-1',
	webhookEventId: 'e-1',
	meta: { ids: ['x', 'y'], count: 7, empty: '', nothing: null },
};
const body = Buffer.from(JSON.stringify(payload));
const other = Buffer.from(JSON.stringify({ ...payload, email: 'new@example.com' }));

describe('eventToken', () => {
	it('is the body by default: equal bytes, equal token', () => {
		expect(eventToken(body, payload, '')).toBe(eventToken(Buffer.from(body), payload, ''));
		expect(eventToken(body, payload, '')).not.toBe(eventToken(other, payload, ''));
		expect(eventToken(body, payload, '')).toMatch(new RegExp(`^[A-Za-z0-9_-]{${TOKEN_LENGTH}}$`));
	});

	it.each(['webhookEventId', 'meta.ids.1', 'meta.count'])('is the value of the field %s', (field) => {
		expect(eventToken(body, payload, field)).toBe(eventToken(other, payload, field));
		expect(eventToken(body, payload, field)).not.toBe(eventToken(body, payload, ''));
	});

	it.each([
		'absent',
		'meta.absent.deeper',
		'meta.empty',
		'meta.nothing',
		'meta',
		'meta.ids',
		'webhookEventId.length',
		'toString',
		'__proto__',
		'.',
	])('is the body where %s does not identify', (field) => {
		expect(eventToken(body, payload, field)).toBe(eventToken(body, payload, ''));
		expect(eventToken(other, payload, field)).not.toBe(eventToken(body, payload, field));
	});

	it('keeps apart the text 7 and the number 7, and equal values of two fields', () => {
		expect(eventToken(body, { id: '7' }, 'id')).not.toBe(eventToken(body, { id: 7 }, 'id'));
		expect(eventToken(body, { a: 'v', b: 'v' }, 'a')).not.toBe(
			eventToken(body, { a: 'v', b: 'v' }, 'b'),
		);
	});

	it('does not follow what the payload smuggles into the prototype', () => {
		const hostile = JSON.parse('{"__proto__":{"webhookEventId":"e-1"},"type":"X"}') as never;
		expect(eventToken(body, hostile, 'webhookEventId')).toBe(eventToken(body, hostile, ''));
	});
});
