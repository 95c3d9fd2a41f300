import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { addDays, formatInZone, formatUtc, parseDate } from '../../shared/times';
import { isTimeZone } from '../../shared/timeZones';
import type { Slot } from '../booking/freeSlots';
import { readFreeSlots, requestFreeSlots } from '../booking/freeSlots';
import { currentText } from '../parameters';
import { matching } from './results';

function refuse(this: ILoadOptionsFunctions, message: string, description: string) {
	return new NodeOperationError(this.getNode(), message, { description });
}

/** What the list looks ahead when no day is chosen: today is the first of them. */
const DAYS_AHEAD = 7;

interface Days {
	startDate: string;
	endDate: string;
	/** For the sentence that says that none is free. */
	label: string;
}

/** The day chosen in 'Day', else the coming ones. An expression that needs a run's data is no choice. */
function daysToList(this: ILoadOptionsFunctions, zone: string): Days {
	const day = currentText.call(this, 'slotDay');
	if (day === '') {
		const startDate = formatInZone(Date.now(), zone).slice(0, 10);
		const endDate = addDays(startDate, DAYS_AHEAD - 1);
		return { startDate, endDate, label: `in the next ${DAYS_AHEAD} days` };
	}
	try {
		const date = parseDate(day, zone);
		return { startDate: date, endDate: date, label: `on ${date}` };
	} catch {
		throw refuse.call(
			this,
			`'Day' is '${day}', which is not a date`,
			'Choose a day, or leave it empty to see the free slots of the coming days.',
		);
	}
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** An entry as a person reads it, in the zone: `Mon 2026-03-02 09:00 – 09:30`. */
function entryOf({ start, end }: Slot, zone: string): INodeListSearchItems {
	const [from, to] = [start, end].map((instant) => formatInZone(instant, zone));
	const date = from.slice(0, 10);
	const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];
	return {
		name: `${weekday} ${date} ${from.slice(11, 16)} – ${to.slice(11, 16)}`,
		value: `${formatUtc(start)}/${formatUtc(end)}`,
	};
}

/**
 * The free slots of 'Calendar' on 'Day' or the coming days that have not begun, as clocks in
 * 'Time Zone' show them.
 */
export async function searchSlots(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const calendarId = currentText.call(this, 'calendarId');
	if (calendarId === '') {
		throw refuse.call(
			this,
			"'Calendar' is not filled in yet",
			'Choose a calendar; its free slots are then listed here.',
		);
	}
	const zone = currentText.call(this, 'timezone') || this.getTimezone();
	if (!isTimeZone(zone)) {
		throw refuse.call(this, `'Time Zone' is '${zone}', which is not a time zone`, "Choose one from its list.");
	}
	const { startDate, endDate, label } = daysToList.call(this, zone);
	const query = { calendarId, startDate, endDate, zone };
	const free = readFreeSlots(await requestFreeSlots.call(this, query));
	const slots = free.filter(({ start }) => start > Date.now());
	if (slots.length === 0) {
		return { results: [{ name: `No free slot ${label}: choose another day`, value: '' }] };
	}
	const entries = slots.map((slot) => entryOf(slot, zone));
	return matching(entries, filter);
}
