import { zoneOffsetMs } from './zones';

/** A date-time that cannot be used as it is; the message says why and what to give instead. */
export class TimeFormatError extends Error {
	override readonly name = 'TimeFormatError';
}

const DAY_MS = 86_400_000;

const DATE_TIME =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

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
	return typeof value === 'string' ? value.trim() : '';
}

const describe = (value: unknown) =>
	typeof value === 'object'
		? 'The value given'
		: `The value ${JSON.stringify(value)?.slice(0, 80)}`;

/** The written time as if in UTC; undefined for February 30, hour 25 and so on. */
function utcOf(match: RegExpExecArray): number | undefined {
	const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0'] = match;
	const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	const instant = new Date(`${wall}.${fraction}Z`);
	return instant.toJSON()?.startsWith(wall) ? instant.getTime() : undefined;
}

/** Pacific/Kiritimati is that far ahead of UTC. */
const MAX_OFFSET_MINUTES = 14 * 60;

/** `Z` has no digits, and so is 0. */
function offsetMsOf(offset: string): number | undefined {
	const hours = Number(offset.slice(1, 3));
	const minutes = Number(offset.slice(3).replace(':', '') || '0');
	const ahead = hours * 60 + minutes;
	if (minutes > 59 || ahead > MAX_OFFSET_MINUTES) return undefined;
	return (offset.startsWith('-') ? -1 : 1) * ahead * 60_000;
}

/** A wall time occurs twice where clocks go back; the first one counts, as in Temporal and RFC 5545. */
function instantOfWallTime(wallMs: number, zone: string): number | undefined {
	// The offset changes at most once within a day on either side, so one of the two holds.
	const candidates = [wallMs - DAY_MS, wallMs + DAY_MS]
		.map((nearby) => wallMs - zoneOffsetMs(nearby, zone))
		.filter((instant) => instant + zoneOffsetMs(instant, zone) === wallMs);
	return candidates.length > 0 ? Math.min(...candidates) : undefined;
}

/**
 * Epoch milliseconds of ISO 8601 text (in `zone` without an offset), a Luxon DateTime or a Date.
 * @throws TimeFormatError for anything else, an offset that no zone uses, and a time that clocks in the zone skip
 */
export function parseInstant(value: unknown, zone: string): number {
	const text = textOf(value, zone);
	const refuse = (what: string) => new TimeFormatError(`${describe(value)} ${what}`);
	const match = DATE_TIME.exec(text);
	if (match && match[4] === undefined)
		throw refuse(`has no time of day. Enter both date and time, ${EXAMPLE}.`);
	const wall = match ? utcOf(match) : undefined;
	if (!match || wall === undefined)
		throw refuse(
			`is not a date and time. Enter year, month, day and a 24-hour time in ISO 8601, ${EXAMPLE}.`,
		);
	const offset = match[8] === undefined ? 0 : offsetMsOf(match[8]);
	if (offset === undefined)
		throw refuse(`has an offset that no time zone uses. Enter it in ISO 8601, ${EXAMPLE}.`);
	const instant = match[8] === undefined ? instantOfWallTime(wall, zone) : wall - offset;
	if (instant !== undefined) return instant;
	throw refuse(
		`does not exist in the time zone ${zone}, because clocks go forward then. Choose another time, or add an offset.`,
	);
}

/** False only for a date-time without an offset from UTC. */
export function hasOffset(text: string): boolean {
	const match = DATE_TIME.exec(text.trim());
	return match?.[4] === undefined || match[8] !== undefined;
}

/** Midnight is how both the date picker and `$today` write "that date". */
const isMidnight = (match: RegExpExecArray) =>
	match.slice(4, 8).every((field) => Number(field ?? '0') === 0);

/**
 * The date as `YYYY-MM-DD`: as written for a date or a date-time at midnight, else in the zone.
 * @throws TimeFormatError for anything else, and for an offset that no zone uses
 */
export function parseDate(value: unknown, zone: string): string {
	const text = textOf(value, zone);
	const match = DATE_TIME.exec(text);
	if (match && utcOf(match) !== undefined) {
		if (match[8] === undefined) return text.slice(0, 10);
		// Refuses an offset that no zone uses, even at midnight.
		const instant = parseInstant(text, zone);
		return isMidnight(match) ? text.slice(0, 10) : dateInZone(instant, zone);
	}
	throw new TimeFormatError(
		`${describe(value)} is not a date. Enter it as YYYY-MM-DD, such as 2026-11-25.`,
	);
}

/** Epoch milliseconds of a date-time that {@link parseDate} has accepted; undefined for a date alone, or at midnight. */
export function parseMoment(value: unknown, zone: string): number | undefined {
	const text = textOf(value, zone);
	const match = DATE_TIME.exec(text);
	return match && !isMidnight(match) ? parseInstant(text, zone) : undefined;
}

/** The form of sandbox/openapi.yaml's times, e.g. `2026-11-25T14:00:00+00:00`; zero fractions of a second are left out. */
export function formatUtc(instantMs: number): string {
	return new Date(instantMs).toISOString().replace(/(\.000)?Z$/, '+00:00');
}

/** Minutes that the offset of a date-time is ahead of UTC; undefined where it has none. */
export function offsetMinutesIn(value: unknown): number | undefined {
	const offset = DATE_TIME.exec(String(value).trim())?.[8];
	const ms = offset === undefined ? undefined : offsetMsOf(offset);
	return ms === undefined ? undefined : ms / 60_000;
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
export function startOfDate(date: string, zone: string): number {
	const midnight = Date.parse(`${date}T00:00:00Z`);
	return instantOfWallTime(midnight, zone) ?? midnight - zoneOffsetMs(midnight - DAY_MS, zone);
}

/** The date `days` later; both `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
	const [year, month, day] = date.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
