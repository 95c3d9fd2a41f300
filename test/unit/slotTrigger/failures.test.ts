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

it.each([400, 403, 404, 409, 422, 499])('status %d concerns one calendar', async (status) => {
	const { shown, asked } = await pollWith(failed(status));
	expect(shown).not.toBe('');
	expect(asked).toContain('b');
});

it.each<[string, Error]>([
	['302', failed(302, '', { location: '/elsewhere' })],
	['401', failed(401)],
	['408', failed(408)],
	['429', failed(429, {}, LATER)],
	['500', failed(500, {}, LATER)],
	['503', failed(503, {}, LATER)],
	['none: no response came', lost('CERT_HAS_EXPIRED')],
])('status %s concerns them all', async (_status, failure) => {
	const { shown, asked, memory } = await pollWith(failure);
	expect(shown).not.toBe('');
	expect(asked).not.toContain('b');
	expect(memory.next).toBe('b');
});

it.each<[string, unknown, string]>([
	['without dates', { slots: [] }, 'cannot be read'],
	['that only says something', { message: 'Maintenance' }, 'did not respond with what was asked for'],
	['with a time that cannot be read', { _dates_: { a: [{ startTime: 'soon', endTime: 'later' }] } }, 'cannot be read'],
])('a response %s concerns one calendar', async (_what, response, message) => {
	const { shown, asked } = await pollWith({ response });
	expect(shown).toContain(message);
	expect(asked).toContain('b');
});

it('an id that fits into no address concerns one calendar, and nothing is sent for it', async () => {
	const { shown, asked } = await pollWith([], '..');
	expect(shown).toBe("The free slots of the calendar '..' cannot be read");
	expect(new Set(asked)).toEqual(new Set(['b']));
});

it('what no response explains, such as a credential that cannot be read, concerns them all', async () => {
	jest.spyOn(PlatformClient.prototype, 'request').mockRejectedValue(new Error('locked'));
	const { shown, memory } = await pollWith([]);
	expect(shown).toContain('cannot be read');
	expect(memory.next).toBe('b');
});
