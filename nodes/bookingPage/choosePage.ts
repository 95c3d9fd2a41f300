import type { Slot } from '../booking/slots';
import { timeZoneNames, zoneOffsetMs } from '../time/zones';
import { slotsByDay, VisitorClock, weeksOf } from './dates';
import type { Page } from './document';
import { pageOf } from './document';
import type { Html, View } from './view';
import { actionForm, hidden, html, introduction, usableText, zoneText } from './view';
import type { Act } from './visitor';

/** Why the page is shown again instead of what was asked for. */
export interface Notice {
	/**
	 * taken: by somebody else; own: perhaps by this visitor, whom this process does not remember;
	 * conflict: the contact has an appointment at the time.
	 */
	kind: 'taken' | 'own' | 'conflict';
	/** Slots near the one that was wanted, nearest first. */
	nearest: readonly Slot[];
	/** The wanted slot, which a contact who has an appointment then may keep. */
	kept?: Slot;
}

export interface Choosing {
	/** What choosing is for. */
	act: Act;
	/** In the future, in any order. */
	slots: readonly Slot[];
	/** Whether there are later ones. */
	hasMore: boolean;
	/** `YYYY-MM-DD`; without it, or where nothing is free then, the first day. */
	day?: string;
	notice?: Notice;
}

/** Of the form for choosing, also where they stand before it. */
function slotButtons(slots: readonly Slot[], texts: readonly string[]): Html {
	return html`<ul class="times-list">${slots.map(
		({ start }, index) => html`<li><button form="choose" name="slot" value="${start}">${texts[index]}</button></li>`,
	)}</ul>`;
}

function noticeBox(view: View, act: Act, { kind, nearest, kept }: Notice): Html {
	const { words, clock } = view;
	const ordered = [...nearest].sort((a, b) => a.start - b.start);
	const texts = clock.textsOf('moment', ordered.map(({ start }) => start));
	const takenText = ordered.length > 0 ? words.takenNearest : words.takenOther;
	return html`<div class="note" role="alert">
<h2 tabindex="-1" data-notice>${words[kind]}</h2>
<p>${kind === 'taken' ? takenText : words[`${kind}Text`]}</p>
${kept && actionForm(view, { act, slot: kept }, { label: words.keepIt, kind: 'plain', isRepeat: true })}
${ordered.length > 0 && slotButtons(ordered, texts)}
</div>`;
}

/** The zones with the time that clocks there show now, since few people know the name of theirs. */
function zoneField({ clock: { zone, locale }, words }: View): Html {
	const now = Date.now();
	const utc = new VisitorClock(locale, 'UTC');
	const options = [...new Set([...timeZoneNames(), zone])].map((name) => {
		// A formatter for each zone would take more time than all else on the page.
		const time = utc.textOf('time', now + zoneOffsetMs(now, name));
		return html`<option value="${name}"${name === zone && html` selected`}>${zoneText(name)} (${time})</option>`;
	});
	return html`<div class="zone">
<label for="zone">${words.timeZone}</label>
<select id="zone" name="zone">${options}</select>
<button>${words.show}</button>
</div>`;
}

function freeDay(view: View, date: string, slots: readonly Slot[], cell: { text: Html; column: string; isChosen: boolean }): Html {
	const { clock, words } = view;
	const { text, column, isChosen } = cell;
	const count = words.free.replace('{count}', String(slots.length));
	return html`<label class="day free ${column}"><input type="radio" name="day" value="${date}" aria-labelledby="n${date} k${date}"${
		isChosen && html` checked`
	}><span aria-hidden="true">${text}</span></label>
<div class="times"><h2><bdi id="n${date}">${clock.textOfDate('dayName', date)}</bdi> <span class="soft" id="k${date}">${count}</span></h2>
${slotButtons(slots, clock.textsOf('time', slots.map(({ start }) => start)))}</div>`;
}

function calendarGrid(view: View, days: Map<string, Slot[]>, chosen: string): Html {
	const { clock, words } = view;
	const cells = weeksOf([...days.keys()], clock.locale).flat();
	const months = cells.map((date) => clock.textOfDate('monthName', date));
	const weekdays = cells.slice(0, 7).map(
		(date, index) => html`<span class="weekday c${index + 1}" aria-hidden="true">${clock.textOfDate('weekday', date)}</span>`,
	);
	return html`<fieldset><legend>${words.chooseDay}</legend><div class="grid">${weekdays}${cells.map((date, index) => {
		// With its month where that is not clear from the day before.
		const isNew = months[index] !== months[index - 1];
		const text = html`${isNew && html`<small>${months[index]}</small>`}${clock.textOfDate('dayNumber', date)}`;
		const column = `c${(index % 7) + 1}`;
		const slots = days.get(date);
		return slots === undefined
			? html`<span class="day ${column}" aria-hidden="true">${text}</span>`
			: freeDay(view, date, slots, { text, column, isChosen: date === chosen });
	})}</div></fieldset>`;
}

/** The days and times to choose from. A form sent by GET: choosing changes nothing yet. */
export function choosePage(view: View, { act, slots, hasMore, day = '', notice }: Choosing): Page {
	const { words, clock, token, wait, drawnBy } = view;
	const days = slotsByDay(slots, clock);
	const chosen = days.has(day) ? day : ([...days.keys()][0] ?? '');
	const lengths = new Set(slots.map(({ start, end }) => end - start));
	const length = lengths.size === 1 ? clock.textOfLength([...lengths][0]) : undefined;
	const body = html`${introduction(view, length)}
<div class="choose">
<button class="default" form="choose" tabindex="-1" aria-hidden="true">${words.show}</button>
${notice && noticeBox(view, act, notice)}
<form id="choose" method="get">
${hidden({ signature: token, do: act, wait, from: drawnBy })}${zoneField(view)}
${days.size > 0 ? calendarGrid(view, days, chosen) : html`<p>${words.noTimes}</p>`}
</form>
${hasMore && html`<p class="soft">${words.laterTimes}</p>`}
${usableText(view)}
</div>`;
	return pageOf(view, notice ? words[notice.kind] : words.chooseTime, body);
}
