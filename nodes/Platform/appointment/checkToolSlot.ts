import { lengthOf, nearestTo, type Slot, slotsByWeekday } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { readId, readText } from '../../http/body';
import { freeSlotsOn } from '../../platformApi/calendars';
import { choicesOf } from '../../platformApi/pickLists';
import { addDays, dateInZone } from '../../time/times';
import type { Located } from '../platformOperation';

/** Enough to choose from, and few enough to read. */
const MAX_NAMED = 5;

/** A day may be full: the slots of a week show how long they are. */
const DAYS_TO_COMPARE = 7;

/**
 * For a platform that takes any length in any calendar: refuses, as a tool, a calendar that the location does not list, and
 * a length that its slots do not have. What cannot be read is not refused.
 */
export async function refuseUnlistedSlot(
	call: Located,
	calendarId: string,
	slot: Slot,
): Promise<void> {
	const { client, isTool } = call;
	// HighLevel refuses both itself.
	if (!isTool || calendarId === '' || (await client.dialect()).showsAppointments) return;
	await refuseUnlistedCalendar(call, calendarId);
	await refuseOtherLength(call, calendarId, slot);
}

async function refuseUnlistedCalendar(
	{ client, locationId, refuse }: Located,
	calendarId: string,
): Promise<void> {
	const location = await locationId();
	const calendars = await choicesOf(client, 'calendarId', location).catch(() => []);
	const ids = calendars.map((calendar) => readId(calendar));
	if (ids.length === 0 || ids.includes(calendarId)) return;
	const named = calendars
		.slice(0, MAX_NAMED)
		.map((calendar) => `${readText(calendar, 'name') ?? 'a calendar'} (${readId(calendar)})`);
	throw refuse(
		`'${calendarField.displayName}' is not one of the location: '${calendarId}'`,
		`Use the ID of one of these: ${named.join(', ')}.`,
	);
}

async function refuseOtherLength(
	{ client, refuse, zone }: Located,
	calendarId: string,
	slot: Slot,
): Promise<void> {
	const startDate = dateInZone(slot.start, zone);
	const query = { calendarId, startDate, endDate: addDays(startDate, DAYS_TO_COMPARE), zone };
	const free = await freeSlotsOn(client, query).catch(() => []);
	const lengths = new Set(free.map(lengthOf));
	const [length] = lengths;
	if (lengths.size !== 1 || length === lengthOf(slot)) return;
	const nearest = nearestTo({ start: slot.start - 1, end: slot.end }, free, MAX_NAMED);
	const starts = slotsByWeekday(nearest, zone).flatMap((day) => Object.values(day).flat());
	throw refuse(
		`The slots of the calendar take ${length / 60_000} minutes, not ${lengthOf(slot) / 60_000}`,
		`Send the start and the end of one slot. The nearest that are free: ${starts.join(', ')}.`,
	);
}
