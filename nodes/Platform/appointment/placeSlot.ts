import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { describeSlot, slotsByWeekday, spanText, startsText } from '../../booking/slotTexts';
import { nearestTo, type Slot } from '../../booking/slots';
import type { LedgerWrite } from '../../n8n/ledger';
import { rewordError, withPlatformText } from '../../platformApi/errors';
import type {
	FinishedWrite,
	KnownOutcome,
	Outcome,
	WriteAlreadyDone,
} from '../../platformApi/write';
import { findOtherSlots, type OtherSlots, type SlotSearch } from './findOtherSlots';

/** A slot to be taken by Book or Reschedule. */
export interface Placement extends SlotSearch {
	isTool: boolean;
	/** Sends a slot. @param isRepeat an earlier request may have been carried out */
	write: (slot: Slot, isRepeat: boolean) => Promise<Outcome>;
	/** In the ledger: `wishToRepeat` is the slot whose outcome is unknown. */
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

/** A wish that was sent, and how that ended. */
interface SentWish<Wish> {
	wish: Wish;
	outcome: KnownOutcome;
}

/**
 * Sends a wish; after an unknown outcome, the wish that was sent then, since that one may have been carried out.
 *
 * @throws where the outcome is unknown
 */
export async function sendOrRepeat<Wish>(
	entry: LedgerWrite,
	newWish: Wish,
	write: (wish: Wish, isRepeat: boolean) => Promise<Outcome>,
): Promise<SentWish<Wish>> {
	const isRepeat = entry.wishToRepeat !== undefined;
	const wish = isRepeat ? (entry.wishToRepeat as Wish) : newWish;
	const outcome = await write(wish, isRepeat);
	if (outcome.kind === 'unknown') {
		entry.wishToRepeat = wish;
		throw outcome.error;
	}
	entry.wishToRepeat = undefined;
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
	let nextSlot = wantedSlot;
	for (;;) {
		const { outcome, wish: slot } = await sendOrRepeat(entry, nextSlot, write);
		if (outcome.kind === 'done') return { ...outcome, slot };
		const isFirst = firstRefusal === undefined;
		// At a later slot, the contact's appointment counts only where the platform shows it: it may be for something else.
		if (outcome.kind === 'alreadyDone' && (isFirst || outcome.record)) return { ...outcome, slot };
		if (outcome.kind === 'refused' && outcome.why !== 'taken') throw outcome.error;

		firstRefusal ??= outcome.error;
		triedStarts.push(slot.start);
		const found = await findOtherSlots(placement, { ...outcome, slot }, triedStarts);
		switch (whenTaken.kind) {
			case 'stop':
				throw noSlotError(placement, firstRefusal, found);
			case 'alternatives':
				return { kind: 'alternatives', offer: makeOffer(placement, firstRefusal, found) };
			case 'nextFree': {
				// Where the refusal may have another cause, another slot would be refused, too.
				if (found.cause === 'stillListed') throw outcome.error;
				if (found.unchecked || found.others.length === 0)
					throw noSlotError(placement, firstRefusal, found);
				const [{ record, ...otherSlot }] = found.others;
				if (record) return { kind: 'alreadyDone', error: outcome.error, record, slot: otherSlot };
				nextSlot = otherSlot;
			}
		}
	}
}

/** The error where no slot was taken. */
function noSlotError(placement: Placement, refusal: NodeApiError, found: OtherSlots): NodeApiError {
	const { wantedSlot, whenTaken } = placement;
	const nearest = nearestTo(wantedSlot, found.others, whenTaken.maxSlots);
	return rewordError(refusal, {
		message: noSlotMessage(placement, found.cause, nearest),
		whatToDo: withNote(adviceText(whenTaken, found), found.unchecked),
	});
}

/** @param nearest the other slots that are named */
function noSlotMessage(
	{ wantedSlot, whenTaken: { withinText }, zone }: Placement,
	cause: OtherSlots['cause'],
	nearest: Slot[],
): string {
	const when = `${spanText(wantedSlot, zone)} (${zone})`;
	if (cause === 'taken') {
		return nearest.length > 0
			? `The slot on ${when} is not available. Nearest free starts on ${startsText(nearest, zone)}`
			: `The slot on ${when} is not available: the calendar has no free slot of this length within ${withinText}`;
	}
	return nearest.length > 0
		? `The slot on ${when} was refused, although the calendar lists it as free. Nearest free starts on ${startsText(nearest, zone)}`
		: `The slot on ${when} was refused, although the calendar lists it as free: the calendar has no other free slot of this length within ${withinText}`;
}

function adviceText({ kind }: Placement['whenTaken'], { cause, others }: OtherSlots): string {
	if (others.length === 0 && kind === 'nextFree')
		return "Choose another time. Or raise 'Max Delay (Hours)'.";
	if (others.length === 0) return 'Choose another day or length.';
	return cause === 'taken'
		? "Choose another slot. Or set 'When Slot Is Taken' to return or use another one."
		: "Correct what the platform's message names, or choose another slot.";
}

/** The fields of the output that offers other slots. */
function makeOffer(placement: Placement, refusal: NodeApiError, found: OtherSlots): IDataObject {
	const { isTool, wantedSlot, whenTaken, zone } = placement;
	const nearest = nearestTo(wantedSlot, found.others, whenTaken.maxSlots);
	const message = withNote(offerMessage(placement, found.cause, nearest), found.unchecked);
	return {
		reason: 'slotNotFree',
		message: withPlatformText(message, refusal),
		alternatives: isTool
			? slotsByWeekday(nearest, zone)
			: nearest.map((other) => describeSlot(other, zone)),
	};
}

function offerMessage(
	{ isTool, whenTaken: { withinText } }: Placement,
	cause: OtherSlots['cause'],
	nearest: Slot[],
): string {
	if (nearest.length === 0) {
		return cause === 'taken'
			? `The slot is not available: the calendar has no free slot of this length within ${withinText}. Choose another day or length.`
			: `The slot was refused, although the calendar lists it as free: the calendar has no other free slot of this length within ${withinText}. Choose another day or length.`;
	}
	const whatHappened =
		cause === 'taken'
			? 'The slot is not available.'
			: 'The slot was refused, although the calendar lists it as free.';
	const whatToDo = isTool
		? 'Offer the alternatives, and send the start and the end of the chosen one.'
		: 'Choose one of the alternatives and send its startTime and endTime.';
	return `${whatHappened} ${whatToDo}`;
}

function withNote(text: string, note?: string): string {
	return note ? `${text} ${note}` : text;
}
