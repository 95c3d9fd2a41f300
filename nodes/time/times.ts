import { zoneOffsetMs } from './zones';

/** A date-time that cannot be used as it is; the message says why and what to give instead. */
export class TimeFormatError extends Error {
	override readonly name = 'TimeFormatError';
}

const DAY_MS = 86_400_000;

const MINUTE_MS = 60_000;

/** With seconds, which n8n's date picker needs. */
export const TIME_EXAMPLE = '2026-11-25 14:00:00';

const EXAMPLE = `such as ${TIME_EXAMPLE}, or 2026-11-25T14:00:00-05:00 with an offset`;

/** True for a Date, and for Luxon's DateTime, which n8n's expressions give (`$now`). */
export function isMoment(value: unknown): value is { toJSON(): string | null } {
	return (
		value instanceof Date ||
		(typeof value === 'object' && value !== null && 'isValid' in value && 'toISO' in value)
	);
}

/** The ISO 8601 text of a value; empty for a value that is neither a text nor a moment. @param zone in which a Date is written */
function textOf(value: unknown, zone: string): string {
	if (value instanceof Date) {
		// A Date at midnight in UTC stands for a date alone.
		const iso = value.toJSON() ?? '';
		return iso === '' || iso.endsWith('T00:00:00.000Z') ? iso : formatInZone(value.getTime(), zone);
	}
	// A DateTime writes itself in ISO 8601, with its own offset.
	if (isMoment(value)) return String(value);
	return typeof value === 'string' ? value : '';
}

/** Begins a message. */
function describeValue(value: unknown): string {
	if (typeof value === 'object') return 'The value given';
	return `The value ${JSON.stringify(value)?.slice(0, 80)}`;
}

/** Pacific/Kiritimati is that far ahead of UTC. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** Longer than any time in ISO 8601 with the name of its zone. */
const MAX_WRITTEN = 200;

/** What follows the date and the letter T: hours and minutes, then seconds, then a fraction. */
const CLOCK = /^(\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?/;

/** The offset of a time, such as `Z`, `+02:00`, `+0200` or `+02`. */
const OFFSET = /^(?:z|([+-])(\d{2})(?::?(\d{2}))?)$/i;

/** The zone's name, which RFC 9557 writes behind an offset: `[Europe/Berlin]`. */
const ZONE_NAME = /^\[[\w/+-]+\]$/;

/** A text in ISO 8601, split where its parts end. */
interface SplitText {
	/** `YYYY-MM-DD`, of which nobody has checked that it is a date. */
	date: string;
	/** `HH:MM`; undefined for a date alone. */
	clock?: string;
	seconds?: string;
	fraction?: string;
	/** Empty where there is none. */
	offset: string;
}

/** Splits a text in ISO 8601; undefined for a text of another form. */
function splitText(text: string): SplitText | undefined {
	const date = text.slice(0, 10);
	if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
	if (text.length === date.length) return { date, offset: '' };
	if (!'Tt '.includes(text[date.length])) return undefined;
	const time = text.slice(date.length + 1);
	const match = CLOCK.exec(time);
	if (match === null) return undefined;
	const [written, clock, seconds, fraction] = match;
	const rest = time.slice(written.length).trimStart();
	const zoneStart = rest.indexOf('[');
	if (zoneStart === -1) return { date, clock, seconds, fraction, offset: rest };
	const offset = rest.slice(0, zoneStart);
	const isZoneName = offset !== '' && ZONE_NAME.test(rest.slice(zoneStart));
	return isZoneName ? { date, clock, seconds, fraction, offset } : undefined;
}

/** A date, or a date and time, as a text in ISO 8601 says it. */
interface WrittenTime {
	/** `YYYY-MM-DD` */
	date: string;
	/** False for a date alone. */
	hasClock: boolean;
	/** Epoch milliseconds of the written time as if in UTC. */
	wallMs: number;
	hasOffset: boolean;
	/** True for a time that ends in Z. */
	isUtc: boolean;
	/** Minutes ahead of UTC, 0 without an offset; undefined for an offset that no zone uses. */
	offsetMinutes?: number;
}

/** Minutes ahead of UTC; undefined for an offset that no zone uses. @param match of {@link OFFSET} */
function offsetMinutesOf(match: RegExpExecArray): number | undefined {
	const [, sign, hours = '0', minutes = '0'] = match;
	const total = Number(hours) * 60 + Number(minutes);
	if (Number(minutes) > 59 || total > MAX_OFFSET_MINUTES) return undefined;
	return sign === '-' ? -total : total;
}

/** What keeps a text in the right form from being a date or a time, as the rest of a sentence; undefined for another form. */
function faultOf(text: string): string | undefined {
	const parts = text.length > MAX_WRITTEN ? undefined : splitText(text.trim());
	if (!parts || (parts.offset !== '' && !OFFSET.test(parts.offset))) return undefined;
	const written = readWrittenTime(text);
	if (!written) return 'names a day or a time that does not exist.';
	return written.offsetMinutes === undefined ? 'has an offset that no time zone uses.' : undefined;
}

/** The refusal of a value that is no date. */
function noDate(value: unknown, text: string): TimeFormatError {
	const fault = faultOf(text) ?? 'is not a date.';
	return new TimeFormatError(
		`${describeValue(value)} ${fault} Enter it as YYYY-MM-DD, such as 2026-11-25.`,
	);
}

/** Reads a text in ISO 8601; undefined for another text, and for February 30, hour 25 and so on. */
function readWrittenTime(text: string): WrittenTime | undefined {
	if (text.length > MAX_WRITTEN) return undefined;
	const parts = splitText(text.trim());
	if (parts === undefined) return undefined;
	const { date, clock, seconds = '00', fraction = '0', offset } = parts;
	const written = `${date}T${clock ?? '00:00'}:${seconds}`;
	const wall = new Date(`${written}.${fraction}Z`);
	// February 30 is read as March 2.
	if (!wall.toJSON()?.startsWith(written)) return undefined;
	const match = OFFSET.exec(offset);
	if (offset !== '' && match === null) return undefined;
	return {
		date,
		hasClock: clock !== undefined,
		wallMs: wall.getTime(),
		hasOffset: offset !== '',
		isUtc: offset.toUpperCase() === 'Z',
		offsetMinutes: match === null ? 0 : offsetMinutesOf(match),
	};
}

/** The instant of a wall time; undefined where clocks skip it. Where clocks go back, it occurs twice: the first one counts, as in Temporal and RFC 5545. */
function instantOfWallTime(wallMs: number, zone: string): number | undefined {
	// The offset changes at most once within a day on either side, so one of the two holds.
	const candidates = [wallMs - DAY_MS, wallMs + DAY_MS]
		.map((nearby) => wallMs - zoneOffsetMs(nearby, zone))
		.filter((instant) => instant + zoneOffsetMs(instant, zone) === wallMs);
	return candidates.length > 0 ? Math.min(...candidates) : undefined;
}

/** The instant of a wall time; where clocks skip it, the one that it would be if they went forward later. */
function nearestInstant(wallMs: number, zone: string): number {
	return instantOfWallTime(wallMs, zone) ?? wallMs - zoneOffsetMs(wallMs - DAY_MS, zone);
}

/**
 * Epoch milliseconds of ISO 8601 text (in `zone` without an offset), a Luxon DateTime or a Date.
 * @throws TimeFormatError for anything else, an offset that no zone uses, and a time that clocks in the zone skip
 */
export function parseInstant(value: unknown, zone: string): number {
	const text = textOf(value, zone);
	const written = readWrittenTime(text);
	if (!written) {
		const fault = faultOf(text) ?? 'is not a date and time.';
		throw new TimeFormatError(
			`${describeValue(value)} ${fault} Enter year, month, day and a 24-hour time in ISO 8601, ${EXAMPLE}.`,
		);
	}
	const { hasClock, wallMs, hasOffset, offsetMinutes } = written;
	if (!hasClock)
		throw new TimeFormatError(
			`${describeValue(value)} has no time of day. Enter both date and time, ${EXAMPLE}.`,
		);
	if (offsetMinutes === undefined)
		throw new TimeFormatError(
			`${describeValue(value)} has an offset that no time zone uses. Enter it in ISO 8601, ${EXAMPLE}.`,
		);
	if (hasOffset) return wallMs - offsetMinutes * MINUTE_MS;
	const instant = instantOfWallTime(wallMs, zone);
	if (instant === undefined)
		throw new TimeFormatError(
			`${describeValue(value)} does not exist in the time zone ${zone}, because clocks go forward then. Choose another time, or add an offset.`,
		);
	return instant;
}

/** A day of a search. */
export interface Day {
	/** `YYYY-MM-DD` */
	date: string;
	/** Epoch milliseconds; undefined for a date alone, and for a midnight. */
	moment?: number;
}

/**
 * Reads a day of a search. A date, and a date-time at midnight, which is how both the date picker and `$today` write a date,
 * is the day as written. Any other date-time is the day that it has in the zone.
 *
 * @throws TimeFormatError for anything else, and for an offset that no zone uses
 */
export function parseDay(value: unknown, zone: string): Day {
	const text = textOf(value, zone);
	const written = readWrittenTime(text);
	if (!written) throw noDate(value, text);
	const { date, wallMs, hasOffset, offsetMinutes } = written;
	if (wallMs % DAY_MS === 0 && offsetMinutes !== undefined) return { date };
	// An offset that no zone uses is refused, even at midnight.
	const moment = hasOffset ? parseInstant(text, zone) : nearestInstant(wallMs, zone);
	return { date: dateInZone(moment, zone), moment };
}

/**
 * True for an instant whose day depends on the zone: a Date, and a text in UTC, unless it is a midnight, which stands for a
 * date.
 */
export function isInstantOfDay(value: unknown): boolean {
	let text = value;
	if (value instanceof Date) text = value.toJSON();
	if (typeof text !== 'string') return false;
	const written = readWrittenTime(text);
	return written !== undefined && written.isUtc && written.wallMs % DAY_MS !== 0;
}

/**
 * Reads the day of a field that has no time, as `YYYY-MM-DD`. It is the day as written, also where there is an offset; a
 * DateTime has the day of its own zone. Only an instant, see {@link isInstantOfDay}, is the day that it has in the zone.
 *
 * @throws TimeFormatError for anything else, and for an offset that no zone uses
 */
export function parseCalendarDay(value: unknown, zone: string): string {
	const text = String(isMoment(value) ? value.toJSON() : value);
	const written = readWrittenTime(text);
	if (!written || written.offsetMinutes === undefined) throw noDate(value, text);
	return isInstantOfDay(value) ? dateInZone(written.wallMs, zone) : written.date;
}

/** The form of sandbox/openapi.yaml's times, e.g. `2026-11-25T14:00:00+00:00`; zero fractions of a second are left out. */
export function formatUtc(instantMs: number): string {
	return new Date(instantMs).toISOString().replace(/(\.000)?Z/, '+00:00');
}

/** Minutes that the offset of a date-time is ahead of UTC; undefined where it has none. */
export function offsetMinutesIn(value: unknown): number | undefined {
	const written = readWrittenTime(String(value));
	return written?.hasOffset ? written.offsetMinutes : undefined;
}

/**
 * What is wrong with the offset of a written time, as sentences with the right one: a model that reckons with last month's
 * offset would book an hour off. Undefined for an offset that one of the zones has at that moment, and for a time in UTC.
 *
 * @param zones IANA names, first the one that the message names
 */
export function offsetFault(value: unknown, zones: readonly string[]): string | undefined {
	const { offsetMinutes, wallMs = 0 } = readWrittenTime(textOf(value, 'UTC')) ?? {};
	// A time in UTC, or without an offset.
	if (!offsetMinutes) return undefined;
	const offsetMs = offsetMinutes * MINUTE_MS;
	const instant = wallMs - offsetMs;
	if (zones.some((zone) => zoneOffsetMs(instant, zone) === offsetMs)) return undefined;
	const [zone] = zones;
	const sameClock = formatInZone(nearestInstant(wallMs, zone), zone);
	const sameMoment = formatInZone(instant, zone);
	return `${describeValue(value)} has an offset that ${zone} does not have at that time. There, the same clock time is ${sameClock}, and the same moment ${sameMoment}.`;
}

/** ISO 8601 with an offset in minutes, e.g. `2026-11-25T09:00:00-05:00`; in UTC where there is none. */
export function formatWithOffset(instantMs: number, offsetMinutes = 0): string {
	const wallTime = formatUtc(instantMs + offsetMinutes * MINUTE_MS).slice(0, -'+00:00'.length);
	const hoursAndMinutes = new Date(Math.abs(offsetMinutes) * MINUTE_MS).toISOString().slice(11, 16);
	return `${wallTime}${offsetMinutes < 0 ? '-' : '+'}${hoursAndMinutes}`;
}

/** ISO 8601 with the zone's own offset, e.g. `2026-11-25T09:00:00-05:00`; whole seconds. */
export function formatInZone(instantMs: number, zone: string): string {
	return formatWithOffset(
		Math.floor(instantMs / 1000) * 1000,
		Math.trunc(zoneOffsetMs(instantMs, zone) / MINUTE_MS),
	);
}

/** The date of an instant in a zone, as `YYYY-MM-DD`. */
export function dateInZone(instantMs: number, zone: string): string {
	return formatInZone(instantMs, zone).slice(0, 10);
}

/** Epoch milliseconds at which a date (`YYYY-MM-DD`) begins in a zone, also where clocks skip midnight. */
export function startOfDate(date: string, zone: string): number {
	return nearestInstant(Date.parse(`${date}T00:00:00Z`), zone);
}

/** The date `days` later; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
	const [year, month, day] = date.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
