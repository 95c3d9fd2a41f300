import { byStart, lengthOf, type Slot } from '../booking/slots';
import { formatInZone } from '../time/times';
import { timeZoneNames, zoneOffsetMs } from '../time/zones';
import { weeksOf } from './contactClock';
import { html, type Html } from './html';
import {
	actionForm,
	cityOf,
	hiddenFields,
	introduction,
	link,
	momentBox,
	shortCityOf,
	usableText,
	type View,
} from './pageParts';
import { type Page, pageOf } from './pages';
import type { Act } from './readContactInput';

export interface OfferedTimes {
	act: Act;
	/** The time of the appointment that is moved. */
	formerSlot?: Slot;
	/** The contact can say that none of the times suits. */
	takesNone?: boolean;
	/** In order of time. */
	slots: readonly Slot[];
	hasMore: boolean;
	/** `YYYY-MM-DD`; without it, or where nothing is free then, the first day. */
	day?: string;
	/** Why the page is shown again. */
	notice?: 'taken' | 'conflict' | 'takenOrOwn';
	/** The slots nearest to the wanted one. */
	nearest?: readonly Slot[];
	/** The wanted slot, where the contact has an appointment then and may keep it. */
	ownSlot?: Slot;
	/** See {@link Seal}: the contact has been found to have it. */
	isRepeat?: boolean;
}

/** Where the slots are not all as long, each says its length. */
interface TimesView extends View {
	showsLength: boolean;
}

/** Buttons that submit the form 'choose'. @param day for people who hear the page, where the texts do not name it */
function slotButtons(
	{ clock, showsLength }: TimesView,
	slots: readonly Slot[],
	style: 'time' | 'moment',
	day?: string,
): Html {
	const starts = slots.map(({ start }) => start);
	const times = clock.textsOf(style, starts);
	const items: Html[] = [];
	for (const [index, slot] of slots.entries()) {
		const time = times[index];
		const length = showsLength && clock.textOfLength(slot, 'short');
		const name = [time, length, day].filter(Boolean).join(', ');
		items.push(
			html`<li><button form="choose" name="slot" value="${slot.start}" aria-label="${name}">${time}${length && html` <small>${length}</small>`}</button></li>`,
		);
	}
	return html`<ul class="times-list">${items}</ul>`;
}

function headingOf({ words }: View, notice: NonNullable<OfferedTimes['notice']>): string {
	return notice === 'conflict' ? words.conflict : words.taken;
}

/** Says why the page is shown again, and what can be done instead. */
function noticeBox(view: TimesView, times: OfferedTimes): Html | false {
	const { words } = view;
	const { act, formerSlot, notice, nearest = [], ownSlot, isRepeat } = times;
	if (!notice) return false;
	const ordered = [...nearest].sort(byStart);
	const isConflict = notice === 'conflict';
	const otherTimesText = ordered.length > 0 ? words.takenNearest : words.takenOther;
	return html`<div class="note" role="alert">
<h2 tabindex="-1" autofocus>${headingOf(view, notice)}</h2>
${notice === 'takenOrOwn' && html`<p>${words.takenOrOwnText}</p>`}
<p>${isConflict ? words.conflictText : otherTimesText}</p>
${ownSlot && actionForm(view, act, ownSlot, words.keepIt, { kind: 'plain', isRepeat })}
${isConflict && formerSlot && html`<p>${link(view, words.keepTime)}</p>`}
${ordered.length > 0 && slotButtons(view, ordered, 'moment')}
</div>`;
}

/** Says in a line whose time it is. It opens the list of zones, with the time there. */
function zoneForm(view: View, act: Act, day: string): Html {
	const { words, clock } = view;
	const { zone } = clock;
	const now = Date.now();
	// A formatter for each zone would take longer than the rest of the page.
	const timeIn = (name: string) => clock.textOfDate('time', now + zoneOffsetMs(now, name));
	const zoneOfCity = new Map<string, string>();
	for (const name of [...timeZoneNames(), zone]) zoneOfCity.set(cityOf(name), name);
	const options: Html[] = [];
	for (const city of [...zoneOfCity.keys()].sort()) {
		const name = zoneOfCity.get(city) ?? zone;
		options.push(
			html`<option value="${name}"${name === zone && html` selected`}>${city} (${timeIn(name)})</option>`,
		);
	}
	const line = words.timesIn
		.replace('{city}', () => shortCityOf(zone))
		.replace('{time}', () => timeIn(zone));
	return html`<details class="zone"><summary>${line} <b>${words.change}</b></summary>
<form method="get">${hiddenFields(view, { do: act, day, zone: undefined })}
<label>${words.timeZone}<select name="zone" autocomplete="off">${options}</select></label>
<button>${words.show}</button>
</form></details>`;
}

/** The parts of a day, by their hours. */
const PARTS = [
	{ name: 'morning', from: 0, to: 12 },
	{ name: 'afternoon', from: 12, to: 18 },
	{ name: 'evening', from: 18, to: 24 },
] as const;

function timesOf(view: TimesView, date: string, slots: readonly Slot[]): Html {
	const { clock, words } = view;
	const count = words.free.replace('{count}', () => slots.length.toLocaleString(clock.locale));
	const day = clock.textOfDate('dayName', date);
	const hourOf = ({ start }: Slot) => Number(formatInZone(start, clock.zone).slice(11, 13));
	const groups: Html[] = [];
	for (const { name, from, to } of PARTS) {
		const inPart = slots.filter((slot) => hourOf(slot) >= from && hourOf(slot) < to);
		if (inPart.length > 0)
			groups.push(html`<h3>${words[name]}</h3>${slotButtons(view, inPart, 'time', day)}`);
	}
	return html`<div class="times"><h2><bdi id="n${date}">${day}</bdi> <span class="soft" id="k${date}">${count}</span></h2>
${groups}</div>`;
}

/** The names of the days of a week; single letters where names would break above the days of a phone. */
function weekdayNames({ clock }: View, week: readonly string[]): string[] {
	const names = week.map((date) => clock.textOfDate('weekday', date));
	const areShort = names.every(({ length }) => length <= 4);
	return areShort ? names : week.map((date) => clock.textOfDate('weekdayLetter', date));
}

/** A day of the calendar. */
interface DayCell {
	/** `YYYY-MM-DD` */
	date: string;
	/** The number of the day, after the name of its month where that is another than before. */
	text: Html;
	/** Of the style. */
	classes: string;
	isToday: boolean;
	/** True where it is the day whose times are shown. */
	isChosen: boolean;
}

function dayWithoutTimes({ text, classes }: DayCell): Html {
	return html`<span class="${classes}" aria-hidden="true">${text}</span>`;
}

/** The day as a button, followed by its times, which the style shows beside the days once it is chosen. */
function dayWithTimes(view: TimesView, cell: DayCell, slots: readonly Slot[]): Html {
	const { date, text, classes, isToday, isChosen } = cell;
	return html`<label class="free ${classes}"><input type="radio" name="day" value="${date}" aria-labelledby="n${date} k${date}"${isToday && html` aria-current="date"`}${isChosen && html` checked`}><span aria-hidden="true">${text}</span></label>
${timesOf(view, date, slots)}`;
}

/** Whole weeks. */
function calendarGrid(view: TimesView, days: Map<string, Slot[]>, chosen: string): Html {
	const { clock, words } = view;
	const freeDates = [...days.keys()];
	const dates = weeksOf(freeDates[0], freeDates[freeDates.length - 1], clock.locale);
	const today = clock.dateOf(Date.now());
	const cells: Html[] = [];
	for (const [index, name] of weekdayNames(view, dates.slice(0, 7)).entries()) {
		cells.push(html`<span class="weekday c${index + 1}" aria-hidden="true">${name}</span>`);
	}
	let monthBefore = '';
	for (const [index, date] of dates.entries()) {
		const month = clock.textOfDate('monthName', date);
		const text = html`${month !== monthBefore && html`<small>${month}</small>`}${clock.textOfDate('dayNumber', date)}`;
		monthBefore = month;
		const isToday = date === today;
		const classes = `day c${(index % 7) + 1}${isToday ? ' today' : ''}`;
		const cell: DayCell = { date, text, classes, isToday, isChosen: date === chosen };
		const slots = days.get(date);
		cells.push(slots ? dayWithTimes(view, cell, slots) : dayWithoutTimes(cell));
	}
	return html`<fieldset><legend>${words.chooseDay}</legend><div class="grid">${cells}</div></fieldset>`;
}

/** The days and times to choose from. A form sent by GET: choosing changes nothing yet. */
export function choosePage(view: View, times: OfferedTimes): Page {
	const { words, clock } = view;
	const { act, formerSlot, slots, hasMore, day = '', notice, takesNone } = times;
	const days = new Map<string, Slot[]>();
	for (const slot of slots) {
		const date = clock.dateOf(slot.start);
		const ofDate = days.get(date) ?? [];
		ofDate.push(slot);
		days.set(date, ofDate);
	}
	const [first] = slots;
	const chosen = days.has(day) || !first ? day : clock.dateOf(first.start);
	const showsLength = new Set(slots.map(lengthOf)).size > 1;
	const timesView: TimesView = { ...view, showsLength };
	const length = showsLength || !first ? '' : clock.textOfLength(first);
	const body = html`${introduction(view, length)}
${
	formerSlot &&
	html`<p>${words.yourAppointment}</p>${momentBox(formerSlot, view)}
<p>${link(view, words.keepTime)}</p>`
}
<div class="choose">
<button class="default" form="choose" tabindex="-1" aria-hidden="true">${words.show}</button>
${noticeBox(timesView, times)}
${first ? zoneForm(view, act, chosen) : html`<p>${words.noTimes}</p>`}
<form id="choose" method="get">
${hiddenFields(view, { do: act })}
${first && calendarGrid(timesView, days, chosen)}
</form>
${hasMore && html`<p class="soft">${words.laterTimes}</p>`}
${
	takesNone &&
	html`<details class="none"${!first && html` open`}><summary>${first ? words.noneSuits : words.noneFree}</summary><p>${words.noneText}</p>
${actionForm(view, 'none', undefined, words.send, { kind: 'plain', takesNote: true })}</details>`
}
${usableText(view)}
</div>`;
	return pageOf(view, [notice ? headingOf(view, notice) : words.chooseTime], body);
}
