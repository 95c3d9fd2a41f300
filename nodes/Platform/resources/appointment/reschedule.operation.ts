import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { pathSegment } from '../../../shared/pathSegment';
import { readOptionalObject } from '../../../shared/read';
import type { Operation } from '../../../shared/router';
import { formatUtc } from '../../../shared/times';
import { platformRequest } from '../../../shared/transport';
import type { Slot } from '../../booking/freeSlots';
import { describeSlot } from '../../booking/freeSlots';
import { rescheduleMeanings } from '../../booking/meanings';
import { outcomeItem } from '../../booking/outcome';
import type { SimplifiedFields } from '../../booking/outcome';
import { offer, placeSlot, toAttempt } from '../../booking/slotTaken';
import { wantedSlot } from '../../booking/wantedSlot';
import { calendarField } from '../../fields/calendar';
import { simplifyField } from '../../fields/simplify';
import { slotTakenFields, WHEN_TAKEN } from '../../fields/slotTaken';
import { slotTimeFields } from '../../fields/slotTime';
import { statusOf, statusOptions } from '../../fields/status';
import { optionalText, requiredText, timeZoneOf } from '../../parameters';
import { eventIdField, EVENT_ID } from './eventId';

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['appointment'], operation: ['reschedule'] } },
	[
		eventIdField,
		calendarField({
			required: false,
			description:
				'The calendar of the appointment. Needed to choose from its free slots and to offer alternatives when the slot is taken.',
		}),
		...slotTimeFields({
			// Another length would be set in silence: no endpoint tells the present one.
			default: 0,
			typeOptions: { minValue: 0 },
			hint: 'The appointment does not keep its length by itself: the platform shows no way to read it',
		}),
		...slotTakenFields,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: statusOptions(
				'Status to set along with the new time. When left out, the appointment keeps its status.',
			),
		},
	],
);

const SIMPLIFIED: SimplifiedFields = {
	done: [
		'rescheduled',
		'eventId',
		'startTime',
		'endTime',
		'startLocal',
		'timezone',
		'wantedStartTime',
	],
	taken: [
		'rescheduled',
		'reason',
		'message',
		'alternatives',
		'eventId',
		'startTime',
		'endTime',
		'timezone',
	],
};

/** Contract: Appointment reschedule request. A status is sent only when one was chosen. */
async function send(
	this: IExecuteFunctions,
	eventId: string,
	slot: Slot,
	itemIndex: number,
): Promise<IDataObject> {
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const body = await platformRequest.call(this, {
		method: 'PUT',
		path: `/calendars/events/appointments/${pathSegment(eventId, EVENT_ID.label)}`,
		body: {
			startTime: formatUtc(slot.start),
			endTime: formatUtc(slot.end),
			appointmentStatus: statusOf(options),
		},
		scope: 'calendars.write',
		meanings: rescheduleMeanings(eventId),
		howToCheck:
			'Look at the appointment on the platform. Sending the same new time once more does no harm.',
		itemIndex,
	});
	return readOptionalObject(body, 'appointment');
}

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const zone = timeZoneOf.call(this, itemIndex);
	const eventId = requiredText.call(this, EVENT_ID, itemIndex);
	const needsCalendar = optionalText.call(this, 'whenTaken', itemIndex) !== WHEN_TAKEN.stop;
	const calendarId = needsCalendar
		? requiredText.call(this, { name: 'calendarId', label: 'Calendar' }, itemIndex)
		: optionalText.call(this, 'calendarId', itemIndex);
	const wanted = wantedSlot.call(this, itemIndex, zone);
	const placement = await placeSlot.call(this, {
		wanted,
		calendarId,
		zone,
		itemIndex,
		attempt: async (slot) => await toAttempt(send.call(this, eventId, slot, itemIndex)),
	});

	switch (placement.outcome) {
		case 'alternatives': {
			const item = {
				rescheduled: false,
				eventId,
				...describeSlot(wanted, zone),
				...offer(placement.alternatives, zone),
			};
			return outcomeItem.call(this, itemIndex, item, SIMPLIFIED.taken);
		}
		case 'alreadyBooked':
			throw placement.error;
		case 'done': {
			const { record, slot } = placement;
			const item = {
				rescheduled: true,
				eventId,
				...describeSlot(slot, zone),
				...(slot === wanted ? {} : { wantedStartTime: formatUtc(wanted.start) }),
			};
			return outcomeItem.call(this, itemIndex, item, SIMPLIFIED.done, record);
		}
	}
}

export const reschedule: Operation = { properties, execute };
