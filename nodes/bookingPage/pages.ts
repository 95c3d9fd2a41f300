import type { Slot } from '../booking/slots';
import type { Page } from './document';
import { pageOf } from './document';
import type { Html } from './html';
import { html } from './html';
import type { CalendarEntry } from './ics';
import { calendarLinks, icsLink } from './ics';
import type { Act, Choice, View } from './offer';
import { actionForm, addressOf, headingOf, introduction, momentBox, nameOf, usableText } from './offer';
import type { Words } from './words/en';

function link(address: string, label: string): Html {
	return html`<a class="button" href="${address}">${label}</a>`;
}

/** The chosen slot once more: to book it, or to move the appointment there. */
export function confirmPage(view: View, choice: Choice): Page {
	const { visitor } = view;
	const { words, clock } = visitor;
	const back = addressOf(visitor, { do: choice.act, day: clock.dateOf(choice.slot.start) });
	const label = choice.act === 'move' ? words.moveHere : words.bookThis;
	const body = html`${introduction(view)}
${momentBox(choice.slot, visitor)}
${actionForm(visitor, { choice, label, other: link(back, words.chooseAnother) })}`;
	return pageOf(view, { title: words.confirm, body, isNarrow: true });
}

/** An appointment that the contact has, and what can be done about it. */
export function askPage(view: View, slot: Slot, acts: readonly Act[]): Page {
	const { visitor } = view;
	const { words } = visitor;
	const body = html`${introduction(view)}
${momentBox(slot, visitor)}
${acts.includes('confirm') && actionForm(visitor, { choice: { act: 'confirm', slot }, label: words.confirmThis })}
<div class="actions">
${acts.includes('move') && link(addressOf(visitor, { do: 'move' }), words.chooseAnother)}
${acts.includes('cancel') && link(addressOf(visitor, { do: 'cancel' }), words.cancelAppointment)}
</div>
${usableText(view)}`;
	return pageOf(view, { title: words.yourAppointment, body, isNarrow: true });
}

/** Asks once more. */
export function cancelPage(view: View, slot: Slot): Page {
	const { visitor } = view;
	const { words } = visitor;
	const body = html`<h1>${words.cancelQuestion}</h1>
<p dir="auto">${nameOf(view)}</p>
${momentBox(slot, visitor)}
${actionForm(visitor, {
	choice: { act: 'cancel', slot },
	label: words.cancelNow,
	kind: 'danger',
	other: link(addressOf(visitor), words.goBack),
})}`;
	return pageOf(view, { title: words.cancelQuestion, body, isNarrow: true });
}

export interface Done extends Choice {
	/** The platform's id of the appointment, or anything else that stays the same for it. */
	uid: string;
	/** Epoch milliseconds. */
	now: number;
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const DONE: Record<Act, keyof Words> = { book: 'bookDone', confirm: 'confirmDone', move: 'moveDone', cancel: 'cancelDone' };

function calendars(entry: CalendarEntry, words: Words): Html {
	const links = Object.entries(calendarLinks(entry));
	return html`<div class="calendars"><a class="button" href="${icsLink(entry)}" download="appointment.ics">${words.addToCalendar}</a>
${links.map(
	([name, address]) => html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>
`,
)}</div>`;
}

/** What was done. The link does not open again, so this page says everything. */
export function donePage(view: View, { act, slot, uid, now }: Done): Page {
	const { offer, visitor } = view;
	const { words } = visitor;
	const isCanceled = act === 'cancel';
	const heading = words[DONE[act]];
	const body = html`${!isCanceled && CHECK}<h1>${heading}</h1>
<p dir="auto">${nameOf(view)}</p>
${momentBox(slot, visitor)}
${
	isCanceled
		? html`<p class="soft">${words.closePage}</p>`
		: html`${offer.message !== '' && html`<p class="explanation" dir="auto">${offer.message}</p>`}
${calendars({ uid, summary: nameOf(view), description: offer.message, ...slot, now }, words)}
<p class="soft">${words.lastView}</p>`
}`;
	return pageOf(view, { title: act === 'book' ? words.booked : heading, body, isNarrow: true });
}

/**
 * The response to a write was lost: asked again, nothing is done twice.
 *
 * @param isAgain that was asked already, and did not tell
 */
export function unsurePage(view: View, choice: Choice, isAgain: boolean): Page {
	const { visitor } = view;
	const { words } = visitor;
	const title = isAgain ? words.unclear : words.unsure;
	const body = html`<p class="soft" dir="auto">${headingOf(view)}</p>
<h1>${title}</h1>
<p>${isAgain ? words.unclearText : words.unsureText}</p>
${momentBox(choice.slot, visitor)}
${actionForm(visitor, { choice, label: words.askAgain, kind: isAgain ? 'plain' : 'main', isRepeat: true })}
${!isAgain && html`<p class="soft">${words.unsureHelp}</p>`}`;
	return pageOf(view, { title, body, isNarrow: true });
}

/**
 * Nothing can be chosen now: says why, in words for a visitor.
 *
 * @param again address of the link that tries again
 */
export function messagePage(view: View, what: 'failed' | 'unreadable' | 'outdated', again?: string): Page {
	const { words } = view.visitor;
	const title = words[what];
	const body = html`<p class="soft" dir="auto">${headingOf(view)}</p>
<h1>${title}</h1>
<p>${words[`${what}Text`]}</p>
${again !== undefined && html`<p>${link(again, words.tryAgain)}</p>`}`;
	return pageOf(view, { title, body, isNarrow: true });
}
