import type { Slot } from '../booking/slots';
import type { Page } from './document';
import { pageOf } from './document';
import type { Html } from './html';
import { html } from './html';
import { icsLink } from './ics';
import type { Offer, Visitor } from './offer';
import { addressOf, headingOf, introduction, momentBox, nameOf } from './offer';

export interface Confirmation {
	offer: Offer;
	visitor: Visitor;
	slot: Slot;
	/** The zone that the page is in where the visitor's own is not known yet. */
	askZone?: string;
}

interface BookingForm {
	visitor: Visitor;
	slot: Slot;
	label: string;
	/** The label while the answer is awaited. */
	sent: string;
	/** A further thing to do. */
	other?: Html;
}

/** The one form that books. */
function bookingForm({ visitor, slot, label, sent, other }: BookingForm): Html {
	return html`<form class="actions" method="post">
<input type="hidden" name="slot" value="${slot.start}">
<input type="hidden" name="zone" value="${visitor.clock.zone}">
<input type="hidden" name="wait" value="${visitor.wait}">
<button class="main" data-sent="${sent}">${label}</button>
${other}
</form>`;
}

/** The chosen slot once more. */
export function confirmPage({ offer, visitor, slot, askZone }: Confirmation): Page {
	const back = addressOf(visitor, { day: visitor.clock.dateOf(slot.start) });
	const other = html`<a class="button" href="${back}">Choose another time</a>`;
	const body = html`${introduction(offer)}
${momentBox(slot, visitor)}
${bookingForm({ visitor, slot, label: 'Book this time', sent: 'Booking…', other })}`;
	return pageOf({ title: `Confirm – ${headingOf(offer)}`, body, isNarrow: true, askZone });
}

export interface Booked {
	offer: Offer;
	visitor: Visitor;
	slot: Slot;
	/** The platform's id of the appointment, or anything else that stays the same for it. */
	uid: string;
	/** Epoch milliseconds. */
	now: number;
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** What was booked. The link does not open again, so this page says everything. */
export function bookedPage({ offer, visitor, slot, uid, now }: Booked): Page {
	const entry = icsLink({ uid, summary: nameOf(offer), ...slot, now });
	const body = html`${CHECK}<h1>Your appointment is booked</h1>
<p dir="auto">${nameOf(offer)}</p>
${momentBox(slot, visitor)}
<div class="actions"><a class="button" href="${entry}" download="appointment.ics">Add to calendar</a></div>
<p class="soft">This page cannot be opened again. Add the appointment to your calendar, or note the time.</p>`;
	return pageOf({ title: `Booked – ${headingOf(offer)}`, body, isNarrow: true });
}

/** The answer to a booking was lost: asked again, the calendar does not book the same time twice. */
export function unsurePage({ offer, visitor, slot }: Confirmation): Page {
	const body = html`<p class="soft" dir="auto">${headingOf(offer)}</p>
<h1>We do not know yet whether this time is booked</h1>
<p>The calendar did not answer. Asking again does not book the time twice.</p>
${momentBox(slot, visitor)}
${bookingForm({ visitor, slot, label: 'Ask again', sent: 'Asking…' })}
<p class="soft">If this keeps happening, ask the person who sent you the link before you book anything else.</p>`;
	return pageOf({ title: `Not sure yet – ${headingOf(offer)}`, body, isNarrow: true });
}

export interface Message {
	offer: Offer;
	heading: string;
	text: string;
	/** Address of the link that tries again. */
	again?: string;
}

/** Nothing can be chosen now: says why, in words for a visitor. */
export function messagePage({ offer, heading, text, again }: Message): Page {
	const body = html`<p class="soft" dir="auto">${headingOf(offer)}</p>
<h1>${heading}</h1>
<p>${text}</p>
${again !== undefined && html`<p><a class="button" href="${again}">Try again</a></p>`}`;
	return pageOf({ title: `${heading} – ${headingOf(offer)}`, body, isNarrow: true });
}
