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

/** Breaks a line after 75 octets at most, and never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
	let octets = 0;
	const characters = [...line].map((character) => {
		octets += Buffer.byteLength(character);
		if (octets <= 75) return character;
		// A continued line begins with a space, which counts.
		octets = 1 + Buffer.byteLength(character);
		return `\r\n ${character}`;
	});
	return characters.join('');
}

/** One appointment as an iCalendar file (RFC 5545). Times are UTC: every calendar app knows them. */
export function icsOf({ uid, summary, description, start, end }: CalendarEntry): string {
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//n8n-nodes-crm-platform//booking page//EN',
		'BEGIN:VEVENT',
		`UID:${escapedText(uid)}`,
		`DTSTAMP:${utcStamp(Date.now())}`,
		`DTSTART:${utcStamp(start)}`,
		`DTEND:${utcStamp(end)}`,
		`SUMMARY:${escapedText(summary)}`,
		...(description === '' ? [] : [`DESCRIPTION:${escapedText(description)}`]),
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/**
 * Addresses of links: the file, which a page without the rights of its own origin can still offer, and those
 * that open the entry in a calendar of the web, by the calendar's name.
 */
export function calendarLinks(entry: CalendarEntry): { file: string; web: Record<string, string> } {
	const { summary, description, start, end } = entry;
	const google = { action: 'TEMPLATE', text: summary, dates: `${utcStamp(start)}/${utcStamp(end)}`, details: description };
	const [startdt, enddt] = [start, end].map((instant) => new Date(instant).toISOString());
	const outlook = { rru: 'addevent', subject: summary, startdt, enddt, body: description };
	return {
		file: `data:text/calendar;charset=utf-8,${encodeURIComponent(icsOf(entry))}`,
		web: {
			'Google Calendar': `https://calendar.google.com/calendar/render?${new URLSearchParams(google).toString()}`,
			Outlook: `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams(outlook).toString()}`,
		},
	};
}
