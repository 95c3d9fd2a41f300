import type { Slot } from '../booking/slots';
import { timeZoneNames, zoneOffsetMs } from '../time/zones';
import { firstDayOfWeek, slotsByDay, weeksOf } from './days';
import type { Page } from './document';
import { pageOf } from './document';
import type { Html } from './html';
import { html } from './html';
import { filled } from './languages';
import type { Act, View, Visitor } from './offer';
import { actionForm, hidden, introduction, lengthOf, usableText, zoneText } from './offer';
import type { Words } from './words/en';

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
	/** Epoch milliseconds. */
	now: number;
}

/** Of the form for choosing, also where they stand before it. */
function slotButtons(slots: readonly Slot[], texts: readonly string[]): Html {
	return html`<ul class="times-list">${slots.map(
		({ start }, index) => html`<li><button form="choose" name="slot" value="${start}">${texts[index]}</button></li>`,
	)}</ul>`;
}

function noticeText({ kind, nearest }: Notice, words: Words): string {
	if (kind === 'taken') return nearest.length > 0 ? words.takenNearest : words.takenOther;
	return words[`${kind}Text`];
}

function noticeBox(notice: Notice, { words, clock }: Visitor, keep: Html | false): Html {
	const ordered = [...notice.nearest].sort((a, b) => a.start - b.start);
	const texts = clock.moments(ordered.map(({ start }) => start));
	return html`<div class="note" role="alert">
<h2 tabindex="-1" data-notice>${words[notice.kind]}</h2>
<p>${noticeText(notice, words)}</p>
${keep}
${ordered.length > 0 && slotButtons(ordered, texts)}
</div>`;
}

/** The zones with the time that clocks there show now, since few people know the name of theirs. */
function zoneField({ clock, words }: Visitor, now: number): Html {
	const { zone } = clock;
	const names = timeZoneNames();
	const all = names.includes(zone) ? names : [zone, ...names];
	return html`<div class="zone">
<label for="zone">${words.timeZone}</label>
<select id="zone" name="zone">${all.map(
		(name) =>
			html`<option value="${name}"${name === zone && html` selected`}>${zoneText(name)} (${clock.wallTime(now + zoneOffsetMs(now, name))})</option>`,
	)}</select>
<button>${words.show}</button>
</div>`;
}

/** The number of a day, with its month where that is not clear from the day before. */
function dayText(date: string, before: string | undefined, { clock }: Visitor): Html {
	const month = clock.monthName(date);
	const isNew = before === undefined || clock.monthName(before) !== month;
	return html`${isNew && html`<small>${month}</small>`}${clock.dayNumber(date)}`;
}

function freeDay(date: string, text: Html, slots: readonly Slot[], column: number, isChosen: boolean, visitor: Visitor): Html {
	const { clock, words } = visitor;
	const count = filled(words.free, { count: slots.length });
	return html`<label class="day free c${column}"><input type="radio" name="day" value="${date}" aria-labelledby="n${date} k${date}"${
		isChosen && html` checked`
	}><span aria-hidden="true">${text}</span></label>
<div class="times"><h2><bdi id="n${date}">${clock.dayName(date)}</bdi> <span class="soft" id="k${date}">${count}</span></h2>
${slotButtons(slots, clock.times(slots.map(({ start }) => start)))}</div>`;
}

function calendarGrid(days: Map<string, Slot[]>, chosen: string, visitor: Visitor): Html {
	const { clock, words } = visitor;
	const weeks = weeksOf([...days.keys()], firstDayOfWeek(clock.locale));
	const cells = weeks.flat();
	const weekdays = weeks[0].map(
		(date, index) => html`<span class="weekday c${index + 1}" aria-hidden="true">${clock.weekday(date)}</span>`,
	);
	return html`<fieldset><legend>${words.chooseDay}</legend><div class="grid">${weekdays}${cells.map((date, index) => {
		const text = dayText(date, cells[index - 1], visitor);
		const column = (index % 7) + 1;
		const slots = days.get(date);
		return slots === undefined
			? html`<span class="day c${column}" aria-hidden="true">${text}</span>`
			: freeDay(date, text, slots, column, date === chosen, visitor);
	})}</div></fieldset>`;
}

/** The days and times to choose from. A form sent by GET: choosing changes nothing yet. */
export function choosePage(view: View, { act, slots, hasMore, day = '', notice, now }: Choosing): Page {
	const { visitor } = view;
	const { token, wait, drawnBy, words } = visitor;
	const days = slotsByDay(slots, visitor.clock);
	const chosen = days.has(day) ? day : ([...days.keys()][0] ?? '');
	const keep =
		notice?.kept !== undefined &&
		actionForm(visitor, { choice: { act, slot: notice.kept }, label: words.keepIt, kind: 'plain', isRepeat: true });
	const body = html`${introduction(view, lengthOf(slots, visitor.clock))}
<div class="choose">
<button class="default" form="choose" tabindex="-1" aria-hidden="true">${words.show}</button>
${notice && noticeBox(notice, visitor, keep)}
<form id="choose" method="get">
${token !== undefined && hidden('signature', token)}${hidden('do', act)}${hidden('wait', wait)}${hidden('from', drawnBy)}${zoneField(visitor, now)}
${days.size > 0 ? calendarGrid(days, chosen, visitor) : html`<p>${words.noTimes}</p>`}
</form>
${hasMore && html`<p class="soft">${words.laterTimes}</p>`}
${usableText(view)}
</div>`;
	return pageOf(view, { title: notice ? words[notice.kind] : words.chooseTime, body });
}
