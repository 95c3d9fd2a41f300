import type { IDataObject, NodeApiError } from 'n8n-workflow';

import {
	describeSlot,
	nearestTo,
	type Slot,
	slotsByWeekday,
	spanText,
	startsText,
} from '../../booking/slots';
import type { LedgerWrite } from '../../n8n/ledger';
import { rewordError, withPlatformText } from '../../platformApi/errors';
import type {
	FinishedWrite,
	KnownOutcome,
	Outcome,
	WriteAlreadyDone,
} from '../../platformApi/write';
import { findOtherSlots, type OtherSlots, type SlotSearch } from './otherSlots';

/** A slot to be taken by Book or Reschedule. */
export interface Placement extends SlotSearch {
	isTool: boolean;
	/** Sends a slot. @param isRepeat an earlier request may have been carried out */
	write: (slot: Slot, isRepeat: boolean) => Promise<Outcome>;
	/** In the ledger: `sent` is the slot whose outcome is unknown. */
	entry: LedgerWrite;
}

/** The wanted slot, or the one that was taken instead. */
export type PlacedSlot = (FinishedWrite | WriteAlreadyDone) & { slot: Slot };

/** Other slots for a person or a model to choose from. */
export interface OfferedSlots {
	kind: 'alternatives';
	/** The fields of the output. */
	offer: IDataObject;
}

/**
 * Sends a wish; after an unknown outcome, the wish that was sent then, since that one may have been carried out.
 *
 * @throws where the outcome is unknown
 */
export async function sendOrRepeat<Wish>(
	entry: LedgerWrite,
	wanted: Wish,
	write: (wish: Wish, isRepeat: boolean) => Promise<Outcome>,
): Promise<{ outcome: KnownOutcome; wish: Wish }> {
	const isRepeat = entry.sent !== undefined;
	const wish = isRepeat ? (entry.sent as Wish) : wanted;
	const outcome = await write(wish, isRepeat);
	if (outcome.kind === 'unknown') {
		entry.sent = wish;
		throw outcome.error;
	}
	entry.sent = undefined;
	return { outcome, wish };
}

/**
 * Takes the wanted slot, or does what 'When Slot Is Taken' says.
 *
 * @throws NodeApiError for Stop, with the nearest free slots in the message; for Use Next Free Slot where there is none,
 * or where the refusal may have another cause
 */
export async function placeSlot(placement: Placement): Promise<PlacedSlot | OfferedSlots> {
	const { entry, wantedSlot, whenTaken, write } = placement;
	const triedStarts: number[] = [];
	let firstRefusal: NodeApiError | undefined;
	let next = wantedSlot;
	for (;;) {
		const { outcome, wish: slot } = await sendOrRepeat(entry, next, write);
		if (outcome.kind === 'done') return { ...outcome, slot };
		// An appointment that the contact has at a later slot is another one, unless the platform shows its record.
		const isWanted = firstRefusal === undefined;
		if (outcome.kind === 'own' && (isWanted || outcome.record)) return { ...outcome, slot };
		if (outcome.kind === 'refused' && outcome.why !== 'taken') throw outcome.error;

		firstRefusal ??= outcome.error;
		triedStarts.push(slot.start);
		const found = await findOtherSlots(placement, { ...outcome, slot }, triedStarts);
		switch (whenTaken.kind) {
			case 'stop':
				throw noSlotError(placement, firstRefusal, found);
			case 'alternatives':
				return { kind: 'alternatives', offer: offerOf(placement, firstRefusal, found) };
			case 'nextFree': {
				// Where the refusal may have another cause, another slot would be refused, too.
				if (found.cause === 'stillListed') throw outcome.error;
				if (found.unchecked || found.others.length === 0)
					throw noSlotError(placement, firstRefusal, found);
				const [{ record, ...other }] = found.others;
				if (record) return { kind: 'own', error: outcome.error, record, slot: other };
				next = other;
			}
		}
	}
}

/** What became of the slot, as the end of a sentence that begins with it. @param nearest the other slots that are named */
function refusalText(
	{ whenTaken: { withinText }, zone }: Placement,
	cause: OtherSlots['cause'],
	nearest: Slot[],
): string {
	const hasOthers = nearest.length > 0;
	switch (cause) {
		case 'taken':
			return hasOthers
				? `is not available. Nearest free starts on ${startsText(nearest, zone)}`
				: `is not available: the calendar has no free slot of this length within ${withinText}`;
		case 'stillListed':
			return hasOthers
				? `was refused, although the calendar lists it as free. Nearest free starts on ${startsText(nearest, zone)}`
				: `was refused, although the calendar lists it as free: the calendar has no other free slot of this length within ${withinText}`;
	}
}

function adviceText(whenTaken: Placement['whenTaken'], { cause, others }: OtherSlots): string {
	if (others.length === 0) {
		return whenTaken.kind === 'nextFree'
			? "Raise 'Max Delay (Hours)', or choose another time."
			: 'Choose another day or length.';
	}
	return cause === 'taken'
		? "Choose another slot, or set 'When Slot Is Taken' to return or use another one."
		: "Correct what the platform's message names, or choose another slot.";
}

/** The error where no slot was taken. */
function noSlotError(placement: Placement, refusal: NodeApiError, found: OtherSlots): NodeApiError {
	const { wantedSlot, whenTaken, zone } = placement;
	const { cause, others, unchecked } = found;
	const nearest = nearestTo(wantedSlot, others, whenTaken.maxSlots);
	const isSlotTaken = cause === 'taken' && nearest.length > 0;
	return rewordError(refusal, {
		message: `The slot on ${spanText(wantedSlot, zone)} (${zone}) ${refusalText(placement, cause, nearest)}`,
		whatToDo: withNote(adviceText(whenTaken, found), unchecked),
		forModel: isSlotTaken ? withNote('Choose another slot.', unchecked) : undefined,
	});
}

/** The fields of the output that offers other slots. */
function offerOf(placement: Placement, refusal: NodeApiError, found: OtherSlots): IDataObject {
	const { isTool, wantedSlot, whenTaken, zone } = placement;
	const nearest = nearestTo(wantedSlot, found.others, whenTaken.maxSlots);
	const message = withNote(offerText(placement, found.cause, nearest), found.unchecked);
	return {
		reason: 'slotNotFree',
		message: withPlatformText(message, refusal),
		alternatives: isTool
			? slotsByWeekday(nearest, zone)
			: nearest.map((other) => describeSlot(other, zone)),
	};
}

function offerText(placement: Placement, cause: OtherSlots['cause'], nearest: Slot[]): string {
	if (nearest.length === 0)
		return `The slot ${refusalText(placement, cause, nearest)}. Choose another day or length.`;
	const whatToDo = placement.isTool
		? 'Offer the alternatives, and send the start and the end of the chosen one.'
		: 'Choose one of the alternatives and send its startTime and endTime.';
	return cause === 'taken'
		? `The slot is not available. ${whatToDo}`
		: `The slot was refused, although the calendar lists it as free. ${whatToDo}`;
}

function withNote(text: string, note?: string): string {
	return note ? `${text} ${note}` : text;
}
