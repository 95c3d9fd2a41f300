import { tryOr } from '../utils/tryOr';
import { cachedFormat } from './formatCache';

const MINUTE_MS = 60_000;

/** Writes the offset of a zone. Time zones come from `Intl`: see docs/decisions.md. */
function formatterFor(zone: string): Intl.DateTimeFormat {
	return cachedFormat(
		`offset ${zone}`,
		() => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
	);
}

/** True for the name of a zone with a slash, and for UTC. Node also reads `BST`, as Dhaka, and `+02:00`, as a zone whose clocks never change. */
export function isTimeZone(zone: string): boolean {
	const isNamed = /^(UTC|GMT)$|\//i.test(zone);
	return isNamed && tryOr(() => Boolean(formatterFor(zone)), false);
}

/** In `11/25/2026, GMT-05:00`. Offsets of the 19th century have seconds, too, which nothing here needs. */
const OFFSET = /([+-])(\d+):(\d+)/;

/** Milliseconds that the zone is ahead of UTC at an instant; negative west of Greenwich. */
export function zoneOffsetMs(instantMs: number, zone: string): number {
	const match = OFFSET.exec(formatterFor(zone).format(instantMs));
	// UTC is written without an offset.
	if (match === null) return 0;
	const [, sign, hours, minutes] = match;
	const ahead = Number(hours) * 60 + Number(minutes);
	return sign === '-' ? -MINUTE_MS * ahead : MINUTE_MS * ahead;
}

/** The current IANA names of zones that V8 lists under old names ('backward' in the IANA database). Node accepts both. */
const CURRENT_NAMES: Record<string, string> = {
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

/** `Europe/Kyiv` for `Europe/Kiev`, which browsers still use. */
export function currentZoneName(zone: string): string {
	return CURRENT_NAMES[zone] ?? zone;
}

/** The name of a typed zone in IANA's spelling, whatever the case of its letters; undefined where {@link isTimeZone} is false. */
export function readZoneName(typed: string): string | undefined {
	if (!isTimeZone(typed)) return undefined;
	return currentZoneName(formatterFor(typed).resolvedOptions().timeZone);
}

/** Collected once: to check each name takes some milliseconds. */
let zoneNames: string[] | undefined;

/** Current IANA names, UTC first. */
export function timeZoneNames(): string[] {
	if (zoneNames === undefined) {
		const names = Intl.supportedValuesOf('timeZone').map(currentZoneName);
		zoneNames = [...new Set(['UTC', ...names.filter(isTimeZone).sort()])];
	}
	return [...zoneNames];
}
