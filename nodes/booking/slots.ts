import { dateInZone, formatInZone } from '../time/times';

/** A span of time in epoch milliseconds; the end is not part of it. */
export interface Slot {
	start: number;
	end: number;
	/** Minutes ahead of UTC, for a platform that takes times with the offset that it lists. */
	offset?: number;
	/** The platform lists starts, so an appointment can begin only where this one does. */
	isStart?: boolean;
}

/** Sorts by start. */
export const byStart = (a: { start: number }, b: { start: number }) => a.start - b.start;

export const lengthOf = ({ start, end }: Slot) => end - start;

export const dateOfSlot = ({ start }: Slot, zone: string) => dateInZone(start, zone);

/** In ISO 8601; Date has 0. */
const SUNDAY = 7;

export interface SlotFilters {
	/** `HH:mm`: the earliest and the latest start, both included. */
	earliestTime?: string;
	latestTime?: string;
	/** 1 is Monday, 7 is Sunday (ISO 8601). An empty list means all. */
	weekdays?: readonly number[];
	minimumNoticeMinutes?: number;
	/** Keeps only the first slot that passes on each day. */
	firstOfDay?: boolean;
}

/** The slots that pass the filters, in order of time. @param now in epoch milliseconds */
export function filterSlots<T extends { start: number }>(
	slots: readonly T[],
	filters: SlotFilters,
	zone: string,
	now: number,
): T[] {
	const { earliestTime = '00:00', latestTime = '23:59', weekdays = [] } = filters;
	const notBefore = now + (filters.minimumNoticeMinutes ?? 0) * 60_000;
	const datesWithSlot = new Set<string>();
	const passing: T[] = [];
	for (const slot of [...slots].sort(byStart)) {
		const local = formatInZone(slot.start, zone);
		const date = local.slice(0, 10);
		const clock = local.slice(11, 16);
		if (slot.start < notBefore || clock < earliestTime || clock > latestTime) continue;
		const weekday = new Date(date).getUTCDay() || SUNDAY;
		if (weekdays.length > 0 && !weekdays.includes(weekday)) continue;
		if (filters.firstOfDay && datesWithSlot.has(date)) continue;
		datesWithSlot.add(date);
		passing.push(slot);
	}
	return passing;
}

/** Merges windows (in order of time) that touch or overlap: two free half hours make a free hour. */
export function joined(windows: readonly Slot[]): Slot[] {
	const spans: Slot[] = [];
	for (const { start, end } of windows) {
		const last = spans.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else spans.push({ start, end });
	}
	return spans;
}

/** Bounds the work: a slot of one millisecond, given by a model, would cause millions of starts. */
const MIN_STEP_MS = 5 * 60_000;

/** Slots of `duration` milliseconds that have not begun, in order of time. */
export function slotsThatFit(windows: readonly Slot[], duration: number, now: number): Slot[] {
	const slots = new Map<number, Slot>();
	const step = Math.max(duration, MIN_STEP_MS);
	for (const { start, end, offset, isStart } of windows) {
		const lastStart = isStart ? start : end - 1;
		for (let next = start; next <= lastStart; next += step)
			slots.set(next, { start: next, end: next + duration, offset, isStart });
	}
	return [...slots.values()]
		.sort(byStart)
		.filter((slot) => slot.start > now && covers(windows, slot));
}

/**
 * True where a window is as long as the slot, or those that follow it without a gap make it so. Windows that overlap do not
 * add up.
 */
export function covers(windows: readonly Slot[], slot: Slot): boolean {
	for (const window of windows) {
		if (window.start > slot.start) continue;
		let end = window.end;
		// One by one, each window that begins where the last one ends.
		while (end < slot.end) {
			const following = windows.filter(({ start }) => start === end).map((each) => each.end);
			const nextEnd = Math.max(...following);
			if (nextEnd <= end) break;
			end = nextEnd;
		}
		if (end >= slot.end) return true;
	}
	return false;
}

/** Nearest first; of two that are equally near, the later one. Without the slot itself. */
export function nearestTo(
	slot: Pick<Slot, 'start'>,
	candidates: readonly Slot[],
	count: number,
): Slot[] {
	const distance = ({ start }: Slot) => Math.abs(start - slot.start);
	return candidates
		.filter(({ start }) => start !== slot.start)
		.sort((a, b) => distance(a) - distance(b) || b.start - a.start)
		.slice(0, count);
}

/** In order of time: those that begin later than the slot, by at most so many hours. */
export function nextAfter<T extends Slot>(
	{ start }: Slot,
	candidates: readonly T[],
	withinHours: number,
): T[] {
	const latest = start + withinHours * 3_600_000;
	return candidates.filter((other) => other.start > start && other.start <= latest).sort(byStart);
}
