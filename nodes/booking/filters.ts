import { formatInZone } from '../time/times';

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
	const { earliestTime = '00:00', latestTime = '23:59', weekdays = [], firstOfDay = false } = filters;
	const notBefore = now + (filters.minimumNoticeMinutes ?? 0) * 60_000;
	const seen = new Set<string>();
	return [...slots]
		.sort((a, b) => a.start - b.start)
		.filter(({ start }) => {
			const local = formatInZone(start, zone);
			const [date, clock] = [local.slice(0, 10), local.slice(11, 16)];
			const weekday = new Date(date).getUTCDay() || 7;
			const fits =
				start >= notBefore &&
				clock >= earliestTime &&
				clock <= latestTime &&
				(weekdays.length === 0 || weekdays.includes(weekday));
			if (!fits || (firstOfDay && seen.has(date))) return false;
			seen.add(date);
			return true;
		});
}
