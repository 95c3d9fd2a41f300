import type { IDataObject } from 'n8n-workflow';

import { byId, expectRefused, HIGH_LEVEL, onHighLevel, search, TOOL } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';
import { failed, node as NODE } from '../platformApi/fakePlatform';

stopClockAt('2026-11-23T12:00:00Z');

const event = (id: string, start: string, more: IDataObject = {}) => ({
	id,
	contactId: 'con-ada',
	calendarId: 'cal-1',
	title: `Call ${id}`,
	appointmentStatus: 'confirmed',
	startTime: `${start}:00-05:00`,
	endTime: `${start.slice(0, -2)}30:00-05:00`,
	...more,
});

it('an appointment is put out under the names that other operations take', async () => {
	const { id, ...record } = event('appt-1', '2026-11-24T09:00');
	const body = { event: { id, ...record }, traceId: 't' };
	const parameters = { appointmentId: byId(id), options: { timezone: byId('America/New_York') } };
	const { json, sent } = await onHighLevel('appointment.get', parameters, [body]);
	expect(sent).toMatchObject([{ method: 'GET', path: '/calendars/events/appointments/appt-1' }]);
	expect(json).toEqual([
		{
			appointmentId: id,
			...record,
			startText: 'Tuesday, Nov 24, 9:00 – 9:30 AM EST',
			timezone: 'America/New_York',
		},
	]);
});

const ofContact = async (
	events: IDataObject[],
	more: IDataObject = {},
	rest: unknown[] = [],
	node?: object,
) =>
	await onHighLevel(
		'appointment.getAll',
		{ contactId: byId('con-ada'), ...more },
		[{ events }, ...rest],
		{ node },
	);
const ids = ({ json }: { json: IDataObject[] }) => json.map(({ appointmentId }) => appointmentId);

it('the appointments of a contact come soonest first, then those that have ended, and deleted ones last', async () => {
	const run = await ofContact([
		event('past', '2026-11-20T09:00'),
		event('later', '2026-11-26T09:00'),
		event('begun', '2026-11-23T06:00', { endTime: '2026-11-23T07:30:00-05:00' }),
		event('longPast', '2026-10-20T09:00'),
		event('next', '2026-11-24T09:00'),
		event('deleted', '2026-11-24T09:00', { deleted: 'true' }),
	]);
	expect(ids(run)).toEqual(['begun', 'next', 'later', 'past', 'longPast', 'deleted']);
	expect(run.json.at(-1)).toMatchObject({ deleted: true, appointmentStatus: 'cancelled' });
	expect(run.sent).toMatchObject([{ path: '/contacts/con-ada/appointments' }]);
});

const bare = (id: string, day: string) =>
	event(id, day, { startTime: `${day} 09:00:00`, endTime: `${day} 09:30:00` });

it.each([
	['is gone by its words', failed(400, { message: 'Appointment not found' }), 2],
	['may not be read', failed(403), 0],
	['is asked for at a proxy that knows no such page', failed(404, '<html>'), 0],
])(
	'the appointments of a contact are listed with one that meanwhile %s as deleted, or not at all: %j',
	async (_, second, count) => {
		const events = [bare('b', '2026-11-25'), event('a', '2026-11-26T09:00')];
		const { json, error } = await ofContact(events, {}, [second]);
		expect([json.length, error === undefined]).toEqual([count, count > 0]);
		const gone = { appointmentId: 'b', deleted: true, appointmentStatus: 'cancelled' };
		expect(json.slice(1)).toMatchObject(count > 0 ? [gone] : []);
	},
);

it('the appointments of a contact are read one by one where their times have no offset, and no more of them than the limit', async () => {
	const run = await ofContact(
		[
			...['27', '26', '25'].map((day) => bare(day, `2026-11-${day}`)),
			event('a', '2026-11-25T05:00'),
		],
		{ limit: 3 },
		['25', '26'].map((day) => ({ event: event(day, `2026-11-${day}T09:00`) })),
	);
	// The one that is read by itself turns out to be the later one.
	expect(run.json).toMatchObject([
		{ appointmentId: 'a' },
		{ startTime: '2026-11-25T14:00:00+00:00' },
		{ startTime: '2026-11-26T14:00:00+00:00' },
	]);
	expect(run.sent.slice(1).map(({ path }) => path.slice(-2))).toEqual(['25', '26']);
});

const ofCalendar = {
	appointmentsOf: 'calendar',
	calendarId: byId('cal-1'),
	startDate: '2026-11-24',
	endDate: '2026-11-25',
	options: { timezone: byId('America/New_York') },
};

it.each([{}, ofCalendar])(
	'a model is told how many more appointments there are; a workflow gets the list alone: %j',
	async (parameters) => {
		const events = ['a', 'b', 'c'].map((id) => event(id, '2026-11-24T09:00'));
		const run = async (limit: number, node?: object) =>
			(await ofContact(events, { ...parameters, limit }, [], node)).json;
		expect((await run(1, TOOL))[1].message).toBe(
			'There are 2 more, which are not shown. The soonest are shown. A person has to look up the rest.',
		);
		for (const whole of [await run(3, TOOL), await run(2)])
			expect(whole.every(({ appointmentId }) => appointmentId)).toBe(true);
	},
);

it('a model that chooses the days is told to ask for others', async () => {
	const events = ['a', 'b', 'c'].map((id) => event(id, '2026-11-24T09:00'));
	const stored = { startDate: "={{ $fromAI('from') }}", endDate: "={{ $fromAI('until') }}" };
	const getNode = () => ({ ...NODE, ...TOOL, parameters: stored });

	const { json } = await onHighLevel(
		'appointment.getAll',
		{ ...ofCalendar, limit: 1 },
		[{ events }],
		{
			context: { getNode },
		},
	);

	expect(json[1]?.message).toMatch(
		/^There are 2 more, which are not shown\. The soonest are shown\. For others, ask for other days in 'from' and 'until'\./,
	);
});

it('the appointments of a calendar are asked for from the beginning of the first day to the end of the last, in local time', async () => {
	const events = [
		event('odd', '', { startTime: 'soon' }),
		event('b', '2026-11-25T09:00'),
		event('gone', '2026-11-24T09:00', { deleted: true }),
	];
	const list = async (more: IDataObject) => await ofContact(events, { ...ofCalendar, ...more });
	const between = (...times: string[]) => {
		const [startTime, endTime] = times.map((time) => String(Date.parse(time)));
		return [{ qs: { locationId: 'loc-1', calendarId: 'cal-1', startTime, endTime } }];
	};
	const run = await list({});
	expect(ids(run)).toEqual(['gone', 'b', 'odd']);
	expect(run.json[0]).toMatchObject({ deleted: true });
	expect(run.sent).toMatchObject(between('2026-11-24T05:00Z', '2026-11-26T04:59:59.999Z'));
	const timed = await list({ startDate: '2026-11-24T10:00', endDate: '2026-11-25T11:00' });
	expect(timed.sent).toMatchObject(between('2026-11-24T15:00Z', '2026-11-25T16:00Z'));
	expectRefused(await list({ endDate: '2026-11-23' }), "'End Date'");
});

const ofBen = { appointmentStatus: 'new', status: 'booked' };
const EVENTS: Record<string, IDataObject[]> = {
	ada: [event('appt-2', '2026-11-26T09:00')],
	ben: [event('appt-1', '2026-11-24T09:00', ofBen)],
	dora: [event('appt-3', '2026-11-24T09:00', { deleted: true })],
};

it.each([
	[
		'the appointments of all that are found, soonest first',
		['Ada', 'Ben'],
		[
			{ name: 'Tue, Nov 24, 9:00 AM EST, Ben, new, Call appt-1', value: 'appt-1' },
			{ name: 'Thu, Nov 26, 9:00 AM EST, Ada, Call appt-2', value: 'appt-2' },
		],
	],
	['nobody', [], [{ name: "No contact is found by 'xyz'", value: '' }]],
	['somebody without appointments', ['Cleo'], [{ name: 'No appointments: Cleo', value: '' }]],
	[
		'somebody whose appointment was deleted',
		['Dora'],
		[{ name: 'No appointments: Dora', value: '' }],
	],
])('the list of appointments shows for a search that finds %s', async (_, names, shown) => {
	const contacts = names.map((name) => ({ id: name.toLowerCase(), name }));
	const { results, sent } = await search(
		'searchAppointments',
		{ operation: 'cancel', options: { timezone: byId('America/New_York') } },
		{
			credential: HIGH_LEVEL,
			filter: 'xyz',
			responses: ({ path }) => ({ contacts, events: EVENTS[path.split('/')[2]] ?? [] }),
		},
	);
	expect(results).toEqual(shown);
	expect(sent[0]?.body).toMatchObject({ query: 'xyz', pageLimit: 5 });
});

describe('one appointment', () => {
	const appointmentId = byId('appt-1');
	const record = event('appt-1', '2026-11-20T09:00');

	it('that is another one than was asked for is told', async () => {
		const { json, told } = await onHighLevel('appointment.get', { appointmentId }, [
			{ event: { ...record, id: 'appt-2', locationId: 'loc-2' } },
		]);

		expect(json).toMatchObject([{ appointmentId: 'appt-2' }]);
		expect(told).toContain('Appointment is appt-2, not appt-1; Location is loc-2, not loc-1');
	});

	it('that is not there is named', async () => {
		const { error } = await onHighLevel('appointment.get', { appointmentId }, [
			failed(400, { message: 'Appointment not found' }),
		]);

		expect(error?.message).toContain("The appointment 'appt-1' was not found");
	});

	it.each([
		['shows the record', { ...record, appointmentStatus: 'cancelled' }],
		['shows nothing', ''],
	])(
		'gets the status that is meant, and is put out, where the response %s',
		async (_, response) => {
			const { json, writes } = await onHighLevel(
				'appointment.updateStatus',
				{ appointmentId, appointmentStatus: 'canceled' },
				[{ event: record }, response],
			);

			expect(writes).toMatchObject([
				{
					method: 'PUT',
					path: '/calendars/events/appointments/appt-1',
					body: { appointmentStatus: 'cancelled' },
				},
			]);
			expect(json).toMatchObject([
				{
					updated: true,
					canceled: true,
					appointmentId: 'appt-1',
					contactId: 'con-ada',
					calendarId: 'cal-1',
					appointmentStatus: 'cancelled',
				},
			]);
		},
	);
});
