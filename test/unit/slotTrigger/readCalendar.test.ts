import { NodeApiError } from 'n8n-workflow';

import { readCalendar } from '../../../nodes/SlotTrigger/poll';
import type { Range } from '../../../nodes/SlotTrigger/opened';
import { failed, lost, platform } from '../platformApi/fakePlatform';

const RANGE = { startDate: '2026-03-02', endDate: '2026-03-03', zone: 'UTC' } as Range;

const lookAt = async (given: unknown, id = 'cal-1') => {
	const { client, sent } = platform({ responses: Array(4).fill(given) });
	return { ...(await readCalendar(client, { id }, RANGE)), sent };
};

/** No repetition is worth waiting for. */
const LATER = { 'retry-after': '3600' };

it('a calendar is read for the days of the range', async () => {
	const window = { startTime: '2026-03-02T10:00:00Z', endTime: '2026-03-02T10:30:00Z' };
	const { free, failure, concernsAll } = await lookAt({ _dates_: { a: [window] } });
	expect(free).toEqual([{ start: Date.parse(window.startTime), end: Date.parse(window.endTime) }]);
	expect([failure, concernsAll]).toEqual([undefined, undefined]);
});

describe('a failure', () => {
	it.each([400, 403, 404, 409, 422, 499])('of status %d concerns this calendar alone', async (status) => {
		const { free, failure, concernsAll } = await lookAt(failed(status));
		expect(free).toBeUndefined();
		expect(failure).toBeInstanceOf(NodeApiError);
		expect(concernsAll).toBe(false);
	});

	it.each<[string, Error]>([
		['302', failed(302, '', { location: '/elsewhere' })],
		['401', failed(401)],
		['408', failed(408)],
		['429', failed(429, {}, LATER)],
		['500', failed(500, {}, LATER)],
		['503', failed(503, {}, LATER)],
		['none: no response came', lost('CERT_HAS_EXPIRED')],
	])('of status %s concerns them all', async (_status, given) => {
		const { failure, concernsAll } = await lookAt(given);
		expect(failure).toBeInstanceOf(NodeApiError);
		expect(concernsAll).toBe(true);
	});

	it.each<[string, unknown, string]>([
		['a response without dates', { slots: [] }, '_dates_'],
		['a response that only says something', { message: 'Maintenance' }, 'Maintenance'],
		['a time that cannot be read', { _dates_: { a: [{ startTime: 'soon', endTime: 'later' }] } }, 'soon'],
	])('to understand %s concerns this calendar, and says why', async (_what, given, why) => {
		const { failure, concernsAll } = await lookAt(given);
		expect(`${failure?.message} ${failure?.description}`).toContain(why);
		expect(concernsAll).toBe(false);
	});

	it('to put the id into an address concerns this calendar, and nothing is sent', async () => {
		const { failure, concernsAll, sent } = await lookAt({}, '..');
		expect(failure?.message).toBe("The free slots of the calendar '..' cannot be read");
		expect([concernsAll, sent.length]).toEqual([false, 0]);
	});

	it.each([
		['an incomplete credential', { credential: { platformUrl: 'nowhere' } }, "'Platform URL'"],
		['anything unforeseen', { context: { getCredentials: async () => await Promise.reject(new Error('locked')) } }, "The free slots of the calendar 'cal-1' cannot be read: locked"],
		['something that is no error', { context: { getCredentials: async () => await Promise.reject('locked' as never) } }, 'cannot be read: locked'],
	])('for %s concerns them all', async (_what, given, message) => {
		const { client } = platform(given);
		const { failure, concernsAll } = await readCalendar(client, { id: 'cal-1' }, RANGE);
		expect(`${failure?.message}: ${failure?.description}`).toContain(message);
		expect(concernsAll).toBe(true);
	});
});
