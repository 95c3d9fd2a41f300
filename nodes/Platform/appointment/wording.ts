import type { Explanation } from '../../http/explain';
import type { Booking } from '../../platformApi/appointments';
import type { Wording } from '../../platformApi/errors';

/** What looks like a person's name or address, and so hardly like an ID; said after a refusal only. */
function notLikeAnId(value: string): string {
	const isName = /[\s@]|^[\p{L}'’]{1,15}$/u.test(value);
	return isName
		? ` '${value}' looks like a name. An ID looks like 'ocQHyuzHvysMo5N5VsXc': it is the contactId of an event, and stands in the address of the contact's page on the platform.`
		: '';
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
		whatToDo: `${either("Choose a 'Calendar' of that location from the list.", "Check 'Contact'.", ' ')}${hint}`,
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

function gone(appointmentId: string, whatToDo: string, forModel: string): Explanation {
	const message = `The appointment '${appointmentId}' was not found: it no longer exists, or belongs to another location`;
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
			422: unreadable("'Calendar', 'Location', 'Contact', 'Start' and 'End' are all"),
		},
		howToCheck:
			"Before you book again, check the contact's appointments on the platform. If the booking went through, a repeat is a conflict, which 'When Already Booked' in the options can treat as done.",
	};
}

/** What a refused rescheduling means in terms of the fields. */
export function rescheduleWording(appointmentId: string): Wording {
	return {
		statuses: {
			404: gone(
				appointmentId,
				"Check 'Appointment': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.",
				'Use the appointmentId that the booking returned. If there is none, ask for it.',
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

/** What a refused change of the status means in terms of the fields. */
export function statusWording(appointmentId: string): Wording {
	const refused: Explanation = {
		message: `The platform refused the status of the appointment '${appointmentId}'`,
		whatToDo: "See the platform's message below, then check 'Appointment' and 'Appointment Status'.",
	};
	const missing = gone(appointmentId, "Check 'Appointment'.", 'Use the appointmentId that the booking returned. If there is none, ask for it.');
	return {
		statuses: { 400: refused, 404: missing, 422: refused },
		howToCheck: "Check the appointment on the platform. Sending the status again also runs the platform's workflows again.",
	};
}

/** What a refused cancellation means in terms of the fields. */
export function cancelWording(appointmentId: string): Wording {
	const missing = gone(
		appointmentId,
		"Check 'Appointment'. If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
		'Use the appointmentId that the booking returned. If it is the right one, nothing is left to cancel.',
	);
	const refused: Explanation = {
		message: `The platform refused to cancel the appointment '${appointmentId}'`,
		whatToDo: "See the platform's message below. The appointment may no longer exist.",
	};
	return {
		// How a platform says that nothing is left to cancel is not shown.
		statuses: { 400: refused, 404: missing, 409: refused, 410: missing, 422: refused },
		howToCheck: "Check the appointment on the platform. Canceling it again also runs the platform's workflows again.",
	};
}
