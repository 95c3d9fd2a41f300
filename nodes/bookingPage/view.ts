import type { Slot } from '../booking/slots';
import type { VisitorClock } from './dates';
import type { Act } from './visitor';
import { ar } from './words/ar';
import { de } from './words/de';
import type { Words } from './words/en';
import { en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';
import { pt } from './words/pt';

/** Markup that may be put into a page as it is. Only `html` makes it, from texts that it escapes. */
export class Html {
	constructor(readonly text: string) {}
}

/** What may stand in a template; false and undefined leave nothing. */
type Part = string | number | Html | readonly Html[] | false | undefined;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function markupOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/**
 * A piece of HTML. Whatever is filled in is escaped unless it came out of `html` itself, so a name
 * cannot become markup. Attributes must be quoted in the template.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(strings.reduce((text, next, index) => text + markupOf(parts[index - 1]) + next));
}

/** What a page can be in, by language tag. */
const WORDS: Record<string, Words> = { ar, de, en, es, fr, pt };

/** The words of a language, English where there are none. */
export function wordsOf(language: string): Words {
	return Object.hasOwn(WORDS, language) ? WORDS[language] : en;
}

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

/** All that every page is drawn from. */
export interface View {
	offer: Offer;
	clock: VisitorClock;
	words: Words;
	/** The link's own token, which a form sent by GET has to repeat. */
	token?: string;
	/** Names what the page is about: in a loop, one link serves one contact after another. */
	wait: string;
	/** Names the process that draws the page. What another one has booked, this one does not remember. */
	drawnBy: string;
	/** The zone that the page is in where the visitor's own is not known yet. */
	askZone?: string;
	/** When the wait ends, epoch milliseconds. */
	usableUntil?: number;
}

/** A decision, and the time that it is about. */
export interface Choice {
	act: Act;
	slot: Slot;
}

/** The value of `from` of a form that asks again for what may have been done already. */
export const AGAIN = 'again';

/** The largest text on the page. */
export function headingOf({ offer: { heading, title, calendarName }, words }: View): string {
	return heading || title || calendarName || words.bookAppointment;
}

/** How the appointment is called where there is no room for more. */
export function nameOf({ offer: { title, calendarName, heading }, words }: View): string {
	return title || calendarName || heading || words.appointment;
}

/** Heading, facts of the appointment with its length in words, and the explanation. */
export function introduction(view: View, length = ''): Html {
	const { title, calendarName, explanation } = view.offer;
	const heading = headingOf(view);
	const facts = [...new Set([title, calendarName, length])].filter((fact) => fact !== '' && fact !== heading);
	return html`<h1 dir="auto">${heading}</h1>
${facts.length > 0 && html`<ul class="facts">${facts.map((fact) => html`<li><bdi>${fact}</bdi></li>`)}</ul>`}
${explanation !== '' && html`<p class="explanation" dir="auto">${explanation}</p>`}`;
}

/** Until when the link opens the page. */
export function usableText({ usableUntil, words, clock }: View): Html | false {
	if (usableUntil === undefined) return false;
	return html`<p class="soft">${words.usableUntil.replace('{time}', () => clock.textOf('momentWithZone', usableUntil))}</p>`;
}

/** The moment of an appointment, in full. */
export function momentBox(slot: Slot, { clock }: View): Html {
	return html`<div class="moment">
<p class="date">${clock.textOf('longDate', slot.start)}</p>
<p class="clock">${clock.textOfSpan(slot)}</p>
<p class="place">${clock.zoneName(slot.start)} (<bdi>${zoneText(clock.zone)}</bdi>)</p>
</div>`;
}

/** `America/New York` */
export function zoneText(zone: string): string {
	return zone.replaceAll('_', ' ');
}

/** The address of another view of the same link. */
export function addressOf({ clock, token, wait }: View, fields: Record<string, string> = {}): string {
	const query = new URLSearchParams({ ...(token !== undefined && { signature: token }), zone: clock.zone, wait, ...fields });
	return `?${query.toString()}`;
}

/** Fields that a form sends along; undefined ones are left out. */
export function hidden(fields: Record<string, string | number | undefined>): Html[] {
	const known = Object.entries(fields).filter(([, value]) => value !== undefined);
	return known.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`);
}

interface Button {
	label: string;
	kind?: string;
	/** Asks again for what may have been done already. */
	isRepeat?: boolean;
	/** A further thing to do. */
	other?: Html;
}

/** The one form that changes anything. */
export function actionForm(view: View, { act, slot }: Choice, { label, kind = 'main', isRepeat = false, other }: Button): Html {
	const { clock, wait, drawnBy, words } = view;
	const fields = { do: act, slot: slot.start, zone: clock.zone, wait, from: isRepeat ? AGAIN : drawnBy };
	return html`<form class="actions" method="post">
${hidden(fields)}<button class="${kind}" data-sent="${words.sending}">${label}</button>
${other}
</form>`;
}
