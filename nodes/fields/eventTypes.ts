/** The event types that the contract names. The full list is not shown, so others can be named by hand. */
export const EVENT_TYPES = [
	{ name: 'Appointment Created', value: 'AppointmentCreate', description: 'An appointment is booked' },
	{ name: 'Contact Created', value: 'ContactCreate', description: 'A contact is created' },
	{ name: 'Contact Updated', value: 'ContactUpdate', description: 'A contact is updated' },
	{ name: 'Form Submitted', value: 'FormSubmitted', description: 'A form is submitted' },
	{ name: 'Opportunity Created', value: 'OpportunityCreate', description: 'An opportunity is created' },
];

const normalizedEvent = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Two spellings of one event: `ContactCreate`, `contact.create`, `contact_create`. */
export function isSameEvent(a: string, b: string): boolean {
	return normalizedEvent(a) === normalizedEvent(b);
}

/** The one of known events that a text means by another name or spelling, under which it would never come. */
export function misspelledEvent(given: string, known: typeof EVENT_TYPES = EVENT_TYPES) {
	return known.find(({ name, value }) => value !== given && (isSameEvent(name, given) || isSameEvent(value, given)));
}
