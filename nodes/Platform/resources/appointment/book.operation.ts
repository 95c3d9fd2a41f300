import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { describeSlot } from '../../../booking/slots';
import { calendarOf } from '../../../fields/calendar';
import { isOn, requiredText } from '../../../fields/parameters';
import { pickedOrAll, simplifyField } from '../../../fields/simplify';
import { timeZoneOf } from '../../../fields/timeZone';
import { createAppointment } from '../../../platformApi/appointments';
import type { PlatformOperation, PlatformRun } from '../../operation';
import {
	bookedItem,
	BOOKED_FIELDS,
	bookingOptions,
	contactField,
	otherStatusOption,
	readBooking,
	titleField,
	treatAsDoneOption,
	whomToBookFields,
} from './booking';
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

/** Contact and calendar of an item that may be the only one for them; undefined where that does not matter. */
function bookingFor(context: IExecuteFunctions, itemIndex: number): string | undefined {
	if (isOn(context, 'options.allowSeveral', itemIndex, false)) return undefined;
	try {
		const contactId = requiredText(context, contactField, itemIndex);
		return `the contact '${contactId}' in the calendar '${calendarOf(context, itemIndex)}'`;
	} catch {
		// The item itself says what is wrong with it, and books nothing.
		return undefined;
	}
}

/**
 * Get Free Slots returns one item a slot: connected to Book, it would book all of them for one contact.
 *
 * @throws NodeOperationError where two or more of the run's items are for the same contact and calendar
 */
function refuseSeveral(context: IExecuteFunctions): void {
	const counts = new Map<string, number>();
	for (const itemIndex of context.getInputData().keys()) {
		const key = bookingFor(context, itemIndex);
		if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const [most] = [...counts].sort(([, a], [, b]) => b - a);
	if (most === undefined || most[1] === 1) return;
	throw new NodeOperationError(context.getNode(), `${most[1]} items would each book an appointment for ${most[0]}`, {
		description:
			"Nothing was booked. To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1. For a series of appointments, turn on 'Allow Several per Contact' in the options.",
	});
}

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
		case 'done':
			return put(bookedItem(booking, placed.slot, wanted, zone, placed.record), BOOKED_FIELDS, placed.record);
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
				{
					displayName: 'Allow Several per Contact',
					name: 'allowSeveral',
					type: 'boolean',
					default: false,
					description:
						'Whether several input items may book the same contact in the same calendar, such as for a series of appointments',
				},
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
