import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { describeSlot } from '../../../booking/slots';
import { calendarField, calendarOf } from '../../../fields/calendar';
import { optionalText, requiredText } from '../../../fields/parameters';
import { pickedOrAll, simplifyField } from '../../../fields/simplify';
import { timeZoneOf } from '../../../fields/timeZone';
import { rescheduleAppointment } from '../../../platformApi/appointments';
import type { PlatformOperation, PlatformRun } from '../../operation';
import { appointmentIdField, describeTaken, otherStatusOption, statusOf, statusOption } from './booking';
import { placeSlot, slotTakenFields, takenPolicyOf } from './taken';
import { slotTimeFields, wantedSlot } from './time';
import { requestKeys, sendsOnceMore, unknownOutcomeOption } from './unknownOutcome';

const MOVED_FIELDS = [
	'rescheduled',
	'eventId',
	'startTime',
	'endTime',
	'startLocal',
	'endLocal',
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
	context: IExecuteFunctions,
	itemIndex: number,
	{ api: client }: PlatformRun,
): Promise<IDataObject> {
	const zone = timeZoneOf(context, itemIndex);
	const eventId = requiredText(context, appointmentIdField, itemIndex);
	const whenTaken = takenPolicyOf(context, itemIndex);
	const calendarId =
		whenTaken.kind === 'stop'
			? optionalText(context, 'calendarId', itemIndex, 'Calendar')
			: calendarOf(context, itemIndex);
	const wanted = wantedSlot(context, itemIndex, zone);
	const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const status = statusOf(options);
	const placed = await placeSlot({
		client,
		wanted,
		calendarId,
		zone,
		whenTaken,
		sendOnceMore: sendsOnceMore(options),
		// The contract does not show the response to a repeated PUT.
		conflictMeansDone: false,
		keys: requestKeys(context, itemIndex, { eventId, wanted, status }),
		send: async (slot) => await rescheduleAppointment(client, eventId, slot, status),
	});

	if (placed.kind === 'conflict') throw placed.error;
	if (placed.kind === 'alternatives') {
		const item = { rescheduled: false, eventId, ...describeSlot(wanted, zone), ...placed.offer };
		return pickedOrAll(context, itemIndex, item, TAKEN_FIELDS);
	}
	const item = { rescheduled: true, eventId, ...describeTaken(placed.slot, wanted, zone) };
	return pickedOrAll(context, itemIndex, item, MOVED_FIELDS, placed.record);
}

export const reschedule: PlatformOperation = {
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
		{
			...calendarField,
			required: false,
			description: "The appointment's calendar. Needed to list its free slots and to find another slot.",
		},
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
				unknownOutcomeOption,
				otherStatusOption,
			],
		},
	],
	execute,
};
