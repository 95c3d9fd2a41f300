import type { IDataObject } from 'n8n-workflow';
import { cachedFormat } from '../time/formatCache';
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

/** An output whose `startText` is in a language, also in the lists that it holds. */
export function withStartTextIn(language: string, output: IDataObject): IDataObject {
	const written: IDataObject = {};
	for (const [name, value] of Object.entries(output)) {
		const isList = Array.isArray(value) && value.every(isRecord);
		written[name] = isList ? value.map((entry) => withStartTextIn(language, entry)) : value;
	}
	const { startTime, endTime, startText, timezone } = output;
	if (typeof startText !== 'string') return written;
	const slot = { start: Date.parse(String(startTime)), end: Date.parse(String(endTime)) };
	const isKnown = slot.start <= slot.end && typeof timezone === 'string';
	if (isKnown) written.startText = slotText(slot, timezone, language);
	return written;
}

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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

/** `Thu` of a date such as `2026-11-26` */
function weekdayOf(date: string): string {
	return new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'short' });
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
		while (end > slot.start && end < slot.end) {
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
export function nearestTo(slot: Slot, candidates: readonly Slot[], count: number): Slot[] {
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
