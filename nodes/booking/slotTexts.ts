import type { IDataObject } from 'n8n-workflow';

import { cachedFormat } from '../time/formatCache';
import { dateInZone, formatInZone } from '../time/times';
import { byStart, dateOfSlot, type Slot } from './slots';

const DAY = { month: 'short', day: 'numeric' } as const;

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

const START = { ...DAY, ...CLOCK, weekday: 'long', timeZoneName: 'short' } as const;

/** An instant, or a span of time up to `end`, in local time; with the year where it is not the current one. */
function inWords(
	instant: number,
	zone: string,
	style: Intl.DateTimeFormatOptions,
	end = instant,
	language = 'en-US',
): string {
	const options: Intl.DateTimeFormatOptions = { ...style, timeZone: zone };
	// A time of day alone has no year.
	const hasDay = style.day !== undefined;
	if (hasDay && yearOf(instant, zone) !== yearOf(Date.now(), zone)) options.year = 'numeric';
	const key = `words ${JSON.stringify([language, options])}`;
	const format = cachedFormat(key, () => new Intl.DateTimeFormat(language, options));
	// Some versions of Node.js write narrow spaces before AM and around a dash.
	return format.formatRange(instant, end).replace(/[\u2009\u202f]/g, ' ');
}

function yearOf(instant: number, zone: string): string {
	return dateInZone(instant, zone).slice(0, 4);
}

/** `Tuesday, Nov 24, 11:30 AM EST` */
export const momentText = (instant: number, zone: string) => inWords(instant, zone, START);

/** `Tuesday, Nov 24, 11:30 AM – 12:00 PM EST`, or in another language `Dienstag, 24. Nov., 17:30–18:00 Uhr MEZ` */
export const slotText = ({ start, end }: Slot, zone: string, language?: string) =>
	inWords(start, zone, START, end, language);

/** `Tue, Nov 24, 11:30 AM – 12:00 PM EST` for a list. */
export const listedText = ({ start, end }: Slot, zone: string) =>
	inWords(start, zone, { ...START, weekday: 'short' }, end);

/** A slot as output, all of it in one zone: `startTime` and `endTime` are the values to send. */
export function describeSlot(slot: Slot, zone: string): IDataObject {
	return {
		startTime: formatInZone(slot.start, zone),
		endTime: formatInZone(slot.end, zone),
		startText: slotText(slot, zone),
		timezone: zone,
	};
}

/** Texts of slots by the day that each begins on. The days are in the order of the slots. */
function groupByDay(
	slots: readonly Slot[],
	dayOf: (slot: Slot) => string,
	textOf: (slot: Slot) => string,
): Map<string, string[]> {
	const textsByDay = new Map<string, string[]>();
	for (const slot of slots) {
		const day = dayOf(slot);
		const texts = textsByDay.get(day) ?? [];
		texts.push(textOf(slot));
		textsByDay.set(day, texts);
	}
	return textsByDay;
}

/** `2026-11-26T14:00-05:00/2026-11-26T14:30-05:00`, which a language model can copy. */
function intervalText({ start, end }: Slot, zone: string): string {
	const timeText = (instant: number) => formatInZone(instant, zone).replace(/:00(?=[+-])/, '');
	return `${timeText(start)}/${timeText(end)}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Thu` of a date such as `2026-11-26` */
function weekdayOf(date: string): string {
	return WEEKDAYS[new Date(date).getUTCDay()];
}

/** Slots in order of time for language models: `{ Thu: ['2026-11-26T14:00-05:00/2026-11-26T14:30-05:00'] }`, one for each day. */
export function slotsByWeekday(slots: readonly Slot[], zone: string): IDataObject[] {
	const intervalsByDate = groupByDay(
		slots,
		(slot) => dateOfSlot(slot, zone),
		(slot) => intervalText(slot, zone),
	);
	const days: IDataObject[] = [];
	for (const [date, intervals] of intervalsByDate) days.push({ [weekdayOf(date)]: intervals });
	return days;
}

const dayText = (instant: number, zone: string) => inWords(instant, zone, DAY);

/** `9:00 AM` */
const clockText = (instant: number, zone: string) => inWords(instant, zone, CLOCK);

/** `Nov 23, 9:00 – 9:30 AM`; the end's day only where it is another. */
export function spanText({ start, end }: Slot, zone: string): string {
	return inWords(start, zone, { ...DAY, ...CLOCK }, end);
}

/** `Nov 23: 9:30 AM, 10:30 AM; Nov 24: 9:00 AM`: the starts of slots in order of time, by day. */
export function startsText(slots: readonly Slot[], zone: string): string {
	const startsByDay = groupByDay(
		[...slots].sort(byStart),
		({ start }) => dayText(start, zone),
		({ start }) => clockText(start, zone),
	);
	const days: string[] = [];
	for (const [day, starts] of startsByDay) days.push(`${day}: ${starts.join(', ')}`);
	return days.join('; ');
}
