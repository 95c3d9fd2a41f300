import { calendarField } from '../../fields/accountFields';
import { choiceOf, type FieldOf, fieldOf, OPTIONS } from '../../fields/parameters';
import { id, type Kind } from '../../fields/valueKinds';
import type { Booking } from '../../platformApi/appointments';
import { contactIdOf, isOneId } from '../contactField';
import type { LocatedFields } from '../platformOperation';
import { readSettings } from './settings';

/** The ID of one appointment. Several IDs in one text, an address or a time are refused before anything is sent. */
const appointmentId: Kind<string> = {
	...id,
	what: 'the ID of one appointment',
	enter: 'the appointmentId as a booking or a look-up returned it',
	read(value, isTool) {
		const typed = id.read(value, isTool);
		return typed !== undefined && isOneId(typed) ? typed : undefined;
	},
};

/** The appointment of an operation: from the list of a contact's appointments, or by its ID. */
export const appointmentIdField = fieldOf(appointmentId, {
	displayName: 'Appointment',
	name: 'appointmentId',
	type: 'resourceLocator',
	description:
		'The appointment. To choose it from the list, search for its contact, which works with HighLevel only.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. ada@example.com',
			hint: 'Search for the contact, by name, email or phone, to see its appointments',
			typeOptions: {
				searchListMethod: 'searchAppointments',
				searchable: true,
				searchFilterRequired: true,
			},
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0TkCdp9PfvLeWKYRRvIz',
			hint: 'The appointmentId from the output of Book, or from an Appointment Created event',
		},
	],
	default: { mode: 'id', value: '={{ $json.appointmentId }}' },
	required: true,
});

/** What to do where nothing is left to do: `stop` with a message, or return an item as if it had just been done. */
type WhenDone = 'done' | 'stop';

/** An entry of 'Options' for when nothing is left to do. @param returned the fields that the item then has */
export function treatAsDoneOption(
	displayName: string,
	name: string,
	returned: string,
	description: string,
): FieldOf<WhenDone> {
	return choiceOf({
		displayName,
		name,
		type: 'options',
		default: 'stop',
		description: `${description}. Without this option, a tool treats it as done; otherwise, it stops.`,
		options: [
			{ name: 'Stop', value: 'stop', description: 'Stop with a message' },
			{ name: 'Treat as Done', value: 'done', description: `Return an item with ${returned}` },
		],
	});
}

/** What such an entry says. A model takes a stop for a failure, and tries again. */
export function treatsAsDone({ isTool, read }: LocatedFields, option: FieldOf<WhenDone>): boolean {
	const choice = read(option, OPTIONS) ?? (isTool ? 'done' : 'stop');
	return choice === 'done';
}

/** The calendar, the contact and the settings of an appointment to book. @throws NodeOperationError for a field that cannot be used */
export async function readBooking(
	call: LocatedFields,
	operation: 'book' | 'offerSlots',
): Promise<Booking> {
	return {
		calendarId: call.required(calendarField),
		...readSettings(call, operation),
		contactId: await contactIdOf(call),
		locationId: await call.locationId(),
	};
}
