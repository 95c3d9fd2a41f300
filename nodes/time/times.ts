import { zoneOffsetMs } from './zones';

/** A date-time that cannot be used as it is; the message says why and what to give instead. */
export class TimeFormatError extends Error {
	override readonly name = 'TimeFormatError';
}

const DAY_MS = 86_400_000;

const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)(?:\[[\w/+-]+\])?)?)?$/i;

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

const describe = (value: unknown) =>
	typeof value === 'object'
		? 'The value given'
		: `The value ${JSON.stringify(value)?.slice(0, 80)}`;

/** Pacific/Kiritimati is that far ahead of UTC. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** Longer than any time in ISO 8601 with the name of its zone. */
const MAX_WRITTEN = 200;

/** What a text in ISO 8601 says; undefined for another text, and for February 30, hour 25 and so on. */
function partsOf(text: string) {
	if (text.length > MAX_WRITTEN) return undefined;
	const match = DATE_TIME.exec(text.trim());
	if (!match) return undefined;
	const [, date, clock = '00:00', second = '00', fraction = '0', utc, sign, ...offset] = match;
	const written = `${date}T${clock}:${second}`;
	const wall = new Date(`${written}.${fraction}Z`);
	if (!wall.toJSON()?.startsWith(written)) return undefined;
	const [hours, minutes] = offset.map((digits) => Number(digits ?? 0));
	const ahead = (sign === '-' ? -1 : 1) * (hours * 60 + minutes);
	const isUsed = minutes <= 59 && Math.abs(ahead) <= MAX_OFFSET_MINUTES;
	return {
		date,
		hasClock: match[2] !== undefined,
		/** Epoch milliseconds of the written time as if in UTC. */
		wallMs: wall.getTime(),
		hasOffset: (utc ?? sign) !== undefined,
		/** True for a time that ends in Z. */
		isUtc: utc !== undefined,
		/** Undefined for one that no zone uses. */
		offsetMinutes: isUsed ? ahead : undefined,
	};
}

/** A wall time occurs twice where clocks go back; the first one counts, as in Temporal and RFC 5545. */
function instantOfWallTime(wallMs: number, zone: string): number | undefined {
	// The offset changes at most once within a day on either side, so one of the two holds.
	const candidates = [wallMs - DAY_MS, wallMs + DAY_MS]
		.map((nearby) => wallMs - zoneOffsetMs(nearby, zone))
		.filter((instant) => instant + zoneOffsetMs(instant, zone) === wallMs);
	return candidates.length > 0 ? Math.min(...candidates) : undefined;
}

/** The instant of a wall time; of one that clocks skip, as if they went forward later. */
const instantFrom = (wallMs: number, zone: string) =>
	instantOfWallTime(wallMs, zone) ?? wallMs - zoneOffsetMs(wallMs - DAY_MS, zone);

/**
 * Epoch milliseconds of ISO 8601 text (in `zone` without an offset), a Luxon DateTime or a Date.
 * @throws TimeFormatError for anything else, an offset that no zone uses, and a time that clocks in the zone skip
 */
export function parseInstant(value: unknown, zone: string): number {
	const parts = partsOf(textOf(value, zone));
	const refuse = (what: string) => new TimeFormatError(`${describe(value)} ${what}`);
	if (!parts)
		throw refuse(
			`is not a date and time. Enter year, month, day and a 24-hour time in ISO 8601, ${EXAMPLE}.`,
		);
	const { hasClock, wallMs, hasOffset, offsetMinutes } = parts;
	if (!hasClock) throw refuse(`has no time of day. Enter both date and time, ${EXAMPLE}.`);
	if (offsetMinutes === undefined)
		throw refuse(`has an offset that no time zone uses. Enter it in ISO 8601, ${EXAMPLE}.`);
	const instant = hasOffset ? wallMs - offsetMinutes * 60_000 : instantOfWallTime(wallMs, zone);
	if (instant !== undefined) return instant;
	throw refuse(
		`does not exist in the time zone ${zone}, because clocks go forward then. Choose another time, or add an offset.`,
	);
}

/**
 * A day as `YYYY-MM-DD`: as written for a date or a date-time at midnight, which is how both the date picker and `$today`
 * write "that date", else in the zone. Of any other time of day also the `moment`, in epoch milliseconds.
 *
 * @throws TimeFormatError for anything else, and for an offset that no zone uses
 */
export function parseDay(value: unknown, zone: string): { date: string; moment?: number } {
	const text = textOf(value, zone);
	const parts = partsOf(text);
	if (!parts)
		throw new TimeFormatError(
			`${describe(value)} is not a date. Enter it as YYYY-MM-DD, such as 2026-11-25.`,
		);
	const { date, wallMs, hasOffset, offsetMinutes } = parts;
	// An offset that no zone uses is refused even at midnight.
	if (wallMs % DAY_MS === 0 && offsetMinutes !== undefined) return { date };
	const moment = hasOffset ? parseInstant(text, zone) : instantFrom(wallMs, zone);
	return { date: dateInZone(moment, zone), moment };
}

/** True for an instant, which is another day in another zone: a Date, and a time in UTC. A midnight stands for a date. */
export function isInstantOfDay(value: unknown): boolean {
	const isText = typeof value === 'string';
	if (!isText && !(value instanceof Date)) return false;
	const parts = partsOf(isText ? value : (value.toJSON() ?? ''));
	return parts !== undefined && parts.isUtc && parts.wallMs % DAY_MS !== 0;
}

/**
 * A day as `YYYY-MM-DD`, for a field that has no time: as written, with an offset too, and of a DateTime as its own zone has
 * it. Only of an instant, see {@link isInstantOfDay}, it is the day in the zone.
 *
 * @throws TimeFormatError for anything else, and for an offset that no zone uses
 */
export function parseCalendarDay(value: unknown, zone: string): string {
	const text = isMoment(value) ? (value.toJSON() ?? '') : value;
	const parts = typeof text === 'string' ? partsOf(text) : undefined;
	if (!parts || parts.offsetMinutes === undefined)
		throw new TimeFormatError(
			`${describe(value)} is not a date. Enter it as YYYY-MM-DD, such as 2026-11-25.`,
		);
	return isInstantOfDay(value) ? dateInZone(parts.wallMs, zone) : parts.date;
}

/** The form of sandbox/openapi.yaml's times, e.g. `2026-11-25T14:00:00+00:00`; zero fractions of a second are left out. */
export function formatUtc(instantMs: number): string {
	return new Date(instantMs).toISOString().replace(/(\.000)?Z/, '+00:00');
}

/** Minutes that the offset of a date-time is ahead of UTC; undefined where it has none. */
export function offsetMinutesIn(value: unknown): number | undefined {
	const parts = partsOf(String(value));
	return parts?.hasOffset ? parts.offsetMinutes : undefined;
}

/**
 * What is wrong with the offset of a written time, as a sentence with the right one: a model that reckons with last month's
 * offset would book an hour off. Undefined for an offset that one of the zones has at that moment, and for a time in UTC.
 *
 * @param zones the one that is asked for first
 */
export function offsetFault(value: unknown, zones: readonly string[]): string | undefined {
	const parts = partsOf(textOf(value, 'UTC'));
	const { hasOffset, offsetMinutes, wallMs = 0 } = parts ?? {};
	if (!hasOffset || !offsetMinutes) return undefined;
	const instant = wallMs - offsetMinutes * 60_000;
	if (zones.some((zone) => zoneOffsetMs(instant, zone) === offsetMinutes * 60_000))
		return undefined;
	const [zone] = zones;
	const meant = formatInZone(instantFrom(wallMs, zone), zone);
	return `${describe(value)} has an offset that ${zone} does not have at that time. There it is ${meant}.`;
}

/** ISO 8601 with an offset in minutes, e.g. `2026-11-25T09:00:00-05:00`; in UTC where there is none. */
export function formatWithOffset(instantMs: number, offsetMinutes = 0): string {
	const wall = formatUtc(instantMs + offsetMinutes * 60_000).slice(0, -6);
	const ahead = new Date(Math.abs(offsetMinutes) * 60_000).toISOString().slice(11, 16);
	return `${wall}${offsetMinutes < 0 ? '-' : '+'}${ahead}`;
}

/** ISO 8601 with the zone's own offset, e.g. `2026-11-25T09:00:00-05:00`; whole seconds. */
export function formatInZone(instantMs: number, zone: string): string {
	return formatWithOffset(
		Math.floor(instantMs / 1000) * 1000,
		Math.trunc(zoneOffsetMs(instantMs, zone) / 60_000),
	);
}

export function dateInZone(instantMs: number, zone: string): string {
	return formatInZone(instantMs, zone).slice(0, 10);
}

/** The instant at which a date (`YYYY-MM-DD`) begins, also where clocks skip midnight. */
export const startOfDate = (date: string, zone: string) =>
	instantFrom(Date.parse(`${date}T00:00:00Z`), zone);

/** The date `days` later; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
	const [year, month, day] = date.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
