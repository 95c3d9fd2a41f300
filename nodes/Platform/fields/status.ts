import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toFilledInText } from '../../items/looseValues';

/** The two that the contract names; the full set is not shown. */
const APPOINTMENT_STATUSES = [
	{ name: 'Confirmed', value: 'confirmed', description: 'Does not wait for the contact to confirm' },
	{
		name: 'New',
		value: 'new',
		description: 'Pending until the contact confirms, such as through a reminder workflow',
	},
] as const;

/** An entry of an 'Options' collection: a status from the list. */
export function statusOption(description: string): INodeProperties {
	return {
		displayName: 'Appointment Status',
		name: 'appointmentStatus',
		type: 'options',
		options: [...APPOINTMENT_STATUSES],
		default: 'confirmed',
		description,
	};
}

/** An entry of an 'Options' collection: any other status by name. */
export const otherStatusOption: INodeProperties = {
	displayName: 'Other Appointment Status',
	name: 'otherStatus',
	type: 'string',
	default: '',
	placeholder: 'e.g. showed',
	description:
		"A status that is not in the list, spelled as on the platform. Overrides 'Appointment Status'.",
};

/** The status to send; undefined when none was chosen, so that the platform keeps its own. */
export function statusOf(options: IDataObject): string | undefined {
	const { otherStatus, appointmentStatus } = options;
	return toFilledInText(otherStatus) || toFilledInText(appointmentStatus) || undefined;
}
