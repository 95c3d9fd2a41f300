import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { calendarField } from '../../fields/calendar';
import { switchField } from '../../fields/declare';
import { isOn, OPTIONS, refuserFor, requiredText } from '../../fields/parameters';
import { runsAsTool } from '../../n8n/agentTool';
import { executionKey, retryKey } from '../../n8n/retryKey';
import type { Booking } from '../../platformApi/appointments';
import { isOutcomeUnknown } from '../../platformApi/errors';
import { BoundedMap } from '../../utils/boundedMap';
import { contactField } from './contact';

/*
 * Get Free Slots returns one item a slot. Connected to Book, also through a loop, it would book all of them
 * for one contact: so a node books a contact once in a calendar, unless the option allows more.
 */

/** An entry of 'Options'. */
export const severalOption = switchField('Allow Several per Contact', 'allowSeveral', false, {
	description:
		'Whether this node may book the same contact in the same calendar several times in an execution, such as for a series of appointments',
});

const WHAT_TO_DO =
	"To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1. For a series of appointments, turn on 'Allow Several per Contact' in the options.";

const allowsSeveral = (context: IExecuteFunctions, itemIndex: number) => isOn(context, severalOption, itemIndex, false, OPTIONS);

const namesOf = ({ contactId, calendarId }: Pick<Booking, 'calendarId' | 'contactId'>) =>
	`the contact '${contactId}' in the calendar '${calendarId}'`;

/** Contact and calendar of an item that may be the only one for them; undefined where that does not matter. */
function bookingFor(context: IExecuteFunctions, itemIndex: number): string | undefined {
	try {
		if (allowsSeveral(context, itemIndex)) return undefined;
		const contactId = requiredText(context, contactField, itemIndex);
		return namesOf({ contactId, calendarId: requiredText(context, calendarField, itemIndex) });
	} catch {
		// The item itself says what is wrong with it, and books nothing.
		return undefined;
	}
}

let runs = 0;

/**
 * Looks at the items of a run before the first is booked.
 *
 * @returns a name of the run, the same for each of its tries
 * @throws NodeOperationError where two or more items are for the same contact and calendar
 */
export function oneForEach(context: IExecuteFunctions): string {
	const counts = new Map<string, number>();
	for (const itemIndex of context.getInputData().keys()) {
		const key = bookingFor(context, itemIndex);
		if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const [most] = [...counts].sort(([, a], [, b]) => b - a);
	if (most === undefined || most[1] === 1) return retryKey(context) ?? String(++runs);
	const message = `${most[1]} items would each book an appointment for ${most[0]}`;
	const error = new NodeOperationError(context.getNode(), message, { description: `Nothing was booked. ${WHAT_TO_DO}` });
	error.context.ofAllItems = true;
	throw error;
}

/** The item of a run that has booked, or may have, and the start that it asked for. */
interface Booked {
	by: string;
	start: number;
	/** Of the appointment, where it is known. */
	appointmentId?: unknown;
}

/** By execution, node, contact and calendar. */
const bookedBefore = new BoundedMap<string, Booked>(10_000);

/** The contact of a canceled appointment can be booked again. */
export function forgetBooked(appointmentId: string): void {
	for (const [key, booked] of bookedBefore) {
		if (booked.appointmentId === appointmentId) bookedBefore.delete(key);
	}
}

/** Its contact still has it at the new time: for its old slot, the platform would book another one. */
export function moveBooked(appointmentId: string, start: number): void {
	for (const booked of bookedBefore.values()) {
		if (booked.appointmentId === appointmentId) booked.start = start;
	}
}

interface Item {
	context: IExecuteFunctions;
	itemIndex: number;
	/** Name of the run, see {@link oneForEach}. */
	run: string;
	booking: Booking;
	wanted: Slot;
}

/**
 * Books, unless another item of the execution has booked another time for the contact in the calendar, or
 * may have. An item may come again, and so may its slot, which the platform then refuses. A language
 * model's calls are not counted: each is its own decision.
 *
 * @throws NodeOperationError before anything is sent; else what `book` throws
 */
export async function onlyOne(item: Item, book: () => Promise<IDataObject>): Promise<IDataObject> {
	const { context, itemIndex, run, booking, wanted } = item;
	const { contactId, calendarId } = booking;
	const counts = !allowsSeveral(context, itemIndex) && !runsAsTool(context.getNode());
	const key = counts ? executionKey(context, 'booked', contactId, calendarId) : undefined;
	if (key === undefined) return await book();
	const by = `${run} ${itemIndex}`;
	const before = bookedBefore.get(key);
	if (before && before.by !== by && before.start !== wanted.start) {
		const message = `In this execution, the node has booked an appointment for ${namesOf(booking)} before, or may have`;
		throw refuserFor(context, itemIndex)(message, WHAT_TO_DO);
	}
	const remember = (appointmentId?: unknown) => bookedBefore.set(key, { by, start: wanted.start, appointmentId });
	const booked = await book().catch(async (error: unknown) => {
		if (isOutcomeUnknown(error)) remember();
		return await Promise.reject(error);
	});
	if (booked.booked === true) remember(booked.appointmentId);
	return booked;
}
