import { momentText } from '../booking/slotTexts';
import {
	type Day,
	formatInZone,
	formatUtc,
	isMoment,
	parseCalendarDay,
	parseDay,
	parseInstant,
	TIME_EXAMPLE,
} from '../time/times';
import { interpretWord } from './modelMarks';
import { type Kind, MAX_WORD } from './valueKinds';

/** The present date and time as a sentence, for a language model, which knows neither. */
export function nowIn(zone: string): string {
	const now = Date.now();
	return `Now it is ${momentText(now, zone)}, ${formatInZone(now, zone)} (${zone}).`;
}

/**
 * Makes a kind of times or days.
 *
 * @param zone in which a value without an offset is meant
 * @param what follows "must be"
 * @param parse throws a TimeFormatError for a value that it cannot read
 */
function timeKind<T>(
	zone: string,
	what: string,
	parse: (value: unknown, zone: string) => T,
): Kind<T> {
	return {
		what,
		now: () => nowIn(zone),
		maxLength: MAX_WORD,
		interpret: interpretWord,
		read(value) {
			return typeof value === 'string' || isMoment(value) ? parse(value, zone) : undefined;
		},
	};
}

const DATE_AND_TIME = `a date and time, such as ${TIME_EXAMPLE}`;

/** Epoch milliseconds of a date and time. @param zone in which a time without an offset is meant */
export function instantIn(zone: string): Kind<number> {
	return timeKind(zone, DATE_AND_TIME, parseInstant);
}

/** A date and time, as a text in UTC. @param zone in which a time without an offset is meant */
export function utcIn(zone: string): Kind<string> {
	return timeKind(zone, DATE_AND_TIME, (value) => formatUtc(parseInstant(value, zone)));
}

/** A day of a search, as {@link parseDay} reads it. @param zone in which a time with an offset has its day */
export function dayIn(zone: string): Kind<Day> {
	return timeKind(zone, 'a date, such as 2026-11-25', parseDay);
}

/** A day as `YYYY-MM-DD`, of a field that has no time. @param zone in which an instant has its day */
export function dateIn(zone: string): Kind<string> {
	return timeKind(zone, 'a date, such as 2026-11-25', parseCalendarDay);
}

/** A midnight without an offset, as n8n's date picker writes a day. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(:00(\.0{1,9})?)?$/i;

/** True for a day alone, as a person, the date picker or `$today` writes it. */
function isDayAlone(value: unknown): boolean {
	if (typeof value === 'string') {
		const written = value.trim();
		return !written.includes(':') || MIDNIGHT.test(written);
	}
	// A DateTime, which knows its zone, writes itself so; a Date, which is an instant, does not.
	return isMoment(value) && String(value).includes('T00:00:00.000');
}

/** A date and time as a text in UTC. @param timeOfDay what a day alone means, such as `23:59` */
function parseDayOrTime(value: unknown, zone: string, timeOfDay: string): string {
	const time = isDayAlone(value) ? `${parseCalendarDay(value, zone)} ${timeOfDay}` : value;
	return formatUtc(parseInstant(time, zone));
}

const DAY_OR_TIME = 'a date, or a date and time';

/** A date and time as a text in UTC, where a day alone means its first minute. @param zone in which a value without an offset is meant */
export function startOfDayIn(zone: string): Kind<string> {
	return timeKind(zone, DAY_OR_TIME, (value) => parseDayOrTime(value, zone, '00:00'));
}

/** A date and time as a text in UTC, where a day alone means its last minute. @param zone in which a value without an offset is meant */
export function endOfDayIn(zone: string): Kind<string> {
	return timeKind(zone, DAY_OR_TIME, (value) => parseDayOrTime(value, zone, '23:59'));
}

/**
 * A date and time as a text in UTC, where a day alone means its last millisecond: a filter must find what was made in the last
 * minute.
 *
 * @param zone in which a value without an offset is meant
 */
export function lastMomentIn(zone: string): Kind<string> {
	return timeKind(zone, DAY_OR_TIME, (value) => parseDayOrTime(value, zone, '23:59:59.999'));
}

/** True for a day that somebody has written without a time. */
const isTypedDay = (value: unknown): boolean => typeof value === 'string' && !value.includes(':');

/** A date and time as a text in UTC. A day without a time is its midnight. @param zone in which a value without an offset is meant */
export function startOfTypedDayIn(zone: string): Kind<string> {
	const parse = (value: unknown) =>
		isTypedDay(value) ? parseDayOrTime(value, zone, '00:00') : formatUtc(parseInstant(value, zone));
	return timeKind(zone, DAY_OR_TIME, parse);
}

/**
 * A date and time as a text in UTC. A day without a time means its last minute; a midnight is a midnight, at which a time that is
 * blocked or booked ends before the day begins.
 *
 * @param zone in which a value without an offset is meant
 */
export function endOfTypedDayIn(zone: string): Kind<string> {
	const parse = (value: unknown) =>
		isTypedDay(value) ? parseDayOrTime(value, zone, '23:59') : formatUtc(parseInstant(value, zone));
	return timeKind(zone, DAY_OR_TIME, parse);
}
