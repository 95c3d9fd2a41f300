import type { Slot } from '../booking/slots';
import { addDays, dateInZone } from '../time/times';
import { BoundedMap } from '../utils/boundedMap';

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
	/** `Mar` */
	monthName: { month: 'short' },
	/** `Tue` */
	weekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof STYLES;

/** Making a formatter costs a hundred times as much as using it. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(300);

function formatter(style: Style, locale: string, timeZone: string): Intl.DateTimeFormat {
	const key = `${style} ${locale} ${timeZone}`;
	const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
	formatters.set(key, known);
	return known;
}

/** How one visitor reads dates and times: the words of a language, the clocks of a zone. */
export class VisitorClock {
	/**
	 * @param locale a language tag that Intl supports
	 * @param zone IANA name
	 */
	constructor(
		readonly locale: string,
		readonly zone: string,
	) {}

	/** `YYYY-MM-DD` on the visitor's calendar. */
	dateOf(instant: number): string {
		return dateInZone(instant, this.zone);
	}

	textOf(style: Style, instant: number): string {
		return formatter(style, this.locale, this.zone).format(instant);
	}

	/** Each of them; with the zone where two would read the same, as in the hour that a day has twice. */
	textsOf(style: 'time' | 'moment', instants: readonly number[]): string[] {
		const texts = instants.map((instant) => this.textOf(style, instant));
		const counts = new Map<string, number>();
		for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
		return texts.map((text, index) => (counts.get(text) === 1 ? text : this.textOf(`${style}WithZone`, instants[index])));
	}

	/** @param date `YYYY-MM-DD`, the same one whatever the visitor's zone */
	textOfDate(style: Style, date: string): string {
		return formatter(style, this.locale, 'UTC').format(Date.parse(`${date}T12:00:00Z`));
	}

	/** `9:00 – 9:30 AM`, with the dates where the end is on another day. */
	textOfSpan({ start, end }: Slot): string {
		const style = this.dateOf(start) === this.dateOf(end) ? 'clock' : 'moment';
		return formatter(style, this.locale, this.zone).formatRange(start, end);
	}

	/** `Eastern Standard Time` */
	zoneName(instant: number): string {
		const parts = formatter('zoneName', this.locale, this.zone).formatToParts(instant);
		return parts.find(({ type }) => type === 'timeZoneName')?.value ?? this.zone;
	}

	/** `30 minutes`, `1 hour 30 minutes`; undefined where it is not a minute long. */
	textOfLength(ms: number): string | undefined {
		const minutes = Math.max(0, Math.round(ms / 60_000));
		const parts = [[Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute']] as const;
		const texts = parts
			.filter(([value]) => value > 0)
			.map(([value, unit]) => new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value));
		return texts.join(' ') || undefined;
	}
}

/** The slots under the dates of the visitor's calendar, both in order of time. */
export function slotsByDay(slots: readonly Slot[], clock: VisitorClock): Map<string, Slot[]> {
	const days = new Map<string, Slot[]>();
	for (const slot of [...slots].sort((a, b) => a.start - b.start)) {
		const date = clock.dateOf(slot.start);
		days.set(date, days.get(date) ?? []).get(date)?.push(slot);
	}
	return days;
}

/** In newer versions of Node a method, before a property; the types know neither. */
interface WithWeekInfo {
	getWeekInfo?: () => { firstDay: number };
	weekInfo?: { firstDay: number };
}

/** Bounds the page. */
const MAX_WEEKS = 10;

/**
 * The whole weeks from that of the first date to that of the last, ten at most, each beginning as where the
 * language is spoken.
 *
 * @param dates `YYYY-MM-DD` in order, at least one
 */
export function weeksOf(dates: readonly string[], locale: string): string[][] {
	const known = new Intl.Locale(locale) as WithWeekInfo;
	// 1 is Monday, 7 is Sunday.
	const firstDay = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
	const begin = addDays(dates[0], -((new Date(dates[0]).getUTCDay() - firstDay + 7) % 7));
	const all = Array.from({ length: MAX_WEEKS }, (_week, week) =>
		Array.from({ length: 7 }, (_day, day) => addDays(begin, week * 7 + day)),
	);
	return all.filter(([first]) => first <= (dates.at(-1) ?? ''));
}
