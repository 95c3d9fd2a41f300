import type { INodeProperties } from 'n8n-workflow';

import type { ParameterContext } from '../../../fields/parameters';
import { requiredText } from '../../../fields/parameters';

const APPOINTMENT_ID = { name: 'eventId', label: 'Appointment ID' };

/** No endpoint lists appointments, so there is no list to choose from. */
export const appointmentIdField: INodeProperties = {
	displayName: APPOINTMENT_ID.label,
	name: APPOINTMENT_ID.name,
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz',
	description:
		'The eventId that Book returned, or the appointmentId of an Appointment Created event',
};

/** @throws NodeOperationError where it is empty */
export function appointmentIdOf(context: ParameterContext, itemIndex: number): string {
	return requiredText(context, APPOINTMENT_ID, itemIndex);
}
