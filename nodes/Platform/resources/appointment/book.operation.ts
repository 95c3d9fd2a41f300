import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { describeSlot } from '../../../booking/slots';
import { pickedOrAll, simplifyField } from '../../../fields/simplify';
import { timeZoneOf } from '../../../fields/timeZone';
import { createAppointment } from '../../../platformApi/appointments';
import type { PlatformOperation, PlatformRun } from '../../operation';
import {
	bookedItem,
	BOOKED_FIELDS,
	bookingOptions,
	otherStatusOption,
	readBooking,
	titleField,
	treatAsDoneOption,
	whomToBookFields,
} from './booking';
import { allowSeveralOption, refuseSeveral } from './several';
import { placeSlot, slotTakenFields, takenPolicyOf } from './taken';
import { slotTimeFields, wantedSlot } from './time';
import { requestKeys, sendsOnceMore, unknownOutcomeOption } from './unknownOutcome';

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
	context: IExecuteFunctions,
	itemIndex: number,
	{ api: client, memoize }: PlatformRun,
): Promise<IDataObject> {
	await memoize('one booking for each contact', async () => refuseSeveral(context));
	const zone = timeZoneOf(context, itemIndex);
	const booking = await readBooking(context, itemIndex, client);
	const wanted = wantedSlot(context, itemIndex, zone);
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const placed = await placeSlot({
		client,
		wanted,
		calendarId: booking.calendarId,
		zone,
		whenTaken: takenPolicyOf(context, itemIndex),
		sendOnceMore: sendsOnceMore(options),
		conflictMeansDone: true,
		keys: requestKeys(context, itemIndex, { booking, wanted }),
		send: async (slot) => await createAppointment(client, booking, slot),
	});

	const request = { ...booking, ...describeSlot(wanted, zone) };
	const put = (item: IDataObject, fields: string[], record?: IDataObject) =>
		pickedOrAll(context, itemIndex, item, fields, record);
	switch (placed.kind) {
		case 'done': {
			const { slot, record } = placed;
			return put(bookedItem(booking, slot, wanted, zone, record), BOOKED_FIELDS, record);
		}
		case 'found':
			return put({ ...bookedItem(booking, placed.slot, wanted, zone, {}), alreadyBooked: true }, BOOKED_FIELDS);
		case 'conflict':
			if (options.whenAlreadyBooked !== 'done') throw placed.error;
			return put({ booked: true, alreadyBooked: true, ...request }, BOOKED_FIELDS);
		case 'alternatives':
			return put({ booked: false, ...request, ...placed.offer }, TAKEN_FIELDS);
	}
}

export const book: PlatformOperation = {
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
				allowSeveralOption,
				...bookingOptions,
				unknownOutcomeOption,
				otherStatusOption,
				treatAsDoneOption(
					{ displayName: 'When Already Booked', name: 'whenAlreadyBooked' },
					'booked: true and alreadyBooked: true',
					'What to do when the contact already has an appointment in this calendar at this time',
				),
			],
		},
	],
	execute,
};
