import type { INodeProperties } from 'n8n-workflow';

import { calendarField, locationOf } from '../../fields/account';
import { text } from '../../fields/kinds';
import { listField } from '../../fields/lists';
import { choiceField, fieldOf, fieldsAt, OPTIONS, type ParameterContext, switchField, textField } from '../../fields/parameters';
import type { Booking } from '../../platformApi/appointments';
import type { PlatformClient } from '../../platformApi/client';
import { highLevelOnly } from '../../platformApi/highLevelOnly';
import { contactIdOf } from './contact';

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

export const titleField = textField('Title', 'title', {
	placeholder: 'e.g. Onboarding call with Ada',
	description: 'Title of the appointment in the calendar',
});

/** The statuses that HighLevel documents; the contract names Confirmed and New. Another one can be named by an expression. */
export const STATUSES = [
	{ name: 'Canceled', value: 'cancelled', description: 'Called off. The slot is free again.' },
	{ name: 'Confirmed', value: 'confirmed', description: 'Does not wait for the contact to confirm' },
	{ name: 'Invalid', value: 'invalid', description: 'Does not count' },
	{ name: 'New', value: 'new', description: 'Pending until the contact confirms, such as through a reminder workflow' },
	{ name: 'No-Show', value: 'noshow', description: 'The contact did not come' },
	{ name: 'Showed', value: 'showed', description: 'The contact came' },
];

/** The status of an appointment, also an entry of 'Options'. */
export const statusField = fieldOf(text, choiceField('Appointment Status', 'appointmentStatus', 'confirmed', {
	options: STATUSES,
	description: 'Status of the appointment. Without this option, a new one is Confirmed.',
}));

const ASSIGNED_USER = textField('Assigned User ID', 'assignedUserId', {
	placeholder: 'e.g. 082goXVW3lIExEQPOnd3',
	description: 'The user to assign the appointment to',
});

const DESCRIPTION = textField('Description', 'description', {
	typeOptions: { rows: 3 },
	placeholder: 'e.g. Wants to talk about invoices',
	description: 'Description of the appointment. HighLevel only.',
});

const MEETING_LOCATION = textField('Meeting Location', 'address', {
	placeholder: 'e.g. 12 Harbor Street, second floor',
	description: 'Address, phone number or link of the meeting. HighLevel only.',
});

const NOTIFY = switchField('Notify', 'toNotify', true, {
	description: "Whether the platform's automations run, such as its confirmation to the contact. HighLevel only.",
});

/** Entries of 'Options'. */
export const bookingOptions: INodeProperties[] = [statusField, ASSIGNED_USER, DESCRIPTION, MEETING_LOCATION, NOTIFY];

/** An entry of 'Options': what to do where nothing is left to do. @param returned what the item then has */
export const treatAsDoneOption = (displayName: string, name: string, returned: string, description: string) =>
	choiceField(displayName, name, 'stop', {
		options: [
			{ name: 'Stop', value: 'stop', description: 'Stop with a message' },
			{ name: 'Treat as Done', value: 'done', description: `Return an item with ${returned}` },
		],
		description,
	});

/** @throws NodeOperationError for a field that cannot be used, and in the contract's form for an option of HighLevel */
export async function readBooking(context: ParameterContext, itemIndex: number, client: PlatformClient): Promise<Booking> {
	const { read, required } = fieldsAt(context, itemIndex);
	const more: Pick<Booking, 'address' | 'description' | 'toNotify'> = {
		description: read(DESCRIPTION, OPTIONS),
		address: read(MEETING_LOCATION, OPTIONS),
		toNotify: read(NOTIFY, OPTIONS),
	};
	for (const { name, displayName } of [DESCRIPTION, MEETING_LOCATION, NOTIFY]) {
		if (more[name as keyof typeof more] !== undefined) await highLevelOnly(client, `'${displayName}'`);
	}
	return {
		calendarId: required(calendarField),
		contactId: await contactIdOf(context, client, itemIndex),
		locationId: await locationOf(context, client, itemIndex),
		title: read(titleField, OPTIONS),
		appointmentStatus: read(statusField, OPTIONS),
		assignedUserId: read(ASSIGNED_USER, OPTIONS),
		...more,
	};
}
