/** The event types that the contract names. The full list is not shown, so others can be named by hand. */
export const EVENT_TYPES = [
	{ name: 'Appointment Created', value: 'AppointmentCreate', description: 'An appointment is booked' },
	{ name: 'Contact Created', value: 'ContactCreate', description: 'A contact is created' },
	{ name: 'Contact Updated', value: 'ContactUpdate', description: 'A contact is updated' },
	{ name: 'Form Submitted', value: 'FormSubmitted', description: 'A form is submitted' },
	{ name: 'Opportunity Created', value: 'OpportunityCreate', description: 'An opportunity is created' },
];
