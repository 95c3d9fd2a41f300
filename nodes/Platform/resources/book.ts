import { onOrOff } from '../../fields/kinds';
import { type IDataObject, NodeOperationError } from 'n8n-workflow';

import { describeSlot, type Slot, spanText, startTextOf } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { fieldOf, fieldsAt, OPTIONS } from '../../fields/parameters';
import { timeZoneField } from '../../fields/when';
import { readText } from '../../http/body';
import { writeOnce } from '../../n8n/ledger';
import {
	type Booking,
	createAppointment,
	ownAppointments,
	WHAT_TO_LOOK_UP,
} from '../../platformApi/appointments';
import type { PlatformClient } from '../../platformApi/client';
import { reworded } from '../../platformApi/errors';
import {
	bookingOptions,
	contactField,
	contactIdOf,
	readBooking,
	titleField,
	treatAsDoneOption,
	treatsAsDone,
} from '../appointment/appointmentFields';
import { bookedItem, KEPT, lengthText } from '../appointment/outputs';
import { placeSlot, slotTakenFields, takenPolicyOf } from '../appointment/policy';
import { timesOf } from '../appointment/present';
import { readSlot, slotFromFields, slotTimeFields } from '../appointment/wantedTime';
import { located, operation, type PlatformCall } from '../platformOperation';
import { withRemarks } from '../remarks';
import { simplifyField } from '../simplify';

const SEVERAL = fieldOf(onOrOff, {
	displayName: 'Allow Several per Contact',
	name: 'allowSeveral',
	type: 'boolean',
	default: false,
	description:
		'Whether this node may book the same contact in the same calendar several times in an execution, such as for a series of appointments',
});

const ONE_ONLY =
	"To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1; after a Slot Trigger, add a Limit node. For a series of appointments, turn on 'Allow Several per Contact' in the options.";

const namesOf = (contactId: string, calendarId: string) =>
	`the contact '${contactId}' in the calendar '${calendarId}'`;

/**
 * Get Free Slots returns one item a slot: Book would book all of them for one contact.
 *
 * @throws NodeOperationError where several items of a run want different slots for one contact and calendar
 */
async function refuseSeveral({ client, context, node }: PlatformCall): Promise<void> {
	const slots = new Map<string, Set<string>>();
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const item = await located(fieldsAt(context, itemIndex), client);
			if (item.read(SEVERAL, OPTIONS)) continue;
			const slot = await slotFromFields(item);
			const typed = item.required(contactField);
			const contactId = await contactIdOf(item).catch(() => typed);
			const names = namesOf(contactId, item.required(calendarField));
			slots.set(names, (slots.get(names) ?? new Set()).add(JSON.stringify(slot)));
		} catch {
			// An item that cannot be read books nothing, and fails by itself later.
		}
	}
	const [largest] = [...slots].sort(([, a], [, b]) => b.size - a.size);
	const [names, { size }] = largest ?? ['', slots];
	if (size < 2) return;
	const error = new NodeOperationError(node, `${size} appointments would be booked for ${names}`, {
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

const MAX_OTHERS = 5;
const AHEAD_MS = 90 * 86_400_000;

/** Tells a model of the contact's other appointments to come: the same wish in other words would book a second slot. */
async function othersText(client: PlatformClient, booking: Booking, booked: unknown, zone: string) {
	const now = Date.now();
	const own = await ownAppointments(client, booking, now, now + AHEAD_MS).catch(() => []);
	const others = own
		.filter(({ id }) => id !== booked)
		.slice(0, MAX_OTHERS)
		.map(({ id, slot }) => (slot ? `${id} (${startTextOf(slot.start, zone)})` : id));
	return others.length === 0
		? undefined
		: `In this calendar, the contact also has: ${others.join('; ')}. Ask whether to keep both.`;
}

export const book = operation({
	name: 'Book',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Book a free slot for a contact. Also runs the platform's own appointment workflows. Do not book in a workflow that starts on Appointment Created: it would start itself again.",
	hint: "Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
	properties: [calendarField, contactField, ...slotTimeFields(), ...slotTakenFields],
	options: [SEVERAL, ...bookingOptions, simplifyField, timeZoneField, titleField, ALREADY_BOOKED],
	async execute(call) {
		const { client, isTool, read, refuse, shown, zone } = call;
		await client.readOnce('one booking for each contact', async () => await refuseSeveral(call));
		const booking = await readBooking(call);
		const wantedSlot = await readSlot(call);
		const whenTaken = takenPolicyOf(call);
		const isDoneBefore = treatsAsDone(call, ALREADY_BOOKED);
		const { calendarId, contactId } = booking;
		// A person or a language model decides each booking of a tool.
		const allowsOther = (read(SEVERAL, OPTIONS) ?? false) || isTool;
		const otherBefore = `In this execution, the node has booked an appointment for ${namesOf(contactId, calendarId)} before, or may have`;
		const until =
			whenTaken.kind === 'nextFree'
				? wantedSlot.start + whenTaken.withinHours * 3_600_000
				: undefined;
		const write = async (slot: Slot, isRepeat: boolean) =>
			await createAppointment(client, booking, slot, { until, isRepeat });
		const writing = {
			purpose: { contactId, calendarId },
			times: timesOf(wantedSlot),
			isWritten: ({ alternatives }: IDataObject) => alternatives === undefined,
			whenOther() {
				if (!allowsOther) throw refuse(otherBefore, ONE_ONLY);
			},
		};

		return await writeOnce(call, writing, async (entry) => {
			const placed = await placeSlot({ ...call, write, entry, wantedSlot, calendarId, whenTaken });
			if (placed.kind === 'alternatives') {
				return shown(
					{ booked: false, ...booking, ...describeSlot(wantedSlot, zone), ...placed.offer },
					KEPT.notBooked,
				);
			}
			const isOwn = placed.kind === 'own';
			const { item, slot, remark } = bookedItem(
				booking,
				{ ...placed, isEarlier: isOwn || placed.isEarlier },
				wantedSlot,
				zone,
			);
			const id = readText(item, 'appointmentId');
			entry.subject = id;
			if (isOwn && !isDoneBefore)
				throw id
					? reworded(placed.error, {
							message: `The contact '${contactId}' already has the appointment '${id}' in this calendar: ${spanText(slot, zone)}`,
							whatToDo:
								"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
							forModel: 'For another appointment, choose another time.',
						})
					: placed.error;
			const told = withRemarks(call, item, [
				remark,
				id === undefined && `It is booked already. ${WHAT_TO_LOOK_UP}`,
				await lengthText(client, calendarId, slot),
				isTool && (await othersText(client, booking, id, zone)),
			]);
			return shown(told, KEPT.booked, placed.record);
		});
	},
});
