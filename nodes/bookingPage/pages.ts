import type { Slot } from '../booking/slots';
import { type Page, pageOf } from './document';
import { calendarLinks } from './ics';
import type { Act, Choice, Done, Html, View } from './view';
import { actionForm, addressOf, given, html, introduction, link, momentBox, nameOf, usableText } from './view';

/** One column: what it says, the appointment that it is about, and what can be done. */
function column(view: View, title: string, top: Html, { slot, ...how }: { slot?: Slot; former?: Slot; isOver?: boolean }, below: Html): Page {
	const titles = slot ? [title, view.clock.textOf('moment', slot.start)] : [title];
	return pageOf(view, titles, html`${top}
${slot && momentBox(slot, view, how)}
${below}`, { isNarrow: true });
}

function namedTop(view: View, heading: string): Html {
	return html`<h1>${heading}</h1>
<p dir="auto">${nameOf(view)}</p>`;
}

/**
 * What the link opens before the visitor's zone is known. Nothing has been read for it; programs that preview
 * links find a title and a description.
 *
 * @param address of the page itself, in the zone of the node, for browsers without JavaScript
 */
export function openingPage(view: View, address: string): Page {
	const { words, offer, clock } = view;
	const name = nameOf(view, words.bookAppointment);
	const head = html`<meta property="og:title" content="${name}">
<meta name="description" property="og:description" content="${offer.explanation || words.chooseTime}">
<noscript><meta http-equiv="refresh" content="0; url=${address}"></noscript>
`;
	const body = html`<h1 dir="auto">${name}</h1>
<p class="soft">${words.sending}</p>
<noscript><p>${link(address, words.continue)}</p></noscript>`;
	return pageOf(view, [], body, { isNarrow: true, head, askZone: clock.zone });
}

/** The chosen slot once more: to book it, or to move the appointment there. */
export function confirmPage(view: View, choice: Choice, former?: Slot): Page {
	const { words, clock } = view;
	const isMove = choice.act === 'move';
	const back = link(addressOf(view, { do: choice.act, day: clock.dateOf(choice.slot.start) }), words.chooseAnother);
	const other = isMove ? html`${back}${link(addressOf(view), words.keepTime)}` : back;
	const question = isMove ? words.moveQuestion : words.bookQuestion;
	const form = actionForm(view, choice, { label: isMove ? words.moveHere : words.bookThis, takesNote: true, other });
	return column(view, question, namedTop(view, question), { slot: choice.slot, former }, form);
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
	return column(view, words.yourAppointment, introduction(view), { slot }, actions);
}

/** Asks once more. */
export function cancelPage(view: View, slot: Slot): Page {
	const { cancelQuestion, cancelNow, goBack } = view.words;
	const other = link(addressOf(view), goBack);
	const form = actionForm(view, { act: 'cancel', slot }, { label: cancelNow, kind: 'danger', takesNote: true, other });
	return column(view, cancelQuestion, namedTop(view, cancelQuestion), { slot }, form);
}

const CHECK = html`<svg class="done" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22" fill="none" stroke="currentColor" stroke-width="3"/><path d="M14 25l7 7 13-15" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The appointment as calendars take it: what, with whom, when and where. */
function calendarsOf(view: View, slot: Slot, uid: string, isCanceled: boolean): Html {
	const { words, offer } = view;
	const whom = [offer.host, offer.businessName].filter(Boolean).join(', ');
	const summary = [nameOf(view), whom].filter(Boolean).join(' – ');
	const { file, web } = calendarLinks({ uid, summary, location: offer.place, description: offer.message, ...slot, isCanceled });
	const label = isCanceled ? words.removeFromCalendar : words.addToCalendar;
	const links = isCanceled ? [] : Object.entries(web);
	return html`<div class="calendars"><a class="button" href="${file}" download="appointment.ics">${label}</a>
${links.map(
	([name, address]) => html`<a class="button" href="${address}" target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>
`,
)}</div>`;
}

/**
 * What was done. The link does not open again, so this page says everything.
 *
 * @param uid the platform's id of the appointment, or anything else that stays the same for it
 * @param former the time that the appointment had before
 */
export function donePage(view: View, { outcome, slot }: Done, uid: string, former?: Slot): Page {
	const { words, offer } = view;
	const heading = words[`${outcome}Done`];
	const top = namedTop(view, heading);
	if (outcome === 'none' || outcome === 'gone') {
		return column(view, heading, top, {}, html`<p>${words[`${outcome}DoneText`]}</p>
<p class="soft">${words.closePage}</p>`);
	}
	const isOver = outcome === 'cancel';
	const calendars = slot && calendarsOf(view, slot, uid, isOver);
	if (isOver) return column(view, heading, top, { slot, isOver }, html`${calendars}
<p class="soft">${words.closePage}</p>`);
	const below = html`${offer.place && html`<p class="explanation">${given(offer.place)}</p>`}
${offer.message && html`<p class="explanation" dir="auto">${offer.message}</p>`}
${calendars}
<p class="soft">${words.lastView}</p>`;
	return column(view, outcome === 'book' ? words.booked : heading, html`${CHECK}${top}`, { slot, former }, below);
}

/**
 * Not done, or not known, in words for a visitor.
 *
 * unsure: the response to a write was lost, and asked again, nothing is done twice; unclear: that was asked
 * already, and did not tell; passed: the appointment; ended: the wait.
 */
export type Trouble = 'failed' | 'unreadable' | 'outdated' | 'passed' | 'ended' | 'unsure' | 'unclear';

/**
 * @param choice what can be asked again
 * @param again address of the link that tries again
 */
export function troublePage(view: View, what: Trouble, { choice, again }: { choice?: Choice; again?: string } = {}): Page {
	const { words } = view;
	const kind = what === 'unclear' ? 'plain' : 'main';
	const about = (text: string) => (choice ? text.replace('{what}', words[`${choice.act}Name` as `${Act}Name`]) : text);
	const heading = about(words[what]);
	const top = html`<p class="soft" dir="auto">${nameOf(view, words.bookAppointment)}</p>
<h1>${heading}</h1>
<p>${about(words[`${what}Text`])}</p>`;
	const below = html`${choice && actionForm(view, choice, { label: words.askAgain, kind, isRepeat: true })}
${what === 'unsure' && html`<p class="soft">${words.unsureHelp}</p>`}
${again !== undefined && html`<p>${link(again, words.tryAgain)}</p>`}`;
	return column(view, heading, top, { slot: choice?.slot }, below);
}
