import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { MAX_ALTERNATIVES, WHEN_TAKEN } from '../fields/slotTaken';
import { optionalText } from '../parameters';
import { nearestTo, nextAfter } from './alternatives';
import type { Slot } from './freeSlots';
import { describeSlot } from './freeSlots';
import type { SlotSearch } from './searchSlots';
import { findSlots, requireSlots } from './searchSlots';
import { clockText, spanText } from './slotText';

/** Days after the wanted one that are searched for alternatives; weekends and holidays included. */
const SEARCH_DAYS = 7;
/** A message should stay readable. */
const ALTERNATIVES_IN_MESSAGE = 3;
/**
 * Others may take the next free slots too, just before us. Each attempt is one write and one
 * reading; beyond this many the calendar is so much in demand that a person should look at it.
 */
const MAX_ATTEMPTS = 25;

/** More than a year ahead is a slip in an expression, or a model's way to say "any". */
const MAX_HOURS_LATER = 8_760;

/** What the platform said to one attempt to take a slot. */
export type Attempt =
	| { outcome: 'done'; record: IDataObject }
	| { outcome: 'taken' | 'alreadyBooked'; error: NodeApiError };

/** What came of it, after the choice made in 'When Slot Is Taken'. */
export type Placement =
	| { outcome: 'done'; record: IDataObject; slot: Slot }
	| { outcome: 'alternatives'; alternatives: Slot[] }
	| { outcome: 'alreadyBooked'; error: NodeApiError };

export interface PlacementRequest extends SlotSearch {
	/** Sends the write for one slot; rejects for anything but a taken slot and a conflict. */
	attempt: (slot: Slot) => Promise<Attempt>;
}

/** Sorts the answer to a write into what booking can go on from; anything else is rejected. */
export async function toAttempt(sending: Promise<IDataObject>): Promise<Attempt> {
	return await sending.then(
		(record): Attempt => ({ outcome: 'done', record }),
		async (error: unknown): Promise<Attempt> => {
			if (error instanceof NodeApiError) {
				if (error.httpCode === '400') return { outcome: 'taken', error };
				if (error.httpCode === '409') return { outcome: 'alreadyBooked', error };
			}
			return await Promise.reject(error);
		},
	);
}

/** The refusal, with the nearest free slots in its message. */
async function refusalWithAlternatives(
	this: IExecuteFunctions,
	request: PlacementRequest,
	error: NodeApiError,
): Promise<NodeApiError> {
	const { wanted, zone, calendarId, itemIndex } = request;
	const offer = calendarId
		? await findSlots.call(this, request, SEARCH_DAYS).then(
				(slots) => offerText(nearestTo(wanted, slots, ALTERNATIVES_IN_MESSAGE), zone),
				() => ' The free slots could not be read.',
			)
		: " Fill in 'Calendar' to have the nearest free slots listed.";
	const message = `The slot from ${spanText(wanted, zone)} (${zone}) is not available.${offer}`;
	return new NodeApiError(this.getNode(), { message }, {
		message,
		description: error.description ?? undefined,
		httpCode: '400',
		itemIndex,
	});
}

function offerText(alternatives: Slot[], zone: string): string {
	if (alternatives.length === 0) {
		return ` The calendar has no free slot of this length within ${SEARCH_DAYS} days.`;
	}
	const starts = alternatives.map(({ start }) => clockText(start, zone)).join(', ');
	return ` Nearest free starts: ${starts}.`;
}

/** What an item says instead of an appointment; also read by language models. */
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

interface NumberParameter {
	name: string;
	/** For whatever is no number above 0: an expression may have filled it with anything. */
	usual: number;
	/** In place of anything above it. */
	max: number;
}

const WITHIN_HOURS: NumberParameter = { name: 'withinHours', usual: 24, max: MAX_HOURS_LATER };
const ALTERNATIVES: NumberParameter = { name: 'maxAlternatives', usual: 5, max: MAX_ALTERNATIVES };

function positive(
	this: IExecuteFunctions,
	{ name, usual, max }: NumberParameter,
	itemIndex: number,
): number {
	const value = Number(this.getNodeParameter(name, itemIndex, usual));
	return value > 0 ? Math.min(value, max) : usual;
}

async function takeNextFree(
	this: IExecuteFunctions,
	request: PlacementRequest,
	refusal: NodeApiError,
): Promise<Placement> {
	const { wanted, zone, itemIndex } = request;
	const withinHours = positive.call(this, WITHIN_HOURS, itemIndex);
	const tried = new Set<number>();
	for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts++) {
		const slots = await requireSlots.call(this, request, Math.ceil(withinHours / 24));
		const next = nextAfter(wanted, slots, withinHours).find(({ start }) => !tried.has(start));
		if (!next) break;
		tried.add(next.start);
		const result = await request.attempt(next);
		if (result.outcome === 'done') return { ...result, slot: next };
	}
	const start = clockText(wanted.start, zone);
	const message = `The slot at ${start} (${zone}) is not available, and none of the same length could be taken within ${withinHours} hours after it`;
	throw new NodeApiError(this.getNode(), { message }, {
		message,
		description: `Raise 'At Most Hours Later', or choose another time. ${refusal.description ?? ''}`.trim(),
		httpCode: '400',
		itemIndex,
	});
}

/**
 * Takes the wanted slot, or does what 'When Slot Is Taken' says.
 * Contract: Errors, Interface B appointments, 400 "offer alternatives".
 *
 * @throws NodeApiError for Stop, with the nearest free slots in the message; for Use Next Free Slot
 * when there is none; and for everything that is not a taken slot
 */
export async function placeSlot(
	this: IExecuteFunctions,
	request: PlacementRequest,
): Promise<Placement> {
	const { wanted, itemIndex } = request;
	const first = await request.attempt(wanted);
	if (first.outcome === 'done') return { ...first, slot: wanted };
	if (first.outcome === 'alreadyBooked') return { outcome: 'alreadyBooked', error: first.error };

	switch (optionalText.call(this, 'whenTaken', itemIndex)) {
		case WHEN_TAKEN.alternatives: {
			const count = Math.ceil(positive.call(this, ALTERNATIVES, itemIndex));
			const slots = await requireSlots.call(this, request, SEARCH_DAYS);
			return { outcome: 'alternatives', alternatives: nearestTo(wanted, slots, count) };
		}
		case WHEN_TAKEN.nextFree:
			return await takeNextFree.call(this, request, first.error);
		default:
			throw await refusalWithAlternatives.call(this, request, first.error);
	}
}
