import { createHash } from 'node:crypto';

import type { Slot } from '../booking/slots';
import { SCRIPT, STYLE } from './styleAndScript';
import { Html, html } from './html';
import {
	actionForm,
	addressOf,
	introduction,
	link,
	momentBox,
	nameOf,
	usableText,
	type View,
} from './pageParts';
import type { Act, ActOrNone } from './readContactInput';

export interface Page {
	html: string;
	headers: Record<string, string>;
	/** By default 200. */
	status?: number;
}

function hashOf(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * n8n's own sandbox for HTML: the page has no rights of n8n's origin, and loads nothing from elsewhere.
 * `form-action` is left out: browsers differ in what 'self' means in a sandbox, and every phone must be able to book.
 */
function policyOf(style: string, framedBy: readonly string[]): string {
	return [
		'sandbox allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts',
		"default-src 'none'",
		`script-src ${hashOf(SCRIPT)}`,
		`style-src ${hashOf(style)}`,
		'img-src data:',
		"base-uri 'none'",
		`frame-ancestors ${framedBy.join(' ') || "'none'"}`,
	].join('; ');
}

/** The headers of every response, also of a redirect. */
export const HEADERS: Record<string, string> = {
	'Cache-Control': 'no-store',
	// The address holds the link's token.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** A whole page with its headers. @param titles what the page says, in short */
export function pageOf(
	view: View,
	titles: readonly string[],
	body: Html,
	width: 'narrow' | '' = '',
): Page {
	const { offer, words, usableUntil, clock, asksZone } = view;
	const { accentColor, explanation, businessName, framedBy = [] } = offer;
	const name = nameOf(view, words.bookAppointment);
	const style = `${STYLE}${accentColor ? `:root { --brand: ${accentColor}; }` : ''}`;
	const msLeft = usableUntil === undefined ? undefined : usableUntil - Date.now();
	const document = html`<!DOCTYPE html>
<html lang="${clock.locale}" dir="${words.dir}"${asksZone && html` data-zone="${clock.zone}"`}${msLeft !== undefined && html` data-left="${msLeft}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>${[...titles, name].join(' – ')}</title>
<meta property="og:title" content="${name}">
<meta name="description" property="og:description" content="${explanation || titles[0]}">
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main class="${width}">
${businessName && html`<p class="business" dir="auto">${businessName}</p>`}
${body}
</main>
<p class="status" role="status" data-sending="${words.sending}" data-ended="${words.ended}"></p>
</body>
</html>
`;
	const headers = {
		...HEADERS,
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': policyOf(style, framedBy),
	};
	return { html: document.text, headers };
}

export const headingAndName = (view: View, heading: string) => html`<h1>${heading}</h1>
<p dir="auto">${nameOf(view)}</p>`;

/** What a page in one column says above its actions. */
interface NarrowPageParts {
	/** By default the title, and the name of the appointment. */
	top?: Html;
	/** The appointment that it is about. */
	slot?: Slot;
	formerSlot?: Slot;
	isOver?: boolean;
}

export function renderNarrow(
	view: View,
	title: string,
	{ top = headingAndName(view, title), slot, formerSlot, isOver }: NarrowPageParts,
	actions: Html,
): Page {
	const titles = slot ? [title, view.clock.textOf('moment', slot.start)] : [title];
	const body = html`${top}
${slot && momentBox(slot, view, { formerSlot, isOver })}
${actions}`;
	return pageOf(view, titles, body, 'narrow');
}

/** Asks whether to book the chosen slot, or to move the appointment there. */
export function confirmPage(view: View, act: Act, slot: Slot, formerSlot?: Slot): Page {
	const { words, clock } = view;
	const question = act === 'move' ? words.moveQuestion : words.bookQuestion;
	const label = act === 'move' ? words.moveHere : words.bookThis;
	const back = { do: act, day: clock.dateOf(slot.start) };
	const other = html`${link(view, words.chooseAnother, back)}${formerSlot && link(view, words.keepTime)}`;
	const form = actionForm(view, act, slot, label, { takesNote: true, other });
	return renderNarrow(view, question, { slot, formerSlot }, form);
}

/** An appointment that the contact has, and what can be done about it. */
export function askPage(
	view: View,
	slot: Slot,
	acts: readonly ActOrNone[],
	formerSlot?: Slot,
): Page {
	const { words } = view;
	const actions = html`${acts.includes('confirm') && actionForm(view, 'confirm', slot, words.confirmThis)}
<div class="actions">
${acts.includes('move') && link(view, words.chooseAnother, { do: 'move' })}
${acts.includes('cancel') && link(view, words.cancelAppointment, { do: 'cancel' })}
</div>
${usableText(view)}`;
	const top = introduction(view, view.clock.textOfLength(slot));
	return renderNarrow(view, words.yourAppointment, { top, slot, formerSlot }, actions);
}

export function cancelPage(view: View, slot: Slot, formerSlot?: Slot): Page {
	const { cancelQuestion, cancelNow, goBack } = view.words;
	const extras = { kind: 'danger', takesNote: true, other: link(view, goBack) } as const;
	const form = actionForm(view, 'cancel', slot, cancelNow, extras);
	return renderNarrow(view, cancelQuestion, { slot, formerSlot }, form);
}

/** An appointment that the contact has got since the link was sent, probably by it. */
export function keepPage(view: View, slot: Slot): Page {
	const { yourAppointment, ownText, keepIt, chooseAnother } = view.words;
	const top = html`${headingAndName(view, yourAppointment)}<p>${ownText}</p>`;
	const other = link(view, chooseAnother, { do: 'book', beside: view.seal('beside', slot) });
	const form = actionForm(view, 'book', slot, keepIt, { isRepeat: true, other });
	return renderNarrow(view, yourAppointment, { top, slot }, form);
}

type Message = 'failed' | 'refused' | 'unreadable' | 'outdated' | 'ended' | 'noneDone' | 'goneDone';

/** Those that may be otherwise in a minute. */
const PASSING: readonly Message[] = ['failed', 'unreadable'];
/** Those after which the contact needs the link no more. */
const FINAL: readonly Message[] = ['noneDone', 'goneDone'];

/** Says what was not done, or that there is nothing more to do. @param tryAgain address of the link that tries again, where that may help */
export function messagePage(view: View, message: Message, tryAgain = addressOf(view)): Page {
	const { words } = view;
	const whatNext = FINAL.includes(message) ? words.linkDone : words.closePage;
	const next = PASSING.includes(message)
		? html`<p><a class="button" href="${tryAgain}">${words.tryAgain}</a></p>`
		: html`<p class="soft">${whatNext}</p>`;
	const top = html`<h1>${words[message]}</h1>`;
	const text = html`<p>${words[`${message}Text`]}</p>
${next}`;
	return renderNarrow(view, words[message], { top }, text);
}

/**
 * The page of a decision that is not known to have ended well.
 *
 * @param why unknown: nobody knows what became of it; pending: it was carried out, and n8n has not taken it up yet
 * @param slot needed for the button that asks again
 */
export function uncertainPage(
	view: View,
	why: 'unknown' | 'pending',
	act: ActOrNone,
	slot?: Slot,
	isRepeat?: boolean,
): Page {
	const { words } = view;
	const text = why === 'pending' ? words.pendingText : words.unknownText;
	const canAsk = slot !== undefined || act === 'none';
	const top = html`${headingAndName(view, words[why])}${canAsk && html`<p>${text}</p>`}`;
	const actions = html`${canAsk && actionForm(view, act, slot, words.askAgain, { isRepeat })}
<p class="soft">${words.unknownHelp}</p>`;
	return renderNarrow(view, words[why], { top, slot }, actions);
}
