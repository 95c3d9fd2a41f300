import { partsInZone } from '../time/zones';

/** Which of a calendar's free slots to offer. What is left out does not restrict. */
export interface SlotFilters {
	/** `HH:mm`: the earliest and the latest start, both included. */
	earliestTime?: string;
	latestTime?: string;
	/** ISO 8601: 1 is Monday, 7 is Sunday. An empty list means all. */
	weekdays?: readonly number[];
	/** Leave out slots that start in less than this number of minutes. */
	minimumNoticeMinutes?: number;
	/** Only the first of the slots that are left on each day. */
	firstOfDay?: boolean;
}

function minutesOf(time: string | undefined, unlimited: number): number {
	if (time === undefined) return unlimited;
	const [hours, minutes] = time.split(':').map(Number);
	return hours * 60 + minutes;
}

/**
 * The slots that pass all filters, in the order of time.
 *
 * @param zone IANA name of the clocks and calendar that times of day, weekdays and days are read from
 * @param now epoch milliseconds
 */
export function filterSlots<Slot extends { start: number }>(
	slots: readonly Slot[],
	filters: SlotFilters,
	zone: string,
	now: number,
): Slot[] {
	const earliest = minutesOf(filters.earliestTime, 0);
	const latest = minutesOf(filters.latestTime, Infinity);
	const notBefore = now + (filters.minimumNoticeMinutes ?? 0) * 60_000;
	const { weekdays = [], firstOfDay = false } = filters;
	const seen = new Set<string>();
	return [...slots]
		.sort((a, b) => a.start - b.start)
		.filter(({ start }) => {
			const { year, month, day, hour, minute } = partsInZone(start, zone);
			const clock = hour * 60 + minute;
			const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
			const fits =
				start >= notBefore &&
				clock >= earliest &&
				clock <= latest &&
				(weekdays.length === 0 || weekdays.includes(weekday));
			const date = `${year}-${month}-${day}`;
			if (!fits || (firstOfDay && seen.has(date))) return false;
			seen.add(date);
			return true;
		});
}
