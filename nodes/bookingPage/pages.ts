import type { Slot } from '../booking/slots';
import type { Page } from './document';
import { pageOf } from './document';
import { calendarLinks } from './ics';
import type { Choice, Html, View } from './view';
import { actionForm, addressOf, headingOf, html, introduction, momentBox, nameOf, usableText } from './view';
import type { Act } from './visitor';

function link(address: string, label: string): Html {
	return html`<a class="button" href="${address}">${label}</a>`;
}

/** One column: what it says, the appointment that it is about, and what can be done. */
function column(view: View, title: string, top: Html, slot: Slot | undefined, below: Html): Page {
	return pageOf(view, title, html`${top}
${slot && momentBox(slot, view)}
${below}`, 'narrow');
}

/** The chosen slot once more: to book it, or to move the appointment there. */
export function confirmPage(view: View, choice: Choice): Page {
	const { words, clock } = view;
	const back = addressOf(view, { do: choice.act, day: clock.dateOf(choice.slot.start) });
	const label = choice.act === 'move' ? words.moveHere : words.bookThis;
	const form = actionForm(view, choice, { label, other: link(back, words.chooseAnother) });
	return column(view, words.confirm, introduction(view), choice.slot, form);
}

/** An appointment that the contact has, and what can be done about it. */
export function askPage(view: View, slot: Slot, acts: readonly Act[]): Page {
	const { words } = view;
	const actions = html`${acts.includes('confirm') && actionForm(view, { act: 'confirm', slot }, { label: words.confirmThis })}
<div class="actions">
${acts.includes('move') && link(addressOf(view, { do: 'move' }), words.chooseAnother)}
${acts.includes('cancel') && link(addressOf(view, { do: 'cancel' }), words.cancelAppointment)}
</div>
${usableText(view)}`;
	return column(view, words.yourAppointment, introduction(view), slot, actions);
}

function namedTop(view: View, heading: string): Html {
	return html`<h1>${heading}</h1>
<p dir="auto">${nameOf(view)}</p>`;
}

/** Asks once more. */
export function cancelPage(view: View, slot: Slot): Page {
	const { cancelQuestion, cancelNow, goBack } = view.words;
	const other = link(addressOf(view), goBack);
	const form = actionForm(view, { act: 'cancel', slot }, { label: cancelNow, kind: 'danger', other });
	return column(view, cancelQuestion, namedTop(view, cancelQuestion), slot, form);
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/**
 * What was done. The link does not open again, so this page says everything.
 *
 * @param uid the platform's id of the appointment, or anything else that stays the same for it
 */
export function donePage(view: View, { act, slot }: Choice, uid: string): Page {
	const { words, offer } = view;
	const heading = words[`${act}Done`];
	const top = namedTop(view, heading);
	if (act === 'cancel') return column(view, heading, top, slot, html`<p class="soft">${words.closePage}</p>`);
	const { file, web } = calendarLinks({ uid, summary: nameOf(view), description: offer.message, ...slot });
	const below = html`${offer.message !== '' && html`<p class="explanation" dir="auto">${offer.message}</p>`}
<div class="calendars"><a class="button" href="${file}" download="appointment.ics">${words.addToCalendar}</a>
${Object.entries(web).map(
	([name, address]) => html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>
`,
)}</div>
<p class="soft">${words.lastView}</p>`;
	return column(view, act === 'book' ? words.booked : heading, html`${CHECK}${top}`, slot, below);
}

/**
 * Not done, or not known, in words for a visitor.
 *
 * unsure: the response to a write was lost, and asked again, nothing is done twice; unclear: that was asked
 * already, and did not tell.
 */
export type Trouble = 'failed' | 'unreadable' | 'outdated' | 'unsure' | 'unclear';

/**
 * @param choice what can be asked again
 * @param again address of the link that tries again
 */
export function troublePage(view: View, what: Trouble, { choice, again }: { choice?: Choice; again?: string } = {}): Page {
	const { words } = view;
	const kind = what === 'unclear' ? 'plain' : 'main';
	const top = html`<p class="soft" dir="auto">${headingOf(view)}</p>
<h1>${words[what]}</h1>
<p>${words[`${what}Text`]}</p>`;
	const below = html`${choice && actionForm(view, choice, { label: words.askAgain, kind, isRepeat: true })}
${what === 'unsure' && html`<p class="soft">${words.unsureHelp}</p>`}
${again !== undefined && html`<p>${link(again, words.tryAgain)}</p>`}`;
	return column(view, words[what], top, choice?.slot, below);
}
