import { NodeOperationError } from 'n8n-workflow';

import type { ParameterContext } from '../../../../fields/parameters';
import { picked } from '../../../../fields/simplify';
import { createAppointment } from '../../../../platformApi/appointments';
import type { PlatformClient } from '../../../../platformApi/client';
import type { PlatformOperation } from '../../../operation';
import { bookedItem, BOOKED_FIELDS, bookingOptions, otherStatusOption, readBooking, titleField, whomToBookFields } from '../booking';
import type { ContactPage } from './contactPage';
import { pageFields, readPageSettings, waitForContact } from './contactPage';

/** @throws NodeOperationError that names a field which is empty or cannot be used */
export async function readOfferPage(
	context: ParameterContext,
	itemIndex: number,
	client: PlatformClient,
): Promise<ContactPage> {
	const settings = readPageSettings(context, itemIndex);
	const minutes = Number(context.getNodeParameter('duration', itemIndex, 0));
	if (!(minutes >= 0)) {
		throw new NodeOperationError(context.getNode(), "'Duration' must be 0 or more minutes", {
			description: 'No slots were offered. Enter a length such as 30, or 0 for slots as the calendar lists them.',
			itemIndex,
		});
	}
	const booking = await readBooking(context, itemIndex, client);
	const { zone, simplify } = settings;
	return {
		...settings,
		calendarId: booking.calendarId,
		...(minutes > 0 && { duration: minutes * 60_000 }),
		acts: ['book'],
		write: async ({ slot }) => await createAppointment(client, booking, slot),
		item({ slot }, record, isOld) {
			const item = { ...bookedItem(booking, slot, slot, zone, record), ...(isOld && { alreadyBooked: true }) };
			if (simplify) return picked(item, BOOKED_FIELDS);
			return isOld ? item : { ...item, appointment: record };
		},
	};
}

export const offerSlots: PlatformOperation = {
	option: {
		name: 'Offer Slots and Wait',
		description:
			"Wait while a contact books a free slot on a web page. A booking also runs the account's appointment workflows.",
		action: 'Offer slots and wait',
		builderHint: {
			propertyHint:
				'Send $execution.resumeUrl to the contact in a node before it: that is the address of the page. Takes one item; for several contacts, use Loop Over Items. After the time limit, the item continues without booked.',
		},
		// A model cannot wait for a person.
		displayOptions: { hide: { '@tool': [true] } },
	},
	properties: [
		{
			displayName:
				"Send the link <code>$execution.resumeUrl</code> to the contact in a node before this one. After the time limit, the item continues without 'booked', so check that with an If node.",
			name: 'offerSlotsNotice',
			type: 'notice',
			default: '',
		},
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
	async execute(context, itemIndex, { api: client }) {
		return await waitForContact(context, itemIndex, client, {
			label: 'Offer Slots and Wait',
			outcome: 'booked',
			toolsInstead: 'Use Calendar > Get Free Slots and Appointment > Book as tools instead.',
			read: readOfferPage,
		});
	},
};
