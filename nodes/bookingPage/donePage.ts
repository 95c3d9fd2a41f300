import type { Slot } from '../booking/slots';
import type { Calendars } from './calendarEntry';
import { html, type Html } from './html';
import { type PageResult, factsOf, type View } from './pageParts';
import { renderNarrow, messagePage, headingAndName, type Page } from './pages';

/** The calendars of the web, in their order on the page. */
const WEB_CALENDARS = [
	{ key: 'google', name: 'Google Calendar' },
	{ key: 'outlook', name: 'Outlook.com' },
	{ key: 'microsoft365', name: 'Microsoft 365' },
] as const;

function calendarButtons(calendars: Calendars, label: string): Html {
	const web: Html[] = [];
	for (const { key, name } of WEB_CALENDARS) {
		const address = calendars[key];
		if (address)
			web.push(html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>
`);
	}
	// A page without the rights of its own origin can still offer a file.
	const file = `data:text/calendar;charset=utf-8,${encodeURIComponent(calendars.ics)}`;
	return html`<div class="calendars"><a class="button" href="${file}" download="appointment.ics">${label}</a>
${web}</div>`;
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The page after a decision. @param formerSlot the time that the appointment had before */
export function donePage(
	view: View,
	{ outcome, slot }: PageResult,
	calendars?: Calendars,
	formerSlot?: Slot,
): Page {
	const { words, offer, clock, hasNextPage } = view;
	if (outcome === 'none' || outcome === 'gone') return messagePage(view, `${outcome}Done`);
	const heading = words[`${outcome}Done`];
	if (outcome === 'cancel') {
		const buttons = calendars && calendarButtons(calendars, words.removeFromCalendar);
		const below = html`${buttons}
<p class="soft">${words.linkDone}</p>`;
		return renderNarrow(view, heading, { slot, isOver: true }, below);
	}
	const buttons = calendars && calendarButtons(calendars, words.addToCalendar);
	const below = html`${factsOf(view, slot ? clock.textOfLength(slot) : '')}
${offer.messageAfter && html`<p class="explanation" dir="auto">${offer.messageAfter}</p>`}
${buttons}
<p class="soft">${hasNextPage ? words.openAgain : words.lastView}</p>`;
	const title = outcome === 'book' ? words.booked : heading;
	const top = html`${CHECK}${headingAndName(view, heading)}`;
	return renderNarrow(view, title, { top, slot, formerSlot }, below);
}
