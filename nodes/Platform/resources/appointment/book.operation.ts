import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeApiError, updateDisplayOptions } from 'n8n-workflow';

import { resolveLocationId } from '../../../shared/location';
import { toFilledInText } from '../../../shared/looseValues';
import { readId, readOptionalObject } from '../../../shared/read';
import type { Operation } from '../../../shared/router';
import { formatUtc } from '../../../shared/times';
import { platformRequest } from '../../../shared/transport';
import type { Slot } from '../../booking/freeSlots';
import { describeSlot } from '../../booking/freeSlots';
import { bookingMeanings } from '../../booking/meanings';
import { outcomeItem } from '../../booking/outcome';
import type { SimplifiedFields } from '../../booking/outcome';
import { offer, placeSlot, toAttempt } from '../../booking/slotTaken';
import { wantedSlot } from '../../booking/wantedSlot';
import { calendarField } from '../../fields/calendar';
import { locationField } from '../../fields/location';
import { simplifyField } from '../../fields/simplify';
import { slotTakenFields } from '../../fields/slotTaken';
import { slotTimeFields } from '../../fields/slotTime';
import { statusOf, statusOptions } from '../../fields/status';
import { optionalText, requiredText, timeZoneOf } from '../../parameters';

const CALENDAR = { name: 'calendarId', label: 'Calendar' };
const CONTACT = { name: 'contactId', label: 'Contact ID' };

const HOW_TO_CHECK =
	"Look at the contact's appointments on the platform before you book again. If the booking went through, the platform answers a repeat with a conflict, which 'When Already Booked' in the options can treat as done.";

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['appointment'], operation: ['book'] } },
	[
		calendarField(),
		{
			displayName: 'Contact ID',
			name: 'contactId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. ocQHyuzHvysMo5N5VsXc',
			description: 'The contact for whom to book, for example the contactId of a trigger event',
		},
		locationField,
		...slotTimeFields(),
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			placeholder: 'e.g. Onboarding call with Ada',
			description: 'What the appointment is called in the calendar',
		},
		...slotTakenFields,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				...statusOptions(
					'Status to book with. When left out, the platform sets its own default, which is confirmed.',
				),
				{
					displayName: 'Assigned User ID',
					name: 'assignedUserId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 082goXVW3lIExEQPOnd3',
					description: 'The user who holds the appointment',
				},
				{
					displayName: 'When Already Booked',
					name: 'whenAlreadyBooked',
					type: 'options',
					options: [
						{
							name: 'Stop',
							value: 'stop',
							description: 'Stop with a message that says so',
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
);

const SIMPLIFIED: SimplifiedFields = {
	done: [
		'booked',
		'alreadyBooked',
		'eventId',
		'calendarId',
		'contactId',
		'title',
		'startTime',
		'endTime',
		'startLocal',
		'timezone',
		'wantedStartTime',
	],
	taken: [
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
	],
};

/** Contract: Appointment create request. What is not filled in is not sent. */
interface Booking {
	calendarId: string;
	locationId: string;
	contactId: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
}

async function readBooking(this: IExecuteFunctions, itemIndex: number): Promise<Booking> {
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	return {
		calendarId: requiredText.call(this, CALENDAR, itemIndex),
		contactId: requiredText.call(this, CONTACT, itemIndex),
		locationId: await resolveLocationId.call(this, {
			locationId: optionalText.call(this, 'locationId', itemIndex),
			itemIndex,
		}),
		title: optionalText.call(this, 'title', itemIndex) || undefined,
		appointmentStatus: statusOf(options),
		assignedUserId: toFilledInText(options.assignedUserId) || undefined,
	};
}

async function send(
	this: IExecuteFunctions,
	booking: Booking,
	slot: Slot,
	itemIndex: number,
): Promise<IDataObject> {
	const body = await platformRequest.call(this, {
		method: 'POST',
		path: '/calendars/events/appointments',
		body: { ...booking, startTime: formatUtc(slot.start), endTime: formatUtc(slot.end) },
		scope: 'calendars.write',
		meanings: bookingMeanings(booking.calendarId, booking.contactId),
		howToCheck: HOW_TO_CHECK,
		itemIndex,
	});
	return readOptionalObject(body, 'appointment');
}

/** The 409 of the contract, which 'When Already Booked' can turn into a success. */
function alreadyBooked(
	this: IExecuteFunctions,
	error: NodeApiError,
	itemIndex: number,
): { booked: true; alreadyBooked: true } {
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	if (options.whenAlreadyBooked === 'done') return { booked: true, alreadyBooked: true };
	throw error;
}

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const zone = timeZoneOf.call(this, itemIndex);
	const booking = await readBooking.call(this, itemIndex);
	const wanted = wantedSlot.call(this, itemIndex, zone);
	const placement = await placeSlot.call(this, {
		wanted,
		calendarId: booking.calendarId,
		zone,
		itemIndex,
		attempt: async (slot) => await toAttempt(send.call(this, booking, slot, itemIndex)),
	});

	const what = { ...booking, ...describeSlot(wanted, zone) };
	switch (placement.outcome) {
		case 'alternatives': {
			const item = { booked: false, ...what, ...offer(placement.alternatives, zone) };
			return outcomeItem.call(this, itemIndex, item, SIMPLIFIED.taken);
		}
		case 'alreadyBooked': {
			const item = { ...alreadyBooked.call(this, placement.error, itemIndex), ...what };
			return outcomeItem.call(this, itemIndex, item, SIMPLIFIED.done);
		}
		case 'done': {
			const { record, slot } = placement;
			const item = {
				booked: true,
				eventId: readId(record) ?? null,
				...booking,
				...describeSlot(slot, zone),
				...(slot === wanted ? {} : { wantedStartTime: formatUtc(wanted.start) }),
			};
			return outcomeItem.call(this, itemIndex, item, SIMPLIFIED.done, record);
		}
	}
}

export const book: Operation = { properties, execute };
