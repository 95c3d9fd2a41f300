import type { Slot } from '../booking/slots';
import { column, namedTop, type Page, pageOf } from './document';
import type { Act, Choice, View } from './view';
import { actionForm, addressOf, html, introduction, link, nameOf, usableText } from './view';

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
