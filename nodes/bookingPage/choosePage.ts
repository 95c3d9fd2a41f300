import type { Slot } from '../booking/slots';
import { timeZoneNames, zoneOffsetMs } from '../time/zones';
import { HOURS, slotsByDay, ContactClock, weeksOf } from './dates';
import { type Page, pageOf } from './document';
import { type Act, actionForm, addressOf, hidden, html, type Html, introduction, link, momentBox, usableText, type View } from './view';

/** Why the page is shown again instead of what was asked for. */
export interface Notice {
	/** late: too soon, or past; conflict: the contact has an appointment at the time. */
	kind: 'taken' | 'late' | 'conflict';
	/** Nearest first. */
	nearest: readonly Slot[];
	/** The wanted slot, which a contact who has an appointment then may keep. */
	kept?: Slot;
}

export interface Choosing {
	act: Act;
	/** The time of the appointment that is moved. */
	former?: Slot;
	/** Whether the contact can say that none of the times suits. */
	takesNone?: boolean;
	slots: readonly Slot[];
	hasMore: boolean;
	/** `YYYY-MM-DD`; without it, or where nothing is free then, the first day. */
	day?: string;
	notice?: Notice;
}

/** Buttons that submit the form 'choose'. @param day for people who hear the page, where the texts do not name it */
function slotButtons({ clock }: View, slots: readonly Slot[], style: 'time' | 'moment', { day, haveLength }: { day?: string; haveLength: boolean }): Html {
	const texts = clock.textsOf(style, slots.map(({ start }) => start));
	return html`<ul class="times-list">${slots.map((slot, index) => {
		const length = haveLength && clock.textOfLength(slot, 'short');
		const name = `${texts[index]}${length ? `, ${length}` : ''}${day ? `, ${day}` : ''}`;
		return html`<li><button form="choose" name="slot" value="${slot.start}" aria-label="${name}">${texts[index]}${
			length && html` <small>${length}</small>`
		}</button></li>`;
	})}</ul>`;
}

function noticeBox(view: View, { act, former }: Choosing, { kind, nearest, kept }: Notice, haveLength: boolean): Html {
	const { words } = view;
	const ordered = [...nearest].sort((a, b) => a.start - b.start);
	const text = ordered.length > 0 ? words.takenNearest : words.takenOther;
	return html`<div class="note" role="alert">
<h2 tabindex="-1" autofocus>${words[kind]}</h2>
<p>${kind === 'conflict' ? words.conflictText : text}</p>
${kept && actionForm(view, { act, slot: kept }, { label: words.keepIt, kind: 'plain', isRepeat: true })}
${kind === 'conflict' && former && html`<p>${link(addressOf(view), words.keepTime)}</p>`}
${ordered.length > 0 && slotButtons(view, ordered, 'moment', { haveLength })}
</div>`;
}

/** `Buenos Aires, America/Argentina`: the list is by city, which is what people type into it. */
function cityOf(zone: string): string {
	return zone.replaceAll('_', ' ').replace(/(.+)\/(.+)/, '$2, $1');
}

/** Says in a line whose time it is. It opens the list of zones, with the time there, and how hours are counted. */
function zoneForm(view: View, act: Act, day: string): Html {
	const { clock, token, wait, words } = view;
	const { zone, locale, hours } = clock;
	const now = Date.now();
	const utc = new ContactClock(locale, 'UTC', hours);
	// A formatter for each zone would take longer than the rest of the page.
	const timeIn = (name: string) => utc.textOf('time', now + zoneOffsetMs(now, name));
	const cities = [...new Set([...timeZoneNames(), zone])].map((name) => [cityOf(name), name]).sort();
	const options = cities.map(
		([city, name]) => html`<option value="${name}"${name === zone && html` selected`}>${city} (${timeIn(name)})</option>`,
	);
	const formats = HOURS.map((count) => {
		const sample = new ContactClock(locale, 'UTC', count).textOf('time', Date.UTC(2026, 0, 1, 14, 30));
		return html`<option value="${count}"${count === hours && html` selected`}>${sample}</option>`;
	});
	const [ownCity] = cityOf(zone).split(',');
	const line = words.timesIn.replace('{city}', () => ownCity).replace('{time}', () => timeIn(zone));
	return html`<details class="zone"><summary>${line} <b>${words.change}</b></summary>
<form method="get">${hidden({ signature: token, do: act, wait, day })}
<label>${words.timeZone}<select name="zone" autocomplete="off">${options}</select></label>
<label>${words.timeFormat}<select name="hours" autocomplete="off">${formats}</select></label>
<button>${words.show}</button>
</form></details>`;
}

function timesOf(view: View, date: string, slots: readonly Slot[], haveLength: boolean): Html {
	const { clock, words } = view;
	const count = words.free.replace('{count}', () => slots.length.toLocaleString(clock.locale));
	const day = clock.textOfDate('dayName', date);
	const parts = slots.map(({ start }) => clock.partOf(start));
	const groups = (['morning', 'afternoon', 'evening'] as const).flatMap((part) => {
		const inPart = slots.filter((_slot, index) => parts[index] === part);
		return inPart.length > 0 ? [html`<h3>${words[part]}</h3>${slotButtons(view, inPart, 'time', { day, haveLength })}`] : [];
	});
	return html`<div class="times"><h2><bdi id="n${date}">${day}</bdi> <span class="soft" id="k${date}">${count}</span></h2>
${groups}</div>`;
}

function calendarGrid(view: View, days: Map<string, Slot[]>, chosen: string, haveLength: boolean): Html {
	const { clock, words } = view;
	const cells = weeksOf([...days.keys()], clock.locale).flat();
	const months = cells.map((date) => clock.textOfDate('monthName', date));
	const today = clock.dateOf(Date.now());
	const weekdays = clock
		.weekdaysOf(cells.slice(0, 7))
		.map((name, index) => html`<span class="weekday c${index + 1}" aria-hidden="true">${name}</span>`);
	return html`<fieldset><legend>${words.chooseDay}</legend><div class="grid">${weekdays}${cells.map((date, index) => {
		// With its month where that is not clear from the day before.
		const isNew = months[index] !== months[index - 1];
		const text = html`${isNew && html`<small>${months[index]}</small>`}${clock.textOfDate('dayNumber', date)}`;
		const isToday = date === today;
		const classes = `day c${(index % 7) + 1}${isToday ? ' today' : ''}`;
		const slots = days.get(date);
		if (slots === undefined) return html`<span class="${classes}" aria-hidden="true">${text}</span>`;
		return html`<label class="free ${classes}"><input type="radio" name="day" value="${date}" aria-labelledby="n${date} k${date}"${
			isToday && html` aria-current="date"`
		}${date === chosen && html` checked`}><span aria-hidden="true">${text}</span></label>
${timesOf(view, date, slots, haveLength)}`;
	})}</div></fieldset>`;
}

/** The days and times to choose from. A form sent by GET: choosing changes nothing yet. */
export function choosePage(view: View, choosing: Choosing): Page {
	const { words, clock, hours, token, wait } = view;
	const { act, former, slots, hasMore, day = '', notice, takesNone = false } = choosing;
	const days = slotsByDay(slots, clock);
	const isFree = days.size > 0;
	const chosen = days.has(day) ? day : ([...days.keys()][0] ?? '');
	const haveLength = new Set(slots.map(({ start, end }) => end - start)).size > 1;
	const none = actionForm(view, { act: 'none' }, { label: words.send, kind: 'plain', takesNote: true });
	const body = html`${introduction(view, haveLength || !isFree ? '' : clock.textOfLength(slots[0]))}
${former && html`<p>${words.yourAppointment}</p>${momentBox(former, view)}
<p>${link(addressOf(view), words.keepTime)}</p>`}
<div class="choose">
<button class="default" form="choose" tabindex="-1" aria-hidden="true">${words.show}</button>
${notice && noticeBox(view, choosing, notice, haveLength)}
${isFree ? zoneForm(view, act, chosen) : html`<p>${words.noTimes}</p>`}
<form id="choose" method="get">
${hidden({ signature: token, do: act, wait, zone: clock.zone, hours })}
${isFree && calendarGrid(view, days, chosen, haveLength)}
</form>
${hasMore && html`<p class="soft">${words.laterTimes}</p>`}
${takesNone && html`<details class="none"${!isFree && html` open`}><summary>${isFree ? words.noneSuits : words.noneFree}</summary><p>${words.noneText}</p>${none}</details>`}
${usableText(view)}
</div>`;
	return pageOf(view, [notice ? words[notice.kind] : words.chooseTime], body);
}
