import type { Slot } from '../booking/slots';
import { cachedFormat } from '../time/formatCache';
import { addDays, dateInZone } from '../time/times';
import { zoneOffsetMs } from '../time/zones';

/** With the month: without it, English would write `3 Tue`. */
const SHORT_DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: 'numeric' } as const;

const STYLES = {
	/** `9:00 AM` */
	time: CLOCK,
	timeWithZone: { ...CLOCK, timeZoneName: 'short' },
	/** `Tue, Mar 3, 9:00 AM` */
	moment: { ...SHORT_DATE, ...CLOCK },
	momentWithZone: { ...SHORT_DATE, ...CLOCK, timeZoneName: 'short' },
	/** `Tuesday, March 3, 2026` */
	longDate: { dateStyle: 'full' },
	/** `Tuesday, March 3` */
	dayName: { weekday: 'long', month: 'long', day: 'numeric' },
	dayNumber: { day: 'numeric' },
	monthName: { month: 'short' },
	weekday: { weekday: 'short' },
	weekdayLetter: { weekday: 'narrow' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof STYLES;

/** Writes dates and times as one contact reads them. */
export class ContactClock {
	/** @param locale that Intl supports, without extensions. @param hourCycle where it is not the language's own */
	constructor(
		readonly locale: string,
		readonly zone: string,
		private readonly hourCycle?: 'h23',
	) {}

	private format(style: Style, timeZone = this.zone): Intl.DateTimeFormat {
		const { locale, hourCycle } = this;
		const key = ['page', style, locale, hourCycle, timeZone].join(' ');
		return cachedFormat(
			key,
			() => new Intl.DateTimeFormat(locale, { ...STYLES[style], hourCycle, timeZone }),
		);
	}

	/** `YYYY-MM-DD` on the contact's calendar. */
	dateOf(instant: number): string {
		return dateInZone(instant, this.zone);
	}

	textOf(style: Style, instant: number): string {
		return this.format(style).format(instant);
	}

	/** Adds the zone where two would read the same, as in the hour that a day has twice. */
	textsOf(style: 'time' | 'moment', instants: readonly number[]): string[] {
		const texts = instants.map((instant) => this.textOf(style, instant));
		const twice = new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
		return texts.map((text, index) =>
			twice.has(text) ? this.textOf(`${style}WithZone`, instants[index]) : text,
		);
	}

	/** @param date `YYYY-MM-DD`, or an instant whose UTC is shown */
	textOfDate(style: Style, date: number | string): string {
		return this.format(style, 'UTC').format(new Date(date));
	}

	/** `9:00 – 9:30 AM`, with the dates where the end is on another day, with the zones where clocks change in it. */
	textOfSpan({ start, end }: Slot): string {
		const style = this.dateOf(start) === this.dateOf(end) ? 'time' : 'moment';
		const clockChanges = zoneOffsetMs(start, this.zone) !== zoneOffsetMs(end, this.zone);
		if (!clockChanges) return this.format(style).formatRange(start, end);
		const styleWithZone = `${style}WithZone` as const;
		return `${this.textOf(styleWithZone, start)} – ${this.textOf(styleWithZone, end)}`;
	}

	/** `1 hour, 30 minutes`, or `1 hr, 30 min`; empty where it is not a minute long. */
	textOfLength({ start, end }: Slot, style: 'long' | 'short' = 'long'): string {
		const total = Math.round((end - start) / 60_000);
		const hours = Math.floor(total / 60);
		const minutes = total % 60;
		const textIn = (unit: 'hour' | 'minute', value: number) =>
			new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: style }).format(value);
		const texts: string[] = [];
		if (hours > 0) texts.push(textIn('hour', hours));
		if (minutes > 0) texts.push(textIn('minute', minutes));
		return new Intl.ListFormat(this.locale, { type: 'unit', style }).format(texts);
	}
}

/** A page with more weeks would be too long for a phone. */
const MAX_WEEKS = 10;

/** The days of whole weeks, ten at most, each beginning as where the language is spoken. */
export function weeksOf(firstDate: string, lastDate: string, locale: string): string[] {
	// A method in newer versions of Node.js, a property in older ones, and in no types. 1 is Monday, 7 is Sunday.
	const info = new Intl.Locale(locale) as {
		getWeekInfo?: () => { firstDay: number };
		weekInfo?: { firstDay: number };
	};
	const { firstDay } = info.getWeekInfo?.() ?? info.weekInfo ?? { firstDay: 1 };
	const daysIntoWeek = (new Date(firstDate).getUTCDay() - firstDay + 7) % 7;
	const days: string[] = [];
	let weekBegins = addDays(firstDate, -daysIntoWeek);
	for (let week = 0; week < MAX_WEEKS && weekBegins <= lastDate; week++) {
		for (let day = 0; day < 7; day++) days.push(addDays(weekBegins, day));
		weekBegins = addDays(weekBegins, 7);
	}
	return days;
}

/** Without extensions, which could ask for another calendar or other digits than the language's own. */
const PLAIN_TAG = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/** The first languages of `Accept-Language` (RFC 9110, 12.5.4) that `Intl` knows, in the browser's order. */
export function preferredLocales(header: unknown): string[] {
	const tags = String(header)
		.split(',', 20)
		.map((entry) => entry.split(';')[0].trim());
	return Intl.DateTimeFormat.supportedLocalesOf(tags.filter((tag) => PLAIN_TAG.test(tag)));
}

/**
 * The clock of a contact, by the languages of the browser: dates in their own kind of the page's language, such as
 * British English, and 24 hours where the language that they like best counts so.
 */
export function clockFor(locales: readonly string[], language: string, zone: string): ContactClock {
	const locale = locales.find((tag) => tag.split('-')[0] === language) ?? language;
	const { hourCycle } = new Intl.DateTimeFormat(locales[0] ?? locale, CLOCK).resolvedOptions();
	// h23 and h24 count to 24 hours, h11 and h12 to 12.
	const has24Hours = hourCycle === 'h23' || hourCycle === 'h24';
	return new ContactClock(locale, zone, has24Hours ? 'h23' : undefined);
}
