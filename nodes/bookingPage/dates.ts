import type { Slot } from '../booking/slots';
import { dateInZone } from '../time/times';
import { BoundedMap } from '../utils/boundedMap';

/** A calendar date, `YYYY-MM-DD`, as an instant that every zone-free formatter shows as that date. */
function noonUtc(date: string): number {
	return Date.parse(`${date}T12:00:00Z`);
}

/** With a weekday alone, English would read `3 Tue`. */
const SHORT_DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: 'numeric' } as const;

const STYLES = {
	time: { timeStyle: 'short' },
	timeWithZone: { ...CLOCK, timeZoneName: 'short' },
	clock: CLOCK,
	shortMoment: { ...SHORT_DATE, ...CLOCK },
	shortMomentWithZone: { ...SHORT_DATE, ...CLOCK, timeZoneName: 'short' },
	longDate: { dateStyle: 'full' },
	zoneName: { timeZoneName: 'long' },
	dayName: { weekday: 'long', month: 'long', day: 'numeric' },
	dayNumber: { day: 'numeric' },
	monthName: { month: 'short' },
	weekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a formatter costs a hundred times as much as using it. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(300);

function formatter(style: keyof typeof STYLES, locale: string, timeZone: string): Intl.DateTimeFormat {
	const key = `${style} ${locale} ${timeZone}`;
	const known = formatters.get(key);
	if (known) return known;
	const made = new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone });
	formatters.set(key, made);
	return made;
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

	/** `9:00 AM` each; the hour that a day has twice says which one it is: `1:00 AM EST`. */
	times(instants: readonly number[]): string[] {
		return this.distinct(instants, 'time', 'timeWithZone');
	}

	/** `Tue, Mar 3, 9:00 AM` each, with the zone where two would read the same. */
	moments(instants: readonly number[]): string[] {
		return this.distinct(instants, 'shortMoment', 'shortMomentWithZone');
	}

	/** `Tue, Mar 3, 9:00 AM EST` */
	momentWithZone(instant: number): string {
		return this.inZone('shortMomentWithZone').format(instant);
	}

	/** `9:00 – 9:30 AM`, with the dates where the end is on another day. */
	timeSpan({ start, end }: Slot): string {
		return this.inZone(this.dateOf(start) === this.dateOf(end) ? 'clock' : 'shortMoment').formatRange(start, end);
	}

	/** `Tuesday, March 3, 2026` */
	longDate(instant: number): string {
		return this.inZone('longDate').format(instant);
	}

	/** `Eastern Standard Time` */
	zoneName(instant: number): string {
		const parts = this.inZone('zoneName').formatToParts(instant);
		return parts.find(({ type }) => type === 'timeZoneName')?.value ?? this.zone;
	}

	/** `Tuesday, March 3` */
	dayName(date: string): string {
		return this.ofDate('dayName', date);
	}

	dayNumber(date: string): string {
		return this.ofDate('dayNumber', date);
	}

	/** `Mar` */
	monthName(date: string): string {
		return this.ofDate('monthName', date);
	}

	/** `Tue` */
	weekday(date: string): string {
		return this.ofDate('weekday', date);
	}

	/** `14:05` in the language, of a wall time as milliseconds in UTC. */
	wallTime(wallMs: number): string {
		return formatter('time', this.locale, 'UTC').format(wallMs);
	}

	/** `30 minutes`, `1 hour, 30 minutes`; undefined where it is no whole number of minutes. */
	length(ms: number): string | undefined {
		const total = Math.round(ms / 60_000);
		if (total <= 0) return undefined;
		const parts = [
			{ value: Math.floor(total / 60), unit: 'hour' },
			{ value: total % 60, unit: 'minute' },
		].filter(({ value }) => value > 0);
		const texts = parts.map(({ value, unit }) =>
			new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
		);
		return texts.join(' ');
	}

	private distinct(
		instants: readonly number[],
		short: keyof typeof STYLES,
		long: keyof typeof STYLES,
	): string[] {
		const texts = instants.map((instant) => this.inZone(short).format(instant));
		const counts = new Map<string, number>();
		for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
		return texts.map((text, index) => (counts.get(text) === 1 ? text : this.inZone(long).format(instants[index])));
	}

	private inZone(style: keyof typeof STYLES): Intl.DateTimeFormat {
		return formatter(style, this.locale, this.zone);
	}

	private ofDate(style: keyof typeof STYLES, date: string): string {
		return formatter(style, this.locale, 'UTC').format(noonUtc(date));
	}
}
