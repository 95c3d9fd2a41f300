import type { Slot } from '../booking/slots';
import { column, namedTop, type Page } from './document';
import { type Act, actionForm, addressOf, type Choice, html, introduction, link, usableText, type View } from './view';

/** Asks whether to book the chosen slot, or to move the appointment there. */
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
	return column(view, words.yourAppointment, introduction(view, view.clock.textOfLength(slot)), { slot }, actions);
}

export function cancelPage(view: View, slot: Slot): Page {
	const { cancelQuestion, cancelNow, goBack } = view.words;
	const other = link(addressOf(view), goBack);
	const form = actionForm(view, { act: 'cancel', slot }, { label: cancelNow, kind: 'danger', takesNote: true, other });
	return column(view, cancelQuestion, namedTop(view, cancelQuestion), { slot }, form);
}

/** @param again address of the link that tries again */
export function troublePage(view: View, what: 'failed' | 'unreadable' | 'outdated' | 'ended', again?: string): Page {
	const { words } = view;
	const text = html`<p>${words[`${what}Text`]}</p>
${again !== undefined && html`<p>${link(again, words.tryAgain)}</p>`}`;
	return column(view, words[what], html`<h1>${words[what]}</h1>`, {}, text);
}

/** Nobody knows yet what became of a choice. @param slot without it, the same cannot be asked for again */
export function unknownPage(view: View, act: Act, slot?: Slot): Page {
	const { words } = view;
	const heading = words.unknown.replace('{what}', words[`${act}Name`]);
	const form = slot && actionForm(view, { act, slot }, { label: words.askAgain, isRepeat: true });
	return column(view, heading, html`${namedTop(view, heading)}${slot && html`<p>${words.unknownText}</p>`}`, { slot }, html`${form}
<p class="soft">${words.unknownHelp}</p>`);
}
