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
import type { Act } from './readVisit';

export interface Choosing {
	act: Act;
	/** The time of the appointment that is moved. */
	former?: Slot;
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
	/** The wanted slot, which a contact who has an appointment then may keep. */
	kept?: Slot;
	/** See {@link Seal}: it was found that the contact has it. */
	isRepeat?: boolean;
}

/** Where the slots are not all as long, each says its length. */
type TimesView = View & { showsLength: boolean };

/** Buttons that submit the form 'choose'. @param day for people who hear the page, where the texts do not name it */
function slotButtons(
	{ clock, showsLength }: TimesView,
	slots: readonly Slot[],
	style: 'time' | 'moment',
	day?: string,
): Html {
	const texts = clock.textsOf(
		style,
		slots.map(({ start }) => start),
	);
	return html`<ul class="times-list">${slots.map((slot, index) => {
		const length = showsLength && clock.textOfLength(slot, 'short');
		const name = [texts[index], length, day].filter(Boolean).join(', ');
		return html`<li><button form="choose" name="slot" value="${slot.start}" aria-label="${name}">${texts[index]}${
			length && html` <small>${length}</small>`
		}</button></li>`;
	})}</ul>`;
}

function noticeBox(view: TimesView, choosing: Choosing): Html | false {
	const { words } = view;
	const { act, former, notice, nearest = [], kept, isRepeat } = choosing;
	if (!notice) return false;
	const ordered = [...nearest].sort(byStart);
	const heading = notice === 'conflict' ? words.conflict : words.taken;
	const nearestText = ordered.length > 0 ? words.takenNearest : words.takenOther;
	return html`<div class="note" role="alert">
<h2 tabindex="-1" autofocus>${heading}</h2>
${notice === 'takenOrOwn' && html`<p>${words.takenOrOwnText}</p>`}
<p>${notice === 'conflict' ? words.conflictText : nearestText}</p>
${kept && actionForm(view, act, kept, words.keepIt, { kind: 'plain', isRepeat })}
${notice === 'conflict' && former && html`<p>${link(view, words.keepTime)}</p>`}
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
	const cities = [...new Set([...timeZoneNames(), zone])]
		.map((name) => [cityOf(name), name])
		.sort();
	const options = cities.map(
		([city, name]) =>
			html`<option value="${name}"${name === zone && html` selected`}>${city} (${timeIn(name)})</option>`,
	);
	const line = words.timesIn
		.replace('{city}', () => shortCityOf(zone))
		.replace('{time}', () => timeIn(zone));
	return html`<details class="zone"><summary>${line} <b>${words.change}</b></summary>
<form method="get">${hiddenFields(view, { do: act, day, zone: undefined })}
<label>${words.timeZone}<select name="zone" autocomplete="off">${options}</select></label>
<button>${words.show}</button>
</form></details>`;
}

/** The hours of a day's parts. */
const PARTS = [
	['morning', 0, 12],
	['afternoon', 12, 18],
	['evening', 18, 24],
] as const;

function timesOf(view: TimesView, date: string, slots: readonly Slot[]): Html {
	const { clock, words } = view;
	const count = words.free.replace('{count}', () => slots.length.toLocaleString(clock.locale));
	const day = clock.textOfDate('dayName', date);
	const hours = slots.map(({ start }) => Number(formatInZone(start, clock.zone).slice(11, 13)));
	const groups = PARTS.flatMap(([part, from, to]) => {
		const inPart = slots.filter((_slot, index) => hours[index] >= from && hours[index] < to);
		return inPart.length > 0
			? [html`<h3>${words[part]}</h3>${slotButtons(view, inPart, 'time', day)}`]
			: [];
	});
	return html`<div class="times"><h2><bdi id="n${date}">${day}</bdi> <span class="soft" id="k${date}">${count}</span></h2>
${groups}</div>`;
}

function calendarGrid(view: TimesView, days: Map<string, Slot[]>, chosen: string): Html {
	const { clock, words } = view;
	const dates = [...days.keys()];
	const cells = weeksOf(dates[0], dates[dates.length - 1], clock.locale);
	const months = cells.map((date) => clock.textOfDate('monthName', date));
	const today = clock.dateOf(Date.now());
	const week = cells.slice(0, 7);
	const [names, letters] = (['weekday', 'weekdayLetter'] as const).map((style) =>
		week.map((date) => clock.textOfDate(style, date)),
	);
	// Longer ones would break above the days of a phone.
	const weekdays = names.every(({ length }) => length <= 4) ? names : letters;
	return html`<fieldset><legend>${words.chooseDay}</legend><div class="grid">${weekdays.map(
		(name, index) => html`<span class="weekday c${index + 1}" aria-hidden="true">${name}</span>`,
	)}${cells.map((date, index) => {
		// The month stands where the day before has another one.
		const isNew = months[index] !== months[index - 1];
		const text = html`${isNew && html`<small>${months[index]}</small>`}${clock.textOfDate('dayNumber', date)}`;
		const isToday = date === today;
		const classes = `day c${(index % 7) + 1}${isToday ? ' today' : ''}`;
		const slots = days.get(date);
		if (slots === undefined)
			return html`<span class="${classes}" aria-hidden="true">${text}</span>`;
		return html`<label class="free ${classes}"><input type="radio" name="day" value="${date}" aria-labelledby="n${date} k${date}"${
			isToday && html` aria-current="date"`
		}${date === chosen && html` checked`}><span aria-hidden="true">${text}</span></label>
${timesOf(view, date, slots)}`;
	})}</div></fieldset>`;
}

/** The days and times to choose from. A form sent by GET: choosing changes nothing yet. */
export function choosePage(seen: View, choosing: Choosing): Page {
	const { words, clock } = seen;
	const { act, former, slots, hasMore, day = '', notice, takesNone } = choosing;
	const days = new Map<string, Slot[]>();
	for (const slot of slots) {
		const date = clock.dateOf(slot.start);
		days.set(date, [...(days.get(date) ?? []), slot]);
	}
	const [first] = slots;
	const chosen = days.has(day) || !first ? day : clock.dateOf(first.start);
	const showsLength = new Set(slots.map(lengthOf)).size > 1;
	const view = { ...seen, showsLength };
	const body = html`${introduction(view, showsLength || !first ? '' : clock.textOfLength(first))}
${
	former &&
	html`<p>${words.yourAppointment}</p>${momentBox(former, view)}
<p>${link(view, words.keepTime)}</p>`
}
<div class="choose">
<button class="default" form="choose" tabindex="-1" aria-hidden="true">${words.show}</button>
${noticeBox(view, choosing)}
${first ? zoneForm(view, act, chosen) : html`<p>${words.noTimes}</p>`}
<form id="choose" method="get">
${hiddenFields(view, { do: act })}
${first && calendarGrid(view, days, chosen)}
</form>
${hasMore && html`<p class="soft">${words.laterTimes}</p>`}
${
	takesNone &&
	html`<details class="none"${!first && html` open`}><summary>${first ? words.noneSuits : words.noneFree}</summary><p>${words.noneText}</p>
${actionForm(view, 'none', undefined, words.send, { kind: 'plain', takesNote: true })}</details>`
}
${usableText(view)}
</div>`;
	const title = { taken: words.taken, takenOrOwn: words.taken, conflict: words.conflict };
	return pageOf(view, [notice ? title[notice] : words.chooseTime], body);
}
