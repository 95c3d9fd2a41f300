import type { Slot } from '../booking/slots';
import { timeZoneNames } from '../time/zones';
import { firstDayOfWeek, slotsByDay, weeksOf } from './days';
import type { Page } from './document';
import { pageOf } from './document';
import type { Html } from './html';
import { html } from './html';
import type { Offer, Visitor } from './offer';
import { counted, headingOf, introduction, lengthOf, zoneText } from './offer';

/** Why the page is shown again instead of what was asked for. */
export interface Notice {
	heading: string;
	text: string;
	/** Slots near the one that was wanted, nearest first. */
	nearest: readonly Slot[];
}

export interface Choice {
	offer: Offer;
	visitor: Visitor;
	/** In the future, in any order. */
	slots: readonly Slot[];
	/** `YYYY-MM-DD`; without it, or where nothing is free then, the first day. */
	day?: string;
	/** How far the slots were looked for. */
	daysAhead: number;
	notice?: Notice;
	/** The zone that the page is in where the visitor's own is not known yet. */
	askZone?: string;
}

/** The texts of a day's times. The hour that occurs twice when clocks go back says which one it is. */
function timeTexts(slots: readonly Slot[], { clock }: Visitor): string[] {
	const texts = slots.map(({ start }) => clock.time(start));
	return texts.map((text, index) =>
		texts.indexOf(text) === texts.lastIndexOf(text) ? text : clock.timeWithZone(slots[index].start),
	);
}

function slotButtons(slots: readonly Slot[], texts: readonly string[], { clock }: Visitor): Html {
	return html`<ul class="times-list">${slots.map(
		({ start }, index) =>
			html`<li><button name="slot" value="${start}" lang="${clock.locale}" dir="auto">${texts[index]}</button></li>`,
	)}</ul>`;
}

function noticeBox({ heading, text, nearest }: Notice, visitor: Visitor): Html {
	const ordered = [...nearest].sort((a, b) => a.start - b.start);
	const texts = ordered.map(({ start }) => visitor.clock.shortMoment(start));
	return html`<div class="note" role="alert">
<h2 tabindex="-1" data-notice>${heading}</h2>
<p>${text}</p>
${ordered.length > 0 && slotButtons(ordered, texts, visitor)}
</div>`;
}

function zoneField({ clock: { zone } }: Visitor): Html {
	const names = timeZoneNames();
	const all = names.includes(zone) ? names : [zone, ...names];
	return html`<div class="zone">
<label for="zone">Time zone</label>
<select id="zone" name="zone">${all.map(
		(name) => html`<option value="${name}"${name === zone && html` selected`}>${zoneText(name)}</option>`,
	)}</select>
<button class="plain">Show</button>
</div>`;
}

/** The number of a day, with its month where that is not clear from the day before. */
function dayText(date: string, before: string | undefined, { clock }: Visitor): Html {
	const month = clock.monthName(date);
	const isNew = before === undefined || clock.monthName(before) !== month;
	return html`${isNew && html`<small>${month}</small>`}${clock.dayNumber(date)}`;
}

function freeDay(date: string, text: Html, slots: readonly Slot[], column: number, isChosen: boolean, visitor: Visitor): Html {
	const { locale } = visitor.clock;
	const name = visitor.clock.dayName(date);
	return html`<label class="day free c${column}"><input type="radio" name="day" value="${date}" aria-labelledby="n${date} k${date}"${
		isChosen && html` checked`
	}><span lang="${locale}" aria-hidden="true">${text}</span></label>
<div class="times"><h2><bdi id="n${date}" lang="${locale}">${name}</bdi> <span class="soft" id="k${date}">${slots.length} free</span></h2>
${slotButtons(slots, timeTexts(slots, visitor), visitor)}</div>`;
}

function calendarGrid(days: Map<string, Slot[]>, chosen: string, visitor: Visitor): Html {
	const { clock } = visitor;
	const weeks = weeksOf([...days.keys()], firstDayOfWeek(clock.locale));
	const cells = weeks.flat();
	const weekdays = weeks[0].map(
		(date, index) =>
			html`<span class="weekday c${index + 1}" lang="${clock.locale}" aria-hidden="true">${clock.weekday(date)}</span>`,
	);
	return html`<fieldset><legend>Choose a day</legend><div class="grid">${weekdays}${cells.map((date, index) => {
		const text = dayText(date, cells[index - 1], visitor);
		const column = (index % 7) + 1;
		const slots = days.get(date);
		return slots === undefined
			? html`<span class="day c${column}" lang="${clock.locale}" aria-hidden="true">${text}</span>`
			: freeDay(date, text, slots, column, date === chosen, visitor);
	})}</div></fieldset>`;
}

/** The days and times to choose from. A form sent by GET: choosing changes nothing yet. */
export function choosePage({ offer, visitor, slots, day = '', daysAhead, notice, askZone }: Choice): Page {
	const days = slotsByDay(slots, visitor.clock);
	const chosen = days.has(day) ? day : ([...days.keys()][0] ?? '');
	const { token, wait } = visitor;
	const body = html`${introduction(offer, lengthOf(slots))}
<form class="choose" method="get">
<button class="default" tabindex="-1" aria-hidden="true">Show</button>
${token !== undefined && html`<input type="hidden" name="signature" value="${token}">`}
<input type="hidden" name="wait" value="${wait}">
${notice && noticeBox(notice, visitor)}
${zoneField(visitor)}
${
	days.size > 0
		? calendarGrid(days, chosen, visitor)
		: html`<p>There are no free times in the next ${counted(daysAhead, 'day')}. Please come back later.</p>`
}
</form>`;
	return pageOf({ title: `${notice?.heading ?? 'Choose a time'} – ${headingOf(offer)}`, body, askZone });
}
