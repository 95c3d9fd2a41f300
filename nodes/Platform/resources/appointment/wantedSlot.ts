import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { formatInZone, parseInstant, TimeFormatError } from '../../../time/times';
import { SLOT_SOURCES } from '../../fields/slotTime';
import { instantOf, optionalText, requiredText } from '../../parameters';
import type { Slot } from '../../../booking/slots';

const START = { name: 'startTime', label: 'Start' };
const END = { name: 'endTime', label: 'End' };
const SLOT = { name: 'slot', label: 'Slot' };

const NOTHING_SENT = 'Nothing was sent.';

/** A year: more is a slip, such as a time in milliseconds, and far more would leave the calendar. */
const LONGEST_MINUTES = 525_600;

/** A slot as one text: ISO 8601's interval form, start and end with a slash between. */
function slotFromInterval(this: IExecuteFunctions, itemIndex: number, zone: string): Slot {
	const [start, end, ...rest] = requiredText.call(this, SLOT, itemIndex).split('/');
	try {
		if (end === undefined || rest.length > 0) throw new TimeFormatError('');
		return { start: parseInstant(start, zone), end: parseInstant(end, zone) };
	} catch {
		throw new NodeOperationError(this.getNode(), "'Slot' is not one of the free slots", {
			description: `${NOTHING_SENT} Choose one from the list, or enter start and end in ISO 8601, separated by a slash.`,
			itemIndex,
		});
	}
}

function slotFromDuration(this: IExecuteFunctions, itemIndex: number, zone: string): Slot {
	const start = instantOf.call(this, START, itemIndex, zone);
	const minutes = Number(this.getNodeParameter('duration', itemIndex, 0));
	if (minutes === 0) {
		throw new NodeOperationError(this.getNode(), "'Duration' is empty", {
			description: `${NOTHING_SENT} Enter the length of the appointment in minutes, such as 30. Rescheduling needs it too: the platform documents no way to read the current length.`,
			itemIndex,
		});
	}
	const duration = Math.round(minutes * 60_000);
	if (!(duration > 0 && minutes <= LONGEST_MINUTES)) {
		throw new NodeOperationError(
			this.getNode(),
			`'Duration' must be more than 0 and at most ${LONGEST_MINUTES} minutes (one year)`,
			{
				description: `${NOTHING_SENT} Enter the length of the appointment in minutes, such as 30.`,
				itemIndex,
			},
		);
	}
	return { start, end: start + duration };
}

function slotFromFields(this: IExecuteFunctions, itemIndex: number, zone: string): Slot {
	switch (optionalText.call(this, 'slotSource', itemIndex)) {
		case SLOT_SOURCES.list:
			return slotFromInterval.call(this, itemIndex, zone);
		case SLOT_SOURCES.startDuration:
			return slotFromDuration.call(this, itemIndex, zone);
		default:
			return {
				start: instantOf.call(this, START, itemIndex, zone),
				end: instantOf.call(this, END, itemIndex, zone),
			};
	}
}

/**
 * When the appointment shall be, by 'Set Time Using'.
 *
 * @throws NodeOperationError for a missing or unreadable time, a duration that is missing or more than
 * a year, an end that is not after the start, and an end that has passed; nothing has been sent then
 */
export function wantedSlot(this: IExecuteFunctions, itemIndex: number, zone: string): Slot {
	const slot = slotFromFields.call(this, itemIndex, zone);
	const [start, end] = [slot.start, slot.end].map((instant) => formatInZone(instant, zone));
	if (slot.end <= slot.start) {
		throw new NodeOperationError(
			this.getNode(),
			`'End' (${end}) is not after 'Start' (${start})`,
			{ description: `${NOTHING_SENT} Enter an end that is later than the start.`, itemIndex },
		);
	}
	if (slot.end <= Date.now()) {
		throw new NodeOperationError(this.getNode(), `The slot has passed: it ended at ${end}`, {
			description: `${NOTHING_SENT} Choose a slot in the future, and check the year and the 'Time Zone'.`,
			itemIndex,
		});
	}
	return slot;
}
