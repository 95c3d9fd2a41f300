import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { act, byId, expectRefused, HIGH_LEVEL as credential, TOOL as node } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

const start = '2026-11-23T09:00:00+00:00';
const end = '2026-11-23T09:30:00+00:00';
const startEnd = { slotSource: 'startEnd', startTime: start, endTime: end };
const startDuration = { slotSource: 'startDuration', startTime: start };
const list = (value: string) => ({ slotSource: 'list', slot: { __rl: true, mode: 'list', value } });

const book = async (
	parameters: IDataObject,
	responses: unknown[] = [{ id: 'appt-1' }],
	given: object = {},
) =>
	await act(
		'appointment.book',
		{ calendarId: byId('cal-1'), contactId: 'ada', ...parameters },
		{ responses, timezone: 'Europe/Berlin', ...given },
	);

it.each<[string, IDataObject, [string, string]]>([
	['start and end', startEnd, [start, end]],
	[
		'start and end by the clocks of the zone',
		{ ...startEnd, startTime: '2026-11-23T10:00', endTime: '2026-11-23 10:30' },
		[start, end],
	],
	['start and minutes', { ...startDuration, duration: 45 }, [start, '2026-11-23T09:45:00+00:00']],
	[
		'start and a part of a minute',
		{ ...startDuration, duration: 1.5 },
		[start, '2026-11-23T09:01:30+00:00'],
	],
	[
		'start and a year',
		{ ...startDuration, duration: 525_600 },
		[start, '2027-11-23T09:00:00+00:00'],
	],
	['an entry of the list', list(`${start}/${end}`), [start, end]],
	['an entry by the clocks of the zone', list('2026-11-23T10:00/2026-11-23T10:30'), [start, end]],
	[
		'a slot that has begun',
		{ ...startEnd, startTime: '2026-11-21T11:45:00Z', endTime: '2026-11-21T12:15:00Z' },
		['2026-11-21T11:45:00+00:00', '2026-11-21T12:15:00+00:00'],
	],
	[
		'a slot that ends in an instant',
		{ ...startEnd, startTime: '2026-11-21T11:45:00Z', endTime: '2026-11-21T12:00:00.001Z' },
		['2026-11-21T11:45:00+00:00', '2026-11-21T12:00:00.001+00:00'],
	],
])('the slot that is booked comes from %s', async (_, parameters, [startTime, endTime]) => {
	const { sent, error } = await book(parameters);
	expect([sent[0]?.body, error]).toMatchObject([{ startTime, endTime }, undefined]);
});

const [listed, listedEnd] = ['2026-11-23T04:00:00-05:00', '2026-11-23T04:30:00-05:00'];
const inZone = ['2026-11-23T10:00:00+01:00', '2026-11-23T10:30:00+01:00'];
it.each<[string, IDataObject, string[]]>([
	['of the start', { ...startEnd, startTime: listed }, [listed, listedEnd]],
	['of a listed slot', list(`${listed}/${listedEnd}`), [listed, listedEnd]],
	['of the zone where none is written', { ...startEnd, startTime: '2026-11-23 10:00' }, inZone],
	['of the zone for UTC', { ...startEnd, startTime: '2026-11-23T09:00:00Z' }, inZone],
	[
		'of the zone at the start, where the clocks change before the end',
		{ ...startDuration, startTime: '2027-10-31 01:30', duration: 120 },
		['2027-10-31T01:30:00+02:00', '2027-10-31T03:30:00+02:00'],
	],
	[
		'of the zone where none of a start and a length is written',
		{ ...startDuration, startTime: '2026-11-23 10:00', duration: 30 },
		inZone,
	],
])(
	'on HighLevel, the times are sent with the offset %s',
	async (_, parameters, [startTime, endTime]) => {
		const { sent, json } = await book(parameters, [{ id: 'appt-1' }], { credential });
		expect(sent[0].body).toMatchObject({ startTime, endTime });
		expect(json[0]).toMatchObject({ startTime, endTime });
	},
);

const noScope = failed(401, { message: 'The token is not authorized for this scope.' });
it.each<[string, IDataObject, string | Error, string, string]>([
	['of the location', {}, 'America/Denver', 'America/Denver', '-07:00'],
	["of 'Time Zone'", { timezone: 'Asia/Tokyo' }, 'America/Denver', 'Asia/Tokyo', '+09:00'],
	['of the workflow, where the scope is missing', {}, noScope, 'Europe/Berlin', '+01:00'],
	['of the workflow, where the location tells none', {}, 'PST', 'Europe/Berlin', '+01:00'],
])(
	'on HighLevel, a time without an offset is in the zone %s, and the output names it',
	async (which, options, locationZone, timezone, offset) => {
		const parameters = { ...startEnd, startTime: '2026-11-23 10:00', endTime: '2026-11-23 10:30' };
		const { sent, json } = await book({ ...parameters, options }, [{ id: 'appt-1' }], {
			// The zone of a location is kept for a while.
			credential: { ...credential, locationId: `zone ${which}` },
			locationZone,
		});
		const startTime = `2026-11-23T10:00:00${offset}`;
		expect([sent[0].body, json[0]]).toMatchObject([{ startTime }, { startTime, timezone }]);
	},
);

it('on HighLevel, nothing is booked while the zone of the location cannot be read', async () => {
	const { sent, error } = await book({ ...startEnd, startTime: '2026-11-23 10:00' }, [], {
		credential: { ...credential, locationId: 'zone unread' },
		locationZone: failed(400),
	});
	expect([sent, error?.message]).toEqual([[], expect.stringContaining('did not accept')]);
});

const passed = { ...startEnd, startTime: '2026-11-21T11:30:00Z', endTime: '2026-11-21T12:00:00Z' };
it.each<[string, IDataObject, string, string]>([
	[
		'one time of two',
		list(start),
		"'Slot' must be one of the free slots",
		'choose one from the list',
	],
	[
		'three times',
		list(`${start}/${end}/${end}`),
		"'Slot' must be one of the free slots",
		'choose one from the list',
	],
	[
		'a slot that is no time',
		list('soon/later'),
		'\'Slot\' cannot be used. The value "soon" is not a date and time',
		'',
	],
	[
		'a duration of 0',
		{ ...startDuration, duration: 0 },
		"'Duration (Minutes)' must be at least 1 minute",
		'such as 30',
	],
	[
		'more than a year',
		{ ...startDuration, duration: 525_601 },
		"'Duration (Minutes)' must be at least 1 minute and at most 525600 (one year)",
		'such as 30',
	],
	[
		'an end more than a year later',
		{ ...startEnd, endTime: '2035-11-23T09:30:00Z' },
		"'End' (2035-11-23T10:30:00+01:00) is more than a year after 'Start'",
		'Check the year',
	],
	[
		'an end at the start',
		{ ...startEnd, endTime: start },
		"'End' (2026-11-23T10:00:00+01:00) is not after 'Start' (2026-11-23T10:00:00+01:00)",
		'Enter an end that is later',
	],
	[
		'a slot that has passed',
		passed,
		'The slot has passed: it ended at 2026-11-21T13:00:00+01:00',
		"check the year and the 'Time Zone'",
	],
])('nothing is sent for %s', async (_, parameters, message, advice) => {
	expectRefused(await book(parameters), message, advice);
});

const half = (hours: number) => ({
	startTime: new Date(Date.parse(start) + hours * 3_600_000).toISOString(),
	endTime: new Date(Date.parse(end) + hours * 3_600_000).toISOString(),
});
const free = {
	_dates_: { '2026-11-23': Array.from({ length: 150 }, (_, index) => half(1 + index / 2)) },
};
const refused = failed(400, { message: 'Taken' });

it.each([
	['', 5],
	[3, 3],
	[100, 100],
])("%j in 'Max Alternatives': %i", async (maxAlternatives, count) => {
	const { json } = await book({ ...startEnd, whenTaken: 'alternatives', maxAlternatives }, [
		refused,
		free,
	]);
	expect(json[0].alternatives).toHaveLength(count);
});

it.each([
	[
		'alternatives',
		'maxAlternatives',
		[0, -1, 'many', 2.5, 101],
		"'Max Alternatives' must be a whole number from 1 to 100",
	],
	[
		'nextFree',
		'withinHours',
		[0, -1, 'long', 2161],
		"'Max Delay (Hours)' must be more than 0 and at most 2160 hours",
	],
])('for %s, %s is none of %j', async (whenTaken, name, numbers, message) => {
	for (const number of numbers) {
		expectRefused(await book({ ...startEnd, whenTaken, [name]: number }), message);
	}
});

it.each([
	['', 24],
	[2, 2],
	[25, 25, '2026-11-27'],
	[2_160, 2_160, '2027-02-23'],
])("%j in 'Max Delay (Hours)': %i", async (withinHours, hours, until = '2026-11-26') => {
	const { error, sent } = await book({ ...startEnd, whenTaken: 'nextFree', withinHours }, [
		refused,
		{ _dates_: {} },
	]);
	expect(sent[1].qs?.endDate).toBe(until);
	expect(error?.message).toContain(`within ${hours} hours`);
});

it('Book puts out what was sent, and the ID, with the user it was assigned to', async () => {
	const parameters = {
		...startEnd,
		options: { assignedUserId: ' user-1 ', title: 'Call', simplify: false },
	};
	const { json, sent } = await book(parameters, [{ appointment: { id: 'appt-1', extra: true } }]);
	expect(sent[0].body).toMatchObject({ assignedUserId: 'user-1', title: 'Call', contactId: 'ada' });
	expect(json[0]).toMatchObject({
		booked: true,
		appointmentId: 'appt-1',
		assignedUserId: 'user-1',
		appointment: { id: 'appt-1', extra: true },
	});
	expect(json[0]).not.toHaveProperty('wantedStartTime');
});

it('Reschedule puts out the new times, and no wanted ones where they are the same', async () => {
	const ids = { appointmentId: 'moved-1', calendarId: 'cal-1' };
	const { json } = await act(
		'appointment.reschedule',
		{ ...startEnd, ...ids, options: { simplify: false } },
		{ responses: [{ id: 'moved-1' }] },
	);
	const times = {
		startTime: start,
		endTime: end,
		startLocal: start,
		endLocal: end,
		startText: 'Monday, Nov 23, 9:00 AM UTC',
		timezone: 'UTC',
	};
	expect(json).toEqual([{ rescheduled: true, ...ids, ...times, appointment: { id: 'moved-1' } }]);
});

const booking = { calendarId: byId('cal-1'), contactId: 'ada', ...startEnd };
const tool = async (name: string, parameters: IDataObject, responses: unknown[] = []) =>
	await act(name, { ...booking, ...parameters }, { node, responses });

it.each(['2026-11-23T15:00:00', '2026-11-23 15:00', 'tomorrow at 9'])(
	'a time without an offset is refused: %s',
	async (time) => {
		for (const operation of ['book', 'reschedule']) {
			for (const times of [{ startTime: time }, { endTime: time }]) {
				const ended = await tool(`appointment.${operation}`, { appointmentId: 'appt-1', ...times });
				expectRefused(
					ended,
					` must be a time with an offset from UTC, not '${time}'`,
					'such as 2026-11-25T14:00:00+00:00',
				);
			}
		}
	},
);

it('both times of a free slot, as a model copies them, are its start and its end', async () => {
	const slot = '2026-11-23T04:00-05:00/2026-11-23T04:30-05:00';
	const times = { startTime: slot, endTime: `\`${slot}\`` };
	const { sent } = await tool('appointment.book', times, [{ id: 'appt-1' }]);
	expect(sent[0].body).toMatchObject({ startTime: start, endTime: end });
});

/** Things that no model can do: open a list, a credential or the node. */
const EDITOR = /from the list|in the options|'When |Open the credential|Leave the location/;

it.each<[string, string, IDataObject, unknown[], RegExp]>([
	[
		'an unknown calendar',
		'calendar.get',
		{},
		[failed(404)],
		/use the calendarId that a tool returned/,
	],
	[
		'an unknown calendar or contact',
		'appointment.book',
		{},
		[failed(404)],
		/never one that you made up/,
	],
	[
		'a conflict',
		'appointment.book',
		{ options: { whenAlreadyBooked: 'stop' } },
		[failed(409)],
		/choose another time/,
	],
	[
		'an unknown appointment',
		'appointment.reschedule',
		{ appointmentId: 'a' },
		[failed(404)],
		/Use the appointmentId that the booking returned/,
	],
	[
		'an appointment that is gone',
		'appointment.cancel',
		{ appointmentId: 'a', options: { whenAlreadyCanceled: 'stop' } },
		[failed(404)],
		/nothing is left to cancel/,
	],
	['no response', 'appointment.book', {}, [lost()], /Do not send it again/],
	[
		'a missing scope',
		'calendar.get',
		{},
		[failed(403)],
		/A person has to do this: Add the scope 'calendars.readonly'/,
	],
	['a rejected token', 'calendar.get', {}, [failed(401)], /A person has to do this/],
	[
		'another location',
		'appointment.book',
		{ options: { locationId: byId('loc-2') } },
		[],
		/Use the location 'loc-1'\.$/,
	],
	[
		'an unknown zone',
		'appointment.book',
		{ options: { timezone: byId('Mars') } },
		[],
		/Enter the zone of a city, such as America\/New_York/,
	],
	[
		'a slot of the past',
		'appointment.book',
		{ startTime: '2020-01-01T00:00:00Z', endTime: '2020-01-01T01:00:00Z' },
		[],
		/Choose a slot in the future, and check the year\. Now it is .+\(UTC\)\.$/,
	],
])(
	'%s: the message says what the model can do, or that a person must',
	async (_, name, parameters, responses, expected) => {
		const { error } = await tool(name, parameters, responses);
		expect(error?.message).toMatch(expected);
		expect(error?.message).not.toMatch(EDITOR);
	},
);
