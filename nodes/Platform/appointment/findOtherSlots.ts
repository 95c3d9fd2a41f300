import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { covers, lengthOf, nextAfter, type Slot, slotsThatFit } from '../../booking/slots';
import { listFreeSlots } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { addToDescription, platformTextOf } from '../../platformApi/errors';
import type { RefusedWrite, WriteAlreadyDone } from '../../platformApi/write';
import { addDays, dateInZone } from '../../time/times';
import type { WhenSlotTaken } from './whenSlotTaken';

/** Others may take the next free slots first. After so many writes, a person should look at the calendar. */
const MAX_ATTEMPTS = 25;

/** Where other slots are looked for. */
export interface SlotSearch {
	client: PlatformClient;
	zone: string;
	wantedSlot: Slot;
	/** Empty when rescheduling without naming it. */
	calendarId: string;
	/** Whose free slots, where a team member is chosen. */
	userId?: string;
	whenTaken: WhenSlotTaken;
}

/** A slot that was sent, and was refused or is the contact's own already. */
export type TakenSlot = (RefusedWrite | WriteAlreadyDone) & { slot: Slot };

/** A slot to take instead; with the record of an appointment that the contact has there already. */
export interface OtherSlot extends Slot {
	record?: IDataObject;
}

export interface OtherSlots {
	/**
	 * taken: the calendar shows that the slot is not free, or the platform's text says so. stillListed: the refusal may be
	 * about something else in the request, such as a user.
	 */
	cause: 'taken' | 'stillListed';
	/** In order of time. */
	others: OtherSlot[];
	/** Says what could not be checked, and why. */
	unchecked?: string;
}

/** True where the text of a refusal says that it is about the slot. */
export function speaksOfSlot(error: NodeApiError): boolean {
	return /\bslot|no longer (available|free)|already (booked|taken)/i.test(platformTextOf(error));
}

/** What the calendar says of a slot that was refused. @param triedStarts the starts that were sent so far */
export async function findOtherSlots(
	search: SlotSearch,
	taken: TakenSlot,
	triedStarts: readonly number[],
): Promise<OtherSlots> {
	const { wantedSlot, whenTaken } = search;
	const freeSlots = await readFreeSlots(search, taken.error);
	const others = bookableSlots(freeSlots, lengthOf(wantedSlot), whenTaken);
	const unchecked = taken.kind === 'refused' ? taken.unchecked : undefined;
	if (!isSlotTaken(taken, freeSlots)) return { cause: 'stillListed', others, unchecked };
	if (whenTaken.kind !== 'nextFree' || unchecked) return { cause: 'taken', others, unchecked };
	if (triedStarts.length > MAX_ATTEMPTS) return { cause: 'taken', others: [] };
	const next = nextAfter(
		wantedSlot,
		[...appointmentsAsLong(taken, wantedSlot), ...others],
		whenTaken.withinHours,
	);
	return { cause: 'taken', others: next.filter(({ start }) => !triedStarts.includes(start)) };
}

/** The list of free slots may lag behind, so the platform's own words count, too. */
function isSlotTaken(taken: TakenSlot, freeSlots: Slot[]): boolean {
	if (taken.kind === 'alreadyDone') return true;
	return !covers(freeSlots, taken.slot) || speaksOfSlot(taken.error);
}

/**
 * The free slots to take instead. Where all listed slots are longer than the wanted one, they are offered as they are: a part
 * of one cannot be booked. The next free slot must have the wanted length, since nobody is asked about it.
 */
function bookableSlots(freeSlots: Slot[], wantedLength: number, { kind }: WhenSlotTaken): Slot[] {
	const now = Date.now();
	const lengths = new Set(freeSlots.map(lengthOf));
	const [length] = lengths;
	const isPartOfSlot = lengths.size === 1 && length > wantedLength;
	if (isPartOfSlot && kind !== 'nextFree') return freeSlots.filter(({ start }) => start > now);
	return slotsThatFit(freeSlots, wantedLength, now);
}

/** The contact's appointments of the wanted length: a repeated call finds the one that it has made before. */
function appointmentsAsLong(taken: TakenSlot, wantedSlot: Slot): OtherSlot[] {
	const slots: OtherSlot[] = [];
	const appointments = taken.kind === 'refused' ? (taken.appointments ?? []) : [];
	for (const { slot, record } of appointments) {
		if (slot && lengthOf(slot) === lengthOf(wantedSlot)) slots.push({ ...slot, record });
	}
	return slots;
}

/**
 * The free slots of the calendar. They begin on the day before the wanted slot, which may have the nearest ones.
 *
 * @throws the refusal as it came, where they cannot be read: it may have any cause
 */
async function readFreeSlots(
	{ client, calendarId, userId, wantedSlot, zone, whenTaken }: SlotSearch,
	refusal: NodeApiError,
): Promise<Slot[]> {
	if (calendarId === '')
		throw addToDescription(refusal, "Fill in 'Calendar' to list the nearest free slots.");
	const now = Date.now();
	const today = dateInZone(now, zone);
	const wantedDate = dateInZone(Math.max(wantedSlot.start, now), zone);
	const query = {
		calendarId,
		userId,
		startDate: wantedDate === today ? today : addDays(wantedDate, -1),
		endDate: addDays(wantedDate, Math.ceil(whenTaken.withinHours / 24)),
		zone,
	};
	try {
		return await listFreeSlots(client, query);
	} catch (error) {
		throw addToDescription(
			refusal,
			`The free slots could not be read, so no other one was tried: ${(error as Error).message}.`,
		);
	}
}
