import type { INodeProperties } from 'n8n-workflow';

import { locationOf } from '../../fields/account';
import { calendarField } from '../../fields/calendar';
import { choiceField, textField } from '../../fields/declare';
import { oneOf, text } from '../../fields/kinds';
import { listField } from '../../fields/lists';
import type { Field, ParameterContext } from '../../fields/parameters';
import { OPTIONS, requiredText, valueOf } from '../../fields/parameters';
import type { Booking } from '../../platformApi/appointments';
import type { PlatformClient } from '../../platformApi/client';
import { contactField, contactIdOf } from './contact';

/** The appointment of an operation: from the list of a contact's appointments, or by its ID. */
export const appointmentIdField = listField(
	{
		displayName: 'Appointment',
		name: 'appointmentId',
		default: { mode: 'id', value: '={{ $json.appointmentId }}' },
		required: true,
		description: "The appointment. To choose it from the list, search for its contact, which works with HighLevel only.",
	},
	{ method: 'searchAppointments', placeholder: 'e.g. ada@example.com', searchFilterRequired: true },
	{ placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz', hint: 'The appointmentId from the output of Book, or from an Appointment Created event' },
);

export const whomToBookFields: INodeProperties[] = [calendarField, contactField];

export const titleField = textField('Title', 'title', {
	placeholder: 'e.g. Onboarding call with Ada',
	description: 'Title of the appointment in the calendar',
});

/** An entry of an 'Options' collection: one of the two statuses that the contract names. */
export const statusOption = choiceField('Appointment Status', 'appointmentStatus', 'confirmed', {
	options: [
		{ name: 'Confirmed', value: 'confirmed', description: 'Does not wait for the contact to confirm' },
		{ name: 'New', value: 'new', description: 'Pending until the contact confirms, such as through a reminder workflow' },
	],
	description: 'Status of the new appointment. Without this option, it is Confirmed.',
});

/** An entry of an 'Options' collection: any other status by name. */
export const otherStatusOption = textField('Other Appointment Status', 'otherStatus', {
	placeholder: 'e.g. showed',
	description: "A status that is not in the list, spelled as on the platform. Overrides 'Appointment Status'.",
});

/** The status to send; undefined when none was chosen, so that the platform keeps its own. */
export function statusOf(context: ParameterContext, itemIndex: number): string | undefined {
	return textIn(context, otherStatusOption, itemIndex) ?? textIn(context, statusOption, itemIndex);
}

/** The text of an entry of 'Options'. */
function textIn(context: ParameterContext, field: Field, itemIndex: number): string | undefined {
	return valueOf(context, field, itemIndex, text, OPTIONS);
}

const ASSIGNED_USER = textField('Assigned User ID', 'assignedUserId', {
	placeholder: 'e.g. 082goXVW3lIExEQPOnd3',
	description: 'The user to assign the appointment to',
});

/** Entries of 'Options'. */
export const bookingOptions: INodeProperties[] = [statusOption, ASSIGNED_USER];

/** An entry of 'Options': what to do where nothing is left to do. @param returned what the item then has */
export const treatAsDoneOption = (displayName: string, name: string, returned: string, description: string) =>
	choiceField(displayName, name, 'stop', {
		options: [
			{ name: 'Stop', value: 'stop', description: 'Stop with a message' },
			{ name: 'Treat as Done', value: 'done', description: `Return an item with ${returned}` },
		],
		description,
	});

/** Whether such an entry is 'Treat as Done'. */
export function treatsAsDone(context: ParameterContext, field: Field, itemIndex: number): boolean {
	return valueOf(context, field, itemIndex, oneOf('stop', 'done'), OPTIONS) === 'done';
}

/** @throws NodeOperationError that names a field which is empty, or a location that cannot be used */
export async function readBooking(context: ParameterContext, itemIndex: number, client: PlatformClient): Promise<Booking> {
	return {
		calendarId: requiredText(context, calendarField, itemIndex),
		contactId: await contactIdOf(context, client, itemIndex),
		locationId: await locationOf(context, client, itemIndex),
		title: textIn(context, titleField, itemIndex),
		appointmentStatus: statusOf(context, itemIndex),
		assignedUserId: textIn(context, ASSIGNED_USER, itemIndex),
	};
}
