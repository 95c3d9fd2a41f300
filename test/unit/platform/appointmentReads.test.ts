import type { IDataObject } from 'n8n-workflow';

import { act, byId, HIGH_LEVEL, onHighLevel, search } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';
import { failed, lost } from '../platformApi/fakePlatform';

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
	const get = async (response: unknown, options: IDataObject = {}) => await onHighLevel('appointment.get', { appointmentId: byId(id), options }, [response]);
	const { json, sent } = await get({ event: { id, ...record }, traceId: 't' });
	expect(sent).toMatchObject([{ method: 'GET', path: '/calendars/events/appointments/appt-1' }]);
	expect(json).toEqual([{ appointmentId: id, ...record, startText: 'Tuesday, Nov 24, 2:00 PM UTC', timezone: 'UTC' }]);
	expect((await get({ event: { id, ...record } }, { simplify: false })).json[0].appointment).toEqual({ id, ...record });
	expect((await get(failed(400, { message: 'no' }))).error?.message).toContain("The appointment 'appt-1' was not found");
});

describe('the appointments of a contact', () => {
	const ofContact = async (events: IDataObject[], more: IDataObject = {}, rest: unknown[] = []) =>
		await onHighLevel('appointment.getAll', { contactId: byId('con-ada'), ...more }, [{ events }, ...rest]);
	const ids = ({ json }: { json: IDataObject[] }) => json.map(({ appointmentId }) => appointmentId);

	it('come soonest first, those that have ended last, without deleted ones', async () => {
		const run = await ofContact([
			event('past', '2026-11-20T09:00'),
			event('later', '2026-11-26T09:00'),
			event('longPast', '2026-10-20T09:00'),
			event('next', '2026-11-24T09:00'),
			event('deleted', '2026-11-24T09:00', { deleted: true }),
		]);
		expect(ids(run)).toEqual(['next', 'later', 'past', 'longPast']);
		expect(run.sent).toMatchObject([{ path: '/contacts/con-ada/appointments' }]);
	});

	const bare = (id: string, day: string) => event(id, day, { startTime: `${day} 09:00:00`, endTime: `${day} 09:30:00` });

	it.each<[string, unknown, number]>([
		['is gone by a status', failed(404), 1],
		['is gone by its words', failed(400, { message: 'Appointment not found' }), 1],
		['is deleted', { event: event('b', '2026-11-25T09:00', { deleted: true }) }, 1],
		['may not be read', failed(403), 0],
		['is asked for at a proxy that knows no such page', failed(404, '<html>'), 0],
	])('are listed without one that meanwhile %s: %j', async (_, second, count) => {
		const { json, error } = await ofContact([bare('b', '2026-11-25'), event('a', '2026-11-26T09:00')], {}, [second]);
		expect([json.length, error === undefined]).toEqual([count, count === 1]);
	});

	it('are read one by one where their times have no offset, and no more of them than the limit', async () => {
		const events = [bare('a', '2026-11-26'), bare('b', '2026-11-25'), bare('c', '2026-11-27')];
		const run = await ofContact(events, { limit: 2 }, [{ event: event('b', '2026-11-25T09:00') }, { event: event('a', '2026-11-26T09:00') }]);
		expect(run.json).toMatchObject([
			{ appointmentId: 'b', startTime: '2026-11-25T09:00:00-05:00' },
			{ appointmentId: 'a', startTime: '2026-11-26T09:00:00-05:00' },
		]);
		expect(run.sent).toHaveLength(3);
	});
});

it.each<[string, IDataObject]>([
	['a contact', { contactId: byId('con-ada') }],
	['a calendar', { appointmentsOf: 'calendar', calendarId: byId('cal-1'), startDate: '2026-11-24', endDate: '2026-11-27' }],
])('a model is told how many more appointments %s has, and how to ask for them; a workflow gets the list alone', async (_, parameters) => {
	const events = ['a', 'b', 'c'].map((id, index) => event(id, `2026-11-2${4 + index}T09:00`));
	const run = async (limit: number, type: string) => {
		const node = { type: `n8n-nodes-crm-platform.${type}` };
		return (await onHighLevel('appointment.getAll', { ...parameters, limit }, [{ events }], { node })).json;
	};
	expect((await run(1, 'platformTool'))[1].message).toMatch(/2 more.*limit.*calendar/);
	expect((await run(2, 'platformTool'))[2].message).toMatch(/1 more/);
	for (const whole of [await run(3, 'platformTool'), await run(2, 'platform')]) {
		expect(whole.every(({ appointmentId }) => appointmentId)).toBe(true);
	}
});

it('the appointments of a calendar are asked for from the beginning of the first day to the end of the last, in local time', async () => {
	const days = { startDate: '2026-11-24', endDate: '2026-11-25', options: { timezone: byId('America/New_York') } };
	const ofCalendar = async (parameters: IDataObject) =>
		await onHighLevel('appointment.getAll', { appointmentsOf: 'calendar', calendarId: byId('cal-1'), ...days, ...parameters }, [
			{ events: [event('b', '2026-11-25T09:00'), event('a', '2026-11-24T09:00'), event('gone', '2026-11-24T09:00', { deleted: true })] },
		]);
	const { json, sent } = await ofCalendar({});
	expect(json.map(({ appointmentId }) => appointmentId)).toEqual(['a', 'b']);
	const [startTime, endTime] = ['2026-11-24T05:00:00.000Z', '2026-11-26T04:59:59.999Z'].map((time) => String(Date.parse(time)));
	expect(sent).toMatchObject([{ path: '/calendars/events', qs: { locationId: 'loc-1', calendarId: 'cal-1', startTime, endTime } }]);
	const reversed = await ofCalendar({ endDate: '2026-11-23' });
	expect([reversed.sent, reversed.error?.message]).toEqual([[], expect.stringContaining("'End Date'")]);
});

it('the list shows the appointments of the contacts that are searched for, soonest first', async () => {
	const events: Record<string, IDataObject[]> = {
		'/contacts/con-ada/appointments': [event('appt-2', '2026-11-26T09:00')],
		'/contacts/con-ben/appointments': [event('appt-1', '2026-11-24T09:00', { appointmentStatus: 'new' })],
	};
	const { results, sent } = await search('searchAppointments', { operation: 'cancel' }, {
		credential: HIGH_LEVEL,
		filter: 'a',
		responses: ({ path }) => (path === '/contacts/search' ? { contacts: [{ id: 'con-ada', name: 'Ada' }, { id: 'con-ben', name: 'Ben' }] } : { events: events[path] }),
	});
	expect(results).toEqual([
		{ name: 'Tue 2026-11-24 14:00 – 14:30 (UTC), Call appt-1, new, Ben', value: 'appt-1' },
		{ name: 'Thu 2026-11-26 14:00 – 14:30 (UTC), Call appt-2, confirmed, Ada', value: 'appt-2' },
	]);
	expect(sent[0].body).toMatchObject({ query: 'a' });
});

describe('the status of an appointment', () => {
	const update = async (responses: unknown[], parameters: IDataObject = {}) =>
		await onHighLevel('appointment.updateStatus', { appointmentId: byId('appt-1'), appointmentStatus: 'noshow', ...parameters }, responses);

	it.each(['showed', 'noshow', 'cancelled'])('is sent alone: %s', async (appointmentStatus) => {
		const record = event('appt-1', '2026-11-20T09:00', { appointmentStatus });
		const { json, sent } = await update([record], { appointmentStatus });
		expect(sent).toEqual([expect.objectContaining({ method: 'PUT', path: '/calendars/events/appointments/appt-1', body: { appointmentStatus } })]);
		expect(json).toMatchObject([{ updated: true, appointmentId: 'appt-1', contactId: 'con-ada', calendarId: 'cal-1', appointmentStatus }]);
	});

	it.each([
		['noshow', [true], undefined],
		['confirmed', [], expect.stringContaining('unchanged')],
	])('is asked for where the outcome is unknown: %s', async (appointmentStatus, updated, message) => {
		const { error, json } = await update([lost(), { event: event('appt-1', '2026-11-20T09:00', { appointmentStatus }) }]);
		expect([json.map((item) => item.updated), error?.message]).toEqual([updated, message]);
	});

	it("is refused with the platform's words", async () => {
		const { error } = await update([failed(400, { message: 'bad status' }), { event: event('appt-1', '2026-11-20T09:00') }]);
		expect([error?.message, error?.description]).toEqual([expect.stringContaining('did not accept the request'), expect.stringContaining('bad status')]);
	});
});

describe('a booking', () => {
	const booking = { calendarId: byId('cal-1'), contactId: byId('con-ada'), slotSource: 'startEnd', startTime: '2026-11-25T10:00:00Z', endTime: '2026-11-25T10:30:00Z' };
	const options = { address: 'Room 2', description: 'Bring it', toNotify: false };

	it('may be made again in the same execution once its appointment is canceled by its status', async () => {
		const ids: unknown[] = [];
		const run = async (name: string, parameters: IDataObject, id: string, status = 'confirmed') => {
			const response = event(id, '2026-11-25T10:00', { appointmentStatus: status });
			ids.push((await onHighLevel(name, parameters, [response], { executionId: 'status-canceled' })).json[0].appointmentId);
		};
		await run('appointment.book', booking, 'appt-1');
		await run('appointment.book', booking, 'appt-2');
		await run('appointment.updateStatus', { appointmentId: byId('appt-1'), appointmentStatus: 'cancelled' }, 'appt-1', 'cancelled');
		await run('appointment.book', booking, 'appt-3');
		expect(ids).toEqual(['appt-1', 'appt-1', 'appt-1', 'appt-3']);
	});

	it('sends place, description and whether automations run', async () => {
		const { sent } = await onHighLevel('appointment.book', { ...booking, options }, [{ id: 'appt-1' }]);
		expect(sent).toMatchObject([{ method: 'POST', body: options }]);
	});

	it.each(Object.entries(options))("refuses %s in the contract's form, with nothing sent", async (name, value) => {
		const { error, sent } = await act('appointment.book', { ...booking, options: { [name]: value } });
		expect(error?.message).toMatch(/^'.+' works with HighLevel only/);
		expect(sent).toEqual([]);
	});
});
