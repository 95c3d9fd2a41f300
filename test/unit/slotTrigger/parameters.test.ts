import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import { readWatch } from '../../../nodes/SlotTrigger/watch';
import { byId, parameterContext } from './pollContext';

const ONE = { calendars: { values: [byId('cal-1')] } };
const read = (parameters: IDataObject = {}) => readWatch(parameterContext({ ...ONE, ...parameters }));

describe('what the fields say', () => {
	it('has defaults, and the time zone of the workflow', () => {
		expect(read()).toEqual({
			authentication: 'oAuth2',
			calendars: [{ id: 'cal-1' }],
			daysAhead: 14,
			zone: 'America/New_York',
			minimumLengthMinutes: 0,
			filters: { weekdays: [], minimumNoticeMinutes: 0, firstOfDay: false },
			pollDays: 1,
		});
	});

	it.each([
		['chosen', { __rl: true, mode: 'list', value: 'Asia/Tokyo' }, 'Asia/Tokyo'],
		['given by an expression', ' Asia/Tokyo ', 'Asia/Tokyo'],
		['left empty', { __rl: true, mode: 'list', value: '' }, 'America/New_York'],
		['not there', null, 'America/New_York'],
	])('takes the zone that is %s', (_how, timezone, zone) => {
		expect(read({ timezone }).zone).toBe(zone);
	});

	it.each([[1, 1], [60, 60], ['7', 7], ['', 14]])('reads %p days ahead as %d', (daysAhead, days) => {
		expect(read({ daysAhead }).daysAhead).toBe(days);
	});

	it('reads the credential, the length and the filters', () => {
		const filters = { minimumLengthMinutes: 45, earliestTime: '9:00' };
		const authentication = 'accessToken';
		expect(read({ authentication, filters })).toMatchObject({ authentication, minimumLengthMinutes: 45, filters: { earliestTime: '09:00' } });
	});
});

describe('the calendars', () => {
	const calendarsOf = (values: unknown) => read({ calendars: { values } as IDataObject }).calendars;

	it('are read once each, without blanks, in order', () => {
		const values = [byId('b'), byId(' a '), byId('b'), byId(''), { calendarId: 'c' }, byId(null), {}];
		expect(calendarsOf(values).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
	});

	it('may be one without a list around it, as an expression gives it', () => {
		expect(calendarsOf(byId('a'))).toEqual([{ id: 'a' }]);
	});

	it.each([
		['Calls (a)', 'Calls'],
		['Calls (new) (a)', 'Calls (new)'],
		['a', undefined],
		['Calls (b)', undefined],
		['(a)', undefined],
		[undefined, undefined],
		[5, undefined],
	])('have the name that the list showed: %j', (cachedResultName, name) => {
		const calendarId = { __rl: true, mode: 'list', value: 'a', cachedResultName };
		expect(calendarsOf([{ calendarId }])).toEqual([{ id: 'a', name }]);
	});

	it('are twenty at most', () => {
		const some = (count: number) => Array.from({ length: count }, (_, index) => byId(`c${index}`));
		expect(calendarsOf(some(20))).toHaveLength(20);
		expect(() => calendarsOf(some(21))).toThrow("'Calendars' has 21 calendars, but one node watches at most 20");
	});
});

describe('the days between two polls', () => {
	it.each([
		['nothing', undefined, 1],
		['no times', {}, 1],
		['an empty list', { item: [] }, 1],
		['every minute', { item: [{ mode: 'everyMinute' }] }, 1],
		['every week', { item: [{ mode: 'everyWeek' }] }, 7],
		['every month', { item: [{ mode: 'everyMonth' }] }, 31],
		['every week and month', { item: [{ mode: 'everyMonth' }, { mode: 'everyWeek' }] }, 7],
		['every day and week', { item: [{ mode: 'everyWeek' }, { mode: 'everyDay' }] }, 1],
		['one item without a list', { item: { mode: 'everyWeek' } }, 7],
	])('of %s', (_name, pollTimes, days) => {
		expect(read({ pollTimes }).pollDays).toBe(days);
	});
});

describe('what cannot be used is refused by name', () => {
	it.each<[string, IDataObject, RegExp]>([
		["'Calendar' is empty", { calendars: {} }, /Choose at least one/],
		["'Calendar' is empty", { calendars: { values: [byId(' ')] } }, /Choose at least one/],
		["'Time Zone' must be an IANA time zone, not 'Mars/Olympus'", { timezone: 'Mars/Olympus' }, /zone of a city/],
		["'Days Ahead' must be a whole number from 1 to 60", { daysAhead: 0 }, /^Nothing was sent/],
		["'Days Ahead' must be a whole number from 1 to 60", { daysAhead: 61 }, /^Nothing was sent/],
		["'Days Ahead' must be a whole number from 1 to 60", { daysAhead: 3.9 }, /^Nothing was sent/],
		["'Minimum Length (Minutes)' must be 0 or more minutes", { filters: { minimumLengthMinutes: -1 } }, /^Nothing was sent/],
		["'Weekdays' must be a list of weekdays", { filters: { weekdays: [8] } }, /1 \(Monday\)/],
	])('%s', (message, parameters, whatToDo) => {
		const refusal = (): unknown => {
			try {
				return read(parameters);
			} catch (error) {
				return error;
			}
		};
		expect(refusal()).toBeInstanceOf(NodeOperationError);
		expect(refusal()).toMatchObject({
			message: expect.stringContaining(message) as string,
			description: expect.stringMatching(whatToDo) as string,
		});
	});
});
