import { formatInZone } from '../../shared/times';
import type { Slot } from './freeSlots';

/** Date and time as clocks in the zone show them, `2026-03-02 09:00`: what a person reads in a sentence. */
export function clockText(instant: number, zone: string): string {
	return formatInZone(instant, zone).slice(0, 16).replace('T', ' ');
}

/** `2026-03-02 09:00 to 09:30`; the end's date only where it is another. */
export function spanText({ start, end }: Slot, zone: string): string {
	const [from, to] = [clockText(start, zone), clockText(end, zone)];
	return `${from} to ${to.startsWith(from.slice(0, 11)) ? to.slice(11) : to}`;
}
