import type { Slot } from '../booking/slots';
import type { VisitorClock } from './dates';
import type { Html } from './html';
import { html } from './html';
import { filled } from './languages';
import type { Words } from './words/en';

/** What the workflow says; texts as they come, of any content, empty where there are none. */
export interface Offer {
	calendarName: string;
	/** What the appointment is called. */
	title: string;
	/** Takes the place of the title at the top of the page. */
	heading: string;
	explanation: string;
	businessName: string;
	/** `#0b6b64` */
	accent: string;
	/** What to know once it is booked, such as the place. */
	message: string;
}

/** What drawing the page needs to know of the visitor. */
export interface Visitor {
	clock: VisitorClock;
	words: Words;
	/** The link's own token, which a form sent by GET has to repeat. */
	token?: string;
	/** Names what the page is about: in a loop, one link serves one contact after another. */
	wait: string;
	/** Names the process that draws the page. What another one has booked, this one does not remember. */
	drawnBy: string;
}

/** All that every page is drawn from. */
export interface View {
	offer: Offer;
	visitor: Visitor;
	/** The zone that the page is in where the visitor's own is not known yet. */
	askZone?: string;
	/** When the wait ends, epoch milliseconds. */
	usableUntil?: number;
}

/** What a contact can decide. */
export type Act = 'book' | 'confirm' | 'move' | 'cancel';

/** A decision, and the time that it is about. */
export interface Choice {
	act: Act;
	slot: Slot;
}

/** The value of `from` of a form that asks again for what may have been done already. */
export const AGAIN = 'again';

/** The largest text on the page. */
export function headingOf({ offer: { heading, title, calendarName }, visitor: { words } }: View): string {
	return heading || title || calendarName || words.bookAppointment;
}

/** How the appointment is called where there is no room for more. */
export function nameOf({ offer: { title, calendarName, heading }, visitor: { words } }: View): string {
	return title || calendarName || heading || words.appointment;
}

/** Heading, facts of the appointment, and the explanation. */
export function introduction(view: View, length?: string): Html {
	const { title, calendarName, explanation } = view.offer;
	const heading = headingOf(view);
	const names = [title, calendarName].filter((name) => name !== '' && name !== heading);
	const facts = [...new Set(names), ...(length === undefined ? [] : [length])];
	return html`<h1 dir="auto">${heading}</h1>
${facts.length > 0 && html`<ul class="facts">${facts.map((fact) => html`<li><bdi>${fact}</bdi></li>`)}</ul>`}
${explanation !== '' && html`<p class="explanation" dir="auto">${explanation}</p>`}`;
}

/** Until when the link opens the page. */
export function usableText({ usableUntil, visitor: { words, clock } }: View): Html | false {
	if (usableUntil === undefined) return false;
	return html`<p class="soft">${filled(words.usableUntil, { time: clock.momentWithZone(usableUntil) })}</p>`;
}

/** The length of the appointment in words; undefined where the slots differ in length. */
export function lengthOf(slots: readonly Slot[], clock: VisitorClock): string | undefined {
	const lengths = new Set(slots.map(({ start, end }) => end - start));
	const [length] = lengths;
	return lengths.size === 1 ? clock.length(length) : undefined;
}

/** The moment of an appointment, in full. */
export function momentBox(slot: Slot, { clock }: Visitor): Html {
	return html`<div class="moment">
<p class="date">${clock.longDate(slot.start)}</p>
<p class="clock">${clock.timeSpan(slot)}</p>
<p class="place">${clock.zoneName(slot.start)} (<bdi>${zoneText(clock.zone)}</bdi>)</p>
</div>`;
}

/** `America/New York` */
export function zoneText(zone: string): string {
	return zone.replaceAll('_', ' ');
}

/** The address of another view of the same link. */
export function addressOf({ clock, token, wait }: Visitor, fields: Record<string, string> = {}): string {
	const query = new URLSearchParams({
		...(token !== undefined && { signature: token }),
		zone: clock.zone,
		wait,
		...fields,
	});
	return `?${query.toString()}`;
}

/** A field that a form sends along. */
export function hidden(name: string, value: string | number): Html {
	return html`<input type="hidden" name="${name}" value="${value}">
`;
}

interface ActionForm {
	choice: Choice;
	label: string;
	/** Of the button. */
	kind?: string;
	/** Asks again for what may have been done already. */
	isRepeat?: boolean;
	/** A further thing to do. */
	other?: Html;
}

/** The one form that changes anything. */
export function actionForm(visitor: Visitor, { choice: { act, slot }, label, kind = 'main', isRepeat = false, other }: ActionForm): Html {
	return html`<form class="actions" method="post">
${hidden('do', act)}${hidden('slot', slot.start)}${hidden('zone', visitor.clock.zone)}${hidden('wait', visitor.wait)}${hidden('from', isRepeat ? AGAIN : visitor.drawnBy)}<button class="${kind}" data-sent="${visitor.words.sending}">${label}</button>
${other}
</form>`;
}
