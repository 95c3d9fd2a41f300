import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Slot } from '../../../booking/slots';
import { describeSlot } from '../../../booking/slots';
import { locationField, locationOf } from '../../../fields/account';
import { calendarField, calendarOf } from '../../../fields/calendar';
import type { ParameterContext } from '../../../fields/parameters';
import { optionalText, requiredText, toFilledInText } from '../../../fields/parameters';
import { readId } from '../../../http/body';
import type { Booking } from '../../../platformApi/appointments';
import type { PlatformClient } from '../../../platformApi/client';
import { formatUtc } from '../../../time/times';

/** Fields of appointments that several operations share, and what is booked for whom. */

/** No endpoint lists appointments, so there is no list to choose from. */
export const appointmentIdField: INodeProperties = {
	displayName: 'Appointment ID',
	name: 'eventId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz',
	description: 'The eventId that Book returned, or the appointmentId of an Appointment Created event',
};

export const contactField: INodeProperties = {
	displayName: 'Contact ID',
	name: 'contactId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc',
	description: 'The contact to book for, such as the contactId of an event',
};

export const whomToBookFields: INodeProperties[] = [calendarField, contactField, locationField];

export const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Onboarding call with Ada',
	description: 'Title of the appointment in the calendar',
};

/** An entry of an 'Options' collection: one of the two statuses that the contract names. */
export function statusOption(description: string): INodeProperties {
	return {
		displayName: 'Appointment Status',
		name: 'appointmentStatus',
		type: 'options',
		options: [
			{ name: 'Confirmed', value: 'confirmed', description: 'Does not wait for the contact to confirm' },
			{
				name: 'New',
				value: 'new',
				description: 'Pending until the contact confirms, such as through a reminder workflow',
			},
		],
		default: 'confirmed',
		description,
	};
}

/** An entry of an 'Options' collection: any other status by name. */
export const otherStatusOption: INodeProperties = {
	displayName: 'Other Appointment Status',
	name: 'otherStatus',
	type: 'string',
	default: '',
	placeholder: 'e.g. showed',
	description:
		"A status that is not in the list, spelled as on the platform. Overrides 'Appointment Status'.",
};

/** The status to send; undefined when none was chosen, so that the platform keeps its own. */
export function statusOf(options: IDataObject): string | undefined {
	const { otherStatus, appointmentStatus } = options;
	return toFilledInText(otherStatus) || toFilledInText(appointmentStatus) || undefined;
}

/** Entries of 'Options'. */
export const bookingOptions: INodeProperties[] = [
	statusOption('Status of the new appointment. Without this option, it is Confirmed.'),
	{
		displayName: 'Assigned User ID',
		name: 'assignedUserId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 082goXVW3lIExEQPOnd3',
		description: 'The user to assign the appointment to',
	},
];

/** An entry of 'Options': what to do where nothing is left to do. */
export function treatAsDoneOption(
	field: Pick<INodeProperties, 'displayName' | 'name'>,
	returned: string,
	description: string,
): INodeProperties {
	return {
		...field,
		type: 'options',
		options: [
			{ name: 'Stop', value: 'stop', description: 'Stop with a message' },
			{ name: 'Treat as Done', value: 'done', description: `Return an item with ${returned}` },
		],
		default: 'stop',
		description,
	};
}

/** @throws NodeOperationError that names a field which is empty, or a location that cannot be used */
export async function readBooking(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<Booking> {
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	return {
		calendarId: calendarOf(context, itemIndex),
		contactId: requiredText(context, contactField, itemIndex),
		locationId: await locationOf(context, client, itemIndex),
		title: optionalText(context, 'title', itemIndex, titleField.displayName) || undefined,
		appointmentStatus: statusOf(options),
		assignedUserId: toFilledInText(options.assignedUserId) || undefined,
	};
}

/** What 'Simplify' keeps of a booked appointment: the first ten that it has. */
export const BOOKED_FIELDS = [
	'booked',
	'alreadyBooked',
	'eventId',
	'contactId',
	'startTime',
	'endTime',
	'startLocal',
	'endLocal',
	'wantedStartTime',
	'timezone',
	'title',
	'calendarId',
];

/** The times of a slot that was taken, and the start that was wanted where it is another. */
export function describeTaken(slot: Slot, wanted: Slot, zone: string): IDataObject {
	const isWanted = slot.start === wanted.start;
	return { ...describeSlot(slot, zone), ...(!isWanted && { wantedStartTime: formatUtc(wanted.start) }) };
}

/** The output for a booked appointment; `record` is the platform's own, undefined where it was booked before. */
export function bookedItem(booking: Booking, slot: Slot, wanted: Slot, zone: string, record?: IDataObject): IDataObject {
	const eventId = readId(record ?? {}) ?? null;
	const item = { booked: true, eventId, ...booking, ...describeTaken(slot, wanted, zone) };
	return record ? item : { ...item, alreadyBooked: true };
}
