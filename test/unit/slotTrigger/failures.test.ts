import { PlatformClient } from '../../../nodes/platformApi/client';
import { failed, lost } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';

/** No repetition is worth waiting for. */
const LATER = { 'retry-after': '3600' };

/** What a poll of two calendars shows when the first one, read before, gives this; and which it asks. */
async function pollWith(first: Platform[string], id = 'a') {
	const calendars = { values: [id, 'b'].map(byId) };
	const node = new PollingNode({ authentication: 'accessToken', calendars, timezone: 'UTC' });
	node.memory.calendars = { b: { from: 0, until: 0, free: [] } };
	await node.poll({ [id]: first });
	return { shown: node.shown.join(), asked: node.asked, memory: node.memory };
}

it.each<[string, Platform[string], string, string?]>([
	['status 400', failed(400), ''],
	['status 404', failed(404), 'not found'],
	['status 499', failed(499), ''],
	['no dates', { response: { slots: [] } }, 'cannot be read'],
	['a body that only says something', { response: { message: 'Maintenance' } }, 'did not respond with what was asked for'],
	['a time that cannot be read', { response: { _dates_: { a: [{ startTime: 'soon', endTime: 'later' }] } } }, 'cannot be read'],
	['an id that fits into no address', [], "The free slots of the calendar '..' cannot be read", '..'],
])('%s concerns one calendar', async (_what, first, message, id = 'a') => {
	const { shown, asked } = await pollWith(first, id);
	expect(shown).toMatch(/./);
	expect(shown).toContain(message);
	expect(asked).toContain('b');
});

it.each<[string, Error]>([
	['302', failed(302, '', { location: '/elsewhere' })],
	['401', failed(401)],
	['408', failed(408)],
	['429', failed(429, {}, LATER)],
	['500', failed(500, {}, LATER)],
	['none: no response came', lost('CERT_HAS_EXPIRED')],
])('status %s concerns them all', async (_status, failure) => {
	const { shown, asked, memory } = await pollWith(failure);
	expect(shown).toMatch(/./);
	expect([asked.includes('b'), memory.next]).toEqual([false, 'b']);
});

it('what no response explains, such as a credential that cannot be read, concerns them all', async () => {
	jest.spyOn(PlatformClient.prototype, 'request').mockRejectedValue(new Error('locked'));
	const { shown, memory } = await pollWith([]);
	expect(shown).toContain('cannot be read');
	expect(memory.next).toBe('b');
});
