import { tried } from '../utils/attempt';
import { keptFormat } from './keptFormats';

/** Time zones by `Intl`: see docs/decisions.md. */
function formatterFor(zone: string): Intl.DateTimeFormat {
	return keptFormat(
		`offset ${zone}`,
		() => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
	);
}

/** No zone has a longer name. */
const MAX_NAME = 100;

/** Rejects names without a slash: Node reads `BST` as Dhaka, and `+02:00` as a zone whose clocks never change. */
export function isTimeZone(zone: string): boolean {
	const isNamed = zone.length <= MAX_NAME && /^(UTC|GMT)$|\//i.test(zone);
	return isNamed && tried(() => Boolean(formatterFor(zone)), false);
}

/** The end of `GMT-05:00`. Offsets of the 19th century have seconds; UTC has no offset. */
const OFFSET = /([+-])(\d+):(\d+):?(\d*)$/;

/** Milliseconds that the zone is ahead of UTC at an instant; negative west of Greenwich. */
export function zoneOffsetMs(instantMs: number, zone: string): number {
	const [, sign, ...parts] = OFFSET.exec(formatterFor(zone).format(instantMs)) ?? ['', '', 0, 0, 0];
	const [hours, minutes, seconds] = parts.map(Number);
	return (sign === '-' ? -1_000 : 1_000) * ((hours * 60 + minutes) * 60 + seconds);
}

/** V8 lists zones under old names; these are today's IANA names ('backward' in its database). Node accepts both. */
const NAMES_OF_TODAY: Record<string, string> = {
	'Africa/Asmera': 'Africa/Asmara',
	'America/Coral_Harbour': 'America/Atikokan',
	'America/Godthab': 'America/Nuuk',
	'America/Indianapolis': 'America/Indiana/Indianapolis',
	'America/Louisville': 'America/Kentucky/Louisville',
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
	return (
		NAMES_OF_TODAY[zone] ??
		zone.replace(
			/^America\/(?=(Buenos_Aires|Catamarca|Cordoba|Jujuy|Mendoza)$)/,
			'America/Argentina/',
		)
	);
}

/** The name of a zone in IANA's spelling, whatever the case of its letters; undefined where {@link isTimeZone} is false. */
export const zoneNamed = (typed: string): string | undefined =>
	isTimeZone(typed) ? currentZoneName(formatterFor(typed).resolvedOptions().timeZone) : undefined;

let zoneNames: string[] | undefined;

/** Current IANA names, UTC first. */
export function timeZoneNames(): string[] {
	const names = () => Intl.supportedValuesOf('timeZone').map(currentZoneName);
	zoneNames ??= [...new Set(['UTC', ...names().filter(isTimeZone).sort()])];
	return [...zoneNames];
}
