import { byStart, dateOfSlot, type Slot } from '../booking/slots';
import {
	type FreeSlotsQuery,
	listFreeSlots,
	readSlotSettings,
	type SlotSettings,
} from '../platformApi/calendars';
import type { PlatformClient } from '../platformApi/client';
import { addDays, dateInZone, startOfDate } from '../time/times';
import { applyFilters, findOpened, type OpenedSlot, without } from './openedSlots';
import { readSlots, writeSlots } from './slotsText';
import type { SlotWatch } from './watchFields';

/** A calendar that hangs keeps the others waiting no longer. */
const MAX_READ_MS = 20_000;

/** What a poll of one calendar has learned. In the node's static data, so plain JSON. */
export interface CalendarMemory {
	/** The time that is watched, in epoch milliseconds. */
	from: number;
	until: number;
	/** What is free in it, as {@link writeSlots} writes it. */
	slots: string;
	/** What the platform's record of the calendar says of its slots. Missing where slots are listed with their ends. */
	record?: SlotSettings;
	/** True where so many slots were missing at once that the next poll has to confirm it. */
	awaitsConfirmation?: boolean;
	/** True where its failure has been shown, until it is read again. */
	isFailing?: boolean;
}

/** What became free in a calendar, and what to remember of it. */
export interface CalendarComparison {
	opened: OpenedSlot[];
	memory: CalendarMemory;
}

/** The days that are watched. */
interface WatchedRange {
	startDate: string;
	/** The last day, included. */
	endDate: string;
	/** The same in epoch milliseconds; the end is not part of it. */
	from: number;
	until: number;
}

/** 'Days Ahead', up to the end that the calendar's settings or 'Calendar Offers (Days)' gives. */
function watchedRange(
	watch: SlotWatch,
	settings: SlotSettings | undefined,
	now: number,
): WatchedRange {
	const { zone, daysAhead, offeredDays = Infinity } = watch;
	const days = Math.min(daysAhead, settings?.days ?? offeredDays);
	const startDate = dateInZone(now, zone);
	return {
		startDate,
		endDate: addDays(startDate, days - 1),
		from: startOfDate(startDate, zone),
		until: startOfDate(addDays(startDate, days), zone),
	};
}

async function readSettings(
	client: PlatformClient,
	calendarId: string,
): Promise<SlotSettings | undefined> {
	return await readSlotSettings(client, calendarId, MAX_READ_MS);
}

/**
 * The slots that are no longer free, on days on which nothing is free any more.
 *
 * @param upcoming slots of the last poll that have not begun
 * @param slots that are free now
 */
function slotsOfEmptiedDays(
	upcoming: readonly Slot[],
	slots: readonly Slot[],
	zone: string,
): Slot[] {
	const taken = without(upcoming, slots);
	if (taken.length === 0) return [];
	const datesWithSlots = new Set(slots.map((slot) => dateOfSlot(slot, zone)));
	return taken.filter((slot) => !datesWithSlots.has(dateOfSlot(slot, zone)));
}

/** True where one appointment may have taken all of these slots: it takes all starts that it overlaps. */
function canBeOneAppointment(taken: readonly Slot[]): boolean {
	return taken.some((appointment) =>
		taken.every(({ start, end }) => start < appointment.end && end > appointment.start),
	);
}

/**
 * True where the platform may have left out days by mistake: all that was free has gone at once, or all of several days. If
 * that were believed, the slots would count as opened when they are listed again.
 *
 * @param missing the slots of days that have nothing left
 * @param slots that are free now
 */
function mayBeOmitted(missing: readonly Slot[], slots: readonly Slot[], zone: string): boolean {
	if (missing.length < 2 || canBeOneAppointment(missing)) return false;
	const dates = new Set(missing.map((slot) => dateOfSlot(slot, zone)));
	return slots.length === 0 || dates.size > 1;
}

/**
 * Reads what is free now. A platform may leave out days by mistake, so it is asked a second time where a day has nothing left,
 * and for a new day.
 *
 * @param upcoming slots of the last poll that have not begun
 */
async function readFreeSlots(
	client: PlatformClient,
	query: FreeSlotsQuery,
	upcoming: readonly Slot[],
	hasNewDays: boolean,
): Promise<Slot[]> {
	const slots = await listFreeSlots(client, query);
	const isSuspect = hasNewDays || slotsOfEmptiedDays(upcoming, slots, query.zone).length > 0;
	if (!isSuspect) return slots;
	const secondReading = await listFreeSlots(client, query);
	return secondReading.length > slots.length ? secondReading : slots;
}

/**
 * Reads a calendar and compares it with what the last poll remembers. A slot has opened that is free now, was not free
 * before, and lies in the time that was watched then.
 *
 * @param before undefined at the first poll, at which nothing opens
 */
export async function compareCalendar(
	client: PlatformClient,
	calendarId: string,
	watch: SlotWatch,
	before?: CalendarMemory,
): Promise<CalendarComparison> {
	const { zone } = watch;
	const now = Date.now();
	const settings = before?.record ?? (await readSettings(client, calendarId));
	const { from, until, startDate, endDate } = watchedRange(watch, settings, now);
	const slotsBefore = readSlots(before?.slots ?? '');
	const upcoming = slotsBefore.filter(({ start }) => start > now);

	const slotMs = settings?.slotMs;
	const query = { calendarId, startDate, endDate, zone, withinMs: MAX_READ_MS, slotMs };
	const slots = await readFreeSlots(client, query, upcoming, until !== before?.until);
	if (before === undefined) {
		const memory = { from, until, slots: writeSlots(slots), record: settings };
		return { opened: [], memory };
	}

	const opened = findOpened(slotsBefore, slots).filter(
		({ start }) => start >= before.from && start < before.until,
	);
	const hasChanged = opened.length > 0 || without(upcoming, slots).length > 0;
	if (hasChanged) {
		// The settings cost a request. Where they were changed, nothing became free: the watch of the calendar begins anew.
		const settingsNow = await readSettings(client, calendarId);
		if (settingsNow?.settings !== settings?.settings)
			return await compareCalendar(client, calendarId, watch);
	}

	const missing = slotsOfEmptiedDays(upcoming, slots, zone);
	const awaitsConfirmation = !before.awaitsConfirmation && mayBeOmitted(missing, slots, zone);
	// Until the next poll confirms that they are gone, they count as free.
	const slotsToRemember = awaitsConfirmation ? [...slots, ...missing].sort(byStart) : slots;
	return {
		opened: applyFilters(opened, slots, watch, now),
		memory: {
			from,
			until,
			slots: writeSlots(slotsToRemember),
			record: settings,
			awaitsConfirmation,
		},
	};
}
