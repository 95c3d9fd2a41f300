import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { describeSlot } from '../../../booking/slots';
import type { Operation, Run } from '../../../items/operation';
import { createAppointment } from '../../../platformApi/appointments';
import type { PlatformClient } from '../../../platformApi/client';
import { simplifyField } from '../../fields/simplify';
import { combineOption, slotTakenFields, takenPolicyOf } from '../../fields/slotTaken';
import { slotTimeFields } from '../../fields/slotTime';
import { otherStatusOption } from '../../fields/status';
import { timeZoneOf } from '../../parameters';
import {
	bookedItem,
	BOOKED_FIELDS,
	bookingOptions,
	readBooking,
	titleField,
	whomToBookFields,
} from './booking';
import { lostAnswerOption, requestKeys } from './lostAnswer';
import { offer, placeSlot } from './placeSlot';
import { simplified } from './simplified';
import { wantedSlot } from './wantedSlot';

const TAKEN_FIELDS = [
	'booked',
	'reason',
	'message',
	'alternatives',
	'calendarId',
	'contactId',
	'title',
	'startTime',
	'endTime',
	'timezone',
];

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: Run<PlatformClient>,
): Promise<IDataObject> {
	const zone = timeZoneOf.call(this, itemIndex);
	const booking = await readBooking.call(this, itemIndex, client);
	const wanted = wantedSlot.call(this, itemIndex, zone);
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const placed = await placeSlot({
		client,
		wanted,
		calendarId: booking.calendarId,
		zone,
		whenTaken: takenPolicyOf.call(this, itemIndex),
		combine: options.combineSlots === true,
		findOut: options.ifAnswerLost === 'findOut',
		conflictMeansDone: true,
		keys: requestKeys.call(this, itemIndex, { booking, wanted }),
		send: async (slot) => await createAppointment(client, booking, slot),
	});

	const request = { ...booking, ...describeSlot(wanted, zone) };
	switch (placed.kind) {
		case 'done': {
			const item = bookedItem(booking, placed.slot, wanted, zone, placed.record);
			return simplified.call(this, itemIndex, item, BOOKED_FIELDS, placed.record);
		}
		case 'found': {
			const item = { ...bookedItem(booking, placed.slot, wanted, zone, {}), alreadyBooked: true };
			return simplified.call(this, itemIndex, item, BOOKED_FIELDS);
		}
		case 'conflict': {
			if (options.whenAlreadyBooked !== 'done') throw placed.error;
			const item = { booked: true, alreadyBooked: true, ...request };
			return simplified.call(this, itemIndex, item, BOOKED_FIELDS);
		}
		case 'alternatives': {
			const item = { booked: false, ...request, ...offer(placed.alternatives, zone) };
			return simplified.call(this, itemIndex, item, TAKEN_FIELDS);
		}
	}
}

export const book: Operation<PlatformClient> = {
	option: {
		name: 'Book',
		description:
			"Book a free slot for a contact. Also runs the account's appointment workflows. Do not book in a workflow that starts on Appointment Created: it would start itself again.",
		action: 'Book an appointment',
		builderHint: {
			propertyHint:
				"Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
		},
	},
	properties: [
		...whomToBookFields,
		...slotTimeFields(),
		titleField,
		...slotTakenFields,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				...bookingOptions,
				combineOption,
				lostAnswerOption,
				otherStatusOption,
				{
					displayName: 'When Already Booked',
					name: 'whenAlreadyBooked',
					type: 'options',
					options: [
						{
							name: 'Stop',
							value: 'stop',
							description: 'Stop with a message',
						},
						{
							name: 'Treat as Done',
							value: 'done',
							description: 'Return an item with booked: true and alreadyBooked: true',
						},
					],
					default: 'stop',
					description:
						'What to do when the contact already has an appointment in this calendar at this time',
				},
			],
		},
	],
	execute,
};
