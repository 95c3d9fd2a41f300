import { byStart, dateOfSlot, type Slot } from '../booking/slots';
import { freeSlotsOn, slotSettings } from '../platformApi/calendars';
import type { PlatformClient } from '../platformApi/client';
import { addDays, dateInZone, startOfDate } from '../time/times';
import { type Opened, slotsOfText, textOfSlots, whatOpened, whatPasses, without } from './opened';
import type { Watch } from './watch';

/** A calendar that hangs keeps the others waiting no longer. */
const MAX_READ_MS = 20_000;

/** What a poll of one calendar has learned. In the node's static data, so plain JSON. */
export interface CalendarMemory {
	/** The time that is watched, in epoch milliseconds. */
	from: number;
	until: number;
	/** What is free in it, as {@link textOfSlots} writes it. */
	slots: string;
	record?: Awaited<ReturnType<typeof slotSettings>>;
	/** True where so much has gone at once that the next poll has to confirm it. */
	isUnsure?: boolean;
	/** True where its failure has been shown, until it is read again. */
	isFailing?: boolean;
}

/**
 * What opened in a calendar: it is free now, was not free before, and lies in the time that was watched then. That is
 * 'Days Ahead', up to the end that the calendar's record or 'Calendar Offers (Days)' gives.
 *
 * @param before undefined at the first poll, at which nothing opens
 */
export async function look(
	client: PlatformClient,
	calendarId: string,
	watch: Watch,
	before?: CalendarMemory,
): Promise<{ opened: Opened[]; memory: CalendarMemory }> {
	const { zone, daysAhead, offeredDays = Infinity } = watch;
	const now = Date.now();
	const readRecord = async () => await slotSettings(client, calendarId, MAX_READ_MS);
	const record = before?.record ?? (await readRecord());
	const days = Math.min(daysAhead, record?.days ?? offeredDays);
	const startDate = dateInZone(now, zone);
	const [from, until] = [0, days].map((later) => startOfDate(addDays(startDate, later), zone));
	const endDate = addDays(startDate, days - 1);
	const read = async () =>
		await freeSlotsOn(client, {
			calendarId,
			startDate,
			endDate,
			zone,
			withinMs: MAX_READ_MS,
			slotMs: record?.slotMs,
		});
	const dateOf = (slot: Slot) => dateOfSlot(slot, zone);

	let slots = await read();
	const had = slotsOfText(before?.slots ?? '');
	const coming = had.filter(({ start }) => start > now);
	/** On days that have nothing left. */
	const lost = () => {
		const missing = without(coming, slots);
		const dates = new Set(missing.length > 0 ? slots.map(dateOf) : []);
		return missing.filter((slot) => !dates.has(dateOf(slot)));
	};
	// A platform may leave out days once by mistake: the next list would count as opened. Of a day that is new, nothing is known.
	if (until !== before?.until || lost().length > 0) {
		const again = await read();
		if (again.length > slots.length) slots = again;
	}

	const opened = whatOpened(had, slots).filter(
		({ start }) => before && start >= before.from && start < before.until,
	);
	const changed = [...opened, ...without(coming, slots)];
	// The record takes a request, and other settings free nothing.
	if (changed.length > 0 && (await readRecord())?.settings !== record?.settings)
		return await look(client, calendarId, watch);
	const gone = lost();
	// One appointment takes all starts that it overlaps.
	const isOne = gone.some((taken) =>
		gone.every(({ start, end }) => start < taken.end && end > taken.start),
	);
	const isMuch = slots.length === 0 || new Set(gone.map(dateOf)).size > 1;
	const isUnsure = gone.length > 1 && isMuch && !isOne && !before?.isUnsure;
	const free = [...slots, ...(isUnsure ? gone : [])].sort(byStart);
	return {
		opened: whatPasses(opened, slots, watch, now),
		memory: { from, until, slots: textOfSlots(free), record, isUnsure },
	};
}
