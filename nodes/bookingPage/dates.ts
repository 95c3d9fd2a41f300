import type { Slot } from '../booking/slots';
import { addDays, dateInZone, formatInZone } from '../time/times';
import { zoneOffsetMs } from '../time/zones';
import { BoundedMap } from '../utils/boundedMap';

export const HOURS = ['12', '24'] as const;
export type Hours = (typeof HOURS)[number];

/** With a weekday alone, English would read `3 Tue`. */
const SHORT_DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: 'numeric' } as const;

const STYLES = {
	/** `9:00 AM` */
	time: { timeStyle: 'short' },
	clock: CLOCK,
	timeWithZone: { ...CLOCK, timeZoneName: 'short' },
	/** `Tue, Mar 3, 9:00 AM` */
	moment: { ...SHORT_DATE, ...CLOCK },
	momentWithZone: { ...SHORT_DATE, ...CLOCK, timeZoneName: 'short' },
	/** `Tuesday, March 3, 2026` */
	longDate: { dateStyle: 'full' },
	zoneName: { timeZoneName: 'long' },
	/** `Tuesday, March 3` */
	dayName: { weekday: 'long', month: 'long', day: 'numeric' },
	dayNumber: { day: 'numeric' },
	monthName: { month: 'short' },
	weekday: { weekday: 'short' },
	weekdayLetter: { weekday: 'narrow' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof STYLES;

/** Making a formatter costs a hundred times as much as using it. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(300);

function formatter(style: Style, locale: string, timeZone: string): Intl.DateTimeFormat {
	const key = `${style} ${locale} ${timeZone}`;
	const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
	formatters.set(key, format);
	return format;
}

/** Longer ones would break above the days of a phone. */
const MAX_WEEKDAY_LENGTH = 4;

/** How one contact reads dates and times. */
export class ContactClock {
	private readonly written: string;

	/**
	 * @param locale a language tag that Intl supports, without extensions
	 * @param zone IANA name
	 * @param hours without it, as the language counts them
	 */
	constructor(
		readonly locale: string,
		readonly zone: string,
		hours?: Hours,
	) {
		this.written = hours === undefined ? locale : `${locale}-u-hc-${hours === '12' ? 'h12' : 'h23'}`;
	}

	/** How many hours its times count. */
	get hours(): Hours {
		const { hourCycle } = formatter('clock', this.written, this.zone).resolvedOptions();
		return hourCycle === 'h12' || hourCycle === 'h11' ? '12' : '24';
	}

	/** `YYYY-MM-DD` on the contact's calendar. */
	dateOf(instant: number): string {
		return dateInZone(instant, this.zone);
	}

	/** The evening begins at 18:00. */
	partOf(instant: number): 'morning' | 'afternoon' | 'evening' {
		const hour = Number(formatInZone(instant, this.zone).slice(11, 13));
		if (hour < 12) return 'morning';
		return hour < 18 ? 'afternoon' : 'evening';
	}

	textOf(style: Style, instant: number): string {
		return formatter(style, this.written, this.zone).format(instant);
	}

	/** With the zone where two would read the same, as in the hour that a day has twice. */
	textsOf(style: 'time' | 'moment', instants: readonly number[]): string[] {
		const { format } = formatter(style, this.written, this.zone);
		const texts = instants.map((instant) => format(instant));
		const counts = new Map<string, number>();
		for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
		return texts.map((text, index) => (counts.get(text) === 1 ? text : this.textOf(`${style}WithZone`, instants[index])));
	}

	/** @param date `YYYY-MM-DD` */
	textOfDate(style: Style, date: string): string {
		return formatter(style, this.written, 'UTC').format(Date.parse(`${date}T12:00:00Z`));
	}

	/** `Sun` and so on, or `S` where the language's names are too long for a phone. */
	weekdaysOf(dates: readonly string[]): string[] {
		const names = dates.map((date) => this.textOfDate('weekday', date));
		const fit = names.every((name) => name.length <= MAX_WEEKDAY_LENGTH);
		return fit ? names : dates.map((date) => this.textOfDate('weekdayLetter', date));
	}

	/** `9:00 – 9:30 AM`, with the dates where the end is on another day, with the zones where clocks change in it. */
	textOfSpan({ start, end }: Slot): string {
		const style = this.dateOf(start) === this.dateOf(end) ? 'clock' : 'moment';
		if (zoneOffsetMs(start, this.zone) === zoneOffsetMs(end, this.zone)) {
			return formatter(style, this.written, this.zone).formatRange(start, end);
		}
		const withZone = style === 'clock' ? 'timeWithZone' : 'momentWithZone';
		return [start, end].map((instant) => this.textOf(withZone, instant)).join(' – ');
	}

	/** `Eastern Standard Time` */
	zoneName(instant: number): string {
		const parts = formatter('zoneName', this.written, this.zone).formatToParts(instant);
		return parts.find(({ type }) => type === 'timeZoneName')?.value ?? this.zone;
	}

	/** `1 hour, 30 minutes`, or `1 hr, 30 min`; empty where it is not a minute long. */
	textOfLength({ start, end }: Slot, style: 'long' | 'short' = 'long'): string {
		const minutes = Math.max(0, Math.round((end - start) / 60_000));
		const parts = [[Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute']] as const;
		const texts = parts
			.filter(([value]) => value > 0)
			.map(([value, unit]) => new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: style }).format(value));
		return new Intl.ListFormat(this.locale, { type: 'unit', style }).format(texts);
	}
}

/** Both in order of time. */
export function slotsByDay(slots: readonly Slot[], clock: ContactClock): Map<string, Slot[]> {
	const days = new Map<string, Slot[]>();
	for (const slot of [...slots].sort((a, b) => a.start - b.start)) {
		const date = clock.dateOf(slot.start);
		days.set(date, days.get(date) ?? []).get(date)?.push(slot);
	}
	return days;
}

/** A method in newer versions of Node, before a property; the types know neither. */
interface WithWeekInfo {
	getWeekInfo?: () => { firstDay: number };
	weekInfo?: { firstDay: number };
}

/** Bounds the page. */
const MAX_WEEKS = 10;

/** Whole weeks, ten at most, each beginning as where the language is spoken. @param dates in order, at least one */
export function weeksOf(dates: readonly string[], locale: string): string[][] {
	const info = new Intl.Locale(locale) as WithWeekInfo;
	// 1 is Monday, 7 is Sunday.
	const firstDay = (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
	const begin = addDays(dates[0], -((new Date(dates[0]).getUTCDay() - firstDay + 7) % 7));
	const all = Array.from({ length: MAX_WEEKS }, (_week, week) =>
		Array.from({ length: 7 }, (_day, day) => addDays(begin, week * 7 + day)),
	);
	return all.filter(([first]) => first <= (dates.at(-1) ?? ''));
}

const MAX_HEADER_LENGTH = 500;

/** Without extensions, which could ask for another calendar or other digits than the language's own. */
const PLAIN_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/** The languages of `Accept-Language` (RFC 9110, 12.5.4) that `Intl` knows, in the browser's order. */
export function preferredLocales(header: unknown): string[] {
	if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return [];
	const tags = header.split(',').map((entry) => entry.split(';')[0].trim());
	return Intl.DateTimeFormat.supportedLocalesOf(tags.filter((tag) => PLAIN_TAG.test(tag)));
}

/**
 * How a browser's contact reads dates in a page's language: in their own kind of it, such as British English, and with 24
 * hours where the language that they like best counts them.
 */
export function clockFor(locales: readonly string[], language: string, zone: string, hours?: Hours): ContactClock {
	const locale = locales.find((tag) => tag.split('-')[0] === language) ?? language;
	const counts24 = new ContactClock(locales[0] ?? locale, 'UTC').hours === '24';
	return new ContactClock(locale, zone, hours ?? (counts24 ? '24' : undefined));
}
