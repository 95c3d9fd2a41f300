import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readWatch } from '../../../nodes/SlotTrigger/watchFields';
import { node } from '../platformApi/fakePlatform';
import { byId } from './pollContext';

const readRows = (values: unknown, parameters: IDataObject = {}) =>
	readWatch({
		getNode: () => node,
		getTimezone: () => 'America/New_York',
		getNodeParameter: (name: string, fallback: unknown) =>
			({ calendars: { values }, ...parameters })[name] ?? fallback,
	} as unknown as IPollFunctions);

const DEFAULTS = {
	authentication: 'accessToken',
	calendars: [{ id: 'cal-1' }],
	daysAhead: 14,
	hasOwnZone: false,
	zone: 'America/New_York',
	minimumLengthMinutes: 0,
	filters: { weekdays: [], minimumNoticeMinutes: 0, firstOfDay: false },
	offeredDays: undefined,
	location: undefined,
};

// What fields refuse, oddValues.test.ts shows.
it.each([
	[{}, {}],
	[{ daysAhead: '', timezone: '' }, {}],
	[
		{ daysAhead: 60, timezone: 'Europe/Berlin' },
		{ daysAhead: 60, zone: 'Europe/Berlin', hasOwnZone: true },
	],
	[
		{ options: { calendarOffersDays: 30, language: 'de', locationId: 'loc-1' } },
		{ offeredDays: 30, language: 'de', location: 'loc-1' },
	],
])('the fields %j are read', (given: IDataObject, read) => {
	expect(readRows([byId('cal-1')], given)).toEqual({ ...DEFAULTS, ...read });
});

it.each([
	['Calls (new) (a)', 'Calls (new)'],
	['a', undefined],
	['Calls (b)', undefined],
	['(a)', undefined],
	[undefined, undefined],
])('a calendar has the name that the list showed: %j', (cachedResultName, name) => {
	const calendarId = { __rl: true, mode: 'list', value: 'a', cachedResultName };
	expect(readRows([{ calendarId }]).calendars).toEqual([{ id: 'a', name }]);
});

it('there are one to twenty calendars', () => {
	const some = (count: number) => Array.from({ length: count }, (_, index) => byId(`c${index}`));
	expect(readRows(some(20)).calendars).toHaveLength(20);
	expect(() => readRows(some(21))).toThrow(
		expect.objectContaining({
			message: "'Calendars' has 21 calendars, but one node watches at most 20",
			description: 'Nothing was sent. Split them between several workflows.',
		}),
	);
	for (const none of [undefined, [byId(' ')]])
		expect(() => readRows(none)).toThrow(
			expect.objectContaining({
				message: "'Calendar' is empty",
				description: 'Nothing was sent. Choose at least one calendar from the list.',
			}),
		);
});
