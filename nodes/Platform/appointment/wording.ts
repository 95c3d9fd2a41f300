import type { Explanation } from '../../http/explain';
import type { Booking } from '../../platformApi/appointments';
import type { Wording } from '../../platformApi/errors';

function notFound({ calendarId, contactId }: Booking): Explanation {
	const looks = "An ID looks like 'ocQHyuzHvysMo5N5VsXc'; a name or an address is none.";
	return {
		message: `The calendar '${calendarId}' or the contact '${contactId}' was not found in the location of the credential`,
		whatToDo: `Choose a 'Calendar' of that location from the list, and check 'Contact'. ${looks}`,
		forModel: `Use the ID of the calendar and of the contact as a tool or the person gave it, and never one that you made up. ${looks}`,
	};
}

/** @param required the fields of the operation */
const unreadable = (required: string): Explanation => ({
	message: 'A field is missing, or has a time that the platform cannot read',
	whatToDo: `${required} required, and times must be ISO 8601.`,
});

const gone = (appointmentId: string, whatToDo: string, otherwise = 'If there is none, ask for it.'): Explanation => ({
	message: `The appointment '${appointmentId}' was not found: it no longer exists, or belongs to another location`,
	whatToDo: `Check 'Appointment'${whatToDo}`,
	forModel: `Use the appointmentId that the booking returned. ${otherwise}`,
});

/** @param repeat what would be done again */
const howToCheck = (repeat: string) => `Check the appointment on the platform. ${repeat} again also runs the platform's workflows again.`;

/** What a refused booking means in terms of the fields. */
export function bookWording(booking: Booking): Wording {
	return {
		statuses: {
			404: notFound(booking),
			409: {
				message: `The contact '${booking.contactId}' already has an appointment in this calendar at this time`,
				whatToDo: "Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
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
	const whereItIs = ': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.';
	return {
		statuses: {
			404: gone(appointmentId, whereItIs),
			409: { message: 'The contact already has another appointment in this calendar at this time', whatToDo: 'Choose another time.' },
			422: unreadable("'Start' and 'End' are both"),
		},
		howToCheck: howToCheck('Sending the new time'),
	};
}

/** What a refused change of the status means in terms of the fields. */
export function statusWording(appointmentId: string): Wording {
	const refused: Explanation = {
		message: `The platform refused the status of the appointment '${appointmentId}'`,
		whatToDo: "See the platform's message below, then check 'Appointment' and 'Appointment Status'.",
	};
	return { statuses: { 400: refused, 404: gone(appointmentId, '.'), 422: refused }, howToCheck: howToCheck('Sending the status') };
}

/** What a refused cancellation means in terms of the fields. */
export function cancelWording(appointmentId: string): Wording {
	const refused: Explanation = {
		message: `The platform refused to cancel the appointment '${appointmentId}'`,
		whatToDo: "See the platform's message below. The appointment may no longer exist.",
	};
	const option = ". If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.";
	const missing = gone(appointmentId, option, 'If it is the right one, nothing is left to cancel.');
	// How a platform says that nothing is left to cancel is not shown.
	return { statuses: { 400: refused, 404: missing, 409: refused, 410: missing, 422: refused }, howToCheck: howToCheck('Canceling it') };
}
