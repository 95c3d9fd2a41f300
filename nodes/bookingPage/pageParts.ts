import type { Slot } from '../booking/slots';
import type { ContactClock } from './contactClock';
import { html, type Html } from './html';
import { MAX_NOTE_LENGTH, type Act, type ActOrNone } from './readContactInput';
import type { Words } from './words';

/** The texts of the workflow, empty or left out where it has none. */
export interface OfferTexts {
	accentColor?: string;
	/** The address from which a calendar program takes an invitation. */
	businessEmail?: string;
	businessName?: string;
	/** As the platform has it. */
	calendarName?: string;
	explanation?: string;
	heading?: string;
	host?: string;
	messageAfter?: string;
	place?: string;
	title?: string;
}

export interface Offer extends OfferTexts {
	/** The sites that may show the page in a frame. */
	framedBy?: readonly string[];
}

/** For which act a slot is offered; `beside` names an appointment that the contact keeps beside the one to be booked. */
export type SealPurpose = Act | 'beside';

/**
 * Makes the text of a choice as a form carries it, so that nothing is written but what was offered.
 *
 * @param isRepeat it may have been done already: then the time is not checked again, and a conflict means that it was done
 */
export type Seal = (purpose: SealPurpose, slot: Slot, isRepeat?: boolean) => string;

export interface View {
	offer: Offer;
	clock: ContactClock;
	words: Words;
	/** The link's own token, which a form sent by GET has to repeat. */
	token?: string;
	/** Names the wait: in a loop, one link serves several contacts in turn. */
	wait: string;
	/** The browser has not told its zone yet. */
	asksZone?: boolean;
	/** The link shows another page of the workflow once this one is done. */
	hasNextPage?: boolean;
	seal: Seal;
	/** The sealed appointment that the contact keeps beside the one to be booked. */
	beside?: string;
	/** When the page cannot be used any more, epoch milliseconds. */
	usableUntil?: number;
}

/** What became of a decision. */
export interface PageResult {
	/** `gone`: there is no such appointment any more. */
	outcome: ActOrNone | 'gone';
	/** The slot of the appointment, which may be canceled; none where nothing was booked. */
	slot?: Slot;
	note?: string;
}

/** The name of the appointment. Titles may be internal, so a heading replaces them. */
export function nameOf(
	{ offer: { heading, title, calendarName }, words }: View,
	otherwise = words.appointment,
): string {
	return heading || title || calendarName || otherwise;
}

/** The host, the length and the place, each in the direction of its own letters; a web address is a link. */
export function factsOf({ offer: { host, place }, words }: View, length: string): Html | false {
	const withHost = host && words.host.replace('{name}', () => host);
	const items: Html[] = [];
	for (const fact of [withHost, length, place]) {
		if (fact) items.push(html`<li>${factOf(fact)}</li>`);
	}
	return items.length > 0 && html`<ul class="facts">${items}</ul>`;
}

function factOf(fact: string): Html {
	const text = html`<bdi>${fact}</bdi>`;
	const isAddress = /^https?:\/\/\S+$/i.test(fact) && URL.canParse(fact);
	if (!isAddress) return text;
	return html`<a href="${fact}" target="_blank" rel="noopener noreferrer">${text}</a>`;
}

export function introduction(view: View, length: string): Html {
	const { explanation } = view.offer;
	return html`<h1 dir="auto">${nameOf(view, view.words.bookAppointment)}</h1>
${factsOf(view, length)}
${explanation && html`<p class="explanation" dir="auto">${explanation}</p>`}`;
}

/** `Buenos Aires, America/Argentina`: the list of zones is by city, which is what people type into it. */
export function cityOf(zone: string): string {
	const name = zone.replaceAll('_', ' ');
	const cityStart = name.lastIndexOf('/') + 1;
	return cityStart === 0 ? name : `${name.slice(cityStart)}, ${name.slice(0, cityStart - 1)}`;
}

/** A zone has one name on all pages: `Buenos Aires`. */
export const shortCityOf = (zone: string): string => cityOf(zone).split(',')[0];

function zoneText(words: Words, { zone }: ContactClock): string {
	return words.zoneTime.replace('{city}', () => shortCityOf(zone));
}

/** Says until when the link can be used. */
export function usableText({ usableUntil, words, clock }: View): Html | false {
	if (usableUntil === undefined) return false;
	const time = `${clock.textOf('moment', usableUntil)} (${zoneText(words, clock)})`;
	return html`<p class="soft">${words.usableUntil.replace('{time}', () => time)}</p>`;
}

/** The moment of an appointment. @param formerSlot the time that it had before; @param isOver whether it is struck through */
export function momentBox(
	slot: Slot,
	{ clock, words }: View,
	{ formerSlot, isOver }: { formerSlot?: Slot; isOver?: boolean } = {},
): Html {
	return html`<div class="moment${isOver && ' over'}">
${formerSlot && html`<p class="former">${words.formerTime} <s>${clock.textOf('moment', formerSlot.start)}</s></p>`}
<p class="date">${clock.textOf('longDate', slot.start)}</p>
<p class="clock">${clock.textOfSpan(slot)}</p>
<p class="place">${zoneText(words, clock)}</p>
</div>`;
}

type Fields = Record<string, string | number | undefined>;

/** The fields that each request of the link repeats, and others; one that is undefined is left out. */
function allFields(view: View, fields: Fields): URLSearchParams {
	const { clock, token, wait, beside } = view;
	const all: Fields = { signature: token, zone: clock.zone, wait, beside, ...fields };
	const present = new URLSearchParams();
	for (const [name, value] of Object.entries(all)) {
		if (value !== undefined) present.append(name, String(value));
	}
	return present;
}

/** The address of another view of the same link. */
export function addressOf(view: View, fields: Fields = {}): string {
	return `?${allFields(view, fields).toString()}`;
}

/** A link to another view, which looks like a button. */
export function link(view: View, label: string, fields?: Fields): Html {
	return html`<a class="button" href="${addressOf(view, fields)}">${label}</a>`;
}

/** The fields of a choice, which name nothing but what the page has offered. @param isRepeat see {@link Seal} */
export function choiceFields(view: View, act: ActOrNone, slot?: Slot, isRepeat?: boolean): Fields {
	if (act === 'none' || !slot) return { do: act };
	return { do: act, slot: slot.start, offer: view.seal(act, slot, isRepeat) };
}

export function hiddenFields(view: View, fields: Fields): Html[] {
	const inputs: Html[] = [];
	for (const [name, value] of allFields(view, fields)) {
		inputs.push(html`<input type="hidden" name="${name}" value="${value}">
`);
	}
	return inputs;
}

interface FormExtras {
	kind?: 'danger' | 'plain';
	/** It may have been done already. */
	isRepeat?: boolean;
	takesNote?: boolean;
	/** A further thing to do. */
	other?: Html;
}

/**
 * The one form that changes anything. Its address has the decision, so that a contact who never gets the response and
 * loads the page again sees what became of it.
 */
export function actionForm(
	view: View,
	act: ActOrNone,
	slot: Slot | undefined,
	label: string,
	{ kind, isRepeat, takesNote, other }: FormExtras = {},
): Html {
	const note = html`<label class="text">${view.words.note}
<textarea name="note" rows="2" maxlength="${MAX_NOTE_LENGTH}" dir="auto"></textarea></label>
`;
	const choice = choiceFields(view, act, slot, isRepeat);
	const address = addressOf(view, slot && { ...choice, notice: 'unknown' });
	return html`<form class="actions" method="post" action="${address}">
${hiddenFields(view, choice)}${takesNote && note}<button class="${kind ?? 'main'}">${label}</button>
${other}
</form>`;
}
