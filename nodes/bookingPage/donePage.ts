import type { Slot } from '../booking/slots';
import { shortened } from '../utils/shortened';
import { html, type Html } from './html';
import { type Done, factsOf, nameOf, type View } from './pageParts';
import { column, messagePage, namedTop, type Page } from './pages';

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

/** Lines have 75 octets at most (RFC 5545, 3.1), and a character has four at most. */
const folded = (line: string) =>
	Buffer.byteLength(line) <= 75 ? line : line.replace(/.{18}(?=.)/gsu, '$&\r\n ');

/**
 * One appointment as an iCalendar file (RFC 5545). Of two files for one appointment the higher sequence counts
 * (RFC 5546, 2.1.5): here the minutes since 1970, as nothing else is kept.
 */
function icsOf({ start, end }: Slot, isCanceled: boolean, texts: Record<string, string>): string {
	const now = Date.now();
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
		...Object.entries(texts).flatMap(([name, text]) =>
			text ? [`${name}:${escapedText(text)}`] : [],
		),
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** Longer addresses do not open everywhere: all of a link's texts together take twice this at most. */
const MAX_TEXT_IN_LINK = 800;

/** The beginning of a text that fits once it is encoded. */
function bounded(text: string, max: number): string {
	let kept = shortened(text, max);
	while (new URLSearchParams({ '': kept }).toString().length > max)
		kept = shortened(kept, kept.length - 1);
	return kept === text ? text : `${kept}…`;
}

/** The iCalendar text of an appointment, and addresses that open the entry in web calendars, which can only add it. */
export type Calendars = { ics: string } & Partial<
	Record<'google' | 'outlook' | 'microsoft365', string>
>;

/** The calendar entry; undefined where there is no appointment. @param uid stays the same, so a second import changes the first */
export function calendarsOf(
	view: View,
	{ outcome, slot }: Done,
	uid: string,
): Calendars | undefined {
	if (!slot || outcome === 'none' || outcome === 'gone') return undefined;
	const { host, businessName, place = '', messageAfter = '' } = view.offer;
	const summary = [nameOf(view), [host, businessName].filter(Boolean).join(', ')]
		.filter(Boolean)
		.join(' – ');
	const isCanceled = outcome === 'cancel';
	const ics = icsOf(slot, isCanceled, {
		UID: uid,
		SUMMARY: summary,
		LOCATION: place,
		DESCRIPTION: messageAfter,
	});
	if (isCanceled) return { ics };
	const [subject, location] = [summary, place].map((text) => bounded(text, MAX_TEXT_IN_LINK / 2));
	const body = bounded(messageAfter, MAX_TEXT_IN_LINK);
	const dates = `${utcStamp(slot.start)}/${utcStamp(slot.end)}`;
	const google = new URLSearchParams({
		action: 'TEMPLATE',
		text: subject,
		dates,
		location,
		details: body,
	});
	const [startdt, enddt] = [slot.start, slot.end].map((instant) => new Date(instant).toISOString());
	const outlook = new URLSearchParams({
		rru: 'addevent',
		subject,
		startdt,
		enddt,
		location,
		body,
	}).toString();
	return {
		ics,
		google: `https://calendar.google.com/calendar/render?${google.toString()}`,
		outlook: `https://outlook.live.com/calendar/0/action/compose?${outlook}`,
		microsoft365: `https://outlook.office.com/calendar/0/action/compose?${outlook}`,
	};
}

const NAMES: Record<string, string> = {
	google: 'Google Calendar',
	outlook: 'Outlook.com',
	microsoft365: 'Microsoft 365',
};

function calendarButtons({ ics, ...web }: Calendars, label: string): Html {
	// A page without the rights of its own origin can still offer a file.
	return html`<div class="calendars"><a class="button" href="data:text/calendar;charset=utf-8,${encodeURIComponent(ics)}" download="appointment.ics">${label}</a>
${Object.entries(web).map(
	([
		key,
		address,
	]) => html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer"><bdi>${NAMES[key]}</bdi></a>
`,
)}</div>`;
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The page after a decision. @param former the time that the appointment had before */
export function donePage(
	view: View,
	{ outcome, slot }: Done,
	calendars?: Calendars,
	former?: Slot,
): Page {
	const { words, offer, clock, leadsOn } = view;
	if (outcome === 'none' || outcome === 'gone') return messagePage(view, `${outcome}Done`);
	const heading = words[`${outcome}Done`];
	const isOver = outcome === 'cancel';
	const buttons =
		calendars &&
		calendarButtons(calendars, isOver ? words.removeFromCalendar : words.addToCalendar);
	if (isOver) {
		const end = html`${buttons}
<p class="soft">${words.linkDone}</p>`;
		return column(view, heading, { slot, isOver }, end);
	}
	const below = html`${factsOf(view, slot ? clock.textOfLength(slot) : '')}
${offer.messageAfter && html`<p class="explanation" dir="auto">${offer.messageAfter}</p>`}
${buttons}
<p class="soft">${leadsOn ? words.openAgain : words.lastView}</p>`;
	const title = outcome === 'book' ? words.booked : heading;
	return column(
		view,
		title,
		{ top: html`${CHECK}${namedTop(view, heading)}`, slot, former },
		below,
	);
}
