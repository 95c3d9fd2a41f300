import type { Meaning, Meanings } from '../../shared/platformErrors';

/** Contract: Errors, Interface B appointments, 404. */
export function calendarNotFound(calendarId: string): Meaning {
	return {
		message: `The calendar '${calendarId}' was not found in the location of the credential`,
		whatToDo:
			"Choose a 'Calendar' of that location from the list. A calendar ID is not a location ID.",
	};
}

/** Contract: Errors, Interface B appointments, 400; the caller adds the alternatives. */
const SLOT_TAKEN: Meaning = {
	message: 'The slot is not available: it was taken in the meantime, or the calendar does not offer it',
	whatToDo: "Choose another slot, or set 'When Slot Is Taken' to have another one offered or used.",
};

const FIELD_MISSING: Meaning = {
	message: 'The platform found a field missing or could not read a time',
	whatToDo:
		"'Calendar', 'Location', 'Contact ID', 'Start' and 'End' are all required, and times must be ISO 8601.",
};

/** What the answers to POST mean. */
export function bookingMeanings(calendarId: string, contactId: string): Meanings {
	return {
		400: SLOT_TAKEN,
		404: {
			message: `The platform did not find the calendar '${calendarId}' in the location of the credential`,
			whatToDo:
				"Choose a 'Calendar' of that location from the list. If the calendar is right, check 'Contact ID'.",
		},
		409: {
			message: `The contact '${contactId}' already has an appointment in this calendar at this time`,
			whatToDo:
				"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
		},
		422: FIELD_MISSING,
	};
}

function appointmentNotFound(eventId: string): Meaning {
	return {
		message: `The appointment '${eventId}' was not found: it was cancelled, or belongs to another location`,
		whatToDo: "Check 'Appointment ID': it is the eventId that Book returned.",
	};
}

/** What the answers to PUT mean; the contract lists none of its own. */
export function rescheduleMeanings(eventId: string): Meanings {
	return {
		400: SLOT_TAKEN,
		404: appointmentNotFound(eventId),
		409: {
			message: 'The contact already has another appointment in this calendar at this time',
			whatToDo: 'Choose another time.',
		},
		422: {
			message: 'The platform found a field missing or could not read a time',
			whatToDo: "'Start' and 'End' are both required, and times must be ISO 8601.",
		},
	};
}
