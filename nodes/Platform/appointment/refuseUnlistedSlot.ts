import { lengthOf, nearestTo, type Slot } from '../../booking/slots';
import { slotsByWeekday } from '../../booking/slotTexts';
import { calendarField } from '../../fields/accountFields';
import { readId, readText } from '../../http/body';
import { listFreeSlots } from '../../platformApi/calendars';
import { choicesOf } from '../../platformApi/pickLists';
import { addDays, dateInZone, formatInZone } from '../../time/times';
import type { LocatedFields } from '../platformOperation';

/** Enough to choose from, and few enough to read. */
const MAX_NAMED = 5;

/** A day may be full: the slots of a week show how long they are, and where it is full, those of a month. */
const DAYS_TO_COMPARE = [7, 31];

/**
 * For a platform that takes any times in any calendar: refuses, as a tool, a calendar that the location does not list, and
 * times that are no slot of it. HighLevel refuses both itself.
 */
export async function refuseUnlistedSlot(
	call: LocatedFields,
	calendarId: string,
	slot: Slot,
): Promise<void> {
	const { client, isTool } = call;
	if (!isTool || calendarId === '') return;
	if ((await client.dialect()).showsAppointments) return;
	await refuseUnlistedCalendar(call, calendarId);
	await refuseUnlistedTimes(call, calendarId, slot);
}

async function refuseUnlistedCalendar(
	{ client, locationId, refuse }: LocatedFields,
	calendarId: string,
): Promise<void> {
	const location = await locationId();
	const calendars = await choicesOf(client, 'calendarId', location).catch(() => []);
	const ids = calendars.map((calendar) => readId(calendar));
	if (ids.length === 0 || ids.includes(calendarId)) return;
	const names = calendars
		.slice(0, MAX_NAMED)
		.map((calendar) => `${readText(calendar, 'name') ?? 'a calendar'} (${readId(calendar)})`);
	throw refuse(
		`'${calendarField.displayName}' is not one of the location: '${calendarId}'`,
		`Use the ID of one of these: ${names.join(', ')}.`,
	);
}

/** The free slots from the day of the wanted one on. Empty where they cannot be read: the platform then decides. */
async function slotsToCompare(
	{ client, zone }: LocatedFields,
	calendarId: string,
	slot: Slot,
): Promise<Slot[]> {
	const startDate = dateInZone(slot.start, zone);
	for (const days of DAYS_TO_COMPARE) {
		const query = { calendarId, startDate, endDate: addDays(startDate, days), zone };
		const freeSlots = await listFreeSlots(client, query).catch(() => []);
		if (freeSlots.length > 0) return freeSlots;
	}
	return [];
}

async function refuseUnlistedTimes(
	call: LocatedFields,
	calendarId: string,
	slot: Slot,
): Promise<void> {
	const { refuse, zone } = call;
	const freeSlots = await slotsToCompare(call, calendarId, slot);
	const lengths = new Set(freeSlots.map(lengthOf));
	// Slots of several lengths say nothing of the one that is meant.
	if (lengths.size !== 1) return;
	const [length] = lengths;
	const whatToDo = `Send the start and the end of one slot. The nearest that are free: ${nearestText(slot, freeSlots, zone)}.`;
	if (length !== lengthOf(slot))
		throw refuse(
			`The slots of the calendar take ${length / 60_000} minutes, not ${lengthOf(slot) / 60_000}`,
			whatToDo,
		);
	if (beginsWithinFreeSlot(slot, freeSlots))
		throw refuse(`No slot of the calendar begins at ${formatInZone(slot.start, zone)}`, whatToDo);
}

/**
 * True for a start between two starts of slots. Another time that is not listed may be taken, also by the same contact, and
 * so the platform decides.
 */
function beginsWithinFreeSlot({ start }: Slot, freeSlots: Slot[]): boolean {
	if (freeSlots.some((free) => free.start === start)) return false;
	return freeSlots.some((free) => free.start < start && start < free.end);
}

function nearestText(slot: Slot, freeSlots: Slot[], zone: string): string {
	// The slot itself may be among them: one of another length begins at the same time.
	const nearest = nearestTo({ start: slot.start - 1 }, freeSlots, MAX_NAMED);
	const intervals = slotsByWeekday(nearest, zone).flatMap((day) => Object.values(day).flat());
	return intervals.join(', ');
}
