/**
 * Time zones by `Intl`, which every n8n process has: a community package cannot rely on Luxon
 * being found from where it is installed.
 */

import { BoundedMap } from '../utils/boundedMap';

/** There are some 600 zone names, aliases included; text that is none is never kept. */
const MAX_FORMATTERS = 700;

/** Making a formatter costs some 50 µs, and a long list of slots needs one for each time shown. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(MAX_FORMATTERS);

function formatterFor(zone: string): Intl.DateTimeFormat {
	const known = formatters.get(zone);
	if (known) return known;
	const formatter = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		calendar: 'iso8601',
		numberingSystem: 'latn',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	formatters.set(zone, formatter);
	return formatter;
}

/** Whether this is an IANA zone name, e.g. `America/New_York`. */
export function isTimeZone(zone: string): boolean {
	// Offsets such as "+02:00" are accepted by newer versions of Intl, but are no IANA names.
	if (!/^[A-Za-z]/.test(zone)) return false;
	try {
		formatterFor(zone);
		return true;
	} catch {
		return false;
	}
}

const DAY_MS = 86_400_000;

/** At the beginnings of days in UTC. Asking Intl for each of a page's 2,000 slots took most of its time. */
const offsets = new BoundedMap<string, number>(5_000);

function offsetAtDay(dayMs: number, zone: string): number {
	const key = `${zone} ${dayMs}`;
	const known = offsets.get(key) ?? offsetByIntl(dayMs, zone);
	offsets.set(key, known);
	return known;
}

function offsetByIntl(instantMs: number, zone: string): number {
	const found: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
	for (const { type, value } of formatterFor(zone).formatToParts(instantMs)) {
		found[type] = Number(value);
	}
	const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
	const wholeSeconds = Math.floor(instantMs / 1000) * 1000;
	return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSeconds;
}

/** Milliseconds that the zone is ahead of UTC at an instant; negative west of Greenwich. */
export function zoneOffsetMs(instantMs: number, zone: string): number {
	const day = Math.floor(instantMs / DAY_MS) * DAY_MS;
	const [before, after] = [offsetAtDay(day, zone), offsetAtDay(day + DAY_MS, zone)];
	// No zone changes twice within a day.
	return before === after ? before : offsetByIntl(instantMs, zone);
}

/**
 * Old names under which V8 lists a zone, and the current IANA
 * names ('backward' in the IANA time zone database). Node accepts both.
 */
const NAMES_OF_TODAY: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
	'America/Catamarca': 'America/Argentina/Catamarca',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Cordoba': 'America/Argentina/Cordoba',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Jujuy': 'America/Argentina/Jujuy',
	'America/Louisville': 'America/Kentucky/Louisville',
	'America/Mendoza': 'America/Argentina/Mendoza',
	'Asia/Calcutta': 'Asia/Kolkata',
	'Asia/Katmandu': 'Asia/Kathmandu',
	'Asia/Rangoon': 'Asia/Yangon',
	'Asia/Saigon': 'Asia/Ho_Chi_Minh',
	'Atlantic/Faeroe': 'Atlantic/Faroe',
	'Europe/Kiev': 'Europe/Kyiv',
	'Pacific/Enderbury': 'Pacific/Kanton',
	'Pacific/Ponape': 'Pacific/Pohnpei',
	'Pacific/Truk': 'Pacific/Chuuk',
};

let zoneNames: string[] | undefined;

/** All zone names that Node knows, by their current IANA names, UTC first. */
export function timeZoneNames(): string[] {
	const names = () => Intl.supportedValuesOf('timeZone').map((zone) => NAMES_OF_TODAY[zone] ?? zone);
	zoneNames ??= [...new Set(['UTC', ...names().filter(isTimeZone).sort()])];
	return [...zoneNames];
}
