import type { IDataObject } from 'n8n-workflow';

import type { Sandbox, SandboxControl } from '../../../sandbox/createSandbox';
import type { Appointment } from '../../../sandbox/calendars/appointmentBook';
import { datesToInterval, openSlots, spansOf, toUtcText } from '../../../sandbox/calendars/freeSlots';
import type { Profile } from '../../../sandbox/profile';
import { defaultSeed, type Calendar, type Seed } from '../../../sandbox/seed';
import type { RunResult } from '../../support/engine';

/** A platform that has just been reset, and how it behaves. */
export interface Given {
	sandbox: Sandbox;
	control: SandboxControl;
	profile: Profile;
}

/** By their names: what must hold whatever the platform chooses where the contract is silent. */
export type Scenarios = Record<string, (given: Given) => Promise<void>>;

/** With a calendar whose slots begin on another date in UTC than in its own zone, and one that lists whole spans. */
export const platformSeed: Seed = {
	...defaultSeed,
	calendars: [
		...defaultSeed.calendars,
		{
			...{ id: 'cal-evening', locationId: 'loc-summit', name: 'Evening class' },
			...{ timeZone: 'America/Los_Angeles', slotMinutes: 60 },
			workingHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '14:00', end: '21:00' }],
		},
		{
			...{ id: 'cal-walk-in', locationId: 'loc-summit', name: 'Walk-in', listsSpans: true },
			...{ timeZone: 'America/New_York', slotMinutes: 30 },
			workingHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '09:00', end: '17:00' }],
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
	{ calendarId, startDate, endDate, zone }: Record<'calendarId' | 'startDate' | 'endDate' | 'zone', string>,
): Array<{ startTime: string; endTime: string }> {
	const span = datesToInterval(startDate, endDate, zone, { slotDates: 'timezone' });
	const taken = appointments(control)
		.filter((one) => one.calendarId === calendarId)
		.map(({ startTime, endTime }) => ({ start: Date.parse(startTime), end: Date.parse(endTime) }));
	const calendar = calendarNamed(calendarId);
	const open = openSlots(calendar, span, taken, Date.now(), { pastSlots: 'absent' });
	// HighLevel lists starts.
	const slots = calendar.listsSpans && control.form() === 'contract' ? spansOf(open) : open;
	return slots.map(({ start, end }) => ({ startTime: toUtcText(start), endTime: toUtcText(end) }));
}

/** What a person reads when a run has stopped. */
export function textOf({ error }: RunResult): string {
	return error ? `${error.message} ${error.description ?? ''}` : '';
}

/** @throws Error with what stopped the run, for runs that must succeed */
export function succeeded(result: RunResult): IDataObject[] {
	if (result.error) throw new Error(`The run stopped: ${textOf(result)}`);
	return result.json;
}

/** The appointments that have not been canceled. */
export function appointments(control: SandboxControl): Appointment[] {
	return control.appointments().filter(({ appointmentStatus }) => appointmentStatus !== 'cancelled');
}
