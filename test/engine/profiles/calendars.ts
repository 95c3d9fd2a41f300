import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { appointments, byId, succeeded, type Given, type Scenario } from './scenario';
import { datesToInterval, openSlots, toUtcText } from '../../../sandbox/calendars/freeSlots';
import { defaultSeed, type Calendar, type Seed } from '../../../sandbox/seed';
import type { RunResult } from '../../support/engine';
import { loadOptionsContext } from '../../support/engine';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { act, monday, oauthCredential, tokenCredential, ZONE } from '../platform/platform';

/** With a calendar whose slots begin on another date in UTC than in its own zone. */
export const platformSeed: Seed = {
	...defaultSeed,
	calendars: [
		...defaultSeed.calendars,
		{
			id: 'cal-evening',
			locationId: 'loc-summit',
			name: 'Evening class',
			timeZone: 'America/Los_Angeles',
			slotMinutes: 60,
			workingHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '14:00', end: '21:00' }],
		},
	],
};

export function calendarNamed(id: string): Calendar {
	const found = platformSeed.calendars.find((calendar) => calendar.id === id);
	if (!found) throw new Error(`The seed has no calendar ${id}`);
	return found;
}

/** The slots that are free and begin on the dates, both included, in a zone; in order of time. */
export function freeSlots(
	{ control }: Given,
	calendar: Calendar,
	startDate: string,
	endDate: string,
	zone: string,
): Array<{ startTime: string; endTime: string }> {
	const span = datesToInterval(startDate, endDate, zone, { slotDates: 'timezone' });
	const taken = appointments(control)
		.filter(({ calendarId }) => calendarId === calendar.id)
		.map(({ startTime, endTime }) => ({ start: Date.parse(startTime), end: Date.parse(endTime) }));
	return openSlots(calendar, span, taken, Date.now(), { pastSlots: 'absent' }).map(
		({ start, end }) => ({ startTime: toUtcText(start), endTime: toUtcText(end) }),
	);
}

const date = (days: number) => monday().plus({ days }).toFormat('yyyy-MM-dd');

/** All records are there, or the run says that there are more. */
export function showsAll(result: RunResult, ids: string[]): void {
	const shown = succeeded(result).json.map(({ id }) => id);
	const [taskData] = result.run.data.resultData.runData.Node;
	const hints = (taskData.hints ?? []).map(({ message }) => message).join(' ');
	if (/more/i.test(hints)) expect(ids).toEqual(expect.arrayContaining(shown));
	else expect([...shown].sort()).toEqual([...ids].sort());
}

/** Calendar, its token, the zone asked for, and how many more days than one. */
const SLOTS_ASKED: Array<[string, string, string, number]> = [
	['cal-onboarding', 'pit-harbor', ZONE, 0],
	['cal-checkup', 'pit-harbor', 'Asia/Tokyo', 2],
	['cal-trial', 'pit-summit', 'Pacific/Auckland', 0],
	['cal-onboarding', 'pit-harbor', 'UTC', 1],
	['cal-evening', 'pit-summit', 'America/Los_Angeles', 0],
	['cal-evening', 'pit-summit', 'Europe/Berlin', 1],
];

export const calendarScenarios: Scenario[] = [
	{
		name: 'calendar.getAll shows all calendars of the location',
		async run({ sandbox }) {
			const result = await act(sandbox, 'calendar.getAll', { returnAll: true });
			showsAll(result, ['cal-onboarding', 'cal-checkup']);
			expect(result.json[0]).toHaveProperty('name');
		},
	},
	{
		name: 'calendar.get shows the calendar',
		async run({ sandbox }) {
			const { json } = succeeded(
				await act(sandbox, 'calendar.get', { calendarId: byId('cal-checkup') }),
			);
			expect(json).toMatchObject([{ id: 'cal-checkup', name: 'Dental check-up' }]);
		},
	},
	...SLOTS_ASKED.map(([id, token, zone, days]): Scenario => ({
		name: `calendar.getFreeSlots shows the free slots of ${id} on ${days + 1} days in ${zone}`,
		async run(given) {
			const { sandbox, control } = given;
			const calendar = calendarNamed(id);
			const [startDate, endDate] = [date(0), date(days)];
			const [taken] = freeSlots(given, calendar, startDate, endDate, zone);
			control.takeSlot({ calendarId: id, ...taken });
			const asked: IDataObject = {
				calendarId: byId(id),
				startDate,
				endDate,
				timezone: byId(zone),
				output: 'slots',
				returnAll: true,
			};
			const credentials = tokenCredential(sandbox, {
				accessToken: token,
				locationId: calendar.locationId,
			});
			const expected = freeSlots(given, calendar, startDate, endDate, zone);
			const { json } = succeeded(await act(sandbox, 'calendar.getFreeSlots', asked, { credentials }));
			expect(json.map(({ startTime, endTime }) => ({ startTime, endTime }))).toEqual(expected);
			expect(json.map((slot) => slot.date)).toEqual(
				expected.map(({ startTime }) => DateTime.fromISO(startTime, { zone }).toISODate()),
			);
		},
	})),
	{
		name: 'the lists of the editor show the calendars, and the free slots of the next days in order',
		async run(given) {
			const { sandbox } = given;
			const context = loadOptionsContext({
				type: 'platform',
				parameters: {
					authentication: 'accessToken',
					resource: 'appointment',
					operation: 'book',
					calendarId: byId('cal-checkup'),
					timezone: byId(ZONE),
				} as never,
				credentials: tokenCredential(sandbox),
				settings: { timezone: ZONE },
			});
			const { listSearch } = new Platform().methods;
			const calendars = await listSearch.searchCalendars.call(context as never, undefined);
			const shown = calendars.results.map(({ value }) => value);
			const all = ['cal-onboarding', 'cal-checkup'];
			// Further pages are not documented, so none is followed.
			if (given.profile.pages !== 'one') expect(all).toEqual(expect.arrayContaining(shown));
			else expect([...shown].sort()).toEqual([...all].sort());
			const { results } = await listSearch.searchSlots.call(context as never, undefined);
			const starts = results.map(({ value }) => Date.parse(String(value).split('/')[0]));
			const today = DateTime.now().setZone(ZONE);
			const [from, to] = [today, today.plus({ days: 6 })].map((day) => day.toISODate() ?? '');
			const free = freeSlots(given, calendarNamed('cal-checkup'), from, to, ZONE);
			expect(starts.length).toBeGreaterThan(0);
			const isFree = free.map(({ startTime }) => Date.parse(startTime));
			expect(isFree).toEqual(expect.arrayContaining(starts));
			expect(starts).toEqual([...starts].sort((a, b) => a - b));
		},
	},
	{
		name: 'installedLocation.getAll shows all locations of an agency',
		async run({ sandbox, control }) {
			for (const locationId of ['loc-harbor', 'loc-summit']) control.issueToken({ locationId });
			const credentials = oauthCredential(sandbox, { level: 'agency' });
			const result = await act(sandbox, 'installedLocation.getAll', {}, { credentials });
			const ids = succeeded(result).json.map((one) => one.id ?? one._id ?? one.locationId);
			result.json.forEach((one, index) => Object.assign(one, { id: ids[index] }));
			showsAll(result, ['loc-harbor', 'loc-summit']);
		},
	},
];
