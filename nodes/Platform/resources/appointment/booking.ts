import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Slot } from '../../../booking/slots';
import { describeSlot } from '../../../booking/slots';
import { readId } from '../../../http/body';
import { toFilledInText } from '../../../items/looseValues';
import type { Booking } from '../../../platformApi/appointments';
import type { PlatformClient } from '../../../platformApi/client';
import { resolveLocation } from '../../../platformApi/location';
import { formatUtc } from '../../../time/times';
import { calendarField } from '../../../fields/calendar';
import { locationField } from '../../fields/location';
import { statusOf, statusOption } from '../../fields/status';
import type { ParameterContext } from '../../parameters';
import { optionalText, requiredText } from '../../parameters';

/** Shared by Book and the booking page: what is booked for whom, and the output. */

const CALENDAR = { name: 'calendarId', label: 'Calendar' };
const CONTACT = { name: 'contactId', label: 'Contact ID' };

export const whomToBookFields: INodeProperties[] = [
	calendarField(),
	{
		displayName: CONTACT.label,
		name: CONTACT.name,
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc',
		description: 'The contact to book for, such as the contactId of an event',
	},
	locationField,
];

export const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Onboarding call with Ada',
	description: 'Title of the appointment in the calendar',
};

/** Entries of 'Options'. */
export const bookingOptions: INodeProperties[] = [
	statusOption(
		'Status of the new appointment. Without this option, it is Confirmed.',
	),
	{
		displayName: 'Assigned User ID',
		name: 'assignedUserId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 082goXVW3lIExEQPOnd3',
		description: 'The user to assign the appointment to',
	},
];

/** @throws NodeOperationError that names a field which is empty, or a location that cannot be used */
export async function readBooking(
	this: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<Booking> {
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	return {
		calendarId: requiredText.call(this, CALENDAR, itemIndex),
		contactId: requiredText.call(this, CONTACT, itemIndex),
		locationId: await resolveLocation(client, optionalText.call(this, 'locationId', itemIndex)),
		title: optionalText.call(this, 'title', itemIndex) || undefined,
		appointmentStatus: statusOf(options),
		assignedUserId: toFilledInText(options.assignedUserId) || undefined,
	};
}

/** What 'Simplify' keeps of a booked appointment. */
export const BOOKED_FIELDS = [
	'booked',
	'alreadyBooked',
	'eventId',
	'calendarId',
	'contactId',
	'title',
	'startTime',
	'endTime',
	'startLocal',
	'timezone',
	'wantedStartTime',
];

/** The output for a booked appointment. */
export function bookedItem(
	booking: Booking,
	slot: Slot,
	wanted: Slot,
	zone: string,
	record: IDataObject,
): IDataObject {
	return {
		booked: true,
		eventId: readId(record) ?? null,
		...booking,
		...describeSlot(slot, zone),
		...(slot.start === wanted.start ? {} : { wantedStartTime: formatUtc(wanted.start) }),
	};
}
