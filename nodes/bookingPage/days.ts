import { addDays } from '../time/times';
import type { VisitorClock } from './dates';

/** Bounds the page. */
export const MAX_WEEKS = 10;

/** The slots under the dates of the visitor's calendar, both in order of time. */
export function slotsByDay<Slot extends { start: number }>(
	slots: readonly Slot[],
	clock: VisitorClock,
): Map<string, Slot[]> {
	const days = new Map<string, Slot[]>();
	for (const slot of [...slots].sort((a, b) => a.start - b.start)) {
		const date = clock.dateOf(slot.start);
		const day = days.get(date);
		if (day) day.push(slot);
		else days.set(date, [slot]);
	}
	return days;
}

/** In newer versions of Node a method, before a property; the types know neither. */
interface WithWeekInfo {
	getWeekInfo?: () => { firstDay: number };
	weekInfo?: { firstDay: number };
}

/** The day that a week begins with where the language is spoken: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(locale: string): number {
	const known = new Intl.Locale(locale) as WithWeekInfo;
	return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

function isoWeekday(date: string): number {
	return new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
}

/**
 * The whole weeks from that of the first date to that of the last, ten at most.
 *
 * @param dates `YYYY-MM-DD` in order, at least one
 * @param firstDay as `firstDayOfWeek` says
 */
export function weeksOf(dates: readonly string[], firstDay: number): string[][] {
	const last = dates.at(-1) ?? dates[0];
	const weeks: string[][] = [];
	let weekStart = addDays(dates[0], -((isoWeekday(dates[0]) - firstDay + 7) % 7));
	while (weekStart <= last && weeks.length < MAX_WEEKS) {
		const begin = weekStart;
		weeks.push(Array.from({ length: 7 }, (_, index) => addDays(begin, index)));
		weekStart = addDays(weekStart, 7);
	}
	return weeks;
}
