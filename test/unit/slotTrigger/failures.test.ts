import { PlatformClient } from '../../../nodes/platformApi/client';
import { failed } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';

/** No repetition is worth waiting for. */
const LATER = { 'retry-after': '3600' };

/** A poll of two calendars when the first one, read before, responds so: what it shows, and which it asks. */
async function pollWith(first: Platform[string], id = 'a') {
	const calendars = { values: [id, 'b'].map(byId) };
	const node = new PollingNode({ authentication: 'accessToken', calendars, timezone: 'UTC' });
	const error = (await node.poll({ [id]: first }).catch((thrown: Error) => thrown)) as Error | null;
	return { said: error?.message, asked: node.asked };
}

/** Whether the second calendar is asked, too: it would fail as well for what concerns all. */
it.each<[string, boolean, Platform[string], string?, string?]>([
	['status 404', false, failed(404), 'not found'],
	['no dates', false, { response: { slots: [] } }, 'cannot be read'],
	[
		'a body that only says something',
		false,
		{ response: { message: 'Maintenance' } },
		'did not respond with what was asked for',
	],
	[
		'an id that fits into no address',
		false,
		[],
		"The free slots of the calendar '..' cannot be read",
		'..',
	],
	['status 401', true, failed(401)],
	['status 429', true, failed(429, {}, LATER)],
	['status 500', false, failed(500, {}, LATER)],
])('%s concerns all calendars: %p', async (_what, isOfAll, first, message = '', id = 'a') => {
	const { said, asked } = await pollWith(first, id);
	expect(said).toMatch(/./);
	expect(said).toContain(message);
	expect(asked.includes('b')).toBe(!isOfAll);
});

it('what no response explains, such as a credential that cannot be read, concerns them all', async () => {
	jest.spyOn(PlatformClient.prototype, 'request').mockRejectedValue(new Error('locked'));
	const { said, asked } = await pollWith([]);
	expect(said).toContain('cannot be read');
	expect(asked).toEqual([]);
});
