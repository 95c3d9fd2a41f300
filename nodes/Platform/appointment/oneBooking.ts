import { NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { onOrOff } from '../../fields/valueKinds';
import { fieldOf, fieldsAt, OPTIONS } from '../../fields/parameters';
import { hasOtherWrite, type Purpose } from '../../n8n/ledger';
import type { Booking } from '../../platformApi/appointments';
import { bindToLocation, type PlatformCall } from '../platformOperation';
import { contactField, contactIdOf } from '../contactField';
import { slotFromFields, timesForLedger } from './wantedTime';

/**
 * One rule: in an execution, Book books a contact in a calendar once. Get Free Slots puts out an item for each slot, and Book
 * would book all of them for one contact.
 */

/** An entry of 'Options' of Book. */
export const allowSeveralField = fieldOf(onOrOff, {
	displayName: 'Allow Several per Contact',
	name: 'allowSeveral',
	type: 'boolean',
	default: false,
	description:
		'Whether this node may book the same contact in the same calendar several times in an execution, such as for a series of appointments',
});

const TO_BOOK_ONE =
	"To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1; after a Slot Trigger, add a Limit node. For a series of appointments, turn on 'Allow Several per Contact' in the options.";

/** What the ledger knows a booking by. */
export function purposeOfBooking({ contactId, calendarId }: Booking, slot: Slot): Purpose {
	return { purpose: { contactId, calendarId }, times: timesForLedger(slot) };
}

/**
 * Refuses a second booking of a contact in a calendar, unless 'Allow Several per Contact' is on.
 *
 * @throws NodeOperationError, before the first write, where items of the run want different slots; and where an earlier run
 * of the execution has booked another one, or may have
 */
export async function refuseSecondBooking(
	call: PlatformCall,
	booking: Booking,
	slot: Slot,
): Promise<void> {
	// A person or a language model decides each booking of a tool.
	const { isTool, read, refuse } = call;
	if (isTool || read(allowSeveralField, OPTIONS)) return;
	if (!hasOtherWrite(call, purposeOfBooking(booking, slot))) return;
	const { contactId, calendarId } = booking;
	throw refuse(
		`In this execution, the node has booked an appointment for the contact '${contactId}' in the calendar '${calendarId}' before, or may have`,
		TO_BOOK_ONE,
	);
}

/** Slots that the items of a run want for one contact in one calendar. */
interface SlotsOfContact {
	contactId: string;
	calendarId: string;
	/** Each once, as texts. */
	slots: Set<string>;
}

/** The same rule for the items of a run, of which the first calls this for all. */
export async function refuseSeveralItems(call: PlatformCall): Promise<void> {
	let most: SlotsOfContact | undefined;
	for (const each of await slotsByContact(call)) {
		if (each.slots.size > (most?.slots.size ?? 1)) most = each;
	}
	if (most === undefined) return;
	const { contactId, calendarId, slots } = most;
	const error = new NodeOperationError(
		call.node,
		`${slots.size} appointments would be booked for the contact '${contactId}' in the calendar '${calendarId}'`,
		{ description: `Nothing was booked. ${TO_BOOK_ONE}` },
	);
	error.context.ofAllItems = true;
	throw error;
}

async function slotsByContact({ client, context }: PlatformCall): Promise<SlotsOfContact[]> {
	const byContact = new Map<string, SlotsOfContact>();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const item = await bindToLocation(fieldsAt(context, itemIndex), client);
			if (item.read(allowSeveralField, OPTIONS)) continue;
			const slot = await slotFromFields(item);
			const typedContact = item.required(contactField);
			const contactId = await contactIdOf(item).catch(() => typedContact);
			const calendarId = item.required(calendarField);
			const key = JSON.stringify([contactId, calendarId]);
			const ofContact = byContact.get(key) ?? { contactId, calendarId, slots: new Set<string>() };
			ofContact.slots.add(JSON.stringify(timesForLedger(slot)));
			byContact.set(key, ofContact);
		} catch {
			// An item that cannot be read books nothing, and fails by itself later.
		}
	}
	return [...byContact.values()];
}
