import type { Slot } from './slots';

/**
 * Starts closer together are no useful choice. It also bounds the work: a model
 * that gives a slot of one millisecond would otherwise cause millions of starts.
 */
const MIN_STEP_MS = 5 * 60_000;

/**
 * Slots of a certain length that fit into a free window and have not begun, in order of time. Adjacent
 * windows are not combined: the contract does not show whether a booking may span two.
 *
 * @param duration milliseconds
 * @param now epoch milliseconds
 */
export function slotsThatFit(windows: readonly Slot[], duration: number, now: number): Slot[] {
	const starts = new Set<number>();
	const step = Math.max(duration, MIN_STEP_MS);
	// A window's own beginning, and further ones by the length wanted; not all of them need fit.
	for (const { start, end } of windows) {
		for (let next = start; next < end; next += step) starts.add(next);
	}
	return [...starts]
		.sort((a, b) => a - b)
		.map((start) => ({ start, end: start + duration }))
		.filter((slot) => slot.start > now && covers(windows, slot));
}

/** Whether a free window covers the slot, so that a refusal must have another cause than a taken slot. */
export function covers(windows: readonly Slot[], slot: Slot): boolean {
	return windows.some(({ start, end }) => start <= slot.start && slot.end <= end);
}

/**
 * The slots nearest to the wanted one, nearest first; of two that are equally near, the later one,
 * which leaves more time to come. The wanted slot itself is left out: it was just refused.
 */
export function nearestTo(wanted: Slot, candidates: readonly Slot[], count: number): Slot[] {
	const distance = ({ start }: Slot) => Math.abs(start - wanted.start);
	return candidates
		.filter(({ start }) => start !== wanted.start)
		.sort((a, b) => distance(a) - distance(b) || b.start - a.start)
		.slice(0, count);
}

/** The slots that begin after the wanted one and at most so many hours later, soonest first. */
export function nextAfter(wanted: Slot, candidates: readonly Slot[], withinHours: number): Slot[] {
	const latest = wanted.start + withinHours * 3_600_000;
	return candidates
		.filter(({ start }) => start > wanted.start && start <= latest)
		.sort((a, b) => a.start - b.start);
}
