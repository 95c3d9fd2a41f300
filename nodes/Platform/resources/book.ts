import {
	type IDataObject,
	type IExecuteFunctions,
	type NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { describeSlot, type Slot, spanText, startTextOf } from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { fieldsAt, OPTIONS, switchField } from '../../fields/parameters';
import { timeZoneField, timeZoneOf } from '../../fields/when';
import { readText } from '../../http/body';
import { runsAsTool } from '../../n8n/execution';
import { once } from '../../n8n/ledger';
import { isCanceled, listCalendarAppointments } from '../../platformApi/appointmentReads';
import { type Booking, createAppointment } from '../../platformApi/appointments';
import { slotSettings } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { accountKeyOf } from '../../platformApi/credential';
import { reworded } from '../../platformApi/errors';
import { tried } from '../../utils/attempt';
import { timesOf } from '../appointment/changed';
import {
	bookingOptions,
	contactField,
	contactIdOf,
	readBooking,
	titleField,
	treatAsDoneOption,
	treatsAsDone,
} from '../appointment/appointmentFields';
import { bookedItem, KEPT } from '../appointment/outputs';
import { placeSlot, slotTakenFields, takenPolicyOf } from '../appointment/policy';
import { readSlot, slotFromFields, slotTimeFields } from '../appointment/wantedTime';
import { operation } from '../platformOperation';
import { withRemarks } from '../remarks';
import { isSimplified, pickedOrAll, simplifyField } from '../simplify';

const SEVERAL = switchField('Allow Several per Contact', 'allowSeveral', false, {
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
async function refuseSeveral(context: IExecuteFunctions, client: PlatformClient): Promise<void> {
	const slots = new Map<string, Set<string>>();
	for (const itemIndex of context.getInputData().keys()) {
		const fields = fieldsAt(context, itemIndex);
		// An item that cannot be read books nothing, and fails by itself later.
		const wish = tried(() => {
			if (fields.read(SEVERAL, OPTIONS)) return undefined;
			const slot = slotFromFields(context, itemIndex, timeZoneOf(context, itemIndex));
			const typed = fields.required(contactField);
			return { typed, calendarId: fields.required(calendarField), slot: JSON.stringify(slot) };
		}, undefined);
		if (!wish) continue;
		const contactId = await contactIdOf(context, client, itemIndex).catch(() => wish.typed);
		const names = namesOf(contactId, wish.calendarId);
		slots.set(names, (slots.get(names) ?? new Set()).add(wish.slot));
	}
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

/** The error for an appointment that the contact has, with its ID where the platform names it. */
function alreadyBooked(error: NodeApiError, { contactId }: Booking, id: string, when: string) {
	const message = `The contact '${contactId}' already has the appointment '${id}' in this calendar: ${when}`;
	return reworded(error, {
		message,
		whatToDo:
			"Choose another time. To treat it as done, set 'When Already Booked' in the options to 'Treat as Done'.",
		forModel: 'For another appointment, choose another time.',
	});
}

const LOOK_UP =
	'It is booked already. The platform does not name the appointment: to move or cancel it, a person has to look up its ID in the calendar on the platform.';

const MAX_OTHERS = 5;
const AHEAD_MS = 90 * 86_400_000;

/** Tells a model of the contact's other appointments to come: the same wish in other words would book a second slot. */
async function othersText(
	client: PlatformClient,
	{ locationId, calendarId, contactId }: Booking,
	booked: unknown,
	zone: string,
): Promise<string | undefined> {
	const now = Date.now();
	const query = { locationId, calendarId, between: [now, now + AHEAD_MS] as [number, number] };
	const found = await listCalendarAppointments(client, query).catch(() => []);
	const others = found.filter(
		(other) => other.contactId === contactId && other.id !== booked && !isCanceled(other),
	);
	if (others.length === 0) return undefined;
	const texts = others
		.slice(0, MAX_OTHERS)
		.map(({ id, slot }) => (slot ? `${id} (${startTextOf(slot.start, zone)})` : id));
	return `In this calendar, the contact also has: ${texts.join('; ')}. Ask whether to keep both.`;
}

/** Says that the length is not the calendar's, where its slots have one. */
async function lengthText(client: PlatformClient, calendarId: string, { start, end }: Slot) {
	const { slotMs = end - start } =
		(await slotSettings(client, calendarId).catch(() => undefined)) ?? {};
	const minutes = (ms: number) => `${ms / 60_000} minutes`;
	return slotMs === end - start
		? undefined
		: `The appointment takes ${minutes(end - start)}, and the slots of the calendar ${minutes(slotMs)}.`;
}

export const book = operation({
	name: 'Book',
	rights: ['writeAppointments', 'readAppointments', 'readCalendars'],
	description:
		"Book a free slot for a contact. Also runs the platform's own appointment workflows. Do not book in a workflow that starts on Appointment Created: it would start itself again.",
	action: 'Book appointment',
	hint: "Needs a calendar, a contact, a start and an end. Take start and end from Calendar > Get Free Slots. For agents, set 'When Slot Is Taken' to Return Alternatives.",
	properties: [calendarField, contactField, ...slotTimeFields(), ...slotTakenFields],
	options: [SEVERAL, ...bookingOptions, simplifyField, timeZoneField, titleField, ALREADY_BOOKED],
	async execute(context, itemIndex, { api: client, memoize }) {
		await memoize('one booking for each contact', async () => await refuseSeveral(context, client));
		const { read, refuse } = fieldsAt(context, itemIndex);
		const zone = timeZoneOf(context, itemIndex);
		const simplify = isSimplified(context, itemIndex);
		const booking = await readBooking(context, itemIndex, client);
		const wantedSlot = await readSlot(context, itemIndex, zone, client);
		const whenTaken = takenPolicyOf(context, itemIndex);
		const isDoneBefore = treatsAsDone(context, itemIndex, ALREADY_BOOKED);
		const isTool = runsAsTool(context.getNode());
		const { calendarId, contactId } = booking;
		const readsAppointments = await client.can('readAppointments');
		// A person or a language model decides each booking of a tool.
		const allowsOther = (read(SEVERAL, OPTIONS) ?? false) || isTool;
		const otherBefore = `In this execution, the node has booked an appointment for ${namesOf(contactId, calendarId)} before, or may have`;
		const until =
			whenTaken.kind === 'nextFree'
				? wantedSlot.start + whenTaken.withinHours * 3_600_000
				: undefined;
		const write = async (slot: Slot, isRepeat: boolean) =>
			await createAppointment(client, booking, slot, { until, isRepeat });
		const call = {
			account: accountKeyOf(await client.account.credential()),
			purpose: { contactId, calendarId },
			times: timesOf(wantedSlot),
			itemIndex,
			isWritten: (item: IDataObject) => item.booked === true,
			subjectOf: (item: IDataObject = {}) => readText(item, 'appointmentId'),
			whenOther() {
				if (!allowsOther) throw refuse(otherBefore, ONE_ONLY);
			},
		};

		return await once(context, call, async (entry) => {
			const call = { client, write, entry, wantedSlot, calendarId, zone, isTool, whenTaken };
			const placed = await placeSlot(call);
			if (placed.kind === 'alternatives') {
				const request = { booked: false, ...booking, ...describeSlot(wantedSlot, zone) };
				return pickedOrAll(simplify, { ...request, ...placed.offer }, KEPT.notBooked);
			}
			const { record = {} } = placed;
			const isOwn = placed.kind === 'own';
			const booked = { ...placed, record, isEarlier: isOwn || placed.isEarlier };
			const { item, slot, difference } = bookedItem(booking, booked, wantedSlot, zone);
			const id = readText(item, 'appointmentId');
			if (isOwn && !isDoneBefore)
				throw id ? alreadyBooked(placed.error, booking, id, spanText(slot, zone)) : placed.error;
			const remarks = [
				difference,
				id === undefined ? LOOK_UP : undefined,
				await lengthText(client, calendarId, slot),
				isTool && readsAppointments ? await othersText(client, booking, id, zone) : undefined,
			];
			const told = withRemarks(context, itemIndex, item, remarks);
			return pickedOrAll(simplify, told, KEPT.booked, placed.record);
		});
	},
});
