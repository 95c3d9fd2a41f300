import type { Slot } from '../booking/slots';
import { shorten } from '../utils/shorten';
import { type PageResult, nameOf, type View } from './pageParts';

/** `20260303T140000Z` (RFC 5545, 3.3.5, form 2). */
function utcStamp(instant: number): string {
	return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** RFC 5545, 3.3.11. Other control characters may not occur at all, and half a surrogate pair is no UTF-8. */
function escapeText(text: string): string {
	return text
		.replace(/[\\;,]/g, (character) => `\\${character}`)
		.replace(/\r\n|\r|\n/g, '\\n')
		.replace(/(?!\t)[\p{Cc}\p{Cs}]/gu, '');
}

/** A line has 75 octets at most (RFC 5545, 3.1), and a character has four at most: so it breaks after each 18 characters. */
function foldLine(line: string): string {
	if (Buffer.byteLength(line) <= 75) return line;
	return line.replace(/.{18}(?=.)/gsu, '$&\r\n ');
}

interface EntryTexts {
	uid: string;
	summary: string;
	place: string;
	description: string;
	/** Who invites, where the address is known. */
	organizerName: string;
	organizerEmail?: string;
}

/** RFC 5545, 3.8.4.3. A parameter in quotation marks can hold none (3.2). */
function organizerLine({ organizerName, organizerEmail }: EntryTexts): string[] {
	if (!organizerEmail) return [];
	const name = organizerName.replace(/["\p{Cc}\p{Cs}]/gu, ' ').trim();
	const address = organizerEmail.replace(/[\s\p{Cc}\p{Cs}]/gu, '');
	return [`ORGANIZER${name ? `;CN="${name}"` : ''}:mailto:${address}`];
}

/**
 * One appointment as an iCalendar file (RFC 5545). Of two files for one appointment the higher sequence counts
 * (RFC 5546, 2.1.5): here the minutes since 1970, as nothing else is kept.
 */
function icsOf({ start, end }: Slot, isCanceled: boolean, texts: EntryTexts): string {
	const now = Date.now();
	const lineOf = (name: string, text: string) => (text ? [`${name}:${escapeText(text)}`] : []);
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//n8n-nodes-crm-platform//booking page//EN',
		`METHOD:${isCanceled ? 'CANCEL' : 'PUBLISH'}`,
		'BEGIN:VEVENT',
		`SEQUENCE:${Math.floor(now / 60_000)}`,
		`STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
		`DTSTAMP:${utcStamp(now)}`,
		`DTSTART:${utcStamp(start)}`,
		`DTEND:${utcStamp(end)}`,
		...lineOf('UID', texts.uid),
		...lineOf('SUMMARY', texts.summary),
		...lineOf('LOCATION', texts.place),
		...lineOf('DESCRIPTION', texts.description),
		...organizerLine(texts),
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Longer addresses do not open everywhere: all of a link's texts together take twice this at most. */
const MAX_TEXT_IN_LINK = 800;

/** A character takes nine at most once it is encoded, such as `%E2%80%A6`. */
const MAX_ENCODED_LENGTH = 9;

/** The beginning of a text that fits once it is encoded. */
function fitIntoLink(text: string, max: number): string {
	let beginning = shorten(text, max);
	let excess = queryOf({ '': beginning }).length - max;
	while (excess > 0) {
		const tooMany = Math.ceil(excess / MAX_ENCODED_LENGTH);
		beginning = shorten(beginning, beginning.length - tooMany);
		excess = queryOf({ '': beginning }).length - max;
	}
	return beginning === text ? text : `${beginning}…`;
}

/** The iCalendar text of an appointment, and addresses that open the entry in web calendars, which can only add it. */
export interface Calendars {
	ics: string;
	google?: string;
	outlook?: string;
	microsoft365?: string;
}

/** The calendar entry; undefined where there is no appointment. @param uid stays the same, so a second import changes the first */
export function calendarsOf(
	view: View,
	{ outcome, slot }: PageResult,
	uid: string,
): Calendars | undefined {
	if (!slot) return undefined;
	const { host, businessEmail, businessName = '', place = '', messageAfter = '' } = view.offer;
	const withWhom = [host, businessName].filter(Boolean).join(', ');
	const summary = [nameOf(view), withWhom].filter(Boolean).join(' – ');
	const isCanceled = outcome === 'cancel';
	const ics = icsOf(slot, isCanceled, {
		uid,
		summary,
		place,
		description: messageAfter,
		organizerName: businessName,
		organizerEmail: businessEmail,
	});
	if (isCanceled) return { ics };
	const subject = fitIntoLink(summary, MAX_TEXT_IN_LINK / 2);
	const location = fitIntoLink(place, MAX_TEXT_IN_LINK / 2);
	const body = fitIntoLink(messageAfter, MAX_TEXT_IN_LINK);
	const google = queryOf({
		action: 'TEMPLATE',
		text: subject,
		dates: `${utcStamp(slot.start)}/${utcStamp(slot.end)}`,
		location,
		details: body,
	});
	const outlook = queryOf({
		rru: 'addevent',
		subject,
		startdt: new Date(slot.start).toISOString(),
		enddt: new Date(slot.end).toISOString(),
		location,
		body,
	});
	return {
		ics,
		google: `https://calendar.google.com/calendar/render?${google}`,
		outlook: `https://outlook.live.com/calendar/0/action/compose?${outlook}`,
		microsoft365: `https://outlook.office.com/calendar/0/action/compose?${outlook}`,
	};
}

/** Outlook and mail programs show a `+` as it is, so spaces are `%20`. */
function queryOf(fields: Record<string, string>): string {
	return new URLSearchParams(fields).toString().replaceAll('+', '%20');
}
