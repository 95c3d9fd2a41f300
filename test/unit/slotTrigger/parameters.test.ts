import type { IDataObject } from 'n8n-workflow';

import { readWatch } from '../../../nodes/SlotTrigger/watch';
import { byId, parameterContext } from './pollContext';

const ONE = { calendars: { values: [byId('cal-1')] } };
const read = (parameters: IDataObject = {}) =>
	readWatch(parameterContext({ ...ONE, ...parameters }));

describe('what the fields say', () => {
	it('has defaults, and the time zone of the workflow', () => {
		expect(read()).toEqual({
			authentication: 'oAuth2',
			calendars: [{ id: 'cal-1' }],
			daysAhead: 14,
			hasOwnZone: false,
			zone: 'America/New_York',
			minimumLengthMinutes: 0,
			filters: { weekdays: [], minimumNoticeMinutes: 0, firstOfDay: false },
			offeredDays: undefined,
			location: undefined,
		});
	});

	it('reads the credential, the days, the zone, the length and the filters', () => {
		const given = {
			authentication: 'accessToken',
			daysAhead: '60',
			timezone: { __rl: true, mode: 'list', value: 'Asia/Tokyo' },
		};
		const { filters, ...others } = read({
			...given,
			filters: { minimumLengthMinutes: 45, earliestTime: '9:00' },
			options: { calendarOffersDays: 30, locationId: byId('loc-1').calendarId },
		});
		expect(others).toMatchObject({
			authentication: 'accessToken',
			daysAhead: 60,
			zone: 'Asia/Tokyo',
			minimumLengthMinutes: 45,
			offeredDays: 30,
			location: 'loc-1',
		});
		expect(filters).toMatchObject({ earliestTime: '09:00' });
		expect(read({ daysAhead: '', timezone: '' })).toMatchObject({
			daysAhead: 14,
			zone: 'America/New_York',
		});
	});
});

describe('the calendars', () => {
	const calendarsOf = (values: unknown) => read({ calendars: { values } as IDataObject }).calendars;

	it('are read once each, without blanks, in order', () => {
		const values = [
			byId('b'),
			byId(' a '),
			byId('b'),
			byId(''),
			{ calendarId: 'c' },
			byId(null),
			{},
		];
		expect(calendarsOf(values).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
	});

	it.each([
		['Calls (a)', 'Calls'],
		['Calls (new) (a)', 'Calls (new)'],
		['a', undefined],
		['Calls (b)', undefined],
		['(a)', undefined],
		[undefined, undefined],
	])('have the name that the list showed: %j', (cachedResultName, name) => {
		const calendarId = { __rl: true, mode: 'list', value: 'a', cachedResultName };
		expect(calendarsOf([{ calendarId }])).toEqual([{ id: 'a', name }]);
	});

	it('are twenty at most', () => {
		const some = (count: number) => Array.from({ length: count }, (_, index) => byId(`c${index}`));
		expect(calendarsOf(some(20))).toHaveLength(20);
		expect(() => calendarsOf(some(21))).toThrow(
			"'Calendars' has 21 calendars, but one node watches at most 20",
		);
	});
});

// What other fields refuse, oddValues.test.ts shows.
it.each([{}, { values: [byId(' ')] }])('no calendar (%j) is refused by name', (calendars) => {
	expect(() => read({ calendars })).toThrow("'Calendar' is empty");
});
