import type { INodeProperties } from 'n8n-workflow';

export const EVENT_ID = { name: 'eventId', label: 'Appointment ID' };

/** Contract: "An appointment is an event identified by eventId". No endpoint lists appointments. */
export const eventIdField: INodeProperties = {
	displayName: EVENT_ID.label,
	name: EVENT_ID.name,
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz',
	description:
		'The eventId that booking returned, or the appointmentId of an AppointmentCreate event',
};
