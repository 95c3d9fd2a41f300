/** An appointment for a calendar app. */
export interface CalendarEntry {
	/** Stays the same for the same appointment, so that a second import changes the first. */
	uid: string;
	summary: string;
	/** Place, video link or anything else to know; empty for none. */
	description: string;
	/** Epoch milliseconds. */
	start: number;
	end: number;
	/** When the entry was written, epoch milliseconds. */
	now: number;
}

/** `20260303T140000Z` (RFC 5545, 3.3.5, form 2). */
function utcStamp(instant: number): string {
	return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/**
 * RFC 5545, 3.3.11. Other control characters may not occur in a text at all, and half a surrogate
 * pair cannot be written as UTF-8.
 */
function escapedText(text: string): string {
	return text
		.replace(/[\\;,]/g, (character) => `\\${character}`)
		.replace(/\r\n|\r|\n/g, '\\n')
		.replace(/(?!\t)[\p{Cc}\p{Cs}]/gu, '');
}

const MAX_OCTETS = 75;

/** Breaks a line after 75 octets at most, and never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
	const lines = [''];
	let octets = 0;
	for (const character of line) {
		const size = Buffer.byteLength(character);
		if (octets + size > MAX_OCTETS) {
			// A line that goes on begins with a space, which counts.
			lines.push(' ');
			octets = 1;
		}
		lines[lines.length - 1] += character;
		octets += size;
	}
	return lines.join('\r\n');
}

/** One appointment as an iCalendar file (RFC 5545). Times are UTC: every calendar app knows them. */
export function icsOf({ uid, summary, description, start, end, now }: CalendarEntry): string {
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//n8n-nodes-crm-platform//booking page//EN',
		'BEGIN:VEVENT',
		`UID:${escapedText(uid)}`,
		`DTSTAMP:${utcStamp(now)}`,
		`DTSTART:${utcStamp(start)}`,
		`DTEND:${utcStamp(end)}`,
		`SUMMARY:${escapedText(summary)}`,
		...(description === '' ? [] : [`DESCRIPTION:${escapedText(description)}`]),
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Addresses that open the entry in a calendar of the web, by the calendar's name. */
export function calendarLinks({ summary, description, start, end }: CalendarEntry): Record<string, string> {
	const google = { action: 'TEMPLATE', text: summary, dates: `${utcStamp(start)}/${utcStamp(end)}`, details: description };
	const [startdt, enddt] = [start, end].map((instant) => new Date(instant).toISOString());
	const outlook = { rru: 'addevent', subject: summary, startdt, enddt, body: description };
	return {
		'Google Calendar': `https://calendar.google.com/calendar/render?${new URLSearchParams(google).toString()}`,
		Outlook: `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams(outlook).toString()}`,
	};
}

/** The file as a link's address, which a page without the rights of its own origin can still offer. */
export function icsLink(entry: CalendarEntry): string {
	return `data:text/calendar;charset=utf-8,${encodeURIComponent(icsOf(entry))}`;
}
