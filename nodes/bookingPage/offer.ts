import type { Slot } from '../booking/slots';
import type { VisitorClock } from './dates';
import type { Html } from './html';
import { html } from './html';

/** What the workflow offers; texts as they come, of any content. */
export interface Offer {
	calendarName: string;
	/** What the appointment is called. */
	title: string;
	/** Takes the place of the title at the top of the page. */
	heading: string;
	explanation: string;
}

/** What drawing the page needs to know of the visitor. */
export interface Visitor {
	clock: VisitorClock;
	/** The link's own token, which a form sent by GET has to repeat. */
	token?: string;
	/** Names what the page is about: in a loop, one link serves one contact after another. */
	wait: string;
}

/** The largest text on the page. */
export function headingOf({ heading, title, calendarName }: Offer): string {
	return heading || title || calendarName || 'Book an appointment';
}

/** How the appointment is called where there is no room for more. */
export function nameOf({ title, calendarName, heading }: Offer): string {
	return title || calendarName || heading || 'Appointment';
}

/** Heading, facts of the appointment, and the explanation. */
export function introduction(offer: Offer, length?: string): Html {
	const heading = headingOf(offer);
	const names = [offer.title, offer.calendarName].filter((name) => name !== '' && name !== heading);
	const facts = [...new Set(names), ...(length === undefined ? [] : [length])];
	return html`<h1 dir="auto">${heading}</h1>
${facts.length > 0 && html`<ul class="facts">${facts.map((fact) => html`<li><bdi>${fact}</bdi></li>`)}</ul>`}
${offer.explanation !== '' && html`<p class="explanation" dir="auto">${offer.explanation}</p>`}`;
}

/** `30 minutes`, `1 hour 30 minutes`; undefined where the slots differ in length. */
export function lengthOf(slots: readonly Slot[]): string | undefined {
	const lengths = new Set(slots.map(({ start, end }) => Math.round((end - start) / 60_000)));
	const [total] = lengths;
	if (lengths.size !== 1 || total <= 0) return undefined;
	const [hours, minutes] = [Math.floor(total / 60), total % 60];
	const parts = [hours > 0 && counted(hours, 'hour'), minutes > 0 && counted(minutes, 'minute')];
	return parts.filter(Boolean).join(' ');
}

/** `1 time`, `2 times` */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The moment of an appointment, in full. */
export function momentBox(slot: Slot, { clock }: Visitor): Html {
	return html`<div class="moment">
<p class="date" lang="${clock.locale}" dir="auto">${clock.longDate(slot.start)}</p>
<p class="clock" lang="${clock.locale}" dir="auto">${clock.timeSpan(slot)}</p>
<p class="place"><span lang="${clock.locale}">${clock.zoneName(slot.start)}</span> (${zoneText(clock.zone)})</p>
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
