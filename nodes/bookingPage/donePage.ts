import type { Slot } from '../booking/slots';
import { shortened } from '../utils/shortened';
import { column, namedTop, type Page } from './document';
import { type Done, factsOf, html, type Html, nameOf, type View } from './view';

export interface CalendarEntry extends Slot {
	/** Stays the same for the same appointment, so that a second import changes the first. */
	uid: string;
	summary: string;
	location?: string;
	description?: string;
	isCanceled?: boolean;
}

/** `20260303T140000Z` (RFC 5545, 3.3.5, form 2). */
function utcStamp(instant: number): string {
	return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** RFC 5545, 3.3.11. Other control characters may not occur at all, and half a surrogate pair is no UTF-8. */
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

/**
 * One appointment as an iCalendar file (RFC 5545). Of two files for one appointment the higher sequence counts
 * (RFC 5546, 2.1.5): here the minutes since 1970, as nothing else is kept.
 */
export function icsOf({ uid, summary, location, description, start, end, isCanceled = false }: CalendarEntry): string {
	const now = Date.now();
	const texts = { LOCATION: location, DESCRIPTION: description };
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//n8n-nodes-crm-platform//booking page//EN',
		`METHOD:${isCanceled ? 'CANCEL' : 'PUBLISH'}`,
		'BEGIN:VEVENT',
		`UID:${escapedText(uid)}`,
		`SEQUENCE:${Math.floor(now / 60_000)}`,
		`STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
		`DTSTAMP:${utcStamp(now)}`,
		`DTSTART:${utcStamp(start)}`,
		`DTEND:${utcStamp(end)}`,
		`SUMMARY:${escapedText(summary)}`,
		...Object.entries(texts).flatMap(([name, text]) => (text ? [`${name}:${escapedText(text)}`] : [])),
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Longer addresses do not open everywhere: all of a link's texts together take twice this at most. */
const MAX_TEXT_IN_LINK = 800;

/** As much of a text as fits once it is encoded. */
function bounded(text: string, max: number): string {
	let kept = shortened(text, max);
	while (new URLSearchParams({ '': kept }).toString().length > max) kept = shortened(kept, kept.length - 1);
	return kept === text ? text : `${kept}…`;
}

/** The iCalendar text of an appointment, and addresses that open the entry in a calendar of the web. */
export type CalendarLinks = Record<'ics' | 'google' | 'outlook' | 'microsoft365', string>;

export function calendarLinks(entry: CalendarEntry): CalendarLinks {
	const { start, end, summary, location: place = '', description = '' } = entry;
	const [subject, location] = [summary, place].map((text) => bounded(text, MAX_TEXT_IN_LINK / 2));
	const body = bounded(description, MAX_TEXT_IN_LINK);
	const dates = `${utcStamp(start)}/${utcStamp(end)}`;
	const google = new URLSearchParams({ action: 'TEMPLATE', text: subject, dates, location, details: body });
	const [startdt, enddt] = [start, end].map((instant) => new Date(instant).toISOString());
	const outlook = new URLSearchParams({ rru: 'addevent', subject, startdt, enddt, location, body }).toString();
	return {
		ics: icsOf(entry),
		google: `https://calendar.google.com/calendar/render?${google.toString()}`,
		outlook: `https://outlook.live.com/calendar/0/action/compose?${outlook}`,
		microsoft365: `https://outlook.office.com/calendar/0/action/compose?${outlook}`,
	};
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** What was done, for calendars; undefined where there is no appointment. @param uid stays the same for the appointment */
export function calendarsOf(view: View, { outcome, slot }: Done, uid: string): Partial<CalendarLinks> | undefined {
	const { host, businessName, place: location, message: description } = view.offer;
	if (!slot || outcome === 'none' || outcome === 'gone') return undefined;
	const isCanceled = outcome === 'cancel';
	const summary = [nameOf(view), [host, businessName].filter(Boolean).join(', ')].filter(Boolean).join(' – ');
	const { ics, ...web } = calendarLinks({ uid, summary, location, description, ...slot, isCanceled });
	return { ics, ...(!isCanceled && web) };
}

function calendarButtons({ ics = '', ...web }: Partial<CalendarLinks>, label: string): Html {
	const names = { google: 'Google Calendar', outlook: 'Outlook.com', microsoft365: 'Microsoft 365' };
	const links = Object.entries(web).map(([key, address]) => [names[key as keyof typeof names], address]);
	// A page without the rights of its own origin can still offer a file.
	return html`<div class="calendars"><a class="button" href="data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}" download="appointment.ics">${label}</a>
${links.map(
	([name, address]) => html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>
`,
)}</div>`;
}

/** What was done. @param former the time that the appointment had before */
export function donePage(view: View, { outcome, slot }: Done, calendars?: Partial<CalendarLinks>, former?: Slot): Page {
	const { words, offer, clock, leadsOn } = view;
	const heading = words[`${outcome}Done`];
	const top = namedTop(view, heading);
	const close = html`<p class="soft">${words.closePage}</p>`;
	if (outcome === 'none' || outcome === 'gone') return column(view, heading, top, {}, html`<p>${words[`${outcome}DoneText`]}</p>
${close}`);
	if (outcome === 'cancel') {
		const remove = calendars && calendarButtons(calendars, words.removeFromCalendar);
		return column(view, heading, top, { slot, isOver: true }, html`${remove}
${close}`);
	}
	const below = html`${factsOf(view, slot ? clock.textOfLength(slot) : '')}
${offer.message && html`<p class="explanation" dir="auto">${offer.message}</p>`}
${calendars && calendarButtons(calendars, words.addToCalendar)}
<p class="soft">${leadsOn ? words.openAgain : words.lastView}</p>`;
	return column(view, outcome === 'book' ? words.booked : heading, html`${CHECK}${top}`, { slot, former }, below);
}
