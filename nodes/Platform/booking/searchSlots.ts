import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { addDays, formatInZone } from '../../shared/times';
import { slotsThatFit } from './alternatives';
import type { Slot } from './freeSlots';
import { readFreeSlots, requestFreeSlots } from './freeSlots';
import { spanText } from './slotText';

export interface SlotSearch {
	wanted: Slot;
	/** Calendar to look for alternatives in; unknown when rescheduling without naming it. */
	calendarId?: string;
	zone: string;
	itemIndex: number;
}

/** Free slots as long as the wanted one, from its day on. @throws NodeApiError as any reading does */
export async function findSlots(
	this: IExecuteFunctions,
	{ wanted, calendarId = '', zone, itemIndex }: SlotSearch,
	days: number,
): Promise<Slot[]> {
	const now = Date.now();
	const startDate = formatInZone(Math.max(wanted.start, now), zone).slice(0, 10);
	const endDate = addDays(startDate, days);
	const query = { calendarId, startDate, endDate, zone, itemIndex };
	const windows = readFreeSlots(await requestFreeSlots.call(this, query));
	return slotsThatFit(windows, wanted.end - wanted.start, now);
}

/**
 * The same, where nothing can be done without them. The refusal that made them necessary must not
 * be hidden by what kept them from being read.
 */
export async function requireSlots(
	this: IExecuteFunctions,
	search: SlotSearch,
	days: number,
): Promise<Slot[]> {
	return await findSlots.call(this, search, days).catch((cause: unknown) => {
		const { wanted, zone, itemIndex } = search;
		const message = `The slot from ${spanText(wanted, zone)} (${zone}) is not available, and the free slots could not be read. Nothing was changed.`;
		const why = cause instanceof Error ? cause.message : '';
		throw new NodeApiError(this.getNode(), { message }, {
			message,
			description: `Why they could not be read: ${why}`,
			httpCode: (cause instanceof NodeApiError && cause.httpCode) || undefined,
			itemIndex,
		});
	});
}
