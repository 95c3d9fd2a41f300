import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { describeSlot } from '../../../booking/slots';
import type { Operation, Run } from '../../../items/operation';
import { rescheduleAppointment } from '../../../platformApi/appointments';
import type { PlatformClient } from '../../../platformApi/client';
import { formatUtc } from '../../../time/times';
import { APPOINTMENT_ID, appointmentIdField } from '../../fields/appointmentId';
import { calendarField } from '../../../fields/calendar';
import { simplifyField } from '../../fields/simplify';
import { combineOption, slotTakenFields, takenPolicyOf } from '../../fields/slotTaken';
import { slotTimeFields } from '../../fields/slotTime';
import { otherStatusOption, statusOf, statusOption } from '../../fields/status';
import { optionalText, requiredText, timeZoneOf } from '../../parameters';
import { lostAnswerOption, requestKeys } from './lostAnswer';
import { offer, placeSlot } from './placeSlot';
import { simplified } from './simplified';
import { wantedSlot } from './wantedSlot';

const MOVED_FIELDS = [
	'rescheduled',
	'eventId',
	'startTime',
	'endTime',
	'startLocal',
	'timezone',
	'wantedStartTime',
];

const TAKEN_FIELDS = [
	'rescheduled',
	'reason',
	'message',
	'alternatives',
	'eventId',
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
	const eventId = requiredText.call(this, APPOINTMENT_ID, itemIndex);
	const whenTaken = takenPolicyOf.call(this, itemIndex);
	const calendarId =
		whenTaken.kind === 'stop'
			? optionalText.call(this, 'calendarId', itemIndex)
			: requiredText.call(this, { name: 'calendarId', label: 'Calendar' }, itemIndex);
	const wanted = wantedSlot.call(this, itemIndex, zone);
	const options = this.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const status = statusOf(options);
	const placed = await placeSlot({
		client,
		wanted,
		calendarId,
		zone,
		whenTaken,
		combine: options.combineSlots === true,
		findOut: options.ifAnswerLost === 'findOut',
		// The contract does not say what a repeated PUT is answered.
		conflictMeansDone: false,
		keys: requestKeys.call(this, itemIndex, { eventId, wanted, status }),
		send: async (slot) => await rescheduleAppointment(client, eventId, slot, status),
	});

	switch (placed.kind) {
		case 'conflict':
			throw placed.error;
		case 'alternatives': {
			const item = {
				rescheduled: false,
				eventId,
				...describeSlot(wanted, zone),
				...offer(placed.alternatives, zone),
			};
			return simplified.call(this, itemIndex, item, TAKEN_FIELDS);
		}
		case 'done':
		case 'found': {
			const { slot } = placed;
			const item = {
				rescheduled: true,
				eventId,
				...describeSlot(slot, zone),
				...(slot.start === wanted.start ? {} : { wantedStartTime: formatUtc(wanted.start) }),
			};
			const record = placed.kind === 'done' ? placed.record : undefined;
			return simplified.call(this, itemIndex, item, MOVED_FIELDS, record);
		}
	}
}

export const reschedule: Operation<PlatformClient> = {
	option: {
		name: 'Reschedule',
		description:
			"Move an appointment to another time. Also runs the account's workflows for appointment status changes.",
		action: 'Reschedule an appointment',
		builderHint: {
			propertyHint:
				'Needs the eventId that Book returned, and both a new start and a new end. A status is sent only when one is chosen in the options.',
		},
	},
	properties: [
		appointmentIdField,
		calendarField({
			required: false,
			description:
				"The appointment's calendar. Needed to list its free slots and to find another slot.",
		}),
		...slotTimeFields({
			// No endpoint returns the current length, so a default would change it silently.
			default: 0,
			typeOptions: { minValue: 0 },
			hint: 'Enter the length again. The platform documents no way to read it.',
		}),
		...slotTakenFields,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				statusOption(
					'Status to send with the new time. Without this option, the resulting status is not documented.',
				),
				combineOption,
				lostAnswerOption,
				otherStatusOption,
			],
		},
	],
	execute,
};
