import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { act, byId } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-11-21T12:00:00Z');

const node = { type: 'n8n-nodes-crm-platform.platformTool' };
const booking = {
	calendarId: byId('cal-1'),
	contactId: 'ada',
	slotSource: 'startEnd',
	startTime: '2026-11-23T09:00:00+00:00',
	endTime: '2026-11-23T09:30:00+00:00',
};
const tool = async (name: string, parameters: IDataObject, responses: unknown[] = []) =>
	await act(name, { ...booking, ...parameters }, { node, responses });

it.each(['2026-11-23T15:00:00', '2026-11-23 15:00', 'tomorrow at 9'])('a time without an offset is refused: %s', async (time) => {
	for (const operation of ['book', 'reschedule']) {
		for (const times of [{ startTime: time }, { endTime: time }]) {
			const { error, sent } = await tool(`appointment.${operation}`, { appointmentId: 'appt-1', ...times });
			expect(error?.message).toMatch(/^'(Start|End)' must be a time with an offset from UTC, not '(2026-11-23.15:00|tomorrow).*such as 2026-11-25T14:00:00\+00:00/);
			expect(sent).toEqual([]);
		}
	}
});

it('a time without an offset is fine for a person', async () => {
	const { json } = await act('appointment.book', { ...booking, startTime: '2026-11-23T09:00' }, { responses: [{ id: 'a' }] });
	expect(json).toMatchObject([{ booked: true }]);
});

/** What a model cannot do: open a list, a credential or the node. */
const EDITOR = /from the list|in the options|'When |Open the credential|Leave the location/;

it.each<[string, string, IDataObject, unknown[], RegExp]>([
	['an unknown calendar', 'calendar.get', {}, [failed(404)], /Use the ID of a calendar as a tool returned it/],
	['an unknown calendar or contact', 'appointment.book', {}, [failed(404)], /never one that you made up/],
	['a conflict', 'appointment.book', {}, [failed(409)], /choose another time/],
	['an unknown appointment', 'appointment.reschedule', { appointmentId: 'a' }, [failed(404)], /Use the appointmentId that the booking returned/],
	['an appointment that is gone', 'appointment.cancel', { appointmentId: 'a' }, [failed(404)], /nothing is left to cancel/],
	['no response', 'appointment.book', {}, [lost()], /Do not send it again/],
	['a missing scope', 'calendar.get', {}, [failed(403)], /A person has to do this: Add the scope 'calendars.readonly'/],
	['a rejected token', 'calendar.get', {}, [failed(401)], /A person has to do this/],
	['another location', 'appointment.book', { options: { locationId: byId('loc-2') } }, [], /Use the location 'loc-1'\.$/],
	['an unknown zone', 'appointment.book', { options: { timezone: byId('Mars') } }, [], /Enter the zone of a city, such as America\/New_York/],
	['a slot of the past', 'appointment.book', { startTime: '2020-01-01T00:00:00Z', endTime: '2020-01-01T01:00:00Z' }, [], /Choose a slot in the future, and check the year\.$/],
])('%s: the message says what the model can do, or that a person must', async (_, name, parameters, responses, expected) => {
	const { error } = await tool(name, parameters, responses);
	expect(error?.message).toMatch(expected);
	expect(error?.message).not.toMatch(EDITOR);
});
