import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toFilledInText } from '../../shared/looseValues';

/** Contract: States and transitions names these two; "the full set is not shown". */
export const APPOINTMENT_STATUSES = [
	{
		name: 'Confirmed',
		value: 'confirmed',
		description: 'The appointment is fixed',
	},
	{
		name: 'New',
		value: 'new',
		description: 'Pending until the contact confirms, for example through a reminder',
	},
] as const;

/** Two entries of an 'Options' collection: a status from the list, or any other by name. */
export function statusOptions(description: string): INodeProperties[] {
	return [
		{
			displayName: 'Appointment Status',
			name: 'appointmentStatus',
			type: 'options',
			options: [...APPOINTMENT_STATUSES],
			default: 'confirmed',
			description,
		},
		{
			displayName: 'Other Appointment Status',
			name: 'otherStatus',
			type: 'string',
			default: '',
			placeholder: 'e.g. showed',
			description:
				"A status that is not in the list, spelled as the platform spells it. Takes the place of 'Appointment Status'.",
		},
	];
}

/** The status to send; undefined when none was chosen, so that the platform keeps its own. */
export function statusOf(options: IDataObject): string | undefined {
	const { otherStatus, appointmentStatus } = options;
	return toFilledInText(otherStatus) || toFilledInText(appointmentStatus) || undefined;
}
