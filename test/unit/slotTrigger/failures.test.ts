import { PlatformClient } from '../../../nodes/platformApi/client';
import { failed, lost } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';

/** No repetition is worth waiting for. */
const LATER = { 'retry-after': '3600' };

/** A poll of two calendars when the first one, read before, responds so: what it shows, and which it asks. */
async function pollWith(first: Platform[string], id = 'a') {
	const calendars = { values: [id, 'b'].map(byId) };
	const node = new PollingNode({ authentication: 'accessToken', calendars, timezone: 'UTC' });
	node.memory.calendars = { b: { from: 0, until: 0, free: [] } };
	await node.poll({ [id]: first });
	return { shown: node.shown.join(), asked: node.asked, memory: node.memory };
}

it.each<[string, boolean, Platform[string], string?, string?]>([
	['status 400', false, failed(400)],
	['status 404', false, failed(404), 'not found'],
	['status 499', false, failed(499)],
	['no dates', false, { response: { slots: [] } }, 'cannot be read'],
	[
		'a body that only says something',
		false,
		{ response: { message: 'Maintenance' } },
		'did not respond with what was asked for',
	],
	[
		'a time that cannot be read',
		false,
		{ response: { _dates_: { a: [{ startTime: 'soon', endTime: 'later' }] } } },
		'cannot be read',
	],
	[
		'an id that fits into no address',
		false,
		[],
		"The free slots of the calendar '..' cannot be read",
		'..',
	],
	['status 302', true, failed(302, '', { location: '/elsewhere' })],
	['status 401', true, failed(401)],
	['status 408', true, failed(408)],
	['status 429', true, failed(429, {}, LATER)],
	['status 500', true, failed(500, {}, LATER)],
	['no response', true, lost('CERT_HAS_EXPIRED')],
])('%s concerns all calendars: %p', async (_what, isOfAll, first, message = '', id = 'a') => {
	const { shown, asked, memory } = await pollWith(first, id);
	expect(shown).toMatch(/./);
	expect(shown).toContain(message);
	expect([asked.includes('b'), memory.next]).toEqual([!isOfAll, isOfAll ? 'b' : undefined]);
});

it('what no response explains, such as a credential that cannot be read, concerns them all', async () => {
	jest.spyOn(PlatformClient.prototype, 'request').mockRejectedValue(new Error('locked'));
	const { shown, memory } = await pollWith([]);
	expect(shown).toContain('cannot be read');
	expect(memory.next).toBe('b');
});
