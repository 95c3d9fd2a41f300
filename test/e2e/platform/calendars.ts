import { byId } from '../../support/e2e/platformParameters';
import { dayFromNow } from '../../support/e2e/slots';
import type { Harness } from '../../support/harness';
import { platformRuns } from './runs';

/** Calendars and their free slots. */
export function calendars(harness: () => Harness): void {
	const { run, runWithToken, during } = platformRuns(harness);

	describe('Calendar > Get', () => {
		const get = { resource: 'calendar', operation: 'get' };

		test('puts out the calendar', async () => {
			const { json } = await run({ ...get, calendarId: byId('cal-checkup') });
			expect(json[0]).toMatchObject({ id: 'cal-checkup', name: 'Dental check-up' });
		});

		test('explains a calendar of another location', async () => {
			const { failure } = await run({ ...get, calendarId: byId('cal-trial') });
			expect(failure).toContain(
				"The calendar 'cal-trial' was not found in the location of the credential",
			);
			expect(failure).toContain('A calendar ID is not a location ID.');
		});
	});

	describe('Calendar > Get Many', () => {
		const getAll = { resource: 'calendar', operation: 'getAll' };
		const ids = ['cal-onboarding', 'cal-checkup'];
		const signIns = ['oAuth2', 'accessToken'];

		test.each(signIns)('lists those of the location (%s)', async (authentication) => {
			const { json } = await run({ ...getAll, authentication });
			expect(json.map(({ id }) => id)).toEqual(ids);
		});

		test('explains a token that the platform does not know', async () => {
			const { failure } = await runWithToken('pit-harbo', getAll);
			expect(failure).toContain('The platform rejected the access token');
			expect(failure).toContain("'Access Token' of the credential");
			expect(failure).not.toContain('pit-harbo');
		});
	});

	describe('Calendar > Get Free Slots', () => {
		const getFreeSlots = {
			resource: 'calendar',
			operation: 'getFreeSlots',
			calendarId: byId('cal-onboarding'),
			timezone: byId('America/New_York'),
		};

		test('puts out one item a slot, in UTC and in the zone', async () => {
			const dates = { startDate: dayFromNow(2), endDate: dayFromNow(9) };
			const { items } = await run({ ...getFreeSlots, ...dates, returnAll: true });
			expect(items.length).toBeGreaterThan(50);
			const { startTime, startLocal } = items[0].json;
			expect(startTime).toMatch(/\+00:00$/);
			expect(startLocal).toMatch(/T\d\d:[03]0:00-0[45]:00$/);
			expect(new Date(String(startLocal))).toEqual(new Date(String(startTime)));
			expect(items.filter(({ pairedItem }) => !pairedItem)).toEqual([]);
		});

		test('refuses an end before the start, and sends nothing', async () => {
			const dates = { startDate: dayFromNow(9), endDate: dayFromNow(2) };
			const { result, requests } = await during(async () =>
				await run({ ...getFreeSlots, ...dates }),
			);
			expect(result.failure).toMatch(/'End Date' \(.*\) is before 'Start Date' \(.*\)/);
			expect(requests).toEqual([]);
		});
	});
}
