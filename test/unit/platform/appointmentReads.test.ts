import type { IDataObject } from 'n8n-workflow';

import { byId, expectRefused, HIGH_LEVEL, onHighLevel, search, TOOL } from './nodeOnPlatform';
import { resources } from '../../../nodes/Platform/resources';
import { stopClockAt } from '../../support/clock';
import { failed, node as NODE } from '../platformApi/fakePlatform';

stopClockAt('2026-11-23T12:00:00Z');

/** An appointment of Ada in the calendar cal-1, of half an hour in New York, from a time such as `2026-11-24T09:00` on. */
const appointmentAt = (id: string, start: string, otherwise: IDataObject = {}): IDataObject => ({
	id,
	contactId: 'con-ada',
	calendarId: 'cal-1',
	title: `Call ${id}`,
	appointmentStatus: 'confirmed',
	startTime: `${start}:00-05:00`,
	endTime: `${start.replace(':00', ':30')}:00-05:00`,
	...otherwise,
});

/** The same at 9:00 of a day, as a contact's list may have it: without an offset. */
const withoutOffset = (id: string, day: string) =>
	appointmentAt(id, `${day}T09:00`, {
		startTime: `${day} 09:00:00`,
		endTime: `${day} 09:30:00`,
	});

const idsOf = (items: IDataObject[]) => items.map(({ appointmentId }) => appointmentId);

it('an appointment is put out under the names that other operations take', async () => {
	const appointment = appointmentAt('appt-1', '2026-11-24T09:00');
	const fields = {
		appointmentId: byId('appt-1'),
		options: { timezone: byId('America/New_York') },
	};

	const { json, sent } = await onHighLevel('appointment.get', fields, [
		{ event: appointment, traceId: 't' },
	]);

	expect(sent).toMatchObject([{ method: 'GET', path: '/calendars/events/appointments/appt-1' }]);
	expect(json).toEqual([
		{
			appointmentId: 'appt-1',
			contactId: 'con-ada',
			calendarId: 'cal-1',
			title: 'Call appt-1',
			appointmentStatus: 'confirmed',
			startTime: '2026-11-24T09:00:00-05:00',
			endTime: '2026-11-24T09:30:00-05:00',
			startText: 'Tuesday, Nov 24, 9:00 – 9:30 AM EST',
			timezone: 'America/New_York',
		},
	]);
});

describe('the appointments of a contact', () => {
	const OF_ADA = { appointmentsOf: 'contact', contactId: byId('con-ada') };

	it('come soonest first, then those that have ended, and deleted ones last', async () => {
		const events = [
			appointmentAt('past', '2026-11-20T09:00'),
			appointmentAt('later', '2026-11-26T09:00'),
			// It ends half an hour from now.
			appointmentAt('begun', '2026-11-23T06:00', { endTime: '2026-11-23T07:30:00-05:00' }),
			appointmentAt('longPast', '2026-10-20T09:00'),
			appointmentAt('next', '2026-11-24T09:00'),
			appointmentAt('deleted', '2026-11-24T09:00', { deleted: 'true' }),
		];

		const { json, sent } = await onHighLevel('appointment.getAll', OF_ADA, [{ events }]);

		expect(idsOf(json)).toEqual(['begun', 'next', 'later', 'past', 'longPast', 'deleted']);
		expect(json.at(-1)).toMatchObject({ deleted: true, appointmentStatus: 'cancelled' });
		expect(sent).toMatchObject([{ path: '/contacts/con-ada/appointments' }]);
	});

	it('are read one by one where their times have no offset, and no more of them than the limit', async () => {
		const events = [
			withoutOffset('on-27', '2026-11-27'),
			withoutOffset('on-26', '2026-11-26'),
			withoutOffset('on-25', '2026-11-25'),
			appointmentAt('at-five', '2026-11-25T05:00'),
		];

		const { json, sent } = await onHighLevel('appointment.getAll', { ...OF_ADA, limit: 3 }, [
			{ events },
			{ event: appointmentAt('on-25', '2026-11-25T09:00') },
			{ event: appointmentAt('on-26', '2026-11-26T09:00') },
		]);

		// In the list, on-25 seemed to be the earlier one: its time is that of New York.
		expect(json).toMatchObject([
			{ appointmentId: 'at-five' },
			{ appointmentId: 'on-25', startTime: '2026-11-25T14:00:00+00:00' },
			{ appointmentId: 'on-26', startTime: '2026-11-26T14:00:00+00:00' },
		]);
		expect(sent.map(({ path }) => path)).toEqual([
			'/contacts/con-ada/appointments',
			'/calendars/events/appointments/on-25',
			'/calendars/events/appointments/on-26',
		]);
	});

	describe('of which one has no offset in the list', () => {
		/** What the platform responds where that one is read by itself. */
		const listWith = async (responseToRead: Error) =>
			await onHighLevel('appointment.getAll', OF_ADA, [
				{
					events: [
						withoutOffset('no-offset', '2026-11-25'),
						appointmentAt('other', '2026-11-26T09:00'),
					],
				},
				responseToRead,
			]);

		it('and is gone meanwhile, by the words of the platform, have it as deleted', async () => {
			const { json, error } = await listWith(failed(400, { message: 'Appointment not found' }));

			expect(error).toBeUndefined();
			expect(json).toMatchObject([
				{ appointmentId: 'other' },
				{ appointmentId: 'no-offset', deleted: true, appointmentStatus: 'cancelled' },
			]);
		});

		it.each([
			['which may not be read', failed(403)],
			['which is asked for at a proxy that knows no such page', failed(404, '<html>')],
		])('%s, are not listed at all', async (_, failure) => {
			const { json, error } = await listWith(failure);

			expect(error).toBeDefined();
			expect(json).toEqual([]);
		});
	});
});

describe('the appointments of a calendar', () => {
	/** November 24 and 25 in New York. */
	const OF_CALENDAR = {
		appointmentsOf: 'calendar',
		calendarId: byId('cal-1'),
		startDate: '2026-11-24',
		endDate: '2026-11-25',
		options: { timezone: byId('America/New_York') },
	};
	const list = async (fields: IDataObject, events: IDataObject[]) =>
		await onHighLevel('appointment.getAll', { ...OF_CALENDAR, ...fields }, [{ events }]);

	it('are asked for from the beginning of the first day to the end of the last, in local time', async () => {
		const { sent } = await list({}, []);

		expect(sent[0].qs).toEqual({
			locationId: 'loc-1',
			calendarId: 'cal-1',
			startTime: String(Date.parse('2026-11-24T05:00:00Z')),
			endTime: String(Date.parse('2026-11-26T04:59:59.999Z')),
		});
	});

	it('are asked for between two times, in local time', async () => {
		const times = { startDate: '2026-11-24T10:00', endDate: '2026-11-25T11:00' };

		const { sent } = await list(times, []);

		expect(sent[0].qs).toMatchObject({
			startTime: String(Date.parse('2026-11-24T15:00:00Z')),
			endTime: String(Date.parse('2026-11-25T16:00:00Z')),
		});
	});

	it('come in order of time, a deleted one in its place, and one without a readable time last', async () => {
		const { json } = await list({}, [
			appointmentAt('unreadable', '', { startTime: 'soon' }),
			appointmentAt('second', '2026-11-25T09:00'),
			appointmentAt('deleted', '2026-11-24T09:00', { deleted: true }),
		]);

		expect(idsOf(json)).toEqual(['deleted', 'second', 'unreadable']);
		expect(json[0]).toMatchObject({ deleted: true });
	});

	it('cannot end before they begin', async () => {
		const end = await list({ endDate: '2026-11-23' }, []);

		expectRefused(end, "'End Date'");
	});
});

describe.each([
	['a contact', { appointmentsOf: 'contact', contactId: byId('con-ada') }],
	[
		'a calendar',
		{
			appointmentsOf: 'calendar',
			calendarId: byId('cal-1'),
			startDate: '2026-11-24',
			endDate: '2026-11-25',
		},
	],
])('of the three appointments of %s', (_, ofWhom) => {
	const events = ['a', 'b', 'c'].map((id) => appointmentAt(id, '2026-11-24T09:00'));
	const list = async (limit: number, node: object) =>
		await onHighLevel('appointment.getAll', { ...ofWhom, limit }, [{ events }], { node });

	it('a model that gets one is told how many more there are', async () => {
		const { json } = await list(1, TOOL);

		expect(json).toHaveLength(2);
		expect(json[1].message).toBe(
			'There are 2 more, which are not shown. The soonest are shown. A person has to look up the rest.',
		);
	});

	it('a model that gets all is told nothing more', async () => {
		const { json } = await list(3, TOOL);

		expect(idsOf(json)).toEqual(['a', 'b', 'c']);
	});

	it('a workflow gets as many as it wants, and nothing else', async () => {
		const { json } = await list(2, {});

		expect(idsOf(json)).toEqual(['a', 'b']);
	});
});

it('a model that chooses the days is told to ask for others', async () => {
	const events = ['a', 'b', 'c'].map((id) => appointmentAt(id, '2026-11-24T09:00'));
	const stored = { startDate: "={{ $fromAI('from') }}", endDate: "={{ $fromAI('until') }}" };
	const fields = {
		appointmentsOf: 'calendar',
		calendarId: byId('cal-1'),
		startDate: '2026-11-24',
		endDate: '2026-11-25',
		limit: 1,
	};

	const { json } = await onHighLevel('appointment.getAll', fields, [{ events }], {
		context: { getNode: () => ({ ...NODE, ...TOOL, parameters: stored }) },
	});

	expect(json[1]?.message).toMatch(
		/^There are 2 more, which are not shown\. The soonest are shown\. For others, ask for other days in 'from' and 'until'\./,
	);
});

describe('the list of appointments in the editor, searched for xyz,', () => {
	/** What the list shows where the search finds contacts of these names, who have these appointments. */
	const openList = async (names: string[], appointments: Record<string, IDataObject[]> = {}) =>
		await search(
			'searchAppointments',
			{ operation: 'cancel', options: { timezone: byId('America/New_York') } },
			{
				credential: HIGH_LEVEL,
				filter: 'xyz',
				responses({ path }) {
					if (path === '/contacts/search')
						return { contacts: names.map((name) => ({ id: `con-${name}`, name })) };
					const [, , contactId] = path.split('/');
					return { events: appointments[contactId] ?? [] };
				},
			},
		);

	it('has those of all contacts that are found, soonest first, with a status other than confirmed', async () => {
		const { results, sent } = await openList(['Ada', 'Ben'], {
			'con-Ada': [appointmentAt('appt-2', '2026-11-26T09:00')],
			'con-Ben': [
				appointmentAt('appt-1', '2026-11-24T09:00', {
					appointmentStatus: 'new',
					status: 'booked',
				}),
			],
		});

		expect(results).toEqual([
			{ name: 'Tue, Nov 24, 9:00 AM EST, Ben, new, Call appt-1', value: 'appt-1' },
			{ name: 'Thu, Nov 26, 9:00 AM EST, Ada, Call appt-2', value: 'appt-2' },
		]);
		expect(sent[0]?.body).toMatchObject({ query: 'xyz', pageLimit: 5 });
	});

	it('has twenty appointments of a contact', async () => {
		const many = Array.from({ length: 25 }, (_, index) =>
			appointmentAt(`appt-${index}`, `2026-11-24T09:${10 + index}`),
		);

		const { results } = await openList(['Ada'], { 'con-Ada': many });

		expect(results).toHaveLength(20);
	});

	it('says that no contact is found', async () => {
		const { results } = await openList([]);

		expect(results).toEqual([{ name: "No contact is found by 'xyz'", value: '' }]);
	});

	it('names a contact without appointments', async () => {
		const { results } = await openList(['Cleo']);

		expect(results).toEqual([{ name: 'No appointments: Cleo', value: '' }]);
	});

	it('names a contact whose appointment was deleted', async () => {
		const { results } = await openList(['Dora'], {
			'con-Dora': [appointmentAt('appt-3', '2026-11-24T09:00', { deleted: true })],
		});

		expect(results).toEqual([{ name: 'No appointments: Dora', value: '' }]);
	});
});

it('the list of appointments waits for a search: without one, it would read those of anybody', () => {
	const { properties } = resources.appointment.operations.cancel;
	const field = properties.find(({ name }) => name === 'appointmentId');
	expect(field?.modes?.[0].typeOptions).toMatchObject({
		searchListMethod: 'searchAppointments',
		searchFilterRequired: true,
	});
});

describe('one appointment', () => {
	const appointmentId = byId('appt-1');
	const record = appointmentAt('appt-1', '2026-11-20T09:00');

	it('that is another one than was asked for is told', async () => {
		const { json, told } = await onHighLevel('appointment.get', { appointmentId }, [
			{ event: { ...record, id: 'appt-2', locationId: 'loc-2' } },
		]);

		expect(json).toMatchObject([{ appointmentId: 'appt-2' }]);
		expect(told).toContain('Appointment is appt-2, not appt-1; Location is loc-2, not loc-1');
	});

	it('whose times have no offset is put out with them as they came', async () => {
		const times = { startTime: '2026-11-24T09:00:00', endTime: '2026-11-24T09:30:00' };

		const { json } = await onHighLevel('appointment.get', { appointmentId }, [
			{ event: { id: 'appt-1', ...times } },
		]);

		expect(json).toMatchObject([{ appointmentId: 'appt-1', ...times }]);
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
