import type { Slot } from '../booking/slots';
import { currentZoneName, isTimeZone } from '../time/zones';
import { shortened } from '../utils/shortened';
import type { ContactClock } from './dates';
import type { Words } from './words';

/** What is sent to the platform for a contact. */
export type Act = 'book' | 'confirm' | 'move' | 'cancel';
/** The decisions of a contact: `none`, where no time suits, sends nothing. */
export type Wish = Act | 'none';

/** Reasons to show another page than the one asked for. They stand in the address, so that a reload shows them again. */
const NOTICES = ['taken', 'conflict', 'failed', 'refused', 'unknown'] as const;
export type Notice = (typeof NOTICES)[number];

/** Longer than a token, every zone's name and every number here. */
const MAX_FIELD_LENGTH = 256;
const MAX_NOTE_LENGTH = 1_000;

/** Reads the query of a link and the body of the form, which can be anything that a stranger has sent. @param acts what the page offers */
export function readVisit(fields: Record<string, unknown>, acts: readonly Wish[]) {
	const text = (name: string, form = /./s) => {
		const value = fields[name];
		return typeof value === 'string' && value.length <= MAX_FIELD_LENGTH && form.test(value)
			? value
			: undefined;
	};
	const zone = text('zone');
	const slot = text('slot', /^\d{1,15}$/);
	const note =
		typeof fields.note === 'string'
			? shortened(fields.note.replace(/\r\n?/g, '\n').trim(), MAX_NOTE_LENGTH)
			: '';
	return {
		act: acts.find((act) => act === fields.do),
		/** Start of the chosen slot, epoch milliseconds. */
		start: slot === undefined ? undefined : Number(slot),
		/** The chosen slot, as the view has sealed it. */
		offer: text('offer'),
		day: text('day', /^\d{4}-\d{2}-\d{2}$/),
		zone: zone !== undefined && isTimeZone(zone) ? currentZoneName(zone) : undefined,
		note: note || undefined,
		/** The link's own token. n8n has checked it. */
		token: text('signature'),
		/** The wait of the page from which this comes. */
		wait: text('wait'),
		/** The form asks again for something that may have been done already. */
		isRepeat: fields.again === '1',
		notice: NOTICES.find((notice) => notice === fields.notice),
	};
}

/** Markup that may stand in a page as it is. */
export class Html {
	constructor(readonly text: string) {}
}

/** False and undefined leave nothing. */
type Part = string | number | Html | readonly Html[] | false | undefined;

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function markupOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** A piece of HTML. Values are escaped, unless `html` made them. Attributes must be quoted in the template. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(strings.reduce((text, next, index) => text + markupOf(parts[index - 1]) + next));
}

type OfferText =
	| 'accentColor'
	| 'businessName'
	| 'calendarName'
	| 'explanation'
	| 'heading'
	| 'host'
	| 'messageAfter'
	| 'place'
	| 'title';

/** The texts of the workflow, empty or left out where it has none, and the sites that may show the page in a frame. */
export type Offer = Partial<Record<OfferText, string>> & { framedBy?: readonly string[] };

/** Makes the text of a choice as a form carries it, so that only what was offered can be written. */
export type Seal = (act: Wish, slot: Slot) => string;

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
	/** The link leads to another page of the workflow once this one is done. */
	leadsOn?: boolean;
	seal?: Seal;
	/** When the page cannot be used any more, epoch milliseconds. */
	usableUntil?: number;
}

export interface Done {
	/** `gone`: there is no such appointment any more. */
	outcome: Wish | 'gone';
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
	const facts = [host && words.host.replace('{name}', () => host), length, place];
	const items = facts.flatMap((fact) => {
		if (!fact) return [];
		const text = html`<bdi>${fact}</bdi>`;
		const isAddress = /^https?:\/\/\S+$/i.test(fact) && URL.canParse(fact);
		return html`<li>${isAddress ? html`<a href="${fact}" target="_blank" rel="noopener noreferrer">${text}</a>` : text}</li>`;
	});
	return items.length > 0 && html`<ul class="facts">${items}</ul>`;
}

export function introduction(view: View, length: string): Html {
	const { explanation } = view.offer;
	return html`<h1 dir="auto">${nameOf(view, view.words.bookAppointment)}</h1>
${factsOf(view, length)}
${explanation && html`<p class="explanation" dir="auto">${explanation}</p>`}`;
}

/** `Buenos Aires, America/Argentina`: the list of zones is by city, which is what people type into it. */
export const cityOf = (zone: string) => zone.replaceAll('_', ' ').replace(/(.+)\/(.+)/, '$2, $1');

/** A zone has one name on all pages: `Buenos Aires`. */
export const shortCityOf = (zone: string) => cityOf(zone).split(',')[0];

const zoneText = (words: Words, { zone }: ContactClock) =>
	words.zoneTime.replace('{city}', () => shortCityOf(zone));

export function usableText({ usableUntil, words, clock }: View): Html | false {
	if (usableUntil === undefined) return false;
	return html`<p class="soft">${words.usableUntil.replace('{time}', () => `${clock.textOf('moment', usableUntil)} (${zoneText(words, clock)})`)}</p>`;
}

/** The moment of an appointment. @param former the time that it had before; @param isOver whether it is struck through */
export function momentBox(
	slot: Slot,
	{ clock, words }: View,
	{ former, isOver }: { former?: Slot; isOver?: boolean } = {},
): Html {
	return html`<div class="moment${isOver && ' over'}">
${former && html`<p class="former">${words.formerTime} <s>${clock.textOf('moment', former.start)}</s></p>`}
<p class="date">${clock.textOf('longDate', slot.start)}</p>
<p class="clock">${clock.textOfSpan(slot)}</p>
<p class="place">${zoneText(words, clock)}</p>
</div>`;
}

type Fields = Record<string, string | number | undefined>;

/** The fields that each request of the link repeats, and others; one that is undefined is left out. */
function carried({ clock, token, wait }: View, fields: Fields): Array<[string, string]> {
	const all: Fields = { signature: token, zone: clock.zone, wait, ...fields };
	return Object.entries(all).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, String(value)]],
	);
}

/** The address of another view of the same link. */
export function addressOf(view: View, fields: Fields = {}): string {
	return `?${new URLSearchParams(carried(view, fields)).toString()}`;
}

/** A link to another view, which looks like a button. */
export function link(view: View, label: string, fields?: Fields): Html {
	return html`<a class="button" href="${addressOf(view, fields)}">${label}</a>`;
}

export const choiceFields = ({ seal }: View, act: Wish, slot?: Slot): Fields => ({
	do: act,
	slot: slot?.start,
	offer: slot && seal?.(act, slot),
});

export function hidden(view: View, fields: Fields): Html[] {
	return carried(view, fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
	);
}

/** `again`: it may have been done already; `other`: a further thing to do. */
interface Extras {
	kind?: 'danger' | 'plain';
	again?: 1;
	takesNote?: boolean;
	other?: Html;
}

/** The one form that changes anything. */
export function actionForm(
	view: View,
	act: Wish,
	slot: Slot | undefined,
	label: string,
	{ kind, again, takesNote, other }: Extras = {},
): Html {
	const note = html`<label class="text">${view.words.note}
<textarea name="note" rows="2" maxlength="${MAX_NOTE_LENGTH}" dir="auto"></textarea></label>
`;
	return html`<form class="actions" method="post">
${hidden(view, { ...choiceFields(view, act, slot), again })}${takesNote && note}<button class="${kind ?? 'main'}">${label}</button>
${other}
</form>`;
}
