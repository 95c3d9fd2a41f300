import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../../booking/slots';
import { locationField, locationOf } from '../../../fields/account';
import { calendarField } from '../../../fields/calendar';
import { choiceField, textField } from '../../../fields/declare';
import { oneOf, text } from '../../../fields/kinds';
import type { Field, ParameterContext } from '../../../fields/parameters';
import { optionalText, OPTIONS, requiredText, valueOf } from '../../../fields/parameters';
import { readId } from '../../../http/body';
import type { Explanation } from '../../../http/explain';
import type { Booking } from '../../../platformApi/appointments';
import type { PlatformClient } from '../../../platformApi/client';
import type { Wording } from '../../../platformApi/errors';
import { formatUtc } from '../../../time/times';

/** What several operations on appointments share: fields, outputs, and what a refusal means in terms of the fields. */

/** No endpoint lists appointments, so there is no list to choose from. */
export const appointmentIdField = textField('Appointment ID', 'eventId', {
	required: true,
	placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz',
	description: 'The appointmentId from the output of Book, or from an Appointment Created event',
});

export const contactField = textField('Contact ID', 'contactId', {
	required: true,
	placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc',
	description: 'The contact to book for, such as the contactId of an event',
});

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
export const bookingOptions: INodeProperties[] = [statusOption, ASSIGNED_USER, locationField];

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
		contactId: requiredText(context, contactField, itemIndex),
		locationId: await locationOf(context, client, itemIndex),
		title: optionalText(context, 'title', itemIndex, titleField.displayName) || undefined,
		appointmentStatus: statusOf(context, itemIndex),
		assignedUserId: textIn(context, ASSIGNED_USER, itemIndex),
	};
}

const IDS = ['eventId', 'appointmentId'];
const TIMES = ['startTime', 'endTime', 'startText'];
const OFFER = ['reason', 'message', 'alternatives'];

/** What 'Simplify' keeps of an output, by its name: the first ten that it has. */
export const KEPT = {
	// Ask to Confirm and Wait takes the calendar from the item.
	booked: ['booked', 'alreadyBooked', ...IDS, 'contactId', 'calendarId', ...TIMES, 'startLocal', 'wantedStartTime', 'title', 'timezone'],
	notBooked: ['booked', ...OFFER, 'calendarId', 'contactId', ...TIMES, 'title', 'timezone'],
	moved: ['rescheduled', ...IDS, ...TIMES, 'startLocal', 'endLocal', 'timezone', 'wantedStartTime'],
	notMoved: ['rescheduled', ...OFFER, ...IDS, ...TIMES, 'timezone'],
	decided: ['outcome', 'note', ...IDS, 'calendarId', ...TIMES, 'startLocal', 'title', 'timezone'],
};

/** The times of a slot that was taken, and the start that was wanted where it is another. */
export function describePlaced(slot: Slot, wanted: Slot, zone: string): IDataObject {
	const isWanted = slot.start === wanted.start;
	return { ...describeSlot(slot, zone), ...(!isWanted && { wantedStartTime: formatUtc(wanted.start) }) };
}

/** The output for a booked appointment; `record` is the platform's own, undefined where it was booked before. */
export function bookedItem(booking: Booking, slot: Slot, wanted: Slot, zone: string, record?: IDataObject): IDataObject {
	const eventId = readId(record ?? {}) ?? null;
	const item = { booked: true, eventId, appointmentId: eventId, ...booking, ...describePlaced(slot, wanted, zone) };
	return record ? item : { ...item, alreadyBooked: true };
}

/** What looks like a person's name or address, and so hardly like an ID; said after a 404 only. */
function notLikeAnId(value: string): string {
	return /[\s@]/.test(value) ? ` '${value}' looks like a name. An ID looks like 'ocQHyuzHvysMo5N5VsXc'.` : '';
}

/** @param said the platform's words: where they name the calendar or the contact alone, it is the one */
function notFound({ calendarId, contactId }: Booking, said: string): Explanation {
	const names = [/calendar/i, /contact/i].map((word) => word.test(said));
	const [calendar, contact] = names[0] === names[1] ? [true, true] : names;
	const either = (ofCalendar: string, ofContact: string, between: string) =>
		[calendar && ofCalendar, contact && ofContact].filter(Boolean).join(between);
	const hint = contact ? notLikeAnId(contactId) : '';
	return {
		message: `The ${either(`calendar '${calendarId}'`, `contact '${contactId}'`, ' or the ')} was not found in the location of the credential`,
		whatToDo: `${either("Choose a 'Calendar' of that location from the list.", "Check 'Contact ID'.", ' ')}${hint}`,
		forModel: `Use the ID of the ${either('calendar', 'contact', ' and of the ')} as a tool or the person gave it, and never one that you made up.${hint}`,
	};
}

/** @param required the fields of the operation */
function unreadable(required: string): Explanation {
	return {
		message: 'A field is missing, or has a time that the platform cannot read',
		whatToDo: `${required} required, and times must be ISO 8601.`,
	};
}

function gone(eventId: string, whatToDo: string, forModel: string): Explanation {
	const message = `The appointment '${eventId}' was not found: it no longer exists, or belongs to another location`;
	return { message, whatToDo, forModel };
}

/** What a refused booking means in terms of the fields. */
export function bookWording(booking: Booking): Wording {
	return {
		statuses: {
			404: (said) => notFound(booking, said),
			409: {
				message: `The contact '${booking.contactId}' already has an appointment in this calendar at this time`,
				whatToDo:
					"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
				forModel: 'It is booked already. For another appointment, choose another time.',
			},
			422: unreadable("'Calendar', 'Location', 'Contact ID', 'Start' and 'End' are all"),
		},
		howToCheck:
			"Before you book again, check the contact's appointments on the platform. If the booking went through, a repeat is a conflict, which 'When Already Booked' in the options can treat as done.",
	};
}

/** What a refused rescheduling means in terms of the fields. */
export function rescheduleWording(eventId: string): Wording {
	return {
		statuses: {
			404: gone(
				eventId,
				"Check 'Appointment ID': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.",
				'Use the eventId that the booking returned. If there is none, ask for it.',
			),
			409: {
				message: 'The contact already has another appointment in this calendar at this time',
				whatToDo: 'Choose another time.',
			},
			422: unreadable("'Start' and 'End' are both"),
		},
		howToCheck:
			"Check the appointment on the platform. Sending the new time again also runs the platform's workflows again.",
	};
}

/** What a refused cancellation means in terms of the fields. */
export function cancelWording(eventId: string): Wording {
	const missing = gone(
		eventId,
		"Check 'Appointment ID'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
		'Use the eventId that the booking returned. If it is the right one, nothing is left to cancel.',
	);
	const refused: Explanation = {
		message: `The platform refused to cancel the appointment '${eventId}'`,
		whatToDo: "See the platform's message below. The appointment may no longer exist.",
	};
	return {
		// How a platform says that nothing is left to cancel is not shown.
		statuses: { 400: refused, 404: missing, 409: refused, 410: missing, 422: refused },
		howToCheck: "Check the appointment on the platform. Canceling it again also runs the platform's workflows again.",
	};
}
