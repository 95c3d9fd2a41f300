import type { ParameterContext } from '../../../../fields/parameters';
import { refuserFor } from '../../../../fields/parameters';
import { picked } from '../../../../fields/simplify';
import { createAppointment } from '../../../../platformApi/appointments';
import type { PlatformClient } from '../../../../platformApi/client';
import { bookedItem, BOOKED_FIELDS, bookingOptions, otherStatusOption, readBooking, titleField, whomToBookFields } from '../booking';
import type { ContactPage } from './pageFields';
import { pageFields, readPageSettings } from './pageFields';
import { waitingOperation } from './wait';

/** @throws NodeOperationError that names a field which is empty or cannot be used */
export async function readOfferPage(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<ContactPage> {
	const settings = readPageSettings(context, itemIndex);
	const { zone, simplify } = settings;
	const minutes = Number(context.getNodeParameter('duration', itemIndex, 0));
	if (!(minutes >= 0)) {
		throw refuserFor(context, itemIndex)(
			"'Duration' must be 0 or more minutes",
			'Enter a length such as 30, or 0 for slots as the calendar lists them.',
		);
	}
	const booking = await readBooking(context, itemIndex, client);
	return {
		...settings,
		calendarId: booking.calendarId,
		duration: minutes * 60_000 || undefined,
		acts: ['book'],
		write: async ({ slot }) => await createAppointment(client, booking, slot),
		item({ slot }, record) {
			const item = bookedItem(booking, slot, slot, zone, record);
			return simplify ? picked(item, BOOKED_FIELDS) : { ...item, ...(record && { appointment: record }) };
		},
	};
}

export const offerSlots = waitingOperation({
	name: 'Offer Slots and Wait',
	description:
		"Wait while a contact books a free slot on a web page. A booking also runs the account's appointment workflows.",
	action: 'Offer slots and wait',
	takes: '; for several contacts, use Loop Over Items',
	toolsInstead: 'Use Calendar > Get Free Slots and Appointment > Book as tools instead.',
	outcome: 'booked',
	checkedBy: 'an If',
	properties: [
		...whomToBookFields,
		titleField,
		{
			displayName: 'Duration',
			name: 'duration',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			hint: 'Enter 0 to offer the free times as the calendar lists them',
			description: 'Length of the appointment in minutes. Longer free times are cut into several.',
		},
		...pageFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [...bookingOptions, otherStatusOption],
		},
	],
	read: readOfferPage,
});
