import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { slotsThatFit } from '../../../booking/alternatives';
import type { Slot } from '../../../booking/slots';
import { dateOfSlot, describeSlot, spanText, startsText } from '../../../booking/slots';
import type { TakenPolicy } from '../../../booking/takenSlot';
import { daysToSearch, decideOnTaken, isListedFree, SEARCH_DAYS } from '../../../booking/takenSlot';
import { apiError } from '../../../n8n/apiError';
import { freeSlotsOn } from '../../../platformApi/calendars';
import type { PlatformClient } from '../../../platformApi/client';
import { addDays } from '../../../time/times';
import type { Write } from './lostAnswer';
import { writeOnce } from './lostAnswer';

/**
 * Others may take the next free slots first. Each attempt is one write and one
 * read; after this many, a person should look at the calendar.
 */
const MAX_ATTEMPTS = 25;

export interface Placement extends Write {
	client: PlatformClient;
	wanted: Slot;
	/** Calendar to look for other slots in; empty when rescheduling without naming it. */
	calendarId: string;
	zone: string;
	whenTaken: TakenPolicy;
	/** Whether adjacent free slots count as one longer slot. */
	combine: boolean;
}

export type Placed =
	| { kind: 'done'; record: IDataObject; slot: Slot }
	/** The answer was lost, and a repeat showed that the write had been carried out. */
	| { kind: 'found'; slot: Slot }
	| { kind: 'conflict'; error: NodeApiError }
	| { kind: 'alternatives'; alternatives: Slot[] };

/**
 * Takes the wanted slot, or does what 'When Slot Is Taken' says.
 *
 * @throws NodeApiError for Stop, with the nearest free slots in the message; for Use Next Free Slot
 * when there is none; where a 400 has another cause than a taken slot; and for everything else
 */
export async function placeSlot(placement: Placement): Promise<Placed> {
	const { wanted, whenTaken, zone, combine } = placement;
	const first = await writeOnce(placement, wanted);
	if (first.kind === 'done') return { ...first, slot: first.slot ?? wanted };
	if (first.kind === 'found') return first;
	if (first.kind === 'conflict') return { kind: 'conflict', error: first.error };
	if (first.kind !== 'taken') throw first.error;

	const tried = new Set([wanted.start]);
	let refused: { slot: Slot; error: NodeApiError } = { slot: wanted, error: first.error };
	while (tried.size <= MAX_ATTEMPTS) {
		const windows = await freeWindows(placement, refused.error);
		if (isListedFree(refused.slot, windows)) throw refused.error;
		const fitting = slotsThatFit(windows, wanted.end - wanted.start, Date.now(), { combine });
		const decision = decideOnTaken(whenTaken, wanted, fitting, tried);
		if (decision.kind === 'offer') return { kind: 'alternatives', alternatives: decision.alternatives };
		if (decision.kind === 'refuse') {
			throw refusal(placement, refused.error, `is not available.${nearestText(decision.nearest, zone)}`);
		}
		if (decision.kind === 'noneLeft') break;
		const { slot } = decision;
		tried.add(slot.start);
		const next = await writeOnce(placement, slot);
		if (next.kind === 'done') return { ...next, slot };
		if (next.kind === 'found') return next;
		if (next.kind !== 'taken' && next.kind !== 'conflict') throw next.error;
		refused = { slot: next.kind === 'taken' ? slot : wanted, error: next.error };
	}
	throw noneLeft(placement, first.error);
}

/**
 * The windows that are free now, from the wanted slot's day on.
 *
 * @throws the refusal as it came, where they cannot be read: it may have any cause
 */
async function freeWindows(
	{ client, calendarId, wanted, zone, whenTaken }: Placement,
	error: NodeApiError,
): Promise<Slot[]> {
	const startDate = dateOfSlot({ ...wanted, start: Math.max(wanted.start, Date.now()) }, zone);
	const endDate = addDays(startDate, daysToSearch(whenTaken));
	if (calendarId === '') throw withNote(error, "Fill in 'Calendar' to list the nearest free slots.");
	return await freeSlotsOn(client, { calendarId, startDate, endDate, zone }).catch((cause: unknown) => {
		const why = cause instanceof Error ? cause.message : '';
		throw withNote(error, `The free slots could not be read, so no other one was tried: ${why}`);
	});
}

function withNote(error: NodeApiError, note: string): NodeApiError {
	error.description = `${error.description ?? ''} ${note}`.trim();
	return error;
}

function nearestText(nearest: readonly Slot[], zone: string): string {
	if (nearest.length === 0) {
		return ` The calendar has no free slot of this length within ${SEARCH_DAYS} days`;
	}
	return ` Nearest free starts on ${startsText(nearest, zone)}`;
}

function refusal({ client, wanted, zone }: Placement, error: NodeApiError, text: string): NodeApiError {
	const message = `The slot on ${spanText(wanted, zone)} (${zone}) ${text}`;
	return apiError(client.node, message, {
		description: `Choose another slot, or set 'When Slot Is Taken' to return or use another one. ${saidBy(error)}`.trim(),
		httpCode: '400',
	});
}

function noneLeft(placement: Placement, error: NodeApiError): NodeApiError {
	const { client, wanted, zone, whenTaken } = placement;
	const hours = whenTaken.kind === 'nextFree' ? whenTaken.withinHours : 0;
	const message = `The slot on ${spanText(wanted, zone)} (${zone}) is not available, nor is any other of the same length within ${hours} hours`;
	return apiError(client.node, message, {
		description: `Raise 'Max Delay (Hours)', or choose another time. ${saidBy(error)}`.trim(),
		httpCode: '400',
	});
}

/** The platform's own words, which stand at the end of a description. */
function saidBy({ description }: NodeApiError): string {
	return /The platform says: .*$/s.exec(description ?? '')?.[0] ?? '';
}

/** The output instead of an appointment; also read by language models. */
export function offer(alternatives: Slot[], zone: string): IDataObject {
	return {
		reason: 'slotTaken',
		message:
			alternatives.length > 0
				? 'The slot is not available. Choose one of the alternatives and send its startTime and endTime.'
				: `The slot is not available, and the calendar has no free slot of this length within ${SEARCH_DAYS} days. Choose a later day.`,
		alternatives: alternatives.map((slot) => describeSlot(slot, zone)),
	};
}
