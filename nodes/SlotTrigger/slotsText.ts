import type { Slot } from '../booking/slots';

const MINUTE_MS = 60_000;

/** Slots in order of time, each with the minutes since the one before and its length: `29541600/30 30/30`. */
export function writeSlots(slots: readonly Slot[]): string {
	const entries: string[] = [];
	let previousStart = 0;
	for (const { start, end } of slots) {
		const minutesSincePrevious = (start - previousStart) / MINUTE_MS;
		const lengthMinutes = (end - start) / MINUTE_MS;
		entries.push(`${minutesSincePrevious}/${lengthMinutes}`);
		previousStart = start;
	}
	return entries.join(' ');
}

/** Reads what {@link writeSlots} has written. */
export function readSlots(text: string): Slot[] {
	const slots: Slot[] = [];
	let start = 0;
	for (const entry of text.split(' ')) {
		if (entry === '') continue;
		const [minutesSincePrevious, lengthMinutes] = entry.split('/').map(Number);
		start += Math.round(minutesSincePrevious * MINUTE_MS);
		slots.push({ start, end: start + Math.round(lengthMinutes * MINUTE_MS) });
	}
	return slots;
}
