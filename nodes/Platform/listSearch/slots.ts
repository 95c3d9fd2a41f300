import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { formatInZone, formatUtc, parseDate } from '../../shared/times';
import { isTimeZone } from '../../shared/timeZones';
import { readFreeSlots, requestFreeSlots } from '../booking/freeSlots';
import { currentText } from '../parameters';
import { matching } from './results';

function refuse(this: ILoadOptionsFunctions, message: string, description: string) {
	return new NodeOperationError(this.getNode(), message, { description });
}

function currentDay(this: ILoadOptionsFunctions, zone: string): string {
	const day = currentText.call(this, 'slotDay');
	try {
		return parseDate(day, zone);
	} catch {
		throw new NodeOperationError(this.getNode(), "'Day' is not filled in yet", {
			description: 'Choose a day; its free slots are then listed here.',
		});
	}
}

/** The free slots of 'Calendar' on 'Day', as clocks in 'Time Zone' show them. */
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
		throw refuse.call(this, `'${zone}' is no time zone`, "Choose a 'Time Zone' from its list.");
	}
	const day = currentDay.call(this, zone);
	const query = { calendarId, startDate: day, endDate: day, zone };
	const slots = readFreeSlots(await requestFreeSlots.call(this, query));
	if (slots.length === 0) {
		return { results: [{ name: `No free slot on ${day}: choose another day`, value: '' }] };
	}
	const entries = slots.map(({ start, end }) => {
		const [from, to] = [start, end].map((instant) => formatInZone(instant, zone).slice(11, 16));
		return { name: `${day} ${from} – ${to}`, value: `${formatUtc(start)}/${formatUtc(end)}` };
	});
	return matching(entries, filter);
}
