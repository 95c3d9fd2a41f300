import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { describeSlot, type Slot } from '../../booking/slots';
import { calendarField } from '../../fields/account';
import { fieldsAt, OPTIONS, switchField } from '../../fields/parameters';
import { timeZoneField, timeZoneOf } from '../../fields/when';
import { runsAsTool } from '../../n8n/execution';
import { appointmentLength } from '../../platformApi/appointmentReads';
import { createAppointment, rescheduleAppointment } from '../../platformApi/appointments';
import { tried } from '../../utils/attempt';
import {
	appointmentIdField,
	bookingOptions,
	contactField,
	readBooking,
	statusField,
	titleField,
	treatAsDoneOption,
} from '../appointment/fields';
import { changed, once, partiesOf, unknownOutcomeOption } from '../appointment/memory';
import { bookedItem, describePlaced, KEPT } from '../appointment/outputs';
import { placeSlot, slotTakenFields, takenPolicyOf } from '../appointment/taken';
import { readSlot, slotFromFields, slotTimeFields } from '../appointment/time';
import { operation } from '../operation';
import { isSimplified, pickedOrAll, simplifyField } from '../simplify';

const SEVERAL = switchField('Allow Several per Contact', 'allowSeveral', false, {
	description:
		'Whether this node may book the same contact in the same calendar several times in an execution, such as for a series of appointments',
});

const ONE_ONLY =
	"To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1. For a series of appointments, turn on 'Allow Several per Contact' in the options.";

const namesOf = (contactId: string, calendarId: string) =>
	`the contact '${contactId}' in the calendar '${calendarId}'`;

/**
 * Get Free Slots returns one item a slot: Book would book all of them for one contact.
 *
 * @throws NodeOperationError where several items of a run want different slots for one contact and calendar
 */
function refuseSeveral(context: IExecuteFunctions): void {
	const slots = new Map<string, Set<string>>();
	const read = (itemIndex: number): void => {
		const fields = fieldsAt(context, itemIndex);
		if (fields.read(SEVERAL, OPTIONS)) return;
		const names = namesOf(fields.required(contactField), fields.required(calendarField));
		const slot = slotFromFields(context, itemIndex, timeZoneOf(context, itemIndex));
		slots.set(names, (slots.get(names) ?? new Set()).add(JSON.stringify(slot)));
	};
	// An item that cannot be read books nothing, and fails by itself later.
	for (const itemIndex of context.getInputData().keys()) tried(() => read(itemIndex), undefined);
	const [largest] = [...slots].sort(([, a], [, b]) => b.size - a.size);
	if (largest === undefined || largest[1].size === 1) return;
	const message = `${largest[1].size} appointments would be booked for ${largest[0]}`;
	const error = new NodeOperationError(context.getNode(), message, {
		description: `Nothing was booked. ${ONE_ONLY}`,
	});
	error.context.ofAllItems = true;
	throw error;
}

const ALREADY_BOOKED = treatAsDoneOption(
	'When Already Booked',
	'whenAlreadyBooked',
	'booked: true and alreadyBooked: true',
	'What to do when the contact already has an appointment in this calendar at this time',
);

export const book = operation({
	name: 'Book',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Book a free slot for a contact. Also runs the platform's own appointment workflows. Do not book in a workflow that starts on Appointment Created: it would start itself again.",
	action: 'Book appointment',
	hint: "Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
	properties: [calendarField, contactField, ...slotTimeFields(), ...slotTakenFields],
	options: [
		SEVERAL,
		...bookingOptions,
		unknownOutcomeOption,
		simplifyField,
		timeZoneField,
		titleField,
		ALREADY_BOOKED,
	],
	async execute(context, itemIndex, { api: client, memoize }) {
		await memoize(
			'one booking for each contact',
			async () => await Promise.resolve(refuseSeveral(context)),
		);
		const { read, refuse } = fieldsAt(context, itemIndex);
		const zone = timeZoneOf(context, itemIndex);
		const simplify = isSimplified(context, itemIndex);
		const booking = await readBooking(context, itemIndex, client);
		const wantedSlot = await readSlot(context, itemIndex, zone, client);
		const isFineBefore = read(ALREADY_BOOKED, OPTIONS) === 'done';
		const whenTaken = takenPolicyOf(context, itemIndex);
		const { calendarId, contactId } = booking;
		const otherBefore = `In this execution, the node has booked an appointment for ${namesOf(contactId, calendarId)} before, or may have`;
		// A person or a language model decides each booking of a tool.
		const allowsOther = (read(SEVERAL, OPTIONS) ?? false) || runsAsTool(context.getNode());
		const refuseOther = allowsOther ? undefined : () => refuse(otherBefore, ONE_ONLY);
		const write = async (slot: Slot) => await createAppointment(client, booking, slot);
		const purpose = { contactId, calendarId };
		const call = {
			context,
			itemIndex,
			purpose,
			wantedSlot,
			refuseOther,
			write,
			refusedWhenDone: 'conflict',
		} as const;

		return await once(call, async (send) => {
			const placed = await placeSlot({ client, wantedSlot, calendarId, zone, whenTaken, send });
			const request = { ...booking, ...describeSlot(wantedSlot, zone) };
			switch (placed.kind) {
				case 'done':
					return pickedOrAll(
						simplify,
						bookedItem(booking, placed, wantedSlot, zone),
						KEPT.booked,
						placed.record,
					);
				case 'conflict':
					if (!isFineBefore) throw placed.error;
					return pickedOrAll(
						simplify,
						{ booked: true, alreadyBooked: true, ...request },
						KEPT.booked,
					);
				case 'alternatives':
					return pickedOrAll(
						simplify,
						{ booked: false, ...request, ...placed.offer },
						KEPT.notBooked,
					);
			}
		});
	},
});

const STATUS = {
	...statusField,
	description:
		'Status to send with the new time. Without this option, the resulting status is not documented.',
};

export const reschedule = operation({
	name: 'Reschedule',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Move an appointment to another time. Also runs the platform's own workflows for appointment status changes.",
	action: 'Reschedule appointment',
	hint: 'Needs the appointmentId that Book returned, and both a new start and a new end. A status is sent only when one is chosen in the options.',
	properties: [
		appointmentIdField,
		{
			...calendarField,
			default: { mode: 'id', value: '={{ $json.calendarId }}' },
			required: false,
			description:
				"The appointment's calendar. Needed to list its free slots and to find another slot.",
		},
		...slotTimeFields({
			default: '',
			required: false,
			description:
				"Length of the appointment in minutes. With HighLevel, leave it empty to keep the appointment's own.",
		}),
		...slotTakenFields,
	],
	options: [STATUS, simplifyField, timeZoneField, unknownOutcomeOption],
	async execute(context, itemIndex, { api: client }) {
		const { read, required } = fieldsAt(context, itemIndex);
		const zone = timeZoneOf(context, itemIndex);
		const simplify = isSimplified(context, itemIndex);
		const appointmentId = required(appointmentIdField);
		const whenTaken = takenPolicyOf(context, itemIndex);
		const calendarId =
			whenTaken.kind === 'stop' ? (read(calendarField) ?? '') : required(calendarField);
		const wantedSlot = await readSlot(
			context,
			itemIndex,
			zone,
			client,
			async () => await appointmentLength(client, appointmentId),
		);
		const status = read(statusField, OPTIONS);
		const write = async (slot: Slot) =>
			await rescheduleAppointment(client, appointmentId, { slot, status });

		return await once(
			{ context, itemIndex, purpose: { appointmentId, status }, wantedSlot, write },
			async (send) => {
				const placed = await placeSlot({ client, wantedSlot, calendarId, zone, whenTaken, send });
				if (placed.kind === 'conflict') throw placed.error;
				const isDone = placed.kind === 'done';
				const parties = partiesOf(
					context,
					itemIndex,
					appointmentId,
					isDone ? placed.record : undefined,
				);
				const appointment = {
					rescheduled: isDone,
					appointmentId,
					...parties,
					...(calendarId !== '' && { calendarId }),
				};
				if (!isDone) {
					return pickedOrAll(
						simplify,
						{ ...appointment, ...describeSlot(wantedSlot, zone), ...placed.offer },
						KEPT.notMoved,
					);
				}
				const item = { ...appointment, ...describePlaced(placed.slot, wantedSlot, zone) };
				changed(appointmentId, { slot: placed.slot, item });
				return pickedOrAll(simplify, item, KEPT.moved, placed.record);
			},
		);
	},
});
