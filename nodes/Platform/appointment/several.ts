import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { calendarField } from '../../fields/account';
import { fieldsAt, OPTIONS, refuserFor, switchField } from '../../fields/parameters';
import { timeZoneOf } from '../../fields/timeZone';
import { runsAsTool } from '../../n8n/agentTool';
import type { Booking } from '../../platformApi/appointments';
import { tried } from '../../utils/attempt';
import { contactField } from './contact';
import { slotFromFields } from './time';

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

const allowsSeveral = (context: IExecuteFunctions, itemIndex: number) => fieldsAt(context, itemIndex).read(severalOption, OPTIONS) ?? false;

const namesOf = ({ contactId, calendarId }: Pick<Booking, 'calendarId' | 'contactId'>) =>
	`the contact '${contactId}' in the calendar '${calendarId}'`;

/** @throws NodeOperationError where several items of a run want different slots for one contact and calendar */
export function refuseSeveral(context: IExecuteFunctions): void {
	const slots = new Map<string, Set<string>>();
	const read = (itemIndex: number): void => {
		if (allowsSeveral(context, itemIndex)) return;
		const { required } = fieldsAt(context, itemIndex);
		const booking = namesOf({ contactId: required(contactField), calendarId: required(calendarField) });
		const slot = slotFromFields(context, itemIndex, timeZoneOf(context, itemIndex));
		slots.set(booking, (slots.get(booking) ?? new Set()).add(JSON.stringify(slot)));
	};
	// An item that cannot be read says itself what is wrong with it, and books nothing.
	for (const itemIndex of context.getInputData().keys()) tried(() => read(itemIndex), undefined);
	const [most] = [...slots].sort(([, a], [, b]) => b.size - a.size);
	if (most === undefined || most[1].size === 1) return;
	const message = `${most[1].size} items would each book an appointment for ${most[0]}`;
	const error = new NodeOperationError(context.getNode(), message, { description: `Nothing was booked. ${WHAT_TO_DO}` });
	error.context.ofAllItems = true;
	throw error;
}

/** Makes what is thrown for another slot of a contact; undefined where a person or a language model decides each booking. */
export function otherSlotRefusal(context: IExecuteFunctions, itemIndex: number, booking: Booking): (() => NodeOperationError) | undefined {
	if (allowsSeveral(context, itemIndex) || runsAsTool(context.getNode())) return undefined;
	const message = `In this execution, the node has booked an appointment for ${namesOf(booking)} before, or may have`;
	return () => refuserFor(context, itemIndex)(message, WHAT_TO_DO);
}
