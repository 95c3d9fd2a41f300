import type { Slot } from '../booking/slots';
import { partsInZone } from '../time/zones';

/** A calendar date, `YYYY-MM-DD`, as an instant that every zone-free formatter shows as that date. */
function noonUtc(date: string): number {
	return Date.parse(`${date}T12:00:00Z`);
}

/** With a weekday alone, English would read `3 Tue`. */
const SHORT_DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;

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
		const { year, month, day } = partsInZone(instant, this.zone);
		return [String(year).padStart(4, '0'), month, day].map((part) => String(part).padStart(2, '0')).join('-');
	}

	/** `9:00 AM` */
	time(instant: number): string {
		return this.inZone({ timeStyle: 'short' }).format(instant);
	}

	/** `9:00 AM EST`, for the hour that a day has twice. */
	timeWithZone(instant: number): string {
		return this.inZone({ hour: 'numeric', minute: 'numeric', timeZoneName: 'short' }).format(instant);
	}

	/** `9:00 – 9:30 AM`, with the dates where the end is on another day. */
	timeSpan({ start, end }: Slot): string {
		const options = this.dateOf(start) === this.dateOf(end) ? {} : SHORT_DATE;
		return this.inZone({ ...options, hour: 'numeric', minute: 'numeric' }).formatRange(start, end);
	}

	/** `Tuesday, March 3, 2026` */
	longDate(instant: number): string {
		return this.inZone({ dateStyle: 'full' }).format(instant);
	}

	/** `Tue, Mar 3, 9:00 AM` */
	shortMoment(instant: number): string {
		return this.inZone({ ...SHORT_DATE, hour: 'numeric', minute: 'numeric' }).format(instant);
	}

	/** `Eastern Standard Time` */
	zoneName(instant: number): string {
		const parts = this.inZone({ timeZoneName: 'long' }).formatToParts(instant);
		return parts.find(({ type }) => type === 'timeZoneName')?.value ?? this.zone;
	}

	/** `Tuesday, March 3` */
	dayName(date: string): string {
		return this.ofDate({ weekday: 'long', month: 'long', day: 'numeric' }).format(noonUtc(date));
	}

	dayNumber(date: string): string {
		return this.ofDate({ day: 'numeric' }).format(noonUtc(date));
	}

	/** `Mar` */
	monthName(date: string): string {
		return this.ofDate({ month: 'short' }).format(noonUtc(date));
	}

	/** `Tue` */
	weekday(date: string): string {
		return this.ofDate({ weekday: 'short' }).format(noonUtc(date));
	}

	private inZone(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
		return new Intl.DateTimeFormat(this.locale, { ...options, timeZone: this.zone });
	}

	private ofDate(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
		return new Intl.DateTimeFormat(this.locale, { ...options, timeZone: 'UTC' });
	}
}
